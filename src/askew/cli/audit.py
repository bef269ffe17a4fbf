"""askew audit: how often is the judge itself wrong? Of talks: how many errors do the segments have?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from askew.cli import options
from askew.cli.show import print_json, print_line

if TYPE_CHECKING:
    from askew.core.run import Run


def command(
    rundir: options.RunDir,
    n: Annotated[int | None, typer.Option("-n", min=1, help="How many items to draw; 100, of talks 15%.")] = None,
    sheet: Annotated[Path | None, typer.Option(help="The sheet; RUNDIR/audit.tsv if not given.")] = None,
    seed: options.Seed = options.DEFAULT_SEED,
    as_json: options.Json = False,
) -> None:
    """Write a sheet for a person to fill in; then read it back: the judge's error rate, or that of talks' segments."""
    from askew.core.run import load

    run = load(rundir)
    path = sheet or rundir / "audit.tsv"
    if any("predicted" in verdict.labels for verdict in run.verdicts):
        _audit(run, path, n or 100, seed, as_json)
    else:
        _review(run, path, n, seed, as_json)


def _audit(run: "Run", path: Path, n: int, seed: int, as_json: bool) -> None:
    """A person's labels of genders against the judge's."""
    from askew.analyses.audit import read_sheet, write_sheet
    from askew.report.numbers import interval, number

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


def _review(run: "Run", path: Path, n: int | None, seed: int, as_json: bool) -> None:
    """A person's counts of errors in segments."""
    from askew.analyses.review import read_review, write_review
    from askew.report.numbers import interval, number

    if not path.exists():
        drawn = write_review(run, path, n or max(1, round(0.15 * len(run.outputs))), seed)
        print(f"{path}: {drawn} of {len(run.outputs)} segments. Write how many errors each output has, 0 for none, and")
        print("what they are in the last column if you like; then run the same command again.")
        return
    review = read_review(run, path)
    if as_json:
        print_json(review.to_json())
        return
    print(
        f"{review.with_errors} of {review.reviewed} segments have an error: {number(review.share)}% "
        f"[{interval(review.low, review.high)}]" + (f"; {review.left} rows have no count" if review.left else "")
    )
    bounds = "" if review.rate_low is None else f" [{interval(review.rate_low, review.rate_high)}]"
    print(f"{review.errors} errors in {review.words} words: {number(review.rate)} per 100{bounds}")
