"""askew rescore: judge and measure a run again, without its system."""

from typing import Annotated, Any

import typer

from askew.cli import options as shared
from askew.cli.show import print_run, say
from askew.cli.suite_options import with_suite_options


@with_suite_options
def command(
    rundir: shared.RunDir,
    protocol: Annotated[str | None, typer.Option(help="How outputs are judged; as the run was if not given.")] = None,
    partial: shared.Partial = False,
    by: shared.By = None,
    seed: shared.Seed = shared.DEFAULT_SEED,
    resamples: shared.Resamples = shared.DEFAULT_RESAMPLES,
    as_json: shared.Json = False,
    options: Any = None,
) -> None:
    """Score a run folder again, as it was scored or otherwise, and replace its verdicts and scores; no system is
    needed.
    """
    from askew.core.resampling import Resampling
    from askew.evaluate.rescore import rescore

    how = Resampling(resamples, seed)
    run = rescore(rundir, protocol=protocol, partial=partial, resampling=how, **options)
    print_run(run, as_json, by)
    say(
        f"askew: the verdicts and scores in {rundir} were replaced (signature {run.signature.digest}); its "
        "outputs are as they were"
    )
