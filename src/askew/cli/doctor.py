"""askew doctor: what is installed, and what each missing part would add."""

from askew.cli import options
from askew.cli.show import print_json, print_table


def command(as_json: options.Json = False) -> None:
    """Show what is installed on this machine and what the rest would add."""
    from askew.cli.machine import examine

    checks = examine()
    if as_json:
        print_json([check.__dict__ for check in checks])
        return
    from rich.table import Table

    grid = Table(box=None, show_header=False, pad_edge=False)
    for check in checks:
        grid.add_row("ok" if check.found else "–", check.part, check.detail)
    print_table(grid)
