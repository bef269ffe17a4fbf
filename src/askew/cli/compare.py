"""askew compare: runs on the same items, side by side."""

from askew.cli import options
from askew.cli.show import print_json, print_table


def command(
    rundirs: options.RunDirs,
    by: options.By = None,
    seed: options.Seed = options.DEFAULT_SEED,
    resamples: options.Resamples = options.DEFAULT_RESAMPLES,
    as_json: options.Json = False,
) -> None:
    """Compare runs with the first one, paired by item, with intervals and tests."""
    from askew.evaluate.compare import compare
    from askew.evaluate.measure import Resampling
    from askew.report.analyses import comparison_groups
    from askew.report.terminal import comparison_report

    comparison = compare(*rundirs, resampling=Resampling(resamples, seed))
    if as_json:
        print_json(comparison.to_json())
    else:
        groups = comparison_groups(comparison, by) if by else None  # first, so that an unknown attribute is refused
        print_table(comparison_report(comparison))
        if groups is not None:
            print_table(groups)
