"""What a measure is: what it adds up over a group of rows, how the sums become a value, and what it knows of itself.

A measure asks for one or more columns of counts and turns their sums into a value. Resampling a table only re-weights
the sums, so a thousand resamples are one matrix product.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from askew.measures.table import Mask, Table

Floats = NDArray[np.float64]


class Better(StrEnum):
    """Which values of a measure are better."""

    HIGHER = "higher"
    LOWER = "lower"
    NEARER_TO_ZERO = "nearer to zero"


class Role(StrEnum):
    """What a measure is for; tables, tests and sweeps choose by it."""

    SCORE = "score"
    """An answer to what the suite asks."""
    GAP = "gap"
    """How far two groups of items lie apart."""
    AMONG_DECIDED = "among decided"
    """A score over only those items that could be decided."""
    COVERAGE = "coverage"
    """How much could be judged at all."""
    DIAGNOSTIC = "diagnostic"
    """Whether the outputs are what they should be; no score of the system."""
    ESTIMATE = "estimate"
    """A neural metric's guess without a reference."""


@dataclass(frozen=True)
class Measure(ABC):
    """A number over a group of rows."""

    name: str
    """The score's name, as in the JSON."""
    _: KW_ONLY
    heading: str = ""
    """What tables call it; its name if not given."""
    better: Better | None = Better.HIGHER
    """None where neither direction is for the worse, such as for a count of items."""
    role: Role = Role.SCORE
    needs: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Values of the items' attributes that must all occur for it to mean what its name says: attribute to values."""

    def __post_init__(self) -> None:
        if not self.heading:
            object.__setattr__(self, "heading", self.name)

    @property
    @abstractmethod
    def width(self) -> int:
        """How many columns of counts it asks for."""

    @abstractmethod
    def units(self, table: Table) -> Mask:
        """The rows it speaks about."""

    @abstractmethod
    def counts(self, table: Table) -> Floats:
        """What is added up: rows × columns."""

    @abstractmethod
    def value(self, sums: Floats) -> Floats:
        """Sums (… × columns) to values (…); NaN where undefined."""

    @property
    def errors_and_words(self) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """Of an error rate, the table's columns of counts that are errors, and those that are what errors are made in."""
        return None

    def worse_by(self, before: Floats, after: Floats) -> Floats:
        """By how much ``after`` is worse than ``before``, in the measure's own points; negative where it is better.

        Raises ValueError for a measure of which neither direction is worse.
        """
        if self.better is None:
            raise ValueError(f"{self.name} can't get worse: neither direction is better")
        if self.better is Better.HIGHER:
            return before - after
        if self.better is Better.LOWER:
            return after - before
        return np.asarray(np.abs(after) - np.abs(before))
