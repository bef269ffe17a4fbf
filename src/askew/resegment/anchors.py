"""A coarse alignment of the whole text, and the small windows in which the cuts are then decided.

The full table of a talk of an hour has a hundred million cells; almost all are nowhere near a good alignment. So words
are first aligned by equality alone, with rapidfuzz's bit-parallel Levenshtein distance (Hyyrö 2003; n²/64 steps, and
linear memory by Hirschberg's method). Where that alignment runs through several equal words in a row it is taken for
granted: an *anchor*. Between two anchors lies a *window*, and only windows with a cut in them are looked at again.

For the plain protocol nothing is lost: anchors lie on a path of least cost, so the best path through them is a best
path.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import Levenshtein

Positions = npt.NDArray[np.int64]

RUNS = (2, 1, 0)
"""Equal words wanted on either side of an anchor (0: on one side); fewer where a window would be too large otherwise.
"""
LARGE, LARGEST = 200_000, 10_000_000
"""Cells of a window (reference words times hypothesis words) beyond which weaker anchors are looked for, and beyond
which it is split without any.
"""


@dataclass(frozen=True, slots=True)
class Coarse:
    """A path of least cost through all words of both texts."""

    partner: Positions
    """Each reference word's equal in the hypothesis, or -1."""
    path: Positions
    """How many words of the hypothesis come before each reference word on the path, and before the end."""
    words: int
    """Words of the hypothesis."""

    def aligned(self) -> float:
        """The share of the hypothesis's words that stand in a run of at least two equal ones.

        Single ones don't count: any two texts of a language have their articles in common.
        """
        follows = np.zeros(len(self.partner) + 1, bool)
        follows[1:-1] = (self.partner[1:] == self.partner[:-1] + 1) & (self.partner[:-1] >= 0)
        in_run = (self.partner >= 0) & (follows[1:] | follows[:-1])
        return float(in_run.sum()) / self.words if self.words else 0.0


@dataclass(frozen=True, slots=True)
class Window:
    """Words ``x0:x1`` of the reference against words ``y0:y1`` of the hypothesis, and the cuts ``c0:c1`` to be made
    there.
    """

    x0: int
    x1: int
    y0: int
    y1: int
    c0: int
    c1: int


def align(x: list[int], y: list[int]) -> Coarse:
    """Align two texts by equality: words come as numbers, the same number for the same word."""
    blocks = Levenshtein.opcodes(x, y).as_list()
    x0, x1, y0 = (np.array([block[field] for block in blocks], np.int64) for field in (1, 2, 3))
    equal, deleted = (np.array([block[0] == name for block in blocks], bool) for name in ("equal", "delete"))
    # The blocks cover the reference without a gap; on all but deletions the path is a diagonal.
    words = np.repeat(np.arange(len(blocks)), x1 - x0)
    path = y0[words] + np.where(deleted[words], 0, np.arange(len(x)) - x0[words])
    return Coarse(np.where(equal[words], path, -1), np.append(path, len(y)), len(y))


SUPPORT = ((10, 5, 6), (40, 15, 14))
"""An equal word is believed if, with those up to so many words away, on diagonals at most so far apart, there are so
many: among its neighbours, and at a distance at which a sentence that is said twice in a talk does not suffice.
"""


def supported(coarse: Coarse) -> Coarse:
    """The alignment with only those equal words that have others around them.

    Where words are missing, a path of least cost takes single equal words from wherever they come next.
    """
    place = np.flatnonzero(coarse.partner >= 0)
    diagonal = coarse.partner[place] - place
    believed = np.ones(len(place), bool)
    for near, drift, least in SUPPORT:
        votes = np.ones(len(place), np.int64)
        for step in range(1, near + 1):
            beside = (place[step:] - place[:-step] <= near) & (abs(diagonal[step:] - diagonal[:-step]) <= drift)
            votes[step:] += beside
            votes[:-step] += beside
        believed &= votes >= least
    partner = np.full_like(coarse.partner, -1)
    partner[place[believed]] = coarse.partner[place[believed]]
    return Coarse(partner, coarse.path, coarse.words)


def _anchors(partner: Positions, run: int) -> Positions:
    """Reference positions (before a word) around which ``run`` words on both sides are matched in a row."""
    matched = partner >= 0
    if run == 0:
        return np.flatnonzero(matched)
    inside = np.ones(max(len(partner) - 2 * run + 1, 0), bool)
    for step in range(2 * run):
        inside &= matched[step : step + len(inside)]
        if step:
            inside &= partner[step : step + len(inside)] == partner[step - 1 : step - 1 + len(inside)] + 1
    return np.flatnonzero(inside) + run


def windows(coarse: Coarse, cuts: Positions, *, plain: bool) -> Iterator[Window]:
    """The windows, in order, that hold all cuts (positions in the reference, ascending); each cut is in one window.

    Where hardly a word is equal for thousands of words, windows end where the text's proportions say or, in the plain
    protocol, on the coarse path, which is as good as any other.
    """
    yield from _split(coarse, cuts, Window(0, len(coarse.partner), 0, coarse.words, 0, len(cuts)), 0, plain)


def _split(coarse: Coarse, cuts: Positions, whole: Window, level: int, plain: bool) -> Iterator[Window]:
    """Split a window at its anchors; parts that are still too large, at weaker ones."""
    if level < len(RUNS):
        xs = _anchors(coarse.partner[whole.x0 : whole.x1], RUNS[level]) + whole.x0
        ys = coarse.partner[xs]
    else:
        parts = 1 + (whole.x1 - whole.x0) * (whole.y1 - whole.y0) // (LARGE if plain else LARGEST)
        xs = np.unique(np.linspace(whole.x0, whole.x1, parts + 1)[1:-1].astype(np.int64))
        ys = coarse.path[xs] if plain else whole.y0 + (xs - whole.x0) * (whole.y1 - whole.y0) // (whole.x1 - whole.x0)
    free = ~np.isin(xs, cuts[whole.c0 : whole.c1])
    xs = np.concatenate([[whole.x0], xs[free], [whole.x1]])
    ys = np.concatenate([[whole.y0], ys[free], [whole.y1]])
    # The last anchor before and the first after each cut bound its window; cuts between the same two share it.
    after = np.clip(np.searchsorted(xs, cuts[whole.c0 : whole.c1]), 1, len(xs) - 1)
    start = 0
    while start < len(after):
        at = int(after[start])
        stop = int(np.searchsorted(after, at, side="right"))
        window = Window(int(xs[at - 1]), int(xs[at]), int(ys[at - 1]), int(ys[at]), whole.c0 + start, whole.c0 + stop)
        limit = LARGE if plain or level + 1 < len(RUNS) else LARGEST
        if (window.x1 - window.x0) * (window.y1 - window.y0) > limit and level < len(RUNS):
            yield from _split(coarse, cuts, window, level + 1, plain)
        else:
            yield window
        start = stop
