"""askew verdicts: what was decided, item by item."""

from askew.cli import options
from askew.cli.show import print_line
from askew.core.files import to_json_line
from askew.formats.sheets import tab_lines
from askew.report.escape import for_terminal


def command(rundir: options.RunDir, as_json: options.Json = False) -> None:
    """Print the verdict table of a run: TSV, or JSON lines."""
    from askew.analyses.verdicts import verdict_rows
    from askew.core.run import load

    rows = verdict_rows(load(rundir))
    if as_json:
        for row in rows:
            print_line(to_json_line(row))
        return
    columns = dict.fromkeys(name for row in rows for name in row)  # units of several kinds have columns of their own
    shown = ([_cell(row.get(name, "")) for name in columns] for row in rows)
    print(tab_lines([list(columns), *shown]), end="")


def _cell(value: object) -> str:
    return for_terminal(" | ".join(value) if isinstance(value, list) else str(value))
