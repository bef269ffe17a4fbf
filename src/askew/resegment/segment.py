"""Put a hypothesis back into the reference's segments."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal

import numpy as np
import numpy.typing as npt

from askew.core.errors import InputError, UsageError
from askew.formats.segments import Segment
from askew.resegment.anchors import Positions, Window, align, supported, windows
from askew.resegment.costs import (
    INFINITE,
    PLAIN,
    SCALE,
    Weights,
    best_place,
    cut_prior,
    hundredths,
    rarities,
    substitution,
    time_prior,
    word_weights,
)
from askew.resegment.lattice import Table, place_costs, sums
from askew.resegment.tokens import Ints, Tokens, Unit, keys, tokens
from askew.resegment.versions import place_costs_of_versions

Protocol = Literal["askew", "mwer"]
SIGNED: dict[Protocol, str] = {"askew": "askew-2", "mwer": "mwer"}
"""What a signature calls the protocols; raised when a cut could change."""
Times = Sequence[tuple[float, float]]
HARDLY_ALIGNED = 0.1
"""Below this share of aligned words a hypothesis is probably not one of this text."""


class Segments(list[Segment]):
    """What the hypothesis says in each segment of the reference, in order.

    Places for a cut compete between the nearest anchors (``anchors.py``), beyond which an alignment would be far worse
    anyway.
    """

    aligned: float = 0.0
    """The share of the hypothesis's words found in the reference in the same order, at least two in a row.

    Below ``HARDLY_ALIGNED`` the two are hardly the same text, and the segments mean nothing.
    """


def resegment(
    reference: Sequence[str] | Sequence[Sequence[str]],
    hypothesis: str | Sequence[str],
    *,
    unit: Unit = "word",
    protocol: Protocol = "askew",
    times: tuple[Times, Times] | None = None,
    weights: Weights | None = None,
) -> Segments:
    """Cut a hypothesis into the segments of a reference.

    Every word of the hypothesis comes out once, in order, with its spacing; a segment may be empty.

    ``reference``: the segments, or several versions of them (each a sequence of as many segments); a segment then costs
    what it costs against the version it is closest to, as in mwerSegmenter.
    ``unit``: words, or characters for a script without spaces.
    ``protocol``: ``askew`` minimises the objective of ``costs.py``, ``mwer`` the number of wrong words.
    Of several places that cost the same, ``askew`` cuts at the first and ``mwer`` at the last.
    ``times``: starts and ends, in seconds, of the reference's segments and of the hypothesis's words (whatever stands
    between spaces); cuts then keep to the times.

    >>> reference = ["Good morning.", "How are you today?"]
    >>> [segment.text for segment in resegment(reference, "good morning how were you two day")]
    ['good morning', 'how were you two day']
    """
    references = _versions(reference)
    text = hypothesis if isinstance(hypothesis, str) else _join(hypothesis, unit)
    if (unit, protocol) not in {(u, p) for u in ("word", "char") for p in ("askew", "mwer")}:
        raise UsageError(f"unit is word or char and protocol askew or mwer, not {unit!r} and {protocol!r}")
    chosen = weights or (PLAIN if protocol == "mwer" else Weights())
    said = tokens(text, unit, protocol)
    read = [[keys(segment, unit, protocol) for segment in version] for version in references]
    longest = max(sum(map(len, version)) for version in read)
    prior = cut_prior(said, len(references[0]) * min(len(said) / max(longest, 1), 1.0), chosen)
    late = None if times is None else _lateness(said, text, len(references[0]), times, chosen)
    task = _Task(read, said.keys, prior, late, chosen)
    places, margins, aligned = task.solve()
    bounds = [0, *places, len(said)] if references[0] else [0]
    out = Segments(
        Segment(str(number), text[said.starts[start] : said.ends[stop - 1]] if stop > start else "", margin=margin)
        for number, ((start, stop), margin) in enumerate(zip(pairwise(bounds), [*margins, None], strict=False), 1)
    )
    out.aligned = aligned
    return out


class _Task:
    """The hypothesis's and the reference's words, ready to be aligned."""

    def __init__(
        self, versions: list[list[list[str]]], y: list[str], prior: Ints, late: Ints | None, weights: Weights
    ) -> None:
        self.versions, self.y, self.prior, self.late, self.weights = versions, y, prior, late, weights
        everything = [key for version in versions for segment in version for key in segment]
        rarity = rarities(everything)
        self.number = {key: number for number, key in enumerate(rarity)}
        self.wy = word_weights(y, rarity, weights)
        self.rarity = rarity
        self.numbers = [self.number.get(key, -1) for key in y]
        self.known = sum(number >= 0 for number in self.numbers) / max(len(y), 1)
        self.skips = [min(self._skip(segment) for segment in same) for same in zip(*versions, strict=True)]
        self.vocabulary = [
            {self.number[key] for segment in same for key in segment} for same in zip(*versions, strict=True)
        ]

    @property
    def edge(self) -> int:
        """What it costs to begin a gap, and to end it."""
        return round(SCALE * self.weights.gap / 2)

    def _skip(self, segment: list[str]) -> int:
        """What it costs to leave out a segment whole. How many of its words a passage lacks tells only in a text that
        has words in common with the reference.
        """
        return round(
            (1 - self.weights.missing * self.known) * int(word_weights(segment, self.rarity, self.weights).sum())
        )

    def solve(self) -> tuple[list[int], list[float | None], float]:
        """Where to cut, the margins, and the share of words that align."""
        cuts = len(self.versions[0]) - 1
        flat = [[key for segment in version for key in segment] for version in self.versions]
        coarse = [align([self.number[key] for key in x], self.numbers) for x in flat]
        aligned = max(one.aligned() for one in coarse)
        if not self.weights.exact:
            coarse = [supported(one) for one in coarse]
        if cuts < 1:
            return [], [], aligned
        ends = [np.cumsum([len(segment) for segment in version[:-1]]) for version in self.versions]
        if len(flat) == 1:
            found = list(windows(coarse[0], ends[0], plain=self.weights.exact))
            wx = word_weights(flat[0], self.rarity, self.weights)
            costs = place_costs([self.table(window, flat[0], wx, ends[0]) for window in found])
            per_cut = [(window.y0, row) for window, rows in zip(found, costs, strict=True) for row in rows]
            # Alignments that cost the same hardly ever cross without meeting, so the leftmost cuts (or the rightmost)
            # belong to one of them.
            places = [first + best_place(row, self.weights) for first, row in per_cut]
        else:
            places, per_cut = place_costs_of_versions(
                self.versions, self.y, self.wy, self.rarity, self.prices, coarse, ends, self.edge, self.weights
            )
        return places, [_margin(row) for _, row in per_cut], aligned

    def own_costs(self, cut: int, y0: int, y1: int) -> Ints:
        """What this cut costs before each of some words and after the last, apart from the alignment and from what the
        place costs any cut.

        That is the distance from its time, and the pull of words: one of the next segment that ends up before the cut,
        in whatever order, costs a share of its weight, one of the segment before it gives it back. (Edit distance alone
        sees nothing of words that changed places.)
        """
        late = np.zeros(y1 - y0 + 1, np.int32) if self.late is None else self.late[cut, y0 : y1 + 1]
        if not self.weights.pull:
            return late
        before, after = self.vocabulary[cut], self.vocabulary[cut + 1]
        side = [(number in after) - (number in before) for number in self.numbers[y0:y1]]
        return late + hundredths(self.weights.pull / SCALE * sums(np.array(side, np.int32) * self.wy[y0:y1]))

    def prices(self, segment: int, y0: int, y1: int) -> tuple[Ints, Ints]:
        """What a segment's end costs before each of some words and after the last, and what it costs on the end before
        it.
        """
        if segment == len(self.skips) - 1:  # the end of the talk is no cut
            return np.zeros(y1 - y0 + 1, np.int32), np.full(y1 - y0 + 1, self.skips[-1], np.int32)
        own = self.own_costs(segment, y0, y1)
        return self.prior[y0 : y1 + 1] + own, self.skips[segment] + own

    def table(self, window: Window, x: list[str], wx: Ints, ends: Positions) -> Table:
        """A window's costs: rows are words and cuts, each cut before the word it precedes."""
        width = window.y1 - window.y0
        cuts = ends[window.c0 : window.c1] - window.x0 + np.arange(window.c1 - window.c0)
        height = window.x1 - window.x0 + len(cuts)
        words = np.ones(height, bool)
        words[cuts] = False
        columns, rows = slice(window.y0, window.y1), slice(window.x0, window.x1)
        down, skip = np.empty((height, width + 1), np.int32), np.empty((len(cuts), width + 1), np.int32)
        down[words] = wx[rows, None]
        for row, cut in enumerate(range(window.c0, window.c1)):
            own = self.own_costs(cut, window.y0, window.y1)
            down[cuts[row]] = self.prior[window.y0 : window.y1 + 1] + own
            skip[row] = self.skips[cut] + own
        across = np.full((height, width), INFINITE, np.int32)
        if width:
            across[words] = substitution(x[rows], self.y[columns], wx[rows], self.wy[columns], self.weights)
        closing = self.skips[-1] if window.x1 == len(x) and window.y1 == len(self.y) else INFINITE
        return Table(down, across, self.wy[columns], cuts, skip, (window.x0, window.y0) == (0, 0), closing, self.edge)


def _margin(costs: Ints) -> float | None:
    """How much more the second best place costs than the best."""
    if len(costs) < 2:
        return None
    best, second = np.partition(costs, 1)[:2]
    return float(second - best) / SCALE


def _versions(reference: Sequence[str] | Sequence[Sequence[str]]) -> list[list[str]]:
    """One or more versions of the segments."""
    if isinstance(reference, str):
        raise InputError(
            "reference: a list of segments is expected, one string was found; put it in a list if it is one segment"
        )
    if all(isinstance(segment, str) for segment in reference):
        return [[str(segment) for segment in reference]]
    versions = [list(version) for version in reference]
    counts = [len(version) for version in versions]
    if len(set(counts)) > 1:
        raise InputError(
            f"several references must have the same segments; these have {', '.join(map(str, counts))}. "
            "Leave out the odd one, or fill in the segments it lacks"
        )
    return versions


def _join(pieces: Iterable[str], unit: Unit) -> str:
    """Pieces of a hypothesis as one text: with spaces, or in a script without them only between letters that would run
    together.
    """
    if unit == "word":
        return " ".join(pieces)
    text = ""
    for piece in pieces:
        text += (
            " " if re.search(r"[^\W\u3040-\u9fff]$", text) and re.match(r"[^\W\u3040-\u9fff]", piece) else ""
        ) + piece
    return text


def _lateness(said: Tokens, text: str, segments: int, times: tuple[Times, Times], weights: Weights) -> Ints | None:
    """What each cut costs in each place for its time: cuts x (tokens + 1)."""
    spoken, answered = times
    starts = [match.start() for match in re.finditer(r"\S+", text)]
    if len(spoken) != segments or len(answered) != len(starts):
        raise InputError(
            f"times: {segments} reference segments and {len(starts)} hypothesis words need as many; "
            f"found {len(spoken)} and {len(answered)}"
        )
    if not answered or segments < 2:
        return None
    # A token's word is the one in which it starts; several characters in one word share its time evenly.
    word = np.searchsorted(starts, said.starts, side="right") - 1
    begin, end = np.array([t[0] for t in answered])[word], np.array([t[1] for t in answered])[word]
    share = _share_of_word(word)
    gaps: npt.NDArray[np.float64] = np.empty(len(said) + 1)
    gaps[:-1] = begin + share * (end - begin)
    gaps[-1] = end[-1]
    inside = share[1:] == 0
    gaps[1:-1][inside] = (end[:-1][inside] + begin[1:][inside]) / 2
    boundaries = [(before[1] + after[0]) / 2 for before, after in pairwise(spoken)]
    return np.stack([time_prior(gaps, boundary, weights) for boundary in boundaries])


def _share_of_word(word: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """How far into its word each token starts, if the word's time is shared evenly among its tokens."""
    first = np.searchsorted(word, word, side="left")
    last = np.searchsorted(word, word, side="right")
    result: npt.NDArray[np.float64] = (np.arange(len(word)) - first) / (last - first)
    return result
