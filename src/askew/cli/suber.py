"""askew suber: captions against captions."""

from typing import Annotated

import typer

from askew.cli import options
from askew.cli.show import print_json, print_line


def command(
    hypothesis: Annotated[str, typer.Argument(metavar="HYP", help="Captions (.srt, .vtt), or a folder of them.")],
    reference: Annotated[str, typer.Argument(metavar="REF", help="The reference's; folders are joined by file name.")],
    python: Annotated[
        str, typer.Option(metavar="COMMAND", help="The Python of an environment that has subtitle-edit-rate.")
    ],
    target: Annotated[
        str, typer.Option("-t", "--target", metavar="LANG", help="The captions' language: zh, ja, ko matter.")
    ] = "",
    as_json: options.Json = False,
) -> None:
    """The subtitle edit rate (SubER) of captions, by the published tool."""
    from askew.analyses.captions import suber
    from askew.report.numbers import number

    found = suber(hypothesis, reference, python, target)
    if as_json:
        print_json(found.to_json())
        return
    score = found.score
    interval = "" if score.low is None else f" (95% {number(score.low)} to {number(score.high)}, files like these)"
    print(f"SubER {number(score.value)}{interval}; {score.reason or f'{score.n} files'}; {found.tool}")
    for each in found.files:
        print_line(f"{each.name}\t{each.edits} of {each.length}")
