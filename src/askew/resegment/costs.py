"""What an alignment costs: the objective whose minimum decides where to cut.

With reference words x and hypothesis words y, weights w and a similarity s of spellings in [0, 1]:

    leave out x          w(x)
    put in y             w(y)
    say y for x          σ · (w(x) + w(y)) · (1 - s(x, y))
    cut after y          π(y)
    leave out a segment  (1 - μ) · Σ w(x)

* w(x) grows with the length of a word and with its rarity in the reference, because a long rare word says more about
  where we are than an article does.
* s is the share of letters two words have in common, in order (Indel ratio), and nothing below a threshold: an
  inflected or misspelt word still anchors.
* π is the prior for sentence ends: free after a full stop, dear elsewhere, and dearer before a small letter; it is zero
  throughout if the hypothesis is not punctuated. Words of the segments on either side pull the cut as well
  (``segment.py``).
* A segment that is left out whole costs less than its words one by one, and the cuts at its ends fall on one place,
  which pays π once: outputs lose whole passages, and a word that a passage happens to share with others is no sign of
  it.
* With σ = 1/2, w = 1, s = [x = y] and π = 0 this is the Levenshtein distance of words that mwerSegmenter minimises
  (Matusov, Leusch, Bender and Ney 2005, "Evaluating machine translation output with automatic sentence segmentation",
  IWSLT).

Costs are integers (hundredths), so that the same input gives the same cuts on every machine: sums of floats in another
order don't.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Any

import numpy as np
import numpy.typing as npt
from rapidfuzz import process
from rapidfuzz.distance import Indel

from askew.resegment.tokens import FINAL, PAUSE, Ints, Tokens

SCALE = 100
INFINITE = 1 << 28


def hundredths(values: npt.NDArray[np.floating[Any]]) -> Ints:
    """Costs as integers."""
    result: Ints = np.rint(SCALE * values).astype(np.int32)
    return result


@dataclass(frozen=True, slots=True)
class Weights:
    """The objective's constants, in words. The defaults are the best of ``bench/resegment_tuning.py``; the optimum is
    flat.
    """

    substitution: float = 0.7
    """σ."""
    similar: float = 0.3
    """Similarity below which two words have nothing to do with each other."""
    length: float = 0.05
    """What a letter more adds to the weight of a word (of 5 letters: 1), up to ten letters."""
    rarity: float = 0.75
    """How much of a word's weight depends on how rare it is."""
    sentence: float = 3.0
    """What it costs to cut where no sentence ends."""
    pause: float = 0.6
    """How much less it costs after a comma."""
    lower: float = 1.5
    """What it costs to let a segment begin with a small letter, in a cased hypothesis."""
    pull: float = 0.25
    """How much words pull a cut to their segment's side, wherever they stand in it."""
    missing: float = 0.25
    """μ: the share of its words' cost that is saved where a segment is left out whole. Less than that of it found by
    chance is not worth to call the segment translated.
    """
    gap: float = 3.0
    """What a gap of such segments costs beside, half of it at each end that is not an end of the talk."""
    seconds: float = 2.0
    """What it costs to cut a second away from where the reference says, beyond ``slack`` seconds."""
    slack: float = 0.5
    exact: bool = False
    """Words are the same or not: the plain protocol."""


PLAIN = Weights(
    substitution=0.5,
    length=0.0,
    rarity=0.0,
    sentence=0.0,
    pause=0.0,
    lower=0.0,
    pull=0.0,
    missing=0.0,
    gap=0.0,
    exact=True,
)


def word_weights(keys: Sequence[str], rarity: dict[str, float], weights: Weights) -> Ints:
    """W of each word; nothing for a token without letters."""
    if weights.exact:
        return np.full(len(keys), SCALE, np.int32)
    unseen = 1.0
    distinct = {
        key: (1 + weights.length * (min(len(key), 10) - 5)) * (1 - weights.rarity * (1 - rarity.get(key, unseen)))
        if key
        else 0.0
        for key in set(keys)
    }
    return hundredths(np.array([distinct[key] for key in keys], float))


def rarities(keys: Sequence[str]) -> dict[str, float]:
    """How much a word says: the logarithm of its share of the words, from 0 for the only word to 1 for a word that
    comes once.
    """
    total = max(len(keys), 2)
    return {key: log(total / count) / log(total) for key, count in Counter(keys).items()}


def substitution(x: Sequence[str], y: Sequence[str], wx: Ints, wy: Ints, weights: Weights) -> Ints:
    """What each y costs for each x: a matrix."""
    both = wx[:, None] + wy[None, :]
    if weights.exact:
        different: Ints = np.where(np.array(x)[:, None] == np.array(y)[None, :], 0, both // 2)
        return different
    alike = process.cdist(x, y, scorer=Indel.normalized_similarity, score_cutoff=weights.similar, dtype=np.float32)
    return hundredths(weights.substitution / SCALE * both * (1 - alike))


def cut_prior(tokens: Tokens, expected: float, weights: Weights) -> Ints:
    """π: what a cut costs before each token and after the last, apart from the alignment.

    ``expected``: how many segments of the reference a text of this length is as long as. One with a quarter as many
    sentence ends is punctuated.
    """
    prior = np.zeros(len(tokens) + 1, float)
    if not weights.sentence or not len(tokens):
        return hundredths(prior)
    punctuated = 4 * int((tokens.final == FINAL).sum()) >= expected
    if punctuated:
        prior[1:] = weights.sentence
        prior[1:][tokens.final == PAUSE] -= weights.pause
        prior[1:][tokens.final == FINAL] = 0
        cased = 20 * int(tokens.upper.sum()) >= len(tokens)
        if cased:
            prior[:-1][tokens.lower] += weights.lower
        prior[0] = prior[-1] = 0  # nothing ends in mid-sentence there
    return hundredths(prior)


def best_place(costs: Ints, weights: Weights) -> int:
    """Where a cut costs least; of several such places the leftmost or, in the plain protocol, the rightmost.

    Words that align with nothing begin the next segment, which is where they belong more often than not. mwerSegmenter
    and its heirs leave most of them to the segment before, and the plain protocol is there for numbers like theirs.
    """
    return len(costs) - 1 - int(costs[::-1].argmin()) if weights.exact else int(costs.argmin())


def time_prior(gaps: npt.NDArray[np.float64], boundary: float, weights: Weights) -> Ints:
    """What a cut costs before each token and after the last, where the reference says when the segment ends."""
    late = np.maximum(np.abs(gaps - boundary) - weights.slack, 0)
    return hundredths(np.minimum(weights.seconds * late, 1000))
