"""Whether outputs stand beside their own sources, or beside others': reversed, shifted, halves swapped, shuffled.

Nothing is known of either language. Three things tell that two columns belong together line by line: sources that are
alike have outputs that are alike (the words of both, reduced to random projections; the statistic is the
Hilbert-Schmidt independence criterion of Gretton et al., "A kernel statistical test of independence", 2008), what
need not be translated stands in both (numbers, names, question and exclamation marks), and long sources have long
outputs. Each is computed for *every* arrangement, all cyclic shifts of the outputs forwards and backwards, by Fourier
transform; the arrangements that are wrong are the null distribution that the others are measured against, in its
standard deviations.

Another arrangement than the file's own is named only if it fits far beyond that distribution and if it also fits line
by line better than the file's own (a t test on blocks of neighbouring lines, which share words in many suites).
"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from askew.text.words import keys

Floats = NDArray[np.floating]
Ints = NDArray[np.int64]

FEWEST, MOST = 40, 8192  # lines: fewer can't tell, of more the first are looked at
DIMENSIONS = 32  # of the random projections
CHANCE = 7.0  # standard deviations: of 16,384 draws from a normal distribution the best is above 4.4 in one case of ten
BETTER = 5.0  # t: p < 10^-6 for one arrangement, p < 0.01 for the best of 16,384
NEAR = 3  # lines: a file lacks a few or has a few too many far more often than it has turned round in another way
CHANCE_NEAR, BETTER_NEAR = 4.4, 4.0  # for those six arrangements: p < 10^-4 for one, p < 0.001 for the best of them
TAILS = (2, 4)  # the last half and the last quarter are looked at by themselves
NO_FIT = 3.0  # standard deviations a file's own arrangement must reach not to look shuffled
ENOUGH_TO_DOUBT = 200  # lines that it takes to say that nothing fits
_MARKS = (("?", re.compile("[?？؟]")), ("!", re.compile("[!！]")))
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Pairing:
    """How outputs fit their sources: as they stand (``own``) and as they fit best, in standard deviations of chance.

    Source i fits best with output i + ``shift``, counted cyclically, after turning the outputs round where
    ``reversed``; from line ``start`` on, counted from 0. ``better`` is the t statistic of the best arrangement against
    the file's own.
    """

    lines: int
    own: float
    best: float
    shift: int
    reversed: bool
    better: float
    varied: bool
    """Whether there are at least half as many different outputs as sources: a few, over and over, are in no order."""
    start: int = 0

    @property
    def misaligned(self) -> bool:
        """Whether another arrangement is certainly better than the file's own."""
        if not self.reversed and abs(self.shift) <= NEAR:
            return self.best >= CHANCE_NEAR and self.better >= BETTER_NEAR
        return self.best >= CHANCE and self.better >= BETTER

    @property
    def unrelated(self) -> bool:
        """Whether the outputs fit their sources no better than they would in any other order."""
        return self.lines >= ENOUGH_TO_DOUBT and self.varied and self.own < NO_FIT and self.best < CHANCE


def pairing(sources: Sequence[str], outputs: Sequence[str]) -> Pairing | None:
    """How well outputs fit the sources they stand beside; None where too few lines, or all the same, tell nothing.

    If the outputs as a whole stand right, their last half and quarter are looked at too: a line lost in between shifts
    only what follows.
    """
    sources, outputs = sources[:MOST], outputs[:MOST]
    whole = _fitted(sources, outputs)
    if whole is None or whole.misaligned:
        return whole
    for part in TAILS:
        last = len(sources) // part
        tail = _fitted(sources[-last:], outputs[-last:]) if last >= FEWEST else None
        if tail is not None and tail.misaligned and not tail.reversed:
            return _from_somewhere_on(sources, outputs, tail)
    return whole


def _fitted(sources: Sequence[str], outputs: Sequence[str]) -> Pairing | None:
    n = len(sources)
    evidence = _evidence(sources, outputs) if n >= FEWEST else []
    if not evidence:
        return None
    total = np.zeros((2, n))
    for one in evidence:
        fits = np.stack([one.fits(one.output), one.fits(one.output[::-1])])
        spread = fits.std()
        total += (fits - np.median(fits)) / (spread if spread > 0 else 1.0)
    total /= math.sqrt(len(evidence))
    turned, shift = (int(index) for index in np.unravel_index(int(total.argmax()), total.shape))
    own, varied = float(total[0, 0]), 2 * len(set(outputs)) >= len(set(sources))
    if not turned and not shift:
        return Pairing(n, own, own, 0, False, 0.0, varied)
    better = _t(np.stack([one.gains(shift, bool(turned)) for one in evidence]))
    signed = shift if shift <= n // 2 else shift - n
    return Pairing(n, own, float(total[turned, shift]), signed, bool(turned), better, varied)


def _from_somewhere_on(sources: Sequence[str], outputs: Sequence[str], tail: Pairing) -> Pairing:
    """The pairing of the tail, and the line where it begins: from there on, the tail's shift gains most."""
    gains = np.stack([one.gains(tail.shift, False) for one in _evidence(sources, outputs)])
    spread = gains.std(axis=1, keepdims=True)
    after = np.cumsum((gains / np.where(spread > 0, spread, 1.0)).sum(axis=0)[::-1])[::-1]
    return replace(tail, start=int(after.argmax()))


def _t(gains: Floats) -> float:
    """How certainly the gains, a row per kind of evidence, are above 0: each kind weighs as much as it is certain."""
    lines = gains.shape[1]
    blocks = np.array_split(gains, max(2, min(lines // 4, 100)), axis=1)
    means = np.stack([block.mean(axis=1) for block in blocks])
    spread = means.std(axis=0, ddof=1)
    together = (means / np.where(spread > 0, spread, 1.0)).sum(axis=1)
    error = together.std(ddof=1) / math.sqrt(len(blocks))
    return float(together.mean() / error) if error > 0 else 0.0


@dataclass(frozen=True)
class _Evidence:
    """One thing that tells whether lines belong together: a vector per source and per output, centred.

    ``same_space`` says that they can be compared directly; otherwise only likeness to other lines can.
    """

    source: Floats
    output: Floats
    same_space: bool

    def fits(self, output: Floats) -> Floats:
        """The fit of every cyclic shift of outputs: source i beside output i + shift."""
        n = len(output)
        left, right = np.conj(np.fft.rfft(self.source, axis=0)), np.fft.rfft(output, axis=0)
        if self.same_space:
            return np.asarray(np.fft.irfft((left * right).sum(axis=1), n=n))
        total = np.zeros(n)
        for column in left.T:
            total += (np.fft.irfft(column[:, None] * right, n=n, axis=0) ** 2).sum(axis=1)
        return total

    def gains(self, shift: int, turned: bool) -> Floats:
        """How much better each source fits another arrangement's output than the one that stands beside it."""
        other = np.roll(self.output[::-1] if turned else self.output, -shift, axis=0)
        return self._by_line(other) - self._by_line(self.output)

    def _by_line(self, output: Floats) -> Floats:
        """What each line adds to the fit; for likeness, by what all lines but itself say."""
        if self.same_space:
            return np.asarray((self.source * output).sum(axis=1))
        together = ((self.source @ (self.source.T @ output)) * output).sum(axis=1)
        return np.asarray(together - (self.source**2).sum(axis=1) * (output**2).sum(axis=1))


def _evidence(sources: Sequence[str], outputs: Sequence[str]) -> list[_Evidence]:
    """What there is to compare; what is the same in all lines tells nothing and is left out."""
    left, right = _Words.of(sources), _Words.of(outputs)
    in_source, in_output = left.frequent(), right.frequent()
    both = {word: max(in_source[word], in_output[word]) for word in in_source.keys() & in_output.keys()}
    repeated = [{word: lines for word, lines in found.items() if lines > 1} for found in (in_source, in_output)]
    return [
        _Evidence(source, output, same_space)
        for source, output, same_space in (
            (left.projected(repeated[0], seed=1), right.projected(repeated[1], seed=2), False),
            (left.projected(both, seed=3), right.projected(both, seed=3), True),
            (_lengths(sources), _lengths(outputs), True),
        )
        if source.any() and output.any()
    ]


@dataclass(frozen=True)
class _Words:
    """The different words of each line, as numbers end to end; each line ends in number 0, which is no word."""

    numbers: Mapping[str, int]
    flat: Ints
    starts: Ints

    @classmethod
    def of(cls, texts: Sequence[str]) -> "_Words":
        numbers: dict[str, int] = {"": 0}
        flat: list[int] = []
        starts = []
        for text in texts:
            starts.append(len(flat))
            flat += [numbers.setdefault(word, len(numbers)) for word in _words(text)]
            flat.append(0)
        return cls(numbers, np.array(flat), np.array(starts))

    def frequent(self) -> dict[str, int]:
        """In how many lines each word is; words of more than half of them tell little and are left out."""
        counts = np.bincount(self.flat, minlength=len(self.numbers)).tolist()
        most = len(self.starts) // 2
        return {word: counts[number] for word, number in self.numbers.items() if number and counts[number] <= most}

    def projected(self, known: Mapping[str, int], seed: int) -> Floats:
        """A vector per line, the sum of its words' random directions, rare words weighing more; scaled to 1, centred."""
        words = sorted(known)
        weights = np.log(len(self.starts) / np.array([known[word] for word in words], dtype=np.float32))
        directions = np.zeros((len(self.numbers), DIMENSIONS), dtype=np.float32)
        drawn = np.random.default_rng(seed).standard_normal((len(words), DIMENSIONS), dtype=np.float32)
        directions[[self.numbers[word] for word in words]] = drawn * weights[:, None]
        vectors = np.add.reduceat(directions[self.flat], self.starts)
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        return _centred(vectors / np.where(norms > 0, norms, 1.0))


@lru_cache(maxsize=2 * MOST)  # sources are the same for every system; the last quarter is looked at twice
def _words(text: str) -> dict[str, None]:
    """The different words of a line, in scripts without spaces its characters; and whether it asks or exclaims."""
    found = dict.fromkeys(keys(text))
    if _UNSPACED.search(text):
        found = dict.fromkeys(part for word in found for part in (word if _UNSPACED.search(word) else (word,)))
    found.update((mark, None) for mark, pattern in _MARKS if pattern.search(text))
    return found


def _lengths(texts: Sequence[str]) -> Floats:
    return _centred(np.log1p(np.array([[len(text)] for text in texts], dtype=np.float64)))


def _centred(vectors: Floats) -> Floats:
    """Less their mean; exactly 0 where all lines are alike."""
    centred = vectors - vectors.mean(axis=0)
    centred[np.abs(centred) < 1e-6] = 0.0
    return np.asarray(centred)
