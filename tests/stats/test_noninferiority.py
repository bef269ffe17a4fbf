"""Margin tests against scipy, and what they must do at their edges."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from askew.stats.noninferiority import (
    Margin,
    Margins,
    error_of_resampled,
    needed_errors,
    student_cdf,
    student_quantile,
)


@given(st.floats(-12, 12), st.integers(1, 300))
def test_students_distribution_is_scipys(t, freedom):
    assert student_cdf(t, freedom) == pytest.approx(stats.t.cdf(t, freedom), abs=1e-9)


@pytest.mark.parametrize("freedom", [1, 2, 7, 17, 120, 300, 5000])
@pytest.mark.parametrize("share", [0.01, 0.5, 0.95, 0.999])
def test_students_quantiles_are_scipys(share, freedom):
    assert student_quantile(share, freedom) == pytest.approx(stats.t.ppf(share, freedom), abs=2e-3)


@given(st.floats(-20, 20), st.floats(0.01, 10), st.integers(1, 400), st.floats(-5, 5))
def test_within_and_beyond_are_two_sides_of_one_thing(estimate, error, freedom, limit):
    margin = Margin(estimate, error, freedom, limit)
    assert margin.p_within + margin.p_beyond == pytest.approx(1)
    low, high = margin.interval(0.05)
    assert (margin.p_within < 0.05) == (high < limit) or math.isclose(high, limit, abs_tol=1e-3)
    assert (margin.p_beyond < 0.05) == (low > limit) or math.isclose(low, limit, abs_tol=1e-3)


def test_a_standard_error_needs_values_that_are_defined():
    assert error_of_resampled(np.zeros(100), 50) == 0.0
    assert error_of_resampled(np.array([0.0] * 90 + [math.nan] * 10), 50) is None
    assert error_of_resampled(np.array([0.0, 2.0]), 2) == pytest.approx(2.0)


def test_a_claim_of_several_parts_holds_where_all_do_and_is_broken_where_all_are():
    near, far = Margin(0.0, 1.0, 50, 3.0), Margin(2.9, 1.0, 50, 3.0)
    both = Margins.of([near, far], [near], estimate=1.0)
    assert both.p_within == far.p_within
    assert both.p_beyond == near.p_beyond
    assert both.upper(0.05) == far.upper(0.05)
    assert both.interval(0.05)[0] <= both.estimate <= both.interval(0.05)[1]
    assert Margins.of([near, None]) is None
    assert Margins.of([near]).interval(0.05) == pytest.approx(near.interval(0.05))


def test_few_clusters_need_more_errors():
    assert needed_errors(0.05, 0.8, 4) > needed_errors(0.05, 0.8, 40) > needed_errors(0.05, 0.8)
