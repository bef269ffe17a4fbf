"""The dynamic programme: the cost of the best alignment through every place of every cut.

A window is a table whose rows are the reference's words *and cuts*, in order, and whose columns are the hypothesis's
words:

    D[r, j] = min( D[r-1, j] + down[r, j],  D[r-1, j-1] + across[r, j],  D[r, j-1] + w(y_j) )

A word's row may be left out (down = w(x)) or said as y_j (across). A cut's row can only be crossed downwards, and where
that happens, at column j, is where the hypothesis is cut: down is then the prior π_j. Forward and backward tables
together give, for each cut and each place, the cost of the best alignment that cuts there; the least is the cut, the
runner-up its margin.

A segment can also be left out whole: its cut then falls on the cut before it, and pays for the segment (``skip``)
instead of for its words and for a second prior. A run of such segments is one gap, and costs ``edge`` where it begins
and where it ends, unless that is an end of the talk: outputs start late or stop early more often than they lose
something in between.

With D' = D - Σ w(y) insertions are free in D', and a row becomes a few operations on vectors, the last of them a
running minimum. Windows are small and many, so those of similar size go through it together.
"""

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from askew.resegment.anchors import Positions
from askew.resegment.costs import INFINITE
from askew.resegment.tokens import Ints

States = tuple[Ints, Ints]
"""What it costs to cut in each place, after a segment with words and after one that was left out whole."""
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
    cuts: Positions
    """The rows that are cuts."""
    skip: Ints
    """Cuts x (columns + 1): what each cut costs on the cut before it."""
    opens: bool
    """Whether the window begins where the talk does: then the first cut's segment can be left out, too."""
    closing: int
    """What it costs to leave out the talk's last segment; INFINITE if it ends beyond the window."""
    edge: int
    """What it costs to begin a gap, and to end it."""


class Crossings:
    """The cuts of tables that go through the programme together, in one direction.

    Each cut has two states, both D' with the cut made just here: after a segment with words, and after one that was
    left out whole.
    """

    def __init__(self, edge: int, shape: tuple[int, ...]) -> None:
        self.edge = edge
        """What it costs to begin a gap, and to end it; not at the ends of the talk."""
        self.full, self.empty = (np.full(shape, INFINITE, np.int32) for _ in range(2))
        """Tables x (columns + 1): the states of the latest cut. At an end of the talk nothing has been said yet, as in
        a gap.
        """
        self.jumps: defaultdict[int, list[tuple[int, Ints]]] = defaultdict(list)
        """Row -> tables, and what the cut there costs on its neighbour."""
        self.made: dict[tuple[int, int], States] = {}
        """Table and row -> the two states of the cut there."""

    def cross(self, row: int, here: Ints) -> None:
        """Let this row's cuts fall on their neighbours where that is cheaper."""
        for table, cost in self.jumps.get(row, ()):
            empty = np.minimum(self.full[table] + self.edge, self.empty[table]) + cost
            self.made[table, row] = self.full[table], self.empty[table] = here[table].copy(), empty
            np.minimum(here[table], empty + self.edge, out=here[table])


def sweep(down: Ints, across: Ints, insert: Ints, start: Ints, crossings: Crossings | None = None) -> Ints:
    """D' after the last row, tables x (columns + 1), from ``start``, which is D' before the first.

    ``down`` and ``across`` have the axes rows, tables, columns; ``insert`` tables, columns.
    """
    table: Ints = np.minimum.accumulate(start, axis=-1)
    for row in range(len(down)):
        here = table + down[row]
        np.minimum(here[:, 1:], table[:, :-1] + (across[row] - insert), out=here[:, 1:])
        if crossings is not None:
            crossings.cross(row, here)
        np.minimum.accumulate(here, axis=-1, out=table)
    return table


def sums(insert: Ints) -> Ints:
    """What D' lacks of D."""
    total = np.zeros((*insert.shape[:-1], insert.shape[-1] + 1), np.int32)
    np.cumsum(insert, axis=-1, out=total[..., 1:])
    return total


def place_costs(tables: list[Table]) -> list[Ints]:
    """For each table a matrix, cuts x (columns + 1): the cost of the best alignment that makes this cut there."""
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
    """Fill in the costs of some tables. They are padded to one size so that padding never pays: rows that change
    nothing, columns that cost nothing.
    """
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
    there, back = _crossings(tables, group, down)
    sweep(down, across, insert, origin, there)
    sweep(down[::-1, :, ::-1], across[::-1, :, ::-1], insert[:, ::-1], origin, back)
    inserted = sums(insert) + sums(insert[:, ::-1])[:, ::-1]
    for place, index in enumerate(group):
        cuts, width = tables[index].cuts, len(tables[index].insert)
        through = np.empty((len(cuts), columns + 1), np.int32)
        for number, cut in enumerate(cuts):
            after = back.made[place, rows - 1 - cut]
            best = joined(there.made[place, cut], (after[0][::-1], after[1][::-1]), tables[index].edge)
            through[number] = best - down[cut, place] + inserted[place]
        costs[index] = through[:, : width + 1]


def joined(before: States, after: States, edge: int) -> Ints:
    """The least cost through a cut in each place, from its states forwards and backwards."""
    (full, empty), (full_after, empty_after) = before, after
    alike = np.minimum(full + full_after, empty + empty_after)
    best: Ints = np.minimum(alike, np.minimum(full + empty_after, empty + full_after) + edge)
    return best


def _crossings(tables: list[Table], group: list[int], down: Ints) -> tuple[Crossings, Crossings]:
    """The cuts of some tables, forwards and backwards (rows and columns from the end)."""
    rows, _, columns = down.shape
    there, back = (Crossings(tables[group[0]].edge, down.shape[1:]) for _ in range(2))
    for place, index in enumerate(group):
        table = tables[index]
        width = len(table.insert)
        skip = np.pad(table.skip, ((0, 0), (0, columns - width - 1)), mode="edge")
        if table.opens:
            there.empty[place, 0] = 0
        if table.closing < INFINITE:
            back.empty[place, : columns - width] = 0
        # Backwards a cut is made before its segment is known to be empty: what the neighbour after it paid for being a
        # cut is given back.
        returned: Ints | int = table.closing
        for number in range(len(table.cuts) - 1, -1, -1):
            cut = int(table.cuts[number])
            there.jumps[cut].append((place, skip[number]))
            back.jumps[rows - 1 - cut].append((place, (down[cut, place] + returned)[::-1]))
            returned = skip[number] - down[cut, place]
    return there, back
