"""Drops in both readings, checked against the paper's own table 4 (Renduchintala et al. 2021)."""

import numpy as np
import pytest
from hypothesis import given
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
    "4a de": ([[3653.0, 27.2, 67.7, 39.7, 57.5, 31.6, 74.2, 52.3], [2504.5, 26.7, 65.0, 39.2, 51.5, 29.7, 73.5, 54.0],
               [2600.0, 27.1, 68.5, 33.0, 58.0, 23.9, 75.3, 47.4], [1960.8, 27.1, 67.5, 32.6, 57.7, 26.5, 73.8, 46.7],
               [2091.0, 27.0, 66.9, 35.9, 56.6, 30.3, 73.5, 44.6], [2205.1, 26.1, 63.2, 33.2, 50.5, 24.6, 71.3, 46.8]],
              [46.3, 4.0, 6.5, 17.9, 13.0, 22.1, 5.3, 9.5]),
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


# Of 32 printed drops these four are neither.
NEITHER = {("4a es", "anti"), ("4a de", "pro"), ("4a de", "MoFc"), ("4a de", "FoMc")}
FASTEST_ONLY = {("4b de", "FoMc")}
ROUNDED = 0.05  # what the table prints may be off by


def reachable(name, column, reading):
    """The lowest and the highest drop that values which print alike can have, as it would print."""
    values = [row[COLUMNS.index(column)] for row in TABLES[name][0]]
    times = [row[0] for row in TABLES[name][0]]
    pairs = {TO_FASTEST: (values[0], values[times.index(min(times))]), TO_WORST: (max(values), min(values))}
    high, low = pairs[reading]
    off = (-ROUNDED, ROUNDED)
    corners = [100 * (high + a - low - b) / (high + a) for a in off for b in off]
    return min(corners) - ROUNDED, max(corners) + ROUNDED


@pytest.mark.parametrize("name", TABLES)
def test_what_the_paper_printed_is_one_reading_or_the_other_but_for_four(name):
    found, printed = readings(name)
    for column in COLUMNS:
        spans = {reading: reachable(name, column, reading) for reading in (TO_FASTEST, TO_WORST)}
        assert all(low <= found[reading][column] <= high for reading, (low, high) in spans.items())
        fits = {reading for reading, (low, high) in spans.items() if low <= printed[column] <= high}
        assert (not fits) == ((name, column) in NEITHER), column
        assert (fits == {TO_FASTEST}) == ((name, column) in FASTEST_ONLY), column  # so the paper mixes them


def test_how_many_of_the_papers_drops_fit_which_reading():
    fits = []
    for name in TABLES:
        printed = readings(name)[1]
        for column in COLUMNS:
            spans = [reachable(name, column, reading) for reading in (TO_FASTEST, TO_WORST)]
            fits.append(tuple(low <= printed[column] <= high for low, high in spans))
    assert (
        len(fits),
        fits.count((True, True)),
        fits.count((False, True)),
        fits.count((True, False)),
        fits.count((False, False)),
    ) == (32, 16, 11, 1, 4)


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
