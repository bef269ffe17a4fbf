"""Measures: what is added up over a group, and how the sums become a value.

A measure asks for one or more columns of counts and turns their sums into a value. Resampling a table only re-weights the
sums, so a thousand resamples are one matrix product.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from askew.measures.table import Condition, Mask, Table, where

Floats = NDArray[np.float64]


class Measure(Protocol):
    """A number over a group of rows."""

    @property
    def name(self) -> str:
        """The score's name, as in the JSON."""
        ...

    @property
    def needs(self) -> Mapping[str, frozenset[str]]:
        """Values that must all occur for the measure to mean what its name says: column to values."""
        ...

    @property
    def width(self) -> int:
        """How many columns of counts it asks for."""
        ...

    def units(self, table: Table) -> Mask:
        """The rows it speaks about."""
        ...

    def counts(self, table: Table) -> Floats:
        """What is added up: rows × columns."""
        ...

    def value(self, sums: Floats) -> Floats:
        """Sums (… × columns) to values (…); NaN where undefined."""
        ...


@dataclass(frozen=True)
class Share:
    """Out of the rows ``among``, the percentage that are ``counted``.

    >>> from askew.measures.table import where
    >>> t = Table({"verdict": np.array(["correct", "incorrect", "correct"])}, {}, 3)
    >>> share = Share("accuracy", where(), where(verdict="correct"))
    >>> float(share.value(share.counts(t).sum(axis=0)).round(1))
    66.7
    """

    name: str
    among: Condition
    counted: Condition
    needs: Mapping[str, frozenset[str]] = field(default_factory=dict)
    width: int = 2

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
class Rate:
    """The sum of one column of counts over the sum of another, in percent: edits over words, say.

    ``among`` are the rows it speaks about; the others have no such counts.
    """

    name: str
    numerator: str
    denominator: str
    among: Condition = field(default_factory=where)
    needs: Mapping[str, frozenset[str]] = field(default_factory=dict)
    width: int = 2

    def units(self, table: Table) -> Mask:
        """The rows it speaks about."""
        return self.among(table)

    def counts(self, table: Table) -> Floats:
        """The two columns."""
        return np.stack([table.counts(self.numerator), table.counts(self.denominator)], axis=1)

    def value(self, sums: Floats) -> Floats:
        """100 × numerator ÷ denominator."""
        return _percentage(sums)


@dataclass(frozen=True)
class Count:
    """How many rows there are of a kind; a number of items, not a share."""

    name: str
    counted: Condition
    needs: Mapping[str, frozenset[str]] = field(default_factory=dict)
    width: int = 1

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
class Difference:
    """One measure minus another, over the same table."""

    name: str
    left: Measure
    right: Measure

    @property
    def needs(self) -> Mapping[str, frozenset[str]]:
        """What either side needs."""
        merged = dict(self.left.needs)
        for column, values in self.right.needs.items():
            merged[column] = merged.get(column, frozenset()) | values
        return merged

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


def _percentage(sums: Floats) -> Floats:
    """100 × first ÷ second; NaN where there is nothing to divide by."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(sums[..., 1] > 0, 100 * sums[..., 0] / sums[..., 1], np.nan)
