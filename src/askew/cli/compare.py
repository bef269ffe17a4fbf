"""askew compare: runs on the same items, side by side."""

from askew.cli import options
from askew.cli.show import print_content, print_json


def command(
    rundirs: options.RunDirs,
    by: options.By = None,
    seed: options.Seed = options.DEFAULT_SEED,
    resamples: options.Resamples = options.DEFAULT_RESAMPLES,
    as_json: options.Json = False,
) -> None:
    """Compare runs with the first one, paired by item, with intervals and tests.

    With --by, runs of one system that each have one value of that attribute (voice, voice_gender) are the sides;
    otherwise its groups
    are shown.
    """
    from askew.analyses.compare import compare, one_value_per_run
    from askew.core.resampling import Resampling
    from askew.core.run import load
    from askew.report.scores import comparison_content, comparison_groups

    runs = [load(folder) for folder in rundirs]
    sides = by is not None and one_value_per_run(runs, by)
    comparison = compare(*runs, by=by if sides else None, resampling=Resampling(resamples, seed))
    if as_json:
        print_json(comparison.to_json())
    else:
        # First, so that an unknown attribute is refused.
        groups = comparison_groups(comparison, by) if by and not sides else []
        print_content(*comparison_content(comparison), *groups)
