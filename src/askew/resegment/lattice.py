"""The dynamic programme: the cost of the best alignment through every place of every cut.

A window is a table whose rows are the reference's words *and cuts*, in order, and whose columns are the hypothesis's words:

    D[r, j] = min( D[r-1, j] + down[r, j],  D[r-1, j-1] + across[r, j],  D[r, j-1] + w(y_j) )

A word's row may be left out (down = w(x)) or said as y_j (across). A cut's row can only be crossed downwards, and where that happens, at column
j, is where the hypothesis is cut: down is then the prior π_j. Forward and backward tables together give, for each cut and each
place, the cost of the best alignment that cuts there; the least is the cut, the runner-up its margin.

With D' = D - Σ w(y) insertions are free in D', and a row becomes a few operations on vectors, the last of them a running
minimum. Windows are small and many, so those of similar size go through it together.
"""

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from askew.resegment.costs import INFINITE
from askew.resegment.tokens import Ints

BATCH = 1_000_000
"""Cells of the tables that are in memory at once."""


@dataclass(frozen=True, slots=True)
class Table:
    """One window's costs."""

    down: Ints
    """Rows x (columns + 1)."""
    across: Ints
    """Rows x columns; INFINITE in a cut's row."""
    insert: Ints
    """Columns."""
    cuts: Ints
    """The rows that are cuts."""


def sweep(down: Ints, across: Ints, insert: Ints, start: Ints) -> Ints:
    """D' after each row, (rows + 1) x tables x (columns + 1), from ``start``, which is D' before the first row.

    ``down`` and ``across`` have the axes rows, tables, columns; ``insert`` tables, columns.
    """
    table = np.empty((len(down) + 1, *down.shape[1:]), np.int32)
    np.minimum.accumulate(start, axis=-1, out=table[0])
    for row in range(len(down)):
        here = table[row] + down[row]
        np.minimum(here[:, 1:], table[row][:, :-1] + (across[row] - insert), out=here[:, 1:])
        np.minimum.accumulate(here, axis=-1, out=table[row + 1])
    return table


def sums(insert: Ints) -> Ints:
    """What D' lacks of D."""
    total = np.zeros((*insert.shape[:-1], insert.shape[-1] + 1), np.int32)
    np.cumsum(insert, axis=-1, out=total[..., 1:])
    return total


def place_costs(tables: list[Table]) -> list[Ints]:
    """For each table a matrix, cuts x (columns + 1): the cost of the best alignment that makes this cut in that place."""
    costs: list[Ints] = [np.empty((0, 0), np.int32)] * len(tables)
    sizes = defaultdict(list)
    for index, table in enumerate(tables):
        sizes[len(table.down).bit_length(), len(table.insert).bit_length()].append(index)
    for (rows, columns), group in sizes.items():
        several = max(BATCH >> (rows + columns), 1)
        for start in range(0, len(group), several):
            _batch(tables, group[start : start + several], costs)
    return costs


def _batch(tables: list[Table], group: list[int], costs: list[Ints]) -> None:
    """Fill in the costs of some tables. They are padded to one size so that padding never pays: rows that change nothing, columns that cost nothing."""
    rows = max(len(tables[i].down) for i in group)
    columns = max(len(tables[i].insert) for i in group)
    down = np.zeros((rows, len(group), columns + 1), np.int32)
    across = np.full((rows, len(group), columns), INFINITE, np.int32)
    insert = np.zeros((len(group), columns), np.int32)
    for place, index in enumerate(group):
        table = tables[index]
        height, width = table.across.shape
        down[:height, place, : width + 1] = table.down
        down[:height, place, width + 1 :] = table.down[:, -1:]
        across[:height, place, :width] = table.across
        insert[place, :width] = table.insert
    origin = np.zeros((len(group), columns + 1), np.int32)
    forward = sweep(down, across, insert, origin)
    backward = sweep(down[::-1, :, ::-1], across[::-1, :, ::-1], insert[:, ::-1], origin)[::-1, :, ::-1]
    inserted = sums(insert) + sums(insert[:, ::-1])[:, ::-1]
    for place, index in enumerate(group):
        cuts, width = tables[index].cuts, len(tables[index].insert)
        through = forward[cuts, place] + down[cuts, place] + backward[cuts + 1, place] + inserted[place]
        costs[index] = through[:, : width + 1]
