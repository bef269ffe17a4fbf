"""Drops in both readings, checked against the paper's own table 4 (Renduchintala et al. 2021)."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from askew.sweep.drops import TO_FASTEST, TO_WORST, largest_drops, relative_drops

COLUMNS = ("time", "BLEU", "pro", "anti", "FoFc", "MoFc", "MoMc", "FoMc")
# Rows of table 4, and the row "max rel. % drop" as printed.
TABLES = {
    "4a es": ([[3662.8, 33.2, 80.9, 44.2, 69.4, 41.7, 88.2, 48.1], [2653.1, 32.7, 79.5, 44.9, 68.4, 42.8, 86.6, 48.2],
               [3009.4, 32.9, 78.6, 37.8, 67.4, 33.6, 85.6, 44.3], [2241.7, 32.9, 77.9, 38.1, 67.3, 35.9, 84.6, 41.7],
               [1993.5, 32.7, 77.7, 38.7, 66.0, 33.8, 85.1, 46.3], [2116.1, 32.7, 79.8, 41.4, 67.0, 37.2, 88.0, 48.1]],
              [45.6, 1.5, 3.9, 15.1, 4.9, 21.4, 4.0, 13.5]),
    "4b es": ([[3662.8, 33.2, 80.9, 44.2, 69.4, 41.7, 88.2, 48.1], [2653.1, 32.7, 79.5, 44.9, 68.4, 42.8, 86.6, 48.2],
               [1971.8, 32.5, 77.4, 38.5, 67.4, 34.9, 83.7, 44.0], [1164.2, 32.1, 75.3, 36.2, 57.1, 31.7, 86.8, 43.2],
               [1165.7, 31.9, 78.6, 40.4, 66.9, 36.3, 86.0, 46.8], [679.6, 31.1, 73.1, 34.9, 58.7, 29.5, 82.3, 43.4]],
              [81.4, 6.3, 9.6, 22.3, 17.7, 31.0, 6.7, 10.4]),
    "4b de": ([[3653.0, 27.2, 67.7, 39.7, 57.5, 31.6, 74.2, 52.3], [2504.5, 26.7, 65.0, 39.2, 51.5, 29.7, 73.5, 54.0],
               [2176.6, 26.3, 66.7, 32.2, 54.6, 22.1, 74.4, 48.1], [1332.3, 25.8, 64.2, 29.1, 50.3, 22.2, 73.0, 44.7],
               [1153.2, 25.7, 64.7, 28.9, 53.9, 19.9, 71.6, 43.0], [732.6, 24.7, 61.0, 23.3, 46.3, 14.8, 70.3, 36.7]],
              [79.9, 9.2, 9.9, 41.3, 19.5, 53.2, 5.5, 29.8]),
}  # fmt: skip


def readings(name):
    rows, printed = TABLES[name]
    columns = dict(zip(COLUMNS, zip(*rows, strict=True), strict=True))
    return largest_drops(columns, columns["time"]), dict(zip(COLUMNS, printed, strict=True))


NEITHER = {("4a es", "anti")}  # 15.1 is the drop from the best (44.9) to 38.1, but the worst is 37.8
ONE_ALONE = {
    ("4b es", "anti"): TO_WORST,
    ("4b es", "MoFc"): TO_WORST,
    ("4b es", "FoMc"): TO_WORST,
    ("4b de", "FoMc"): TO_FASTEST,
}


@pytest.mark.parametrize("name", TABLES)
def test_what_the_paper_printed_is_one_reading_or_the_other(name):
    found, printed = readings(name)
    for column in COLUMNS:
        fits = [reading for reading in found if found[reading][column] == pytest.approx(printed[column], abs=0.11)]
        assert bool(fits) != ((name, column) in NEITHER), column
        if (name, column) in ONE_ALONE:  # so the paper mixes them
            assert fits == [ONE_ALONE[name, column]]


@settings(deadline=None)
@given(arrays(float, st.tuples(st.integers(1, 8)), elements=st.floats(0.1, 100)))
def test_drops_are_bounded_by_the_largest(values):
    drops = relative_drops(values)
    assert drops[0] == 0
    worst = largest_drops({"x": values.tolist()}, list(range(len(values), 0, -1)))
    assert worst[TO_FASTEST]["x"] == pytest.approx(drops[-1])
    assert worst[TO_WORST]["x"] >= drops.max() - 1e-9


def test_undefined_stays_undefined():
    assert np.isnan(relative_drops(np.array([0.0, 1.0]))).all()
    assert largest_drops({"x": [None, 1.0]}, [2.0, 1.0]) == {TO_FASTEST: {"x": None}, TO_WORST: {"x": 0.0}}
    assert largest_drops({"x": [1.0, 0.5]}, [None, None])[TO_FASTEST] == {"x": None}
