"""askew verdicts: what was decided, item by item."""

from askew.cli import options
from askew.core.files import to_json_line


def command(rundir: options.RunDir, as_json: options.Json = False) -> None:
    """Print the verdict table of a run: TSV, or JSON lines."""
    from askew.analyses.verdicts import verdict_rows
    from askew.core.run import load

    rows = verdict_rows(load(rundir))
    if as_json:
        for row in rows:
            print(to_json_line(row))
        return
    columns = dict.fromkeys(name for row in rows for name in row)  # units of several kinds have columns of their own
    print("\t".join(columns))
    for row in rows:
        found = (row.get(name, "") for name in columns)
        cells = (" | ".join(cell) if isinstance(cell, list) else str(cell) for cell in found)
        print("\t".join(" ".join(cell.split()) for cell in cells))
