"""askew correlate: do two scores go together over runs?"""

from typing import Annotated

import typer

from askew.cli import options
from askew.cli.show import print_json


def command(
    rundirs: options.RunDirs,
    x: Annotated[str, typer.Option("-x", metavar="SCORE", help="One score, e.g. wer.")],
    y: Annotated[str, typer.Option("-y", metavar="SCORE", help="The other score, e.g. accuracy.")],
    as_json: options.Json = False,
) -> None:
    """Correlate two scores over the systems of some runs."""
    from askew.analyses.correlate import correlate
    from askew.core.run import load

    result = correlate([load(folder) for folder in rundirs], x, y)
    if as_json:
        print_json(result.to_json())
        return
    for system, first, second in result.points:
        print(f"{system}\t{x} {first:.2f}\t{y} {second:.2f}")
    if result.pearson is not None:
        interval = "" if result.low is None else f" [{result.low:.2f}, {result.high:.2f}]"
        print(f"Pearson {result.pearson:.2f}{interval}, Spearman {result.spearman:.2f}, {len(result.points)} systems")
    if result.reason:
        print(result.reason)
