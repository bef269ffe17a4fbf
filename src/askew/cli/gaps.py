"""askew gaps: how far groups of speakers lie apart, and whether the data can tell."""

from pathlib import Path
from typing import Annotated

import typer

from askew.cli import options
from askew.cli.show import print_content, print_json


def command(
    rundirs: options.RunDirs,
    by: Annotated[
        str, typer.Option(metavar="ATTRIBUTE", help="gender, accent, talk, speaker, or any other attribute.")
    ],
    sessions: Annotated[
        str | None, typer.Option(metavar="ATTRIBUTE", help="Stands for speakers where these are not known.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="FILE", help="Also a figure: NAME.svg, .png or .html.")
    ] = None,
    measure: Annotated[
        str | None, typer.Option(metavar="SCORE", help="What the figure shows; the first score if not given.")
    ] = None,
    seed: options.Seed = options.DEFAULT_SEED,
    resamples: options.Resamples = options.DEFAULT_RESAMPLES,
    as_json: options.Json = False,
) -> None:
    """Gaps between groups of speakers, with intervals that resample speakers. Status 3: the data can't tell."""
    from askew.analyses.gaps import gaps
    from askew.core.resampling import Resampling
    from askew.core.run import load
    from askew.report.analyses import gaps_content

    found = [gaps(load(folder), by, sessions=sessions, resampling=Resampling(resamples, seed)) for folder in rundirs]
    if as_json:
        print_json([each.to_json() for each in found])
    else:
        for each in found:
            print_content(*gaps_content(each))
    if out is not None:
        from askew.core.registry import choose
        from askew.report.altair_figures import gaps_figure, save

        known = list(found[0].measures)
        save(gaps_figure(found, choose("score of these runs", measure, known, known[0])), out)
    if not any(each.tells for each in found):
        raise typer.Exit(3)
