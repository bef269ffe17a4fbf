"""Intervals, paired tests and Holm's correction."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from askew.stats.inference import (
    MOST_UNDEFINED,
    TRIALS_AT_A_TIME,
    approximate_randomisation,
    bootstrap_p_value,
    holm,
    percentile_interval,
    swaps,
)
from askew.stats.resample import generator

P_VALUES = st.lists(st.one_of(st.none(), st.floats(0, 1)), max_size=12)
RANDOMS = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=50).map(np.array)


def share(sums):
    with np.errstate(invalid="ignore", divide="ignore"):
        return 100 * sums[..., 0] / sums[..., 1]


def random_systems(rng, clusters, *, gain=0.0):
    """Counts (correct, judged) of two systems on the same rows, four to a cluster; ``gain`` is how much better the
    second is.
    """
    codes = np.repeat(np.arange(clusters), 4)
    sides = [rng.random(len(codes)) < rng.beta(2, 2, clusters)[codes] + shift for shift in (0, gain)]
    return [np.stack([side, np.ones(len(codes))], axis=1).astype(float) for side in sides], codes


def exact_p(left, right, codes, value):
    """The p-value over every way of swapping clusters."""
    observed = abs(value(right.sum(axis=0)) - value(left.sum(axis=0)))
    sizes = []
    for sides in itertools.product([False, True], repeat=codes.max() + 1):
        swapped = np.array(sides)[codes][:, None]
        new_left, new_right = np.where(swapped, right, left), np.where(swapped, left, right)
        sizes.append(abs(value(new_right.sum(axis=0)) - value(new_left.sum(axis=0))))
    return np.mean(np.array(sizes) >= observed - 1e-9)


@given(RANDOMS, st.floats(0.01, 0.99))
def test_an_interval_is_numpys_percentiles(values, level):
    low, high = percentile_interval(values, level)
    tail = 50 * (1 - level)
    assert (low, high) == pytest.approx(tuple(np.percentile(values, [tail, 100 - tail])))
    assert values.min() <= low <= high <= values.max()


def test_a_wider_level_is_a_wider_interval():
    values = np.random.default_rng(0).normal(size=1000)
    narrow, wide = percentile_interval(values, 0.8), percentile_interval(values, 0.99)
    assert wide[0] < narrow[0] < narrow[1] < wide[1]


@pytest.mark.parametrize("undefined", [0, 5, 6, 50, 100])
def test_an_interval_is_none_when_too_many_values_are_undefined(undefined):
    values = np.arange(100.0)
    values[:undefined] = np.nan
    interval = percentile_interval(values)
    if undefined > 100 * MOST_UNDEFINED:
        assert interval is None
    else:
        assert interval == percentile_interval(values[undefined:])


def test_an_interval_of_nothing_is_none():
    assert percentile_interval(np.array([])) is None


def direct_holm(p_values):
    """Holm 1979 in his own words: the k-th smallest of m times m − k + 1, never less than one before it, at most 1."""
    m = len(p_values)
    order = np.argsort(p_values, kind="stable")
    steps = [(m - rank) * p_values[index] for rank, index in enumerate(order)]
    adjusted = np.empty(m)
    adjusted[order] = np.minimum(1, np.maximum.accumulate(steps)) if m else []
    return adjusted.tolist()


@pytest.mark.parametrize(
    ("raw", "adjusted"),  # what R's p.adjust(raw, "holm") prints
    [
        ([], []),
        ([0.2], [0.2]),
        ([0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02]),
        ([0.5, 0.6, 0.7], [1.0, 1.0, 1.0]),
        ([0.02, 0.02, 0.02], [0.06, 0.06, 0.06]),
    ],
)
def test_holm_gives_known_values(raw, adjusted):
    assert holm(raw) == pytest.approx(adjusted)


@given(P_VALUES)
def test_holm_is_what_a_direct_implementation_gives_and_skips_the_undefined(p_values):
    adjusted = holm(p_values)
    assert [p is None for p in adjusted] == [p is None for p in p_values]
    known = [p for p in p_values if p is not None]
    assert [p for p in adjusted if p is not None] == pytest.approx(direct_holm(known))


@given(P_VALUES)
def test_holm_keeps_the_order_and_never_goes_below_the_raw_value(p_values):
    pairs = sorted((p, q) for p, q in zip(p_values, holm(p_values), strict=True) if p is not None)
    assert all(p <= q <= 1 for p, q in pairs)
    assert all(before[1] <= after[1] for before, after in itertools.pairwise(pairs))


def test_identical_systems_give_a_p_value_of_one():
    (left, _), codes = random_systems(np.random.default_rng(0), 10)
    assert approximate_randomisation(left, left, codes, share, trials=500) == 1.0


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("clusters", [1, 3, 8])
def test_randomisation_agrees_with_trying_every_swap(seed, clusters):
    (left, right), codes = random_systems(np.random.default_rng(seed), clusters, gain=0.2)
    exact = exact_p(left, right, codes, share)
    found = approximate_randomisation(left, right, codes, share, trials=10_000, seed=seed)
    assert found == pytest.approx(exact, abs=1e-3 + 4 * np.sqrt(exact * (1 - exact) / 10_000))


def test_randomisation_finds_a_real_difference_and_is_never_zero():
    (left, right), codes = random_systems(np.random.default_rng(0), 60, gain=0.6)
    assert approximate_randomisation(left, right, codes, share, trials=999) == 1 / 1000


@pytest.mark.parametrize("seed", range(5))
def test_randomisation_is_the_same_for_either_order_of_the_systems(seed):
    (left, right), codes = random_systems(np.random.default_rng(seed), 8, gain=0.1)
    there, back = (approximate_randomisation(*sides, codes, share) for sides in ((left, right), (right, left)))
    assert there == back


def test_randomisation_is_decided_by_the_seed_and_not_by_the_order_of_rows():
    rng = np.random.default_rng(4)
    (left, right), codes = random_systems(rng, 30, gain=0.1)
    first, again, other = (approximate_randomisation(left, right, codes, share, seed=seed) for seed in (1, 1, 2))
    order = rng.permutation(len(codes))
    shuffled = approximate_randomisation(left[order], right[order], codes[order], share, seed=1)
    assert first == again == shuffled
    assert first != other


def test_an_undefined_difference_has_no_p_value():
    nothing = np.zeros((4, 2))
    assert approximate_randomisation(nothing, np.ones((4, 2)), np.arange(4), share) is None


def test_swaps_that_leave_a_side_undefined_do_not_make_a_difference_look_surer():
    left = np.array([[0.0, 1.0], [0.0, 0.0]])  # judged in the first cluster only, wrong
    right = np.array([[0.0, 0.0], [1.0, 1.0]])  # judged in the second only, right
    # Of the four swaps two are defined, and both are as extreme as what was seen.
    assert approximate_randomisation(left, right, np.arange(2), share) == pytest.approx(1.0)


def test_p_values_of_exchangeable_systems_are_uniform():
    rng = np.random.default_rng(11)
    codes = np.repeat(np.arange(25), 3)
    p_values = []
    for seed in range(600):
        effects = rng.normal(size=25)[codes]  # what the systems share; the scores themselves are continuous, so no ties
        left, right = (np.stack([rng.normal(effects), np.ones(75)], axis=1) for _ in range(2))
        p_values.append(approximate_randomisation(left, right, codes, share, trials=399, seed=seed))
    assert stats.kstest(p_values, "uniform").pvalue > 0.001
    assert np.mean(np.array(p_values) <= 0.05) <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 600)


@given(RANDOMS)
def test_a_bootstrap_p_value_is_symmetric_and_between_its_bounds(differences):
    p = bootstrap_p_value(differences)
    assert p == bootstrap_p_value(-differences)
    assert min(1, 2 / (len(differences) + 1)) <= p <= 1


def test_a_bootstrap_p_value_by_hand():
    assert bootstrap_p_value(np.array([-1.0, *range(1, 100)])) == pytest.approx(2 * 2 / 101)
    assert bootstrap_p_value(np.zeros(10)) == 1.0
    assert bootstrap_p_value(np.array([np.nan, 1.0, 2.0, 3.0])) == bootstrap_p_value(np.array([1.0, 2.0, 3.0]))
    assert bootstrap_p_value(np.array([np.nan])) is None
    assert bootstrap_p_value(np.array([])) is None


def test_one_draw_of_swaps_serves_all_columns_and_is_the_same_in_portions():
    rng = np.random.default_rng(3)
    left, right = (rng.integers(0, 3, (90, 4)).astype(float) for _ in range(2))
    codes = np.arange(90) // 3
    trials = 2 * TRIALS_AT_A_TIME + 7
    moves = np.zeros((30, 4))
    np.add.at(moves, codes, right - left)
    at_once = generator(5, way=2).integers(0, 2, (trials, 30)) @ moves
    assert np.array_equal(swaps(left, right, codes, trials, 5), at_once)
    assert np.array_equal(swaps(left[:, 1:2], right[:, 1:2], codes, trials, 5), at_once[:, 1:2])
