"""Groups of speakers: by hand, and whether intervals and tests hold with two, three and more speakers in a group."""

import numpy as np
import pytest
from scipy import stats

from askew.stats.groups import group_values, permutation_p_value


def rate(sums):
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(sums[..., 1] > 0, sums[..., 0] / sums[..., 1], np.nan)


def alone(values):
    """Totals of clusters that each are one row."""
    return np.stack([values, np.ones(len(values))], axis=1)


def test_with_one_row_a_cluster_a_difference_is_welch_s():
    left, right = np.array([1.0, 2.0, 4.0, 3.0]), np.array([2.0, 7.0, 9.0])
    found = group_values(alone(np.concatenate([left, right])), np.array([0] * 4 + [1] * 3), rate)
    by_scipy = stats.ttest_ind(left, right, equal_var=False)
    interval, p = found.difference(0, 1, 0.95)
    # Degrees of freedom are rounded down here, so that ours is a little wider.
    assert p == pytest.approx(by_scipy.pvalue, abs=0.03)
    assert interval[0] <= by_scipy.confidence_interval().low
    assert interval[1] >= by_scipy.confidence_interval().high
    assert found.interval(0, 0.95) == pytest.approx(stats.t.interval(0.95, 3, left.mean(), stats.sem(left)))


def test_one_speaker_in_a_group_can_t_tell():
    found = group_values(alone(np.array([1.0, 2.0, 3.0])), np.array([0, 0, 1]), rate)
    assert found.interval(1, 0.95) is None
    assert found.difference(0, 1, 0.95) == (None, None)
    assert permutation_p_value(alone(np.array([1.0, 2.0, 3.0])), np.array([0, 0, 1]), rate, 50, 0) is None


@pytest.mark.slow
@pytest.mark.parametrize("size", [2, 3, 4, 10])
def test_intervals_of_differences_cover(size, record_property):
    rng, worlds, inside = np.random.default_rng(size), 2000, 0
    group_of = np.array([0] * size + [1] * size)
    for _ in range(worlds):
        words = rng.integers(60, 140, 2 * size).astype(float)
        errors = rng.poisson(words * np.clip(rng.normal(0.15, 0.05, 2 * size), 0.01, None)).astype(float)
        interval, _ = group_values(np.stack([errors, words], axis=1), group_of, rate).difference(0, 1, 0.95)
        inside += interval is not None and interval[0] <= 0 <= interval[1]
    record_property("covered", inside / worlds)
    assert inside / worlds >= 0.93  # with two or three speakers it is wider than it need be


@pytest.mark.slow
def test_groups_that_vary_differently_are_not_taken_for_groups_that_differ(record_property):
    rng, worlds, wrong = np.random.default_rng(1), 400, 0
    group_of = np.array([0] * 6 + [1] * 18)
    for _ in range(worlds):
        values = np.concatenate([rng.normal(0, 3.0, 6), rng.normal(0, 1.0, 18)])
        wrong += permutation_p_value(alone(values), group_of, rate, 199, 0) <= 0.05
    record_property("false_positives", wrong / worlds)
    assert wrong / worlds <= 0.08  # 0.17 without studentising
