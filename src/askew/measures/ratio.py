"""Shares, rates, counts, a measure of some rows only, and the difference of two measures."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from askew.measures.base import Better, Floats, Measure, Role
from askew.measures.table import EVERY_ROW, Condition, Mask, Table


@dataclass(frozen=True)
class Share(Measure):
    """Out of the rows ``among``, the percentage that are ``counted``.

    >>> from askew.measures.table import EVERY_ROW, label
    >>> t = Table(3, labels={"verdict": np.array(["correct", "incorrect", "correct"])})
    >>> share = Share("accuracy", EVERY_ROW, label(verdict="correct"))
    >>> float(share.value(share.counts(t).sum(axis=0)).round(1))
    66.7
    """

    among: Condition
    counted: Condition

    @property
    def width(self) -> int:
        """Numerator and denominator."""
        return 2

    def units(self, table: Table) -> Mask:
        """The rows the share is out of."""
        return self.among(table)

    def counts(self, table: Table) -> Floats:
        """Numerator and denominator."""
        among = self.among(table)
        return np.stack([among & self.counted(table), among], axis=1).astype(float)

    def value(self, sums: Floats) -> Floats:
        """100 × numerator ÷ denominator."""
        return _percentage(sums)


@dataclass(frozen=True)
class Rate(Measure):
    """The sum of one column of counts over the sum of another, in percent: edits over words, say.

    ``among`` are the rows it speaks about; the others have no such counts.
    """

    numerator: str
    denominator: str
    among: Condition = EVERY_ROW

    @property
    def width(self) -> int:
        """Numerator and denominator."""
        return 2

    def units(self, table: Table) -> Mask:
        """The rows it speaks about."""
        return self.among(table)

    def counts(self, table: Table) -> Floats:
        """The two columns."""
        return np.stack([table.counts(self.numerator), table.counts(self.denominator)], axis=1)

    def value(self, sums: Floats) -> Floats:
        """100 × numerator ÷ denominator."""
        return _percentage(sums)

    @property
    def errors_and_words(self) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """The two columns, of a rate that should be low."""
        return ((self.numerator,), (self.denominator,)) if self.better is Better.LOWER else None


@dataclass(frozen=True)
class Count(Measure):
    """How many rows there are of a kind; a number of items, not a share."""

    counted: Condition

    @property
    def width(self) -> int:
        """One column."""
        return 1

    def units(self, table: Table) -> Mask:
        """All rows."""
        return np.ones(table.size, dtype=bool)

    def counts(self, table: Table) -> Floats:
        """One where the row counts."""
        return self.counted(table)[:, None].astype(float)

    def value(self, sums: Floats) -> Floats:
        """The sum itself."""
        return sums[..., 0]


@dataclass(frozen=True)
class Difference(Measure):
    """One measure minus another, over the same table. It needs what either side needs."""

    left: Measure
    right: Measure

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "needs", _merged(self.left.needs, self.right.needs))

    @property
    def width(self) -> int:
        """The columns of both."""
        return self.left.width + self.right.width

    def units(self, table: Table) -> Mask:
        """The rows of both."""
        return self.left.units(table) | self.right.units(table)

    def counts(self, table: Table) -> Floats:
        """The columns of both, side by side."""
        return np.concatenate([self.left.counts(table), self.right.counts(table)], axis=1)

    def value(self, sums: Floats) -> Floats:
        """Left value minus right value."""
        edge = self.left.width
        return self.left.value(sums[..., :edge]) - self.right.value(sums[..., edge:])


@dataclass(frozen=True)
class Among(Measure):
    """Another measure, of the rows of a kind only: BLEU of the feminine sentences, say."""

    measure: Measure
    condition: Condition

    @property
    def width(self) -> int:
        """The columns of the measure."""
        return self.measure.width

    def units(self, table: Table) -> Mask:
        """The rows of the measure that are of the kind."""
        return self.measure.units(table) & self.condition(table)

    def counts(self, table: Table) -> Floats:
        """What the measure counts in the rows of the kind, nothing in the others."""
        return np.where(self.condition(table)[:, None], self.measure.counts(table), 0.0)

    def value(self, sums: Floats) -> Floats:
        """The measure's own value."""
        return self.measure.value(sums)


def gap(name: str, left: Measure, right: Measure, heading: str = "") -> Difference:
    """How far two groups lie apart: left minus right, better the nearer to zero."""
    return Difference(name, left, right, heading=heading, better=Better.NEARER_TO_ZERO, role=Role.GAP)


def _merged(left: Mapping[str, frozenset[str]], right: Mapping[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    return {name: left.get(name, frozenset()) | right.get(name, frozenset()) for name in {**left, **right}}


def _percentage(sums: Floats) -> Floats:
    """100 × first ÷ second; NaN where there is nothing to divide by."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(sums[..., 1] > 0, 100 * sums[..., 0] / sums[..., 1], np.nan)
