"""What a rule speaks about: a score of the suite, of a group of items, the difference of two; or a number of items that
were lost or won.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from askew.core.errors import UsageError
from askew.core.registry import unknown
from askew.measures.base import Floats, Measure
from askew.measures.ratio import gap
from askew.measures.table import Mask, Table
from askew.suites.base import Protocol

LOST, WON = "lost-right", "won-right"
_TERM = re.compile(r"(?P<name>[^\[\]-]+)(?:\[(?P<group>[^\]]*)\])?")
_FLIPS = re.compile(rf"(?P<name>{LOST}|{WON})(?:\[(?P<group>[^\]]*)\])?")


@dataclass(frozen=True)
class FlipCount:
    """How many of these very items, or of a group of them, were lost or won."""

    name: str
    group: Mapping[str, str]


@dataclass(frozen=True)
class Within(Measure):
    """A measure over the items whose attributes have certain values."""

    inner: Measure
    group: Mapping[str, str] = field(default_factory=dict)

    @property
    def width(self) -> int:
        """The columns of the measure."""
        return self.inner.width

    def rows(self, table: Table) -> Mask:
        """The rows of the group."""
        mask = np.ones(table.size, dtype=bool)
        for name, value in self.group.items():
            mask &= np.asarray(table.attributes[name] == value, dtype=bool)
        return mask

    def units(self, table: Table) -> Mask:
        """The rows of the group it speaks about."""
        return self.inner.units(table) & self.rows(table)

    def counts(self, table: Table) -> Floats:
        """What the group adds up; nothing elsewhere."""
        counts: Floats = self.inner.counts(table) * self.rows(table)[:, None]
        return counts

    def value(self, sums: Floats) -> Floats:
        """The measure's own value."""
        return self.inner.value(sums)


def score_of(text: str, protocol: Protocol, table: Table) -> Measure | FlipCount:
    """What a rule's score is: ``anti``, ``momc-mofc``, ``accuracy[gold=female]``, ``lost-right[gold=female]``.

    Raises:
        UsageError: an unknown score, attribute or value, with a suggestion.

    """
    if flips := _FLIPS.fullmatch(text):
        return FlipCount(flips["name"], _group(flips["group"], table))
    terms = _terms(text)
    known = {measure.name: measure for measure in protocol.measures}
    for term in terms:
        if term["name"].strip() not in known:
            raise UsageError(unknown("score", term["name"].strip(), [*known, LOST, WON]))
    measures = [_within(known[term["name"].strip()], term["group"], table) for term in terms]
    return measures[0] if len(measures) == 1 else gap(text, measures[0], measures[1])


def _terms(text: str) -> Sequence[re.Match[str]]:
    """The one or two scores of a rule, told apart by a minus that stands in no brackets."""
    found = list(_TERM.finditer(text))
    if "-".join(term[0] for term in found) != text or not 1 <= len(found) <= 2:
        raise UsageError(
            f"{text!r} is no score: written SCORE, SCORE-SCORE or SCORE[ATTRIBUTE=VALUE], such as accuracy[gold=female]"
        )
    return found


def _within(measure: Measure, group: str | None, table: Table) -> Measure:
    if group is None:
        return measure
    return Within(
        f"{measure.name}[{group}]", measure, _group(group, table), heading=f"{measure.heading} [{group}]",
        better=measure.better, role=measure.role, needs=measure.needs,
    )  # fmt: skip


def _group(text: str | None, table: Table) -> dict[str, str]:
    """The attributes and values that brackets hold; both must be among the items'."""
    group: dict[str, str] = {}
    for part in text.split(",") if text is not None else ():
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            raise UsageError(f"a group is written ATTRIBUTE=VALUE, such as gold=female; found [{text}]")
        if name not in table.attributes:
            raise UsageError(unknown("attribute of the items", name, list(table.attributes)))
        values = list(dict.fromkeys(table.attributes[name].tolist()))
        if value not in values:
            raise UsageError(unknown(f"value of {name}", value, values))
        group[name] = value
    return group
