"""askew audit: how often is the judge itself wrong?"""

from pathlib import Path
from typing import Annotated

import typer

from askew.cli import options
from askew.cli.show import print_json, print_line


def command(
    rundir: options.RunDir,
    n: Annotated[int, typer.Option("-n", min=1, help="How many items to draw.")] = 100,
    sheet: Annotated[Path | None, typer.Option(help="The sheet; RUNDIR/audit.tsv if not given.")] = None,
    seed: options.Seed = options.DEFAULT_SEED,
    as_json: options.Json = False,
) -> None:
    """Write a sheet for a person to label; once it is labelled, read it back and give the judge's error rate."""
    from askew.analyses.audit import read_sheet, write_sheet
    from askew.core.run import load
    from askew.report.numbers import interval, number

    run = load(rundir)
    path = sheet or rundir / "audit.tsv"
    if not path.exists():
        drawn = write_sheet(run, path, n, seed)
        print(
            f"{path}: {drawn} items. Write in the last column which gender the output gives the person: m, f, "
            "n (neutral), b (both),"
        )
        print("u (can't be told) or x (the person is not there); then run the same command again.")
        return
    audit = read_sheet(run, path)
    if as_json:
        print_json({**audit.__dict__, "error_rate": audit.error_rate})
        return
    print(
        f"the judge was wrong on {audit.wrong} of {audit.labelled} labelled items: {number(audit.error_rate)}% "
        f"[{interval(audit.low, audit.high)}]"
        + (f"; {audit.unlabelled} rows have no label" if audit.unlabelled else "")
    )
    for item, label, predicted in audit.disagreements:
        print_line(f"{item}\tlabelled {label}\tjudged {predicted}")
