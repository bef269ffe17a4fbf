"""How far single units move a score of many: what it would be without each."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from askew.measures.base import Measure
from askew.measures.table import Table

NORMAL = 1.96  # standard errors to either side of a 95% interval


class Influence(NamedTuple):
    """The unit that moves a score most: its item, the score with and without it, and how unsure the score is without
    it.
    """

    item: str
    value: float
    without: float
    half_width: float
    """Half the width of a 95% interval of the score without the unit, by the jackknife (Efron and Stein 1981)."""

    @property
    def outweighs(self) -> bool:
        """Whether the unit moves the score further than chance moves it among all the others.

        (A bootstrap interval that has the unit in it is always wider: the unit is drawn up to three times, or not at
        all.)
        """
        return abs(self.value - self.without) > self.half_width


def most_influential(measure: Measure, table: Table) -> Influence | None:
    """The item whose verdict moves a measure most; None where it is undefined without some, or there are fewer than
    three.
    """
    rows = np.flatnonzero(measure.units(table))
    if len(rows) < 3:
        return None
    counts = measure.counts(table)[rows]
    value, without = float(measure.value(counts.sum(axis=0))), _without_each(measure, counts)
    if np.isnan(value) or np.isnan(without).any():
        return None
    most = int(np.abs(without - value).argmax())
    others = _without_each(measure, np.delete(counts, most, axis=0))
    if np.isnan(others).any():
        return None
    error = np.sqrt((len(others) - 1) / len(others) * ((others - others.mean()) ** 2).sum())
    return Influence(str(table.items[rows[most]]), value, float(without[most]), NORMAL * float(error))


def _without_each(measure: Measure, counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """The measure without each of the units."""
    return measure.value(counts.sum(axis=0) - counts)
