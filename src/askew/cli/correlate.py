"""askew correlate: do two scores go together over runs?"""

from typing import Annotated

import typer

from askew.cli import options
from askew.cli.show import print_content, print_json


def command(
    rundirs: options.RunDirs,
    x: Annotated[str, typer.Option("-x", metavar="SCORE", help="One score, e.g. wer.")],
    y: Annotated[str, typer.Option("-y", metavar="SCORE", help="The other score, e.g. accuracy.")],
    as_json: options.Json = False,
) -> None:
    """Correlate two scores over the systems of some runs."""
    from askew.analyses.correlate import correlate
    from askew.core.run import load
    from askew.report.analyses import correlation_content

    result = correlate([load(folder) for folder in rundirs], x, y)
    if as_json:
        print_json(result.to_json())
        return
    print_content(*correlation_content(result, x, y))
