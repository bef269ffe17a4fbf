"""Resampled sums: what they add up to, how they vary, and that nothing but the seed decides them."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from askew.stats.inference import percentile_interval
from askew.stats.resample import bootstrap_sums, draw_all_weights, draw_weights, generator, weighted_sums

RESAMPLES = 20_000


def endpoint_tolerance(deviation, *, tail=0.025, resamples=RESAMPLES, errors=4.0):
    """How far two Monte-Carlo estimates of a normal quantile may lie apart: so many of their standard errors."""
    density = stats.norm.pdf(stats.norm.ppf(tail)) / deviation
    return errors * np.sqrt(2 * tail * (1 - tail) / resamples) / density


@st.composite
def tables(draw, ways):
    """Whole counts (rows × columns), and for each way a code per row, every code from 0 taken."""
    rows, columns = draw(st.integers(1, 12)), draw(st.integers(1, 3))
    counts = draw(st.lists(st.integers(-5, 5), min_size=rows * columns, max_size=rows * columns))
    labels = [draw(st.lists(st.integers(0, 4), min_size=rows, max_size=rows)) for _ in range(ways)]
    codes = [np.unique(way, return_inverse=True)[1] for way in labels]
    return np.array(counts, dtype=float).reshape(rows, columns), codes


def resample_rows(counts, codes, draws):
    """Resample literally: a row is taken once for every pair of draws that name its clusters."""
    taken = [
        row
        for picked in itertools.product(*draws)
        for row in range(len(counts))
        if all(way[row] == pick for way, pick in zip(codes, picked, strict=True))
    ]
    return counts[taken].sum(axis=0)


@given(st.one_of(tables(ways=1), tables(ways=2)), st.integers(0, 2**32))
def test_weighted_sums_are_those_of_rows_actually_resampled(table, seed):
    counts, codes = table
    rng = np.random.default_rng(seed)
    draws = [rng.integers(0, way.max() + 1, way.max() + 1) for way in codes]
    weights = [np.bincount(drawn, minlength=len(drawn)).astype(float)[None, :] for drawn in draws]
    assert weighted_sums(counts, codes, weights)[0].tolist() == resample_rows(counts, codes, draws).tolist()


@given(st.one_of(tables(ways=1), tables(ways=2)), st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(table, random):
    counts, codes = table
    order = list(range(len(counts)))
    random.shuffle(order)
    shuffled = bootstrap_sums(counts[order], [way[order] for way in codes], 20, seed=3)
    assert shuffled.tolist() == bootstrap_sums(counts, codes, 20, seed=3).tolist()


@given(tables(ways=2))
def test_columns_are_resampled_together(table):
    counts, codes = table
    sums = bootstrap_sums(np.concatenate([counts, counts], axis=1), codes, 20, seed=1)
    assert (sums[:, : counts.shape[1]] == sums[:, counts.shape[1] :]).all()


@given(st.integers(1, 30), st.integers(0, 2**32))
def test_as_many_clusters_are_drawn_as_there_are(size, seed):
    weights = draw_weights(np.arange(size), 50, generator(seed))
    assert weights.shape == (50, size)
    assert (weights >= 0).all()
    assert (weights.sum(axis=1) == size).all()


def test_every_cluster_is_drawn_equally_often():
    weights = draw_weights(np.arange(5), RESAMPLES, generator(0))
    error = np.sqrt((1 - 1 / 5) / RESAMPLES)  # a weight is binomial(5, 1/5)
    assert np.abs(weights.mean(axis=0) - 1).max() < 4 * error
    assert np.bincount(weights[:, 0].astype(int), minlength=6) / RESAMPLES == pytest.approx(
        stats.binom.pmf(range(6), 5, 1 / 5), abs=4 * np.sqrt(0.25 / RESAMPLES)
    )


def test_one_way_sums_by_hand():
    counts = np.array([[1.0, 10.0], [2.0, 20.0], [4.0, 40.0]])
    sums = weighted_sums(counts, [np.array([0, 1, 0])], [np.array([[2.0, 0.0], [0.0, 2.0], [1.0, 1.0]])])
    assert sums.tolist() == [[10.0, 100.0], [4.0, 40.0], [7.0, 70.0]]


def test_two_way_sums_by_hand():
    counts = np.array([[1.0], [2.0], [4.0], [8.0]])
    clusters = [np.array([0, 0, 1, 1]), np.array([0, 1, 0, 2])]  # the table 1 2 - / 4 - 8
    weights = [np.array([[2.0, 0.0], [1.0, 1.0]]), np.array([[1.0, 2.0, 0.0], [0.0, 0.0, 3.0]])]
    assert weighted_sums(counts, clusters, weights).tolist() == [[2 * (1 + 2 * 2)], [3 * 8]]


def test_three_ways_are_refused():
    with pytest.raises(ValueError, match="not 3"):
        bootstrap_sums(np.ones((2, 1)), [np.arange(2)] * 3, 5, seed=0)


def test_no_rows_give_sums_of_zero():
    assert bootstrap_sums(np.zeros((0, 2)), [np.zeros(0, dtype=np.intp)], 3, seed=0).tolist() == [[0.0, 0.0]] * 3


@pytest.mark.parametrize("ways", [1, 2])
def test_the_seed_and_nothing_else_decides(ways):
    counts, clusters = np.arange(12.0)[:, None], [np.arange(12) // 3, np.arange(12) % 3][:ways]
    first, again, other = (bootstrap_sums(counts, clusters, 100, seed) for seed in (7, 7, 8))
    assert (first == again).all()
    assert (first != other).any()


def test_the_two_ways_are_drawn_independently():
    counts, same = np.eye(30), np.arange(30)  # row i belongs to cluster i both ways, column i counts it
    sums = bootstrap_sums(counts, [same, same], 2_000, seed=5)
    assert sums.mean() == pytest.approx(
        1, abs=0.02
    )  # E[w·v] = E[w]·E[v] = 1; drawn together it would be E[w²], nearly 2


def test_the_standard_error_of_a_mean_is_the_textbooks():
    values = np.random.default_rng(0).normal(5, 2, 50)
    means = bootstrap_sums(values[:, None], [np.arange(50)], RESAMPLES, seed=1)[:, 0] / 50
    expected = values.std() / np.sqrt(50)
    assert means.std() == pytest.approx(expected, rel=4 / np.sqrt(2 * RESAMPLES))
    assert means.mean() == pytest.approx(values.mean(), abs=4 * expected / np.sqrt(RESAMPLES))


def test_the_interval_of_a_mean_is_scipys():
    values = np.random.default_rng(0).exponential(1, 40)
    ours = percentile_interval(bootstrap_sums(values[:, None], [np.arange(40)], RESAMPLES, seed=1)[:, 0] / 40)
    theirs = stats.bootstrap((values,), np.mean, n_resamples=RESAMPLES, method="percentile", rng=2).confidence_interval
    assert ours == pytest.approx(tuple(theirs), abs=endpoint_tolerance(values.std() / np.sqrt(40)))


def test_the_interval_of_a_ratio_over_clusters_is_scipys():
    rng = np.random.default_rng(1)
    clusters = np.repeat(np.arange(60), rng.integers(1, 6, 60))
    correct = (rng.random(len(clusters)) < rng.beta(2, 2, 60)[clusters]).astype(float)
    counts = np.stack([correct, np.ones(len(clusters))], axis=1)
    sums = bootstrap_sums(counts, [clusters], RESAMPLES, seed=1)
    ratios = sums[:, 0] / sums[:, 1]
    totals = [np.bincount(clusters, column) for column in counts.T]
    theirs = stats.bootstrap(
        totals,
        lambda top, bottom, axis: top.sum(axis) / bottom.sum(axis),
        paired=True,
        n_resamples=RESAMPLES,
        method="percentile",
        rng=2,
    )
    assert percentile_interval(ratios) == pytest.approx(
        tuple(theirs.confidence_interval), abs=endpoint_tolerance(ratios.std())
    )
    residuals = totals[0] - totals[1] * correct.mean()  # the delta method's standard error of a ratio
    assert ratios.std() == pytest.approx(residuals.std() * np.sqrt(60) / len(clusters), rel=0.05)


def pigeonhole_variance(cells):
    """The exact variance of Σ wᵢ vⱼ xᵢⱼ under the pigeonhole bootstrap: E[wᵢ wₖ] = [i = k] + 1 − 1/n for each way (Owen
    2007).
    """
    first, second = (np.eye(n) + 1 - 1 / n for n in cells.shape)
    return np.einsum("ik,jl,ij,kl->", first, second, cells, cells) - cells.sum() ** 2


def test_two_way_sums_vary_as_brute_force_over_all_draws_says():
    cells = np.array([[1.0, 5.0], [2.0, 0.0], [4.0, 3.0]])
    rows, columns = (list(itertools.product(range(n), repeat=n)) for n in cells.shape)
    sums = [cells[np.ix_(drawn, across)].sum() for drawn in rows for across in columns]
    assert pigeonhole_variance(cells) == pytest.approx(np.var(sums))
    ours = bootstrap_sums(cells.reshape(-1, 1), [np.arange(6) // 2, np.arange(6) % 2], RESAMPLES, seed=0)[:, 0]
    values, expected = np.unique(sums, return_counts=True)
    found = np.array([(ours == value).sum() for value in values])
    assert found.sum() == RESAMPLES  # every sum is one that can come up
    assert stats.chisquare(found, expected / expected.sum() * RESAMPLES).pvalue > 1e-4


def test_two_way_sums_vary_as_owens_formula_says_on_a_larger_table():
    cells = np.random.default_rng(3).normal(1, 1, (15, 20))
    codes = np.unravel_index(np.arange(cells.size), cells.shape)
    sums = bootstrap_sums(cells.reshape(-1, 1), codes, RESAMPLES, seed=0)[:, 0]
    error = np.sqrt((stats.kurtosis(sums) + 2) / RESAMPLES)
    assert sums.var() == pytest.approx(pigeonhole_variance(cells), rel=4 * error)


def test_strata_keep_their_size_in_every_resample():
    strata = np.array([0] * 7 + [1] * 3 + [2])
    weights = draw_weights(np.arange(11), 400, generator(1), strata)
    assert (weights[:, :7].sum(axis=1) == 7).all()
    assert (weights[:, 7:10].sum(axis=1) == 3).all()
    assert (weights[:, 10] == 1).all()
    assert weights.mean(axis=0) == pytest.approx(np.ones(11), abs=0.2)


def test_rows_of_a_cluster_stay_together_within_their_stratum():
    codes, strata = np.array([0, 0, 1, 2, 2]), np.array([0, 0, 0, 1, 1])
    weights = draw_weights(codes, 50, generator(2), strata)
    assert weights.shape == (50, 3)
    assert (weights[:, :2].sum(axis=1) == 2).all()
    assert (weights[:, 2] == 1).all()
    with pytest.raises(ValueError, match="two strata"):
        draw_weights(codes, 50, generator(2), np.array([0, 1, 0, 1, 1]))


def test_strata_make_the_variance_that_of_stratified_sampling():
    """Two strata with far-apart means: their difference must not add to the variance of the mean."""
    rng = np.random.default_rng(5)
    values = np.concatenate([rng.normal(0, 1, 60), rng.normal(50, 1, 40)])
    strata = np.array([0] * 60 + [1] * 40)
    counts = np.stack([values, np.ones(100)], axis=1)
    sums = weighted_sums(counts, [np.arange(100)], draw_all_weights([np.arange(100)], 4000, 3, strata))
    means = sums[:, 0] / sums[:, 1]
    expected = sum((part.size / 100) ** 2 * part.var() / part.size for part in (values[:60], values[60:]))
    assert means.var() == pytest.approx(expected, rel=0.1)
