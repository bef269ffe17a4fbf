"""Which unit moves a score most."""

import numpy as np
import pytest

from askew.measures.ratio import Rate
from askew.measures.table import Table
from askew.stats.influence import most_influential

RATE = Rate("rate", "errors", "words")


def table(errors, words):
    return Table(
        len(words),
        items=np.array([f"i{k}" for k in range(len(words))], object),
        counts={"errors": np.array(errors, float), "words": np.array(words, float)},
    )


def test_the_unit_that_moves_a_rate_most():
    found = most_influential(RATE, table([1, 2, 1, 90], [10, 10, 10, 10]))
    assert (found.item, found.value) == ("i3", pytest.approx(235.0))
    assert found.without == pytest.approx(40 / 3)
    # By hand: without each of the other three 15, 10, 15; their spread times two thirds.
    assert found.half_width == pytest.approx(1.96 * (2 / 3 * (2 * (5 / 3) ** 2 + (10 / 3) ** 2)) ** 0.5)
    assert found.outweighs


def test_units_that_are_alike_outweigh_nothing():
    rng = np.random.default_rng(1)
    found = most_influential(RATE, table(rng.poisson(2, 50), np.full(50, 10)))
    assert not found.outweighs


def test_none_where_it_can_not_be_told():
    assert most_influential(RATE, table([1, 2], [10, 10])) is None
    assert most_influential(RATE, table([1, 0, 0], [10, 0, 0])) is None  # undefined without the first
