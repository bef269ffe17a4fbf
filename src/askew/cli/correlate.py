"""askew correlate: do two scores go together over runs?"""

from typing import Annotated, Literal

import typer

from askew.cli import options
from askew.cli.show import print_content, print_json


def command(
    rundirs: options.RunDirs,
    x: Annotated[str, typer.Option("-x", metavar="SCORE", help="One score, e.g. wer.")] = "",
    y: Annotated[str, typer.Option("-y", metavar="SCORE", help="The other score, e.g. accuracy.")] = "",
    by: Annotated[
        Literal["system", "item"],
        typer.Option(
            help="Over systems (with -x and -y), or over items: the first run's transcripts, others' genders."
        ),
    ] = "system",
    as_json: options.Json = False,
) -> None:
    """Correlate two scores over the systems of some runs, or being heard right with having the right gender."""
    from askew.analyses.correlate import correlate
    from askew.analyses.heard import given_heard
    from askew.core.errors import UsageError
    from askew.core.run import load
    from askew.report.analyses import correlation_content, heard_content

    if (by == "system") != bool(x and y) or (by == "item" and (x or y)):
        raise UsageError("give -x SCORE and -y SCORE, or --by item without them")
    runs = [load(folder) for folder in rundirs]
    if by == "item":
        if len(runs) < 2:
            raise UsageError("--by item takes a run of transcripts and at least one run of translations")
        found = [given_heard(runs[0], run) for run in runs[1:]]
        if as_json:
            print_json([each.to_json() for each in found])
        else:
            print_content(*heard_content(found))
        return
    result = correlate(runs, x, y)
    if as_json:
        print_json(result.to_json())
        return
    print_content(*correlation_content(result, x, y))
