"""Several versions of a reference: each segment against the version it is closest to.

Matusov et al. (2005) minimise, over all cuts, the sum over segments of the least cost over the versions of that
segment:

    C[s, j] = π(j) + min over i <= j and versions v of  C[s-1, i] + cost(v_s, y_i+1 ... y_j)

or, if the segment is left out whole, C[s-1, j] and what that costs.

Versions differ in length, so there is no one row per word, and no anchor holds for all of them. Segments are gone
through one after the other instead, their versions side by side, within reach of where the coarse alignments of the
versions cut.
"""

from collections.abc import Callable, Sequence

import numpy as np

from askew.resegment.anchors import Coarse, Positions
from askew.resegment.costs import INFINITE, Weights, best_place, substitution, word_weights
from askew.resegment.lattice import States, joined, sums, sweep
from askew.resegment.tokens import Ints

REACH = 100
"""How many words a cut may be away from where a coarse alignment has it."""
WIDEST = 2000
"""The most words between two equal ones among which a cut is looked for."""


def place_costs_of_versions(
    versions: list[list[list[str]]],
    y: list[str],
    wy: Ints,
    rarity: dict[str, float],
    prices: Callable[[int, int, int], tuple[Ints, Ints]],
    coarse: list[Coarse],
    ends: list[Positions],
    edge: int,
    weights: Weights,
) -> tuple[list[int], list[tuple[int, Ints]]]:
    """The cuts; and for each the first place within reach, and the cost of the best alignment that cuts there and in
    each place after it.

    ``prices``: what a segment's end costs before each of some words and after the last, and what it costs on the end
    before it, if the segment is left out whole; ``edge``: what it costs to begin a gap of such segments, and to end it.
    """
    low, high = _reach(coarse, ends, len(y))
    low, high = [0, *low, len(y)], [0, *high, len(y)]
    tables = [
        _segment(
            [version[s] for version in versions], y[low[s] : high[s + 1]], wy[low[s] : high[s + 1]], rarity, weights
        )
        for s in range(len(low) - 1)
    ]
    made, skipped = zip(*(prices(s, low[s + 1], high[s + 1]) for s in range(len(tables))), strict=True)
    sizes = [stop - start + 1 for start, stop in zip(low, high, strict=True)]
    at_end = np.zeros(1, np.int32), np.zeros(1, np.int32)
    backward = [at_end]
    for s in range(len(tables) - 1, 0, -1):
        down, across, insert = tables[s]
        full, empty = backward[0]
        end = (np.minimum(full, empty + edge) + made[s])[::-1]
        reached = _through(down[::-1, :, ::-1], across[::-1, :, ::-1], insert[::-1], end)[::-1][: sizes[s]]
        left_out = np.minimum(full + edge, empty) + skipped[s]
        backward.insert(0, (reached, _moved(left_out, low[s] - low[s + 1], sizes[s])))
    # Two best alignments may choose different versions and so have no cut in common: each cut is chosen given the one
    # before it.
    places: list[int] = []
    costs: list[tuple[int, Ints]] = []
    forward = chosen = at_end
    for s in range(len(tables) - 1):
        by = low[s + 1] - low[s]

        def ahead(states: States, s: int = s, by: int = by) -> States:
            full, empty = states
            reached = _through(*tables[s], np.minimum(full, empty + edge))[by:]
            return reached + made[s], _moved(np.minimum(full + edge, empty), by, sizes[s + 1]) + skipped[s]

        forward, chosen = ahead(forward), ahead(chosen)
        best = best_place(joined(chosen, backward[s], edge), weights)
        elsewhere = np.arange(sizes[s + 1]) != best
        for state in chosen:
            state[elsewhere] = INFINITE
        places.append(low[s + 1] + best)
        costs.append((low[s + 1], joined(forward, backward[s], edge)))
    return places, costs


def _moved(costs: Ints, by: int, size: int) -> Ints:
    """The costs of some places as those of ``size`` places that begin ``by`` places later; INFINITE where there are
    none.
    """
    moved = np.full(size, INFINITE, np.int32)
    first, last = max(by, 0), min(by + size, len(costs))
    if first < last:
        moved[first - by : last - by] = costs[first:last]
    return moved


def _reach(coarse: list[Coarse], ends: list[Positions], words: int) -> tuple[list[int], list[int]]:
    """The first and the last place of each cut."""
    low, high = np.full(len(ends[0]), words), np.zeros(len(ends[0]), np.int64)
    for one, cuts in zip(coarse, ends, strict=True):
        matched = np.flatnonzero(one.partner >= 0)
        partner = np.concatenate([[-1], one.partner[matched], [words]])
        at = np.searchsorted(matched, cuts)
        before, after = partner[at] + 1, partner[at + 1]
        low = np.minimum(low, before - REACH)
        high = np.maximum(high, np.minimum(after, before + WIDEST) + REACH)
    return [int(place) for place in np.clip(low, 0, words)], [int(place) for place in np.clip(high, 0, words)]


def _segment(
    versions: Sequence[list[str]], y: list[str], wy: Ints, rarity: dict[str, float], weights: Weights
) -> tuple[Ints, Ints, Ints]:
    """The costs of a segment's versions against some words: down and across with the axes rows, versions, columns;
    insertions.
    """
    rows = max(len(x) for x in versions)
    down = np.zeros((rows, len(versions), len(y) + 1), np.int32)
    across = np.full((rows, len(versions), len(y)), INFINITE, np.int32)
    for place, x in enumerate(versions):
        wx = word_weights(x, rarity, weights)
        down[: len(x), place] = wx[:, None]
        if x and y:
            across[: len(x), place] = substitution(x, y, wx, wy, weights)
    return down, across, wy


def _through(down: Ints, across: Ints, insert: Ints, start: Ints) -> Ints:
    """The cost before each column after a segment, of the best version, given the cost before each of the first columns
    before it.
    """
    inserted = sums(insert)
    origin = np.full(len(insert) + 1, INFINITE, np.int32)
    origin[: len(start)] = start - inserted[: len(start)]
    versions = down.shape[1]
    table = sweep(
        down, across, np.broadcast_to(insert, (versions, len(insert))), np.broadcast_to(origin, (versions, len(origin)))
    )
    best: Ints = table.min(axis=0) + inserted
    return best
