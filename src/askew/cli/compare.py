"""askew compare: runs on the same items, side by side."""

from typing import Annotated

import typer

from askew.cli import options
from askew.cli.show import print_json, print_table


def command(
    rundirs: options.RunDirs,
    by: Annotated[
        str | None,
        typer.Option(
            metavar="ATTRIBUTE", help="Runs of one system that differ in this: voice, voice_gender, voice_accent."
        ),
    ] = None,
    seed: options.Seed = options.DEFAULT_SEED,
    resamples: options.Resamples = options.DEFAULT_RESAMPLES,
    as_json: options.Json = False,
) -> None:
    """Compare runs with the first one, paired by item, with intervals and tests."""
    from askew.evaluate.compare import compare
    from askew.evaluate.measure import Resampling
    from askew.report.terminal import comparison_report

    comparison = compare(*rundirs, by=by, resampling=Resampling(resamples, seed))
    if as_json:
        print_json(comparison.to_json())
    else:
        print_table(comparison_report(comparison))
