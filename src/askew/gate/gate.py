"""The gate: may this candidate replace the baseline? Non-inferiority on paired items, Holm over the rules.

A rule passes where the data show that it holds, fails where they show that it does not, and is undecided where they can't tell. One rule
that fails makes the gate fail; otherwise one that is undecided makes it undecided.
"""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from askew.analyses.comparable import check_comparable
from askew.analyses.compare import paired_table, protocol_of
from askew.core.resampling import Resampling
from askew.core.run import Run, load
from askew.evaluate.measure import Tally, lacking_for
from askew.gate.rules import MIN, Rule, Rules, in_words, measure_for
from askew.measures.base import Measure
from askew.measures.ratio import Difference
from askew.measures.table import Table
from askew.stats.inference import holm
from askew.stats.noninferiority import Margin, standard_error
from askew.suites.base import Protocol

PASS, FAIL, UNDECIDED = "pass", "fail", "undecided"
POWER = 0.8  # with which the items said to be needed would decide


@dataclass(frozen=True)
class RuleOutcome:
    """What became of one rule."""

    rule: str
    kind: str
    score: str
    limit: float
    outcome: str
    baseline: float | None
    candidate: float | None
    worse_by: float | None  # points; for a minimum, how far the candidate is below it
    low: float | None = None
    high: float | None = None
    p_holds: float | None = None  # Holm-adjusted: small where the rule is shown to hold
    p_broken: float | None = None  # Holm-adjusted: small where it is shown to be broken
    items: int = 0
    items_needed: int | None = None
    reason: str | None = None

    def to_json(self) -> dict[str, Any]:
        """A plain object."""
        return asdict(self)


@dataclass(frozen=True)
class GateOutcome:
    """What the gate says."""

    outcome: str
    baseline: str
    candidate: str
    suite: str
    target: str
    alpha: float
    rules: Sequence[RuleOutcome]
    signature: str

    @property
    def status(self) -> int:
        """The exit status."""
        return {PASS: 0, FAIL: 1, UNDECIDED: 3}[self.outcome]

    def to_json(self) -> dict[str, Any]:
        """What ``askew gate --format json`` prints."""
        return {
            **{key: value for key, value in self.__dict__.items() if key != "rules"},
            "rules": [r.to_json() for r in self.rules],
        }


@dataclass(frozen=True)
class Evidence:
    """What the items say about one rule: the values, and the margin test; or the reason why there is none."""

    measure: Measure
    baseline: float | None
    candidate: float | None
    items: int
    margin: Margin | None
    reason: str | None


def gate(
    candidate: str | Path | Run, baseline: str | Path | Run, rules: Rules, resampling: Resampling | None = None
) -> GateOutcome:
    """Hold a candidate's run against the baseline's."""
    new, old = (run if isinstance(run, Run) else load(run) for run in (candidate, baseline))
    evidence = gather(new, old, rules.rules, resampling or Resampling())
    holds = holm([one.margin.p_within if one.margin else None for one in evidence])
    broken = holm([one.margin.p_beyond if one.margin else None for one in evidence])
    outcomes = [
        _outcome(rule, one, rules, *ps, items=len(new.outputs))
        for rule, one, ps in zip(rules.rules, evidence, zip(holds, broken, strict=True), strict=True)
    ]
    said = {outcome.outcome for outcome in outcomes}
    overall = FAIL if FAIL in said else UNDECIDED if UNDECIDED in said else PASS
    return GateOutcome(
        overall, old.system, new.system, new.asked.suite, new.asked.target, rules.alpha, outcomes, str(new.signature)
    )


def gather(candidate: Run, baseline: Run, rules: Sequence[Rule], resampling: Resampling) -> list[Evidence]:
    """The evidence for each rule, on the same resamples of the same items."""
    check_comparable(baseline, candidate)
    protocol = protocol_of(baseline, candidate)
    tables = [paired_table(run) for run in (baseline, candidate)]
    return [_evidence(rule, measure_for(rule.score, protocol), protocol, tables, resampling) for rule in rules]


def _evidence(rule: Rule, measure: Measure, protocol: Protocol, tables: Sequence[Table], how: Resampling) -> Evidence:
    tallies = [Tally.of(protocol, [measure], table, how) for table in tables]
    before, after = (float(tally.values(tally.counts.sum(axis=0))[0]) for tally in tallies)
    units = tallies[0].units[:, 0] | tallies[1].units[:, 0]
    shown = [None if np.isnan(value) else value for value in (before, after)]

    def evidence(margin: Margin | None = None, reason: str | None = None) -> Evidence:
        return Evidence(measure, shown[0], shown[1], int(units.sum()), margin, reason)

    if lacking := lacking_for(measure.needs, tables[0]):
        return evidence(reason=lacking)
    estimate = float(_worse_by(rule, measure, before, after))
    if np.isnan(estimate):
        return evidence(reason="undefined: no items it speaks about")
    clusters = _fewest_clusters(tallies[0], units)
    drawn = [tally.resampled() for tally in tallies]
    if clusters < 2 or drawn[0] is None or drawn[1] is None:
        return evidence(reason="all items are of one cluster, so nothing can be said of others")
    resampled = _worse_by(rule, measure, drawn[0][0], drawn[1][0])
    error = standard_error(resampled, _one_item(measure, tables[0]), clusters)
    if error is None:
        return evidence(reason="undefined in too many resamples")
    limit = 0.0 if rule.kind == MIN else rule.limit
    return evidence(Margin(estimate, error, clusters - 1, limit))


def _worse_by(rule: Rule, measure: Measure, before: Any, after: Any) -> Any:
    """Points by which the candidate is worse than the baseline, or, for a minimum, below it."""
    if rule.kind == MIN:
        return rule.limit - after
    return measure.worse_by(before, after)


def _fewest_clusters(tally: Tally, units: NDArray[np.bool_]) -> int:
    """How many clusters the measure's items are of, in the way that has the fewest (but more than one)."""
    counts = [len(np.unique(codes[units])) for codes in tally.clusters]
    return min((count for count in counts if count > 1), default=1)


def _one_item(measure: Measure, table: Table) -> float:
    """The points that one item is worth; of a difference, one on either side."""
    if isinstance(measure, Difference):
        return math.hypot(_one_item(measure.left, table), _one_item(measure.right, table))
    return 100 / max(int(measure.units(table).sum()), 1)


def _outcome(
    rule: Rule, one: Evidence, rules: Rules, holds: float | None, broken: float | None, items: int
) -> RuleOutcome:
    words = in_words(rule, one.measure)
    if one.margin is None:
        return RuleOutcome(
            words,
            rule.kind,
            rule.score,
            rule.limit,
            UNDECIDED,
            one.baseline,
            one.candidate,
            None,
            items=one.items,
            reason=one.reason,
        )
    outcome = PASS if (holds or 0.0) < rules.alpha else FAIL if (broken or 0.0) < rules.alpha else UNDECIDED
    needed = one.margin.times_more(rules.alpha / len(rules.rules), POWER) if outcome == UNDECIDED else None
    return RuleOutcome(
        rule=words,
        kind=rule.kind,
        score=rule.score,
        limit=rule.limit,
        outcome=outcome,
        baseline=one.baseline,
        candidate=one.candidate,
        worse_by=one.margin.estimate,
        **dict(zip(("low", "high"), one.margin.interval(rules.alpha), strict=True)),
        p_holds=holds,
        p_broken=broken,
        items=one.items,
        items_needed=None if needed is None else math.ceil(items * needed),
        reason="the estimate is the limit itself: no number of items would decide"
        if outcome == UNDECIDED and needed is None
        else None,
    )
