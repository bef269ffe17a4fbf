"""Margin tests against scipy, and what they must do at their edges."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from askew.stats.noninferiority import Margin, needed_errors, standard_error, student_cdf, student_quantile


@settings(deadline=None)
@given(st.floats(-12, 12), st.integers(1, 300))
def test_students_distribution_is_scipys(t, freedom):
    assert student_cdf(t, freedom) == pytest.approx(stats.t.cdf(t, freedom), abs=1e-9)


@pytest.mark.parametrize("freedom", [1, 2, 7, 17, 120, 300, 5000])
@pytest.mark.parametrize("share", [0.01, 0.5, 0.95, 0.999])
def test_students_quantiles_are_scipys(share, freedom):
    assert student_quantile(share, freedom) == pytest.approx(stats.t.ppf(share, freedom), abs=2e-3)


@settings(deadline=None)
@given(st.floats(-20, 20), st.floats(0.01, 10), st.integers(1, 400), st.floats(-5, 5))
def test_within_and_beyond_are_two_sides_of_one_thing(estimate, error, freedom, limit):
    margin = Margin(estimate, error, freedom, limit)
    assert margin.p_within + margin.p_beyond == pytest.approx(1)
    low, high = margin.interval(0.05)
    assert (margin.p_within < 0.05) == (high < limit) or math.isclose(high, limit, abs_tol=1e-3)
    assert (margin.p_beyond < 0.05) == (low > limit) or math.isclose(low, limit, abs_tol=1e-3)


def test_items_that_never_differed_still_leave_room_for_one_that_does():
    assert standard_error(np.zeros(100), 2.0, 50) == 2.0
    assert standard_error(np.array([0.0] * 90 + [math.nan] * 10), 2.0, 50) is None


def test_nothing_decides_where_the_estimate_is_the_margin():
    assert Margin(2.0, 1.0, 10, 2.0).times_more(0.05, 0.8) is None
    assert Margin(0.0, 1.0, 10, 2.0).times_more(0.05, 0.8) == pytest.approx((needed_errors(0.05, 0.8) / 2) ** 2)
