"""Gaps between groups of speakers: every pair of groups, the largest gap, and whether the data can tell that there is one.

Speakers are the independent draws: intervals resample them, and the test shares them out anew over the groups. Where speakers are not known, talks
(one speaker each), sentences or items stand for them, and the report says so.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from askew.analyses.compare import protocol_of
from askew.core.errors import UsageError
from askew.core.records import Score
from askew.core.registry import choose
from askew.core.resampling import Resampling
from askew.core.run import Run
from askew.evaluate.measure import Tally
from askew.measures.base import Measure
from askew.measures.table import Table
from askew.stats.inference import bootstrap_p_value, holm, percentile_interval
from askew.stats.poisson import PoissonTest, arrangements, poisson_test
from askew.stats.resample import Codes, Floats, generator

DRAWN = ("speaker", "talk", "sentence", "item")
"""What stands for speakers: the first of these that is known."""
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
        }


@dataclass(frozen=True)
class Gaps:
    """All measures of a run over the values of an attribute."""

    system: str
    attribute: str
    drawn: str
    """What was resampled: speaker, or what stands for it."""
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


def gaps(run: Run, by: str, *, resampling: Resampling | None = None) -> Gaps:
    """The gaps between the values of an attribute (gender, accent, L1, talk, speaker …)."""
    protocol = protocol_of(run)
    choose("attribute of this run", by, [name for name in protocol.groups if name != "term"])
    measures = [measure for measure in protocol.groups[by] if measure.name in protocol.shown]
    every = Table.of(run.items, sorted(run.verdicts, key=lambda verdict: (verdict.item, verdict.unit)))
    table = every.keep(np.asarray(every.by(by) != "", dtype=bool))
    names = sorted(table.values(by))
    if len(names) < 2:
        raise UsageError(f"a gap needs two groups, and {by} has {', '.join(names) or 'no values'}")
    drawn = next(
        name for name in DRAWN if table.has(name) and all(table.by(name) != "") and not _says_nothing(table, name)
    )
    members = {name: len(set(table.by(drawn)[table.by(by) == name].tolist())) for name in names}
    alone = all(size == 1 for size in members.values())  # groups are the speakers themselves: draw their items
    unit = "item" if alone else drawn
    nested = alone or sum(members.values()) == len(table.values(drawn))
    compared = {} if by == drawn else members  # speakers themselves are compared, not groups of them
    fitted = replace(protocol, clusters=(unit,), strata=by if nested else None)
    how = resampling or Resampling()
    tally = Tally.of(fitted, measures, table, how)
    labels = table.codes(by)  # the names are sorted as the codes are
    found = {
        measure.name: _gap(
            measure, tally, labels, names, table, "item" if alone or not nested else drawn, compared, how
        )
        for measure in measures
    }
    return Gaps(run.system, by, unit, members, len(run.outputs) - len(set(table.items.tolist())), found)


def _says_nothing(table: Table, name: str) -> bool:
    """Whether everybody reads one sentence, so that sentences can't be drawn."""
    return name == "sentence" and len(table.values(name)) == 1


def _gap(
    measure: Measure, tally: Tally, labels: Codes, names: Sequence[str], table: Table, shared_out: str,
    members: dict[str, int], how: Resampling,
) -> Gap:  # fmt: skip
    """One measure. ``shared_out`` are the units a permutation shares out over the groups; ``members`` is how many speakers each has."""
    one = tally.among([measure], table)
    parts = [one.take(np.flatnonzero(labels == group)) for group in range(len(names))]
    scores = {name: part.scores(how)[measure.name] for name, part in zip(names, parts, strict=True)}
    drawn = [part.resampled() for part in parts]
    resampled = [None if values is None else values[0] for values in drawn]
    pairs = _pairs(scores, resampled, how)
    known = [pair for pair in pairs if pair.difference is not None]
    codes = table.codes(shared_out)
    if not known:
        return Gap(scores, pairs, None, None, None, False, "undefined in too many groups")
    widest = max(known, key=lambda pair: abs(pair.difference or 0.0))
    if (widest.difference or 0.0) < 0:
        widest = _turned(widest)
    group_of = np.zeros(int(codes.max()) + 1, dtype=np.intp)
    group_of[codes] = labels
    p = _permutation(one.counts, codes, group_of, measure, how.seed)
    regression = _regression(measure, table, codes, group_of)
    tells, reason = _told(members, group_of, p, regression, measure)
    if widest.difference == 0:
        reason = "no gap in these data"
    elif tells and not members:
        reason = "these speakers differ"
    elif tells and shared_out not in ("speaker", "talk"):
        reason = "the groups' recordings differ; who speaks is not known"
    return Gap(scores, pairs, widest, p, regression, tells, reason)


def _pairs(scores: dict[str, Score], resampled: Sequence[Floats | None], how: Resampling) -> list[Pair]:
    pairs = []
    for (i, left), (j, right) in combinations(enumerate(scores), 2):
        ours, theirs = scores[left].value, scores[right].value
        if ours is None or theirs is None:
            pairs.append(Pair(left, right, None))
            continue
        first, second = resampled[i], resampled[j]
        if first is None or second is None:
            pairs.append(Pair(left, right, ours - theirs))
            continue
        low, high = percentile_interval(first - second, how.level) or (None, None)
        pairs.append(Pair(left, right, ours - theirs, low, high, bootstrap_p_value(first - second)))
    adjusted = holm([pair.p for pair in pairs])
    return [replace(pair, p=p) for pair, p in zip(pairs, adjusted, strict=True)]


def _turned(pair: Pair) -> Pair:
    """The same pair the other way round."""
    low, high, difference = pair.low, pair.high, pair.difference
    assert difference is not None
    return Pair(
        pair.right, pair.left, -difference, None if high is None else -high, None if low is None else -low, pair.p
    )


def _permutation(counts: Floats, units: Codes, group_of: Codes, measure: Measure, seed: int) -> float | None:
    """p-value of the largest gap if units are shared out over the groups at random, each group keeping its size."""
    totals = np.zeros((group_of.size, counts.shape[1]))
    np.add.at(totals, units, counts)
    size = int(group_of.max()) + 1

    def widest(labels: Codes) -> float:
        return float(np.ptp(measure.value(np.eye(size)[labels].T @ totals)))  # sums: groups × columns

    observed = widest(group_of)
    if np.isnan(observed):
        return None
    rng = generator(seed, way=3)
    trials = np.array([widest(rng.permutation(group_of)) for _ in range(TRIALS)])
    defined = trials[~np.isnan(trials)]
    return float((1 + np.count_nonzero(defined >= observed - 1e-9)) / (1 + defined.size))


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
            f"can't tell: one speaker in {', '.join(lonely[:3])}{' …' if len(lonely) > 3 else ''}, who may differ for reasons of their own",
        )
    ways = arrangements(group_of)
    if ways < FEWEST:
        return (
            False,
            f"can't tell: so few speakers can be shared out over the groups in only {ways:.0f} ways; {FEWEST:.0f} are the least",
        )
    if p is None:
        return False, "can't tell: undefined for a group"
    if measure.errors_and_words is not None and regression is None:
        return False, "can't tell: a group has no errors at all"
    if p >= SURE or (regression is not None and regression.p >= SURE):
        return False, "can't tell: a gap like this is to be expected by chance"
    return True, "the groups differ"
