"""How much of a segment's content is there, and how much is too much: counted in words, or in characters where there
are no spaces.

An output may stop early, leave segments out, or say the same over and over; scores of quality tell that something is
wrong, not what. A *loop* is a passage of up to forty words that is said at least four times in a row; its words but for
the first time are *looped*.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from askew.core.records import Item, Output
from askew.text.unspaced import UNSPACED
from askew.text.words import keys

REFERENCE, OUTPUT, COVERED, LOOPED, EMPTY = CONTENT_COUNTS = (
    "content_reference", "content_output", "content_covered", "content_looped", "content_empty",
)  # fmt: skip
"""Words of the reference, words of the output, how many of the reference's have a counterpart in number, looped words,
one if it is empty.
"""
LONGEST_PASSAGE = 40
TIMES = 4
SHORTEST_LOOP = 12
"""Words of a loop, all times together: people do say *no, no, no, no*."""


def content_counts(item: Item, output: Output, target: str) -> Mapping[str, float]:
    """What a segment has of its reference's content (the shortest, if there are several), by name.

    ``covered`` is the number of words of the output without those looped, and no more than the reference has: it says
    how much can be there, not that it is right.
    """
    said, meant = content_words(output.text, target), min(len(content_words(text, target)) for text in item.references)
    looped = looped_words(said)
    return {
        REFERENCE: float(meant),
        OUTPUT: float(len(said)),
        COVERED: float(min(len(said) - looped, meant)),
        LOOPED: float(looped),
        EMPTY: float(meant > 0 and not said),
    }


def content_words(text: str, language: str) -> Sequence[str]:
    """What is counted of a text: words without case and punctuation, or characters."""
    return "".join(keys(text)) if language in UNSPACED else keys(text)


def looped_words(words: Sequence[str]) -> int:
    """How many words only repeat what was said just before, within loops.

    >>> looped_words("so we go on and on and on and on and on and on and on again".split())
    11
    >>> looped_words("no no no no".split())
    0
    """
    if len(words) < SHORTEST_LOOP:
        return 0
    _, codes = np.unique(np.array(words if isinstance(words, (list, tuple)) else list(words)), return_inverse=True)
    looped = np.zeros(len(codes), bool)
    for period in range(1, min(LONGEST_PASSAGE, len(codes) // TIMES) + 1):
        least = max((TIMES - 1) * period, SHORTEST_LOOP - period)
        for start, end in _runs(codes[period:] == codes[:-period]):
            if end - start >= least:
                looped[start + period : end + period] = True
    return int(looped.sum())


def _runs(mask: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Where a mask is true without a gap: starts and ends."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]).astype(np.int8)))
    return [(int(start), int(end)) for start, end in zip(edges[::2], edges[1::2], strict=True)]
