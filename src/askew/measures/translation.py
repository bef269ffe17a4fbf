"""BLEU, chrF, error rates and means of neural scores from sums of counts, over any number of resamples at once.

What is counted per segment comes from sacreBLEU (``judges/translation.py``), so that the values of a whole set are
sacreBLEU's own to the last digit.
"""

from dataclasses import dataclass

import numpy as np

from askew.judges.transcription import EDITS
from askew.judges.translation import BLEU_COUNTS, CHRF_COUNTS
from askew.measures.base import Better, Floats, Measure
from askew.measures.table import Mask, Table, unit

SEGMENTS = unit("segment")


@dataclass(frozen=True)
class _OfCounts(Measure):
    """A measure of columns of counts, over all segments; rows on smaller units, such as terms, have none of them."""

    columns: tuple[str, ...]

    @property
    def width(self) -> int:
        """How many columns of counts it asks for."""
        return len(self.columns)

    def units(self, table: Table) -> Mask:
        """All segments."""
        return SEGMENTS(table)

    def counts(self, table: Table) -> Floats:
        """The columns: rows × columns."""
        return np.stack([table.counts(column) for column in self.columns], axis=1)


@dataclass(frozen=True)
class Bleu(_OfCounts):
    """BLEU (Papineni et al. 2002) as sacreBLEU computes it for a corpus: orders 1 to 4, exponential smoothing, brevity
    penalty.
    """

    columns: tuple[str, ...] = BLEU_COUNTS

    def value(self, sums: Floats) -> Floats:
        """0 to 100; undefined where there is no reference.

        >>> bleu = Bleu("bleu")
        >>> float(bleu.value(np.array([4.0, 4, 4, 3, 2, 1, 4, 3, 2, 1])))
        100.0
        """
        length, reference_length = sums[..., 0], sums[..., 1]
        correct, total = sums[..., 2:6], sums[..., 6:10]  # … × 4
        with np.errstate(invalid="ignore", divide="ignore"):
            # The k-th order without any match counts as 1/2^k of a match.
            halved = 0.5 ** np.cumsum(correct == 0, axis=-1)
            precisions = np.where(correct == 0, halved, correct) / total
            penalty = np.where(length < reference_length, np.exp(1 - reference_length / length), 1.0)
            score = 100 * penalty * np.exp(np.log(precisions).mean(axis=-1))
        nothing = (correct == 0).all(axis=-1) | (total == 0).any(axis=-1)
        return np.where(reference_length > 0, np.where(nothing, 0.0, score), np.nan)


@dataclass(frozen=True)
class ChrF(_OfCounts):
    """chrF2 (Popović 2015) as sacreBLEU computes it: character n-grams of orders 1 to 6, recall counting twice as much."""

    columns: tuple[str, ...] = CHRF_COUNTS

    def value(self, sums: Floats) -> Floats:
        """0 to 100; undefined where there is no reference."""
        output, reference, both = (sums[..., start::3] for start in range(3))  # … × 6
        usable = (output > 0) & (reference > 0)  # orders that occur on both sides
        orders = usable.sum(axis=-1)
        with np.errstate(invalid="ignore", divide="ignore"):
            precision = np.where(usable, both / output, 0.0).sum(axis=-1) / orders
            recall = np.where(usable, both / reference, 0.0).sum(axis=-1) / orders
            score = 100 * 5 * precision * recall / (4 * precision + recall)
        return np.where(reference[..., 0] > 0, np.where(np.nan_to_num(precision + recall) > 0, score, 0.0), np.nan)


@dataclass(frozen=True)
class ErrorRate(_OfCounts):
    """Substitutions, deletions and insertions over the words of the reference, in percent."""

    @classmethod
    def of(cls, name: str, heading: str = "") -> "ErrorRate":
        """The rate over the counts that begin with its name."""
        return cls(name, tuple(f"{name}_{kind}" for kind in EDITS), heading=heading, better=Better.LOWER)

    @property
    def errors_and_words(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Substitutions, deletions and insertions; the words of the reference."""
        hits, substitutions, deletions, insertions = self.columns
        return (substitutions, deletions, insertions), (hits, substitutions, deletions)

    def value(self, sums: Floats) -> Floats:
        """Can be above 100; undefined where there is no reference.

        >>> float(ErrorRate.of("wer").value(np.array([7.0, 2, 1, 1])))
        40.0
        """
        hits, substitutions, deletions, insertions = (sums[..., k] for k in range(4))
        words = hits + substitutions + deletions
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(words > 0, 100 * (substitutions + deletions + insertions) / words, np.nan)


@dataclass(frozen=True)
class Mean(_OfCounts):
    """The mean of a score every segment has: a sum and its weight."""

    scale: float = 1.0

    def value(self, sums: Floats) -> Floats:
        """Sum over weight."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(sums[..., 1] > 0, self.scale * sums[..., 0] / sums[..., 1], np.nan)
