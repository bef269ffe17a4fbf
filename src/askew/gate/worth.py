"""What one item is worth on a measure's own scale: by how much the value changes where one item does."""

import math

import numpy as np

from askew.gate.scores import Within
from askew.measures.base import Floats, Measure
from askew.measures.ratio import Difference, Share
from askew.measures.table import Table


def worth_of_one_item(measure: Measure, before: Floats | None, after: Floats, table: Table) -> float:
    """The points one item is worth, from what it adds up in both runs (rows × columns), or in the candidate alone.

    Of a share, 100 ÷ items. Of any other measure, the root mean square, over the items that differ, of the change when
    the candidate's item becomes the baseline's; where none differs, and of the candidate alone, of the change when an
    item is another. Of a difference, one item on either side.
    """
    if isinstance(measure, Difference):
        edge = measure.left.width
        halves = [(measure.left, slice(None, edge)), (measure.right, slice(edge, None))]
        return math.hypot(
            *(worth_of_one_item(m, None if before is None else before[:, c], after[:, c], table) for m, c in halves)
        )
    whole, items = measure.units(table), max(int(measure.units(table).sum()), 1)
    if isinstance(measure.inner if isinstance(measure, Within) else measure, Share):
        return 100 / items
    sums = after.sum(axis=0)
    if before is not None:
        differing = (before != after).any(axis=1)
        worth = _root_mean_square(measure.value(sums + (before - after)[differing]) - measure.value(sums))
        if worth:
            return worth
    without = measure.value(sums - after[whole]) - measure.value(sums)
    return math.sqrt(2) * _root_mean_square(without) or 100 / items  # nothing varies, so any scale is a guess


def _root_mean_square(changes: Floats) -> float:
    defined = changes[~np.isnan(changes)]
    return float(np.sqrt((defined**2).mean())) if defined.size else 0.0
