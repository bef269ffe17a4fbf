"""Gaps between groups of speakers: every pair of groups, the largest gap, and whether the data can tell that there is
one.

Speakers are what is sampled: intervals and tests are about speakers like these, whoever they are. Where nobody says who
speaks, recordings of one speaker can't be told from those of many, so the gaps are described and no verdict is given; a
column that names sessions can stand for speakers.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import numpy as np

from askew.analyses.compare import protocol_of
from askew.core.errors import UsageError
from askew.core.records import Score
from askew.core.registry import choose
from askew.core.resampling import Resampling
from askew.core.run import Run
from askew.measures.base import Measure
from askew.measures.table import ITEM, Table
from askew.stats.groups import GroupValues, group_values, permutation_p_value
from askew.stats.inference import holm
from askew.stats.poisson import PoissonTest, arrangements, poisson_test
from askew.stats.resample import Codes, Floats

SPEAKERS = ("speaker", "talk")
"""What tells speakers apart: the first of these that is known. (A talk has one speaker.)"""
UNKNOWN = "not known"
SURE = 0.05
FEWEST = 1 / SURE  # ways to share speakers out below which no test can be sure
TRIALS = 2_000


@dataclass(frozen=True)
class Pair:
    """The difference between two groups (left minus right); p is Holm-adjusted over all pairs."""

    left: str
    right: str
    difference: float | None
    low: float | None = None
    high: float | None = None
    p: float | None = None


@dataclass(frozen=True)
class Gap:
    """One measure over the groups."""

    groups: dict[str, Score]
    pairs: Sequence[Pair]
    largest: Pair | None
    p: float | None
    """That groups are exchangeable, for the largest gap (permutation of speakers)."""
    poisson: PoissonTest | None
    tells: bool
    """Whether the data can tell that the groups differ."""
    reason: str
    averages: dict[str, float | None] = field(default_factory=dict)
    """The mean of what each speaker (or talk) has, whatever their lengths; ``groups`` pools their words."""

    def to_json(self) -> dict[str, Any]:
        """A plain object."""
        return {
            "groups": {name: score.to_json() for name, score in self.groups.items()},
            "pairs": [pair.__dict__ for pair in self.pairs],
            "largest": None if self.largest is None else self.largest.__dict__,
            "p": self.p,
            "poisson": None if self.poisson is None else {**self.poisson.__dict__, "rates": list(self.poisson.rates)},
            "tells": self.tells,
            "reason": self.reason,
            "averages": self.averages,
        }


@dataclass(frozen=True)
class Gaps:
    """All measures of a run over the values of an attribute."""

    system: str
    attribute: str
    drawn: str
    """What is sampled: speaker, or what stands for it; ``not known`` if nobody says who speaks."""
    sizes: dict[str, int]
    """How many of them each group has."""
    unknown: int
    """Segments whose group is not known; they take no part."""
    measures: dict[str, Gap]

    @property
    def tells(self) -> bool:
        """Whether the data can tell a difference in any measure."""
        return any(gap.tells for gap in self.measures.values())

    def to_json(self) -> dict[str, Any]:
        """What ``askew gaps --json`` prints."""
        rest = {name: value for name, value in self.__dict__.items() if name != "measures"}
        return {**rest, "measures": {name: gap.to_json() for name, gap in self.measures.items()}}


def gaps(run: Run, by: str, *, sessions: str | None = None, resampling: Resampling | None = None) -> Gaps:
    """The gaps between the values of an attribute (gender, accent, L1, talk, speaker …).

    ``sessions`` is an attribute whose values stand for speakers where these are not known. Raises UsageError for an
    unknown attribute, and where there are fewer than two groups.
    """
    protocol = protocol_of(run)
    choose("attribute of this run", by, [name for name in protocol.groups if name != "term"])
    measures = [measure for measure in protocol.groups[by] if measure.name in protocol.shown]
    every = Table.of(run.items, sorted(run.verdicts, key=lambda verdict: (verdict.item, verdict.unit)))
    table = every.keep(np.asarray(every.by(by) != "", dtype=bool))
    names = sorted(table.values(by))
    if len(names) < 2:
        raise UsageError(f"a gap needs two groups, and {by} has {', '.join(names) or 'no values'}")
    who = _who(table, by, sessions)
    members = {name: len(set(table.by(who)[table.by(by) == name].tolist())) if who else 0 for name in names}
    # Where groups are the speakers themselves, their recordings are what is sampled.
    sampled = ITEM if who == by or all(size == 1 for size in members.values()) else who
    how = resampling or Resampling()
    found = {measure.name: _gap(measure, table, by, sampled, {} if who == by else members, how) for measure in measures}
    unknown = len(run.outputs) - len(set(table.items.tolist()))
    return Gaps(run.system, by, sampled or UNKNOWN, members, unknown, found)


def _who(table: Table, by: str, sessions: str | None) -> str | None:
    """The attribute that tells speakers apart; None if nobody says, or one speaker would stand in two groups."""
    if sessions is not None:
        choose("attribute of this run", sessions, list(table.attributes))
    for name in (sessions,) if sessions else SPEAKERS:
        if table.has(name) and all(table.by(name) != ""):
            groups: dict[str, str] = {}
            for speaker, group in zip(table.by(name), table.by(by), strict=True):
                if groups.setdefault(speaker, group) != group:
                    return None
            return name
    return None


def _gap(measure: Measure, table: Table, by: str, sampled: str | None, members: dict[str, int], how: Resampling) -> Gap:
    """One measure. ``sampled`` are the units that are shared out over the groups; ``members`` is how many speakers each
    group has.
    """
    rows = measure.units(table)
    here = table.keep(rows) if not rows.all() else table
    names, labels = sorted(here.values(by)), here.codes(by)
    codes = here.codes(sampled or ITEM)
    group_of = np.zeros(int(codes.max()) + 1, dtype=np.intp)
    group_of[codes] = labels
    totals = np.zeros((group_of.size, measure.width))
    np.add.at(totals, codes, measure.counts(here))
    found = group_values(totals, group_of, measure.value)
    scores = {name: _score(found, place, labels, sampled, how) for place, name in enumerate(names)}
    averages = {} if sampled in (None, ITEM) else dict(zip(names, _averages(measure, totals, group_of), strict=True))
    pairs = _pairs(found, names, sampled, how)
    known = [pair for pair in pairs if pair.difference is not None]
    if not known:
        return Gap(scores, pairs, None, None, None, False, "undefined in too many groups", averages)
    widest = max(known, key=lambda pair: abs(pair.difference or 0.0))
    if (widest.difference or 0.0) < 0:
        widest = _turned(widest)
    if sampled is None:
        reason = "can't tell: nobody says who speaks, and recordings of one speaker are alike (--sessions names a column that tells)"
        return Gap(scores, pairs, widest, None, None, False, reason)
    p = permutation_p_value(totals, group_of, measure.value, TRIALS, how.seed)
    regression = _regression(measure, here, codes, group_of)
    tells, reason = _told(members, group_of, p, regression, measure)
    if widest.difference == 0:
        reason = "no gap in these data"
    elif tells and not members:
        reason = "these speakers differ"
    return Gap(scores, pairs, widest, p, regression, tells, reason, averages)


def _averages(measure: Measure, totals: Floats, group_of: Codes) -> list[float | None]:
    """The mean over each group's speakers of what each of them has; None where none has a value."""
    own = np.asarray(measure.value(totals), dtype=float)
    of_groups = [own[(group_of == place) & ~np.isnan(own)] for place in range(int(group_of.max()) + 1)]
    return [float(values.mean()) if values.size else None for values in of_groups]


def _score(found: GroupValues, place: int, labels: Codes, sampled: str | None, how: Resampling) -> Score:
    value, n = float(found.values[place]), int((labels == place).sum())
    if np.isnan(value):
        return Score(None, n=n, reason="nothing to divide by: no items it speaks about")
    interval = None if sampled is None else found.interval(place, how.level)
    if interval is None:
        return Score(
            value,
            n=n,
            reason="no interval: fewer than two speakers" if sampled else "no interval: who speaks is not known",
        )
    return Score(value, *interval, n=n)


def _pairs(found: GroupValues, names: Sequence[str], sampled: str | None, how: Resampling) -> list[Pair]:
    pairs = []
    for (i, left), (j, right) in combinations(enumerate(names), 2):
        difference = float(found.values[i] - found.values[j])
        if np.isnan(difference):
            pairs.append(Pair(left, right, None))
            continue
        interval, p = (None, None) if sampled is None else found.difference(i, j, how.level)
        low, high = interval or (None, None)
        pairs.append(Pair(left, right, difference, low, high, p))
    adjusted = holm([pair.p for pair in pairs])
    return [replace(pair, p=p) for pair, p in zip(pairs, adjusted, strict=True)]


def _turned(pair: Pair) -> Pair:
    """The same pair the other way round."""
    low, high, difference = pair.low, pair.high, pair.difference
    assert difference is not None
    return Pair(
        pair.right, pair.left, -difference, None if high is None else -high, None if low is None else -low, pair.p
    )


def _regression(measure: Measure, table: Table, units: Codes, group_of: Codes) -> PoissonTest | None:
    if measure.errors_and_words is None:
        return None
    sums = np.zeros((2, group_of.size))  # errors and words of each unit
    for row, columns in zip(sums, measure.errors_and_words, strict=True):
        for column in columns:
            np.add.at(row, units, table.counts(column))
    return poisson_test(sums[0], sums[1], group_of)


def _told(
    members: dict[str, int], group_of: Codes, p: float | None, regression: PoissonTest | None, measure: Measure
) -> tuple[bool, str]:
    """Whether the groups differ for sure, and why not if not. Never without two speakers in every group."""
    lonely = [group for group, size in members.items() if size < 2]
    if lonely:
        return (
            False,
            f"can't tell: one speaker in {', '.join(lonely[:3])}{' …' if len(lonely) > 3 else ''}, who may differ for "
            "reasons of their own",
        )
    ways = arrangements(group_of)
    if ways < FEWEST:
        return (
            False,
            f"can't tell: so few speakers can be shared out over the groups in only {ways:.0f} ways; {FEWEST:.0f} are "
            "the least",
        )
    if p is None:
        return False, "can't tell: undefined for a group"
    if measure.errors_and_words is not None and regression is None:
        return False, "can't tell: a group has no errors at all"
    if p >= SURE or (regression is not None and regression.p >= SURE):
        return False, "can't tell: a gap like this is to be expected by chance"
    return True, "the groups differ"
