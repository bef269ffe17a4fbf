"""The Poisson regression with a speaker effect, beside scipy's integrals and optimiser."""

import math

import numpy as np
import pytest
from scipy import integrate, optimize, stats

from askew.stats.poisson import _best, chi_square_tail, log_likelihood, poisson_test

ERRORS = np.array([3.0, 11, 0, 25, 8, 40])
WORDS = np.array([100.0, 120, 30, 400, 90, 310])


def by_quadrature(errors, words, mean, sigma):
    def density(u, e, w):
        return stats.poisson.pmf(e, w * math.exp(mean + u)) * stats.norm.pdf(u, 0, sigma)

    pairs = zip(errors, words, strict=True)
    return sum(
        math.log(integrate.quad(density, -8 * sigma, 8 * sigma, (e, w), epsabs=1e-14, limit=200)[0]) for e, w in pairs
    )


@pytest.mark.parametrize(("mean", "sigma"), [(-2.5, 0.5), (-3.0, 1.2), (-2.2, 0.05)])
def test_the_likelihood_is_the_integral(mean, sigma):
    assert log_likelihood(ERRORS, WORDS, mean, sigma) == pytest.approx(
        by_quadrature(ERRORS, WORDS, mean, sigma), abs=1e-4
    )


def test_the_mean_is_where_scipy_finds_it():
    found = optimize.minimize_scalar(
        lambda mean: -by_quadrature(ERRORS, WORDS, mean, 0.6), bounds=(-5, 0), method="bounded"
    )
    mean, height, curvature = _best(ERRORS, WORDS, 0.6)
    assert mean == pytest.approx(found.x, abs=1e-4)
    assert height == pytest.approx(-found.fun, abs=1e-4)
    step = 1e-3
    around = [log_likelihood(ERRORS, WORDS, mean + shift, 0.6) for shift in (-step, 0.0, step)]
    assert curvature == pytest.approx(-(around[0] - 2 * around[1] + around[2]) / step**2, rel=1e-3)


def test_without_a_speaker_effect_it_is_the_plain_regression():
    mean, _, _ = _best(ERRORS, WORDS, 1e-3)
    assert mean == pytest.approx(math.log(ERRORS.sum() / WORDS.sum()), abs=1e-4)


@pytest.mark.parametrize("degrees", [1, 2, 3, 13])
def test_the_tail_of_chi_square_is_scipys(degrees):
    for value in (0.0, 0.1, 2.0, 30.0, 200.0):
        assert chi_square_tail(value, degrees) == pytest.approx(stats.chi2.sf(value, degrees), rel=1e-9)


def simulated(rng, effect, speakers=30, sigma=0.4):
    groups = np.arange(speakers) % 2
    words = rng.integers(80, 400, speakers).astype(float)
    rates = np.exp(-2.5 + effect * groups + rng.normal(0, sigma, speakers))
    return poisson_test(rng.poisson(words * rates).astype(float), words, groups)


def test_false_alarms_are_about_as_rare_as_they_should_be_and_effects_are_seen():
    rng = np.random.default_rng(5)
    quiet = [simulated(rng, 0.0).p < 0.05 for _ in range(60)]
    assert sum(quiet) <= 9  # 3 expected; 9 or fewer in 99.9% of such simulations
    loud = [simulated(rng, 0.9) for _ in range(10)]
    assert sum(test.p < 0.05 for test in loud) >= 9
    assert np.mean([test.low < math.exp(0.9) < test.high for test in loud]) >= 0.7


def test_speakers_who_differ_are_not_taken_for_a_group_difference():
    """Plain Poisson would be sure here: 20 speakers who differ widely, in two groups that don't."""
    rng = np.random.default_rng(3)
    found = simulated(rng, 0.0, speakers=20, sigma=1.0)
    assert found.p > 0.05
    assert 0.5 < found.sigma < 1.6


@pytest.mark.parametrize(
    ("errors", "words", "groups"),
    [([1, 2], [10, 10], [0, 0]), ([0, 0, 3, 4], [9, 9, 9, 9], [0, 0, 1, 1]), ([1, 2], [0, 10], [0, 1]), ([], [], [])],
)
def test_what_can_not_be_tested_is_none(errors, words, groups):
    assert poisson_test(np.array(errors, float), np.array(words, float), np.array(groups, dtype=np.intp)) is None
