"""askew run: run a system on a suite and score it."""

from pathlib import Path
from typing import Annotated

import typer

from askew.cli import options
from askew.cli.show import print_run, progress


def command(
    suite: options.SuiteName,
    target: options.Target,
    system: Annotated[
        str,
        typer.Option(metavar="SPEC", help="e.g. apertium:eng-spa, 'command:./translate.sh', file:out.txt."),
    ],
    out: Annotated[Path, typer.Option(metavar="RUNDIR", help="Folder of the run; one broken off there is continued.")],
    subset: options.Subset = None,
    edition: options.Edition = None,
    protocol: options.Protocol = None,
    name: options.Name = None,
    settings: options.Settings = [],  # noqa: B006  # typer reads it, nobody changes it
    fresh: Annotated[bool, typer.Option("--fresh", help="Throw away a run that is already in RUNDIR.")] = False,
    seed: options.Seed = options.DEFAULT_SEED,
    resamples: options.Resamples = options.DEFAULT_RESAMPLES,
    as_json: options.Json = False,
) -> None:
    """Run a system on a suite, keep everything in a run folder, and score it."""
    from askew.evaluate.measure import Resampling
    from askew.evaluate.run import run
    from askew.systems.options import read_settings

    result = run(
        suite,
        target=target,
        system=system,
        options=read_settings(settings),
        out=out,
        subset=subset,
        edition=edition,
        protocol=protocol,
        name=name,
        fresh=fresh,
        resampling=Resampling(resamples, seed),
        progress=progress,
    )
    print_run(result, as_json)
