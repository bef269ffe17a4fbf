"""Simulations: a 95% interval holds the truth in 93 to 97 of 100 worlds, where theory says it should.

A world is drawn, measured and given its interval, many times over; all worlds of a simulation share their seed, as all
runs of a user do, and are columns of one table. The bounds are widened by three standard errors of the simulation.
"""

import numpy as np
import pytest
from scipy import stats

import askew
from askew.stats.inference import percentile_interval
from askew.stats.resample import bootstrap_sums

LOWEST, HIGHEST = 0.93, 0.97
SCALES = 0.5, 0.7  # how much clusters differ, either way


def slack(share, worlds):
    return 3 * np.sqrt(share * (1 - share) / worlds)


def resampled_shares(correct, among, clusters, resamples):
    """The share correct of the rows ``among``, resamples × worlds; ``correct`` is rows × worlds."""
    counts = np.concatenate([correct & among[:, None], among[:, None]], axis=1).astype(float)
    sums = bootstrap_sums(counts, clusters, resamples, seed=12_345)
    return sums[:, :-1] / sums[:, -1:]


def covered(resampled, truth):
    """Whether each world's interval holds the truth."""
    bounds = [percentile_interval(column) for column in resampled.T]
    return [low <= truth <= high for low, high in bounds]


def one_way_coverage(worlds, clusters, resamples):
    """Clusters of one to six rows, each with a probability of its own around 0.6."""
    rng = np.random.default_rng(2)
    codes = np.repeat(np.arange(clusters), rng.integers(1, 7, clusters))
    correct = rng.random((len(codes), worlds)) < rng.beta(3, 2, (clusters, worlds))[codes]
    return np.mean(covered(resampled_shares(correct, np.full(len(codes), True), [codes], resamples), 3 / 5))


def crossed_worlds(rng, ways, worlds, level):
    """Correct where level + an effect of each row's cluster either way + its own noise is above zero; and the true
    share.
    """
    effects = [scale * rng.normal(size=(way.max() + 1, worlds))[way] for way, scale in zip(ways, SCALES, strict=True)]
    latent = level[:, None] + sum(effects) + rng.normal(size=(len(level), worlds))
    return latent > 0, stats.norm.cdf(level / np.sqrt(1 + np.square(SCALES).sum()))


def two_way_coverage(worlds, ways, resamples, *, at_once=100):
    rng, level = np.random.default_rng(3), np.full(len(ways[0]), 0.4)
    hits = []
    for _ in range(worlds // at_once):
        correct, truth = crossed_worlds(rng, ways, at_once, level)
        hits += covered(resampled_shares(correct, np.full(len(level), True), ways, resamples), truth[0])
    return np.mean(hits)


def difference_coverage(worlds, ways, first, resamples, *, at_once=100):
    """The same for the share among the rows ``first`` minus the share among the others, which is truly lower."""
    rng, level = np.random.default_rng(4), np.where(first, 0.7, 0.1)
    hits = []
    for _ in range(worlds // at_once):
        correct, truth = crossed_worlds(rng, ways, at_once, level)
        shares = [resampled_shares(correct, side, ways, resamples) for side in (first, ~first)]
        hits += covered(shares[0] - shares[1], truth[first][0] - truth[~first][0])
    return np.mean(hits)


def simplegen_ways():
    items = askew.items("simplegen")
    ways = [
        np.unique([item.attributes[name] for item in items], return_inverse=True)[1]
        for name in ("template", "occupation")
    ]
    return ways, np.array([item.attributes["stereotype"] == "pro" for item in items])


def test_one_way_intervals_cover_the_truth():
    coverage = one_way_coverage(worlds=2_000, clusters=100, resamples=1_000)
    assert LOWEST - slack(LOWEST, 2_000) <= coverage <= HIGHEST + slack(HIGHEST, 2_000)


def test_two_way_intervals_cover_the_truth_or_err_on_the_safe_side():
    ways = [np.arange(900) // 30, np.arange(900) % 30]
    coverage = two_way_coverage(worlds=2_000, ways=ways, resamples=1_000)
    assert coverage >= LOWEST - slack(LOWEST, 2_000)


def test_rows_taken_for_independent_would_cover_too_seldom():
    codes = np.repeat(np.arange(50), 10)
    rng = np.random.default_rng(5)
    correct = rng.random((500, 500)) < rng.beta(1, 1, (50, 500))[codes]
    by_row = resampled_shares(correct, np.full(500, True), [np.arange(500)], 500)
    assert np.mean(covered(by_row, 0.5)) < 0.8  # so the simulations above can tell right from wrong


@pytest.mark.slow
def test_one_way_intervals_cover_the_truth_closely():
    coverage = one_way_coverage(worlds=20_000, clusters=200, resamples=4_000)
    assert LOWEST - slack(LOWEST, 20_000) <= coverage <= HIGHEST + slack(HIGHEST, 20_000)


@pytest.mark.slow
def test_two_way_intervals_cover_the_truth_on_simplegen():
    ways, _ = simplegen_ways()
    coverage = two_way_coverage(worlds=20_000, ways=ways, resamples=2_000)
    assert coverage >= LOWEST - slack(LOWEST, 20_000)


@pytest.mark.slow
def test_two_way_intervals_of_a_difference_cover_the_truth_on_simplegen():
    ways, pro = simplegen_ways()
    coverage = difference_coverage(worlds=10_000, ways=ways, first=pro, resamples=2_000)
    assert coverage >= LOWEST - slack(LOWEST, 10_000)
