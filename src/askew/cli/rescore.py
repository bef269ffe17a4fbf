"""askew rescore: judge and measure a run again, without its system."""

from typing import Any

from askew.cli import options as shared
from askew.cli.show import print_run
from askew.cli.suite_options import with_suite_options


@with_suite_options
def command(
    rundir: shared.RunDir,
    protocol: shared.Protocol = None,
    partial: shared.Partial = False,
    by: shared.By = None,
    seed: shared.Seed = shared.DEFAULT_SEED,
    resamples: shared.Resamples = shared.DEFAULT_RESAMPLES,
    as_json: shared.Json = False,
    options: Any = None,
) -> None:
    """Score a run folder again; no system is needed."""
    from askew.core.resampling import Resampling
    from askew.evaluate.rescore import rescore

    how = Resampling(resamples, seed)
    print_run(rescore(rundir, protocol=protocol, partial=partial, resampling=how, **options), as_json, by)
