"""askew doctor: what is installed, and what each missing part would add."""

from askew.cli import options
from askew.cli.show import print_content, print_json


def command(as_json: options.Json = False) -> None:
    """Show what is installed on this machine and what the rest would add."""
    from askew.cli.machine import examine

    checks = examine()
    if as_json:
        print_json([check.__dict__ for check in checks])
        return
    from askew.report.content import text_table

    print_content(text_table(("ok" if check.found else "–", check.part, check.detail) for check in checks))
