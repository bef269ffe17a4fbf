"""askew rescore: judge and measure a run again, without its system."""

from askew.cli import options
from askew.cli.show import print_run


def command(
    rundir: options.RunDir,
    protocol: options.Protocol = None,
    partial: options.Partial = False,
    by: options.By = None,
    seed: options.Seed = options.DEFAULT_SEED,
    resamples: options.Resamples = options.DEFAULT_RESAMPLES,
    as_json: options.Json = False,
) -> None:
    """Score a run folder again; no system is needed."""
    from askew.evaluate.measure import Resampling
    from askew.evaluate.rescore import rescore

    print_run(rescore(rundir, protocol=protocol, partial=partial, resampling=Resampling(resamples, seed)), as_json, by)
