"""Inference about clusters like these: by hand, and whether it holds its level with five, ten and twenty of them."""

import numpy as np
import pytest
from scipy import stats

from askew.stats.clustered import jackknife, without_each

LEVEL = 0.95


def estimate(counts, clusters):
    """The mean of the rows, with its error over clusters."""
    counts = np.asarray(counts, float)[:, None]
    rows = np.ones_like(counts)
    both = np.concatenate([counts, rows], axis=1)
    left_out = without_each(both, np.asarray(clusters))
    return jackknife(float(counts.mean()), left_out[:, 0] / left_out[:, 1])


def test_with_one_row_a_cluster_it_is_the_t_test():
    values = np.array([0.3, 1.2, -0.4, 2.0, 0.9])
    found = estimate(values, range(5))
    by_scipy = stats.ttest_1samp(values, 0)
    assert found.p_value == pytest.approx(by_scipy.pvalue)
    assert found.interval(LEVEL) == pytest.approx(tuple(by_scipy.confidence_interval(LEVEL)))


def test_too_little_to_tell():
    assert jackknife(2.0, np.array([1.0])) is None
    assert jackknife(1.0, np.array([np.nan, 1.0])) is None
    assert jackknife(0.0, np.array([0.0, 0.0])).p_value == 1.0


@pytest.mark.slow
@pytest.mark.parametrize("clusters", [5, 10, 20])
def test_intervals_about_new_talks_cover_and_tests_hold_their_level(clusters, record_property):
    """Differences between talks vary about 3.7 times as much as segments explain, as was seen on real talks."""
    rng = np.random.default_rng(clusters)
    inside = wrong = 0
    worlds = 1500
    for _ in range(worlds):
        sizes = rng.integers(40, 120, clusters)
        codes = np.repeat(np.arange(clusters), sizes)
        of_talk = rng.normal(0.0, np.sqrt(3.7 / 80), clusters)
        found = estimate(of_talk[codes] + rng.normal(0.0, 1.0, codes.size), codes)
        low, high = found.interval(LEVEL)
        inside += low <= 0 <= high
        wrong += found.p_value < 0.05
    record_property("covered", inside / worlds)
    record_property("false_positives", wrong / worlds)
    assert 0.93 <= inside / worlds <= 0.97
    assert 0.03 <= wrong / worlds <= 0.07
