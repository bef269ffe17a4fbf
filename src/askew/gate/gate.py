"""The gate: may this candidate replace the baseline? Non-inferiority on paired items, Holm over the rules.

A rule passes where the data show that it holds, fails where they show that it does not, and is undecided where they
can't tell. One rule that fails makes the gate fail; otherwise one that is undecided makes it undecided. A rule on flips
counts these very items: it is always decided.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from askew.analyses.flips import Flip, Flips, flips
from askew.core.errors import UsageError
from askew.core.files import from_json, read_bytes, text_of
from askew.core.resampling import Resampling
from askew.core.run import Run, load
from askew.gate.evidence import Evidence, gather
from askew.gate.rules import MAX, MAX_DROP, MIN, Rule, Rules
from askew.gate.scores import LOST, FlipCount
from askew.measures.base import Better, Measure
from askew.stats.inference import holm

Outcome = Literal["pass", "fail", "undecided"]
PASS: Outcome = "pass"
FAIL: Outcome = "fail"
UNDECIDED: Outcome = "undecided"
THESE_ITEMS = "these very items"
_WORSE = {Better.HIGHER: "falls", Better.LOWER: "rises", Better.NEARER_TO_ZERO: "moves away from zero"}
_CHANGE = {Better.HIGHER: "drop", Better.LOWER: "rise", Better.NEARER_TO_ZERO: "move away from zero"}


@dataclass(frozen=True)
class RuleOutcome:
    """What became of one rule."""

    rule: str
    """The rule in words."""
    kind: str
    """max-drop, min or max."""
    score: str
    """The score's name, with its group."""
    limit: float
    """What the rule allows."""
    outcome: Outcome
    """pass, fail or undecided."""
    about: str
    """Whom the outcome speaks of: occupations or talks like these, or these very items."""
    baseline: float | None
    """The baseline's score."""
    candidate: float | None
    """The candidate's score."""
    worse_by: float | None = None
    """In points; for a minimum or a maximum, how far the candidate is on its wrong side."""
    low: float | None = None
    """Where its interval begins."""
    high: float | None = None
    """Where its interval ends."""
    p_holds: float | None = None
    """Holm-adjusted: small where the rule is shown to hold."""
    p_broken: float | None = None
    """Holm-adjusted: small where it is shown to be broken."""
    items: int = 0
    """How many items it was told from."""
    excludes: float | None = None
    """The smallest limit these items exclude, whatever becomes of the other rules."""
    change: str = ""
    """What ``worse_by`` is called: a drop, a rise, a move away from zero."""
    reason: str | None = None
    """Why it is as it is, or undecided."""


@dataclass(frozen=True)
class LostSentence:
    """One item that was right for the baseline and is not for the candidate."""

    id: str
    """The item's."""
    source: str
    """What was asked."""
    baseline: str
    """The baseline's output."""
    candidate: str
    """The candidate's output."""
    verdict: str
    """What was decided about the candidate's."""
    reason: str
    """Why."""
    asked: str = ""
    """The gender the item asks for, where it asks for one."""
    given: str = ""
    """The gender the candidate gives."""


def lost_sentence(flip: Flip) -> LostSentence:
    """A flip as the gate and reports show it."""
    return LostSentence(
        flip.item.id, flip.item.source, flip.baseline, flip.candidate, flip.after, flip.reason,
        flip.item.attributes.get("gold", ""), flip.given,
    )  # fmt: skip


@dataclass(frozen=True)
class GateOutcome:
    """What the gate says; ``askew gate --format json`` prints it, field for field."""

    outcome: Outcome
    """fail if one rule fails, else undecided if one is, else pass."""
    baseline: str
    """The baseline's name."""
    candidate: str
    """The candidate's name."""
    suite: str
    """What both were asked."""
    target: str
    """The language of the outputs."""
    alpha: float
    """The gate's error rate."""
    rules: Sequence[RuleOutcome]
    """What became of each rule."""
    signature: str
    """Of both runs."""
    right_before: int = 0
    """Of these very items, those that were right for the baseline."""
    won: int = 0
    """Those that are right for the candidate alone."""
    lost: Sequence[LostSentence] = ()
    """Those that were right for the baseline alone; first those that a broken rule counts."""

    @property
    def status(self) -> int:
        """The exit status."""
        return {PASS: 0, FAIL: 1, UNDECIDED: 3}[self.outcome]

    @property
    def tests(self) -> int:
        """How many rules are tests, which share alpha."""
        return sum(rule.about != THESE_ITEMS for rule in self.rules)

    def to_json(self) -> dict[str, Any]:
        """A plain object."""
        return asdict(self)


def read_gate(path: Path) -> GateOutcome:
    """What a gate said, from the file ``askew gate --format json`` was written to.

    Raises:
        InputError: it can't be read as that.

    """
    return from_json(text_of(read_bytes(path), str(path)), GateOutcome, where=str(path))


def gate(
    candidate: str | Path | Run, baseline: str | Path | Run, rules: Rules, resampling: Resampling | None = None
) -> GateOutcome:
    """Hold a candidate's run against the baseline's.

    Args:
        candidate: the run (or its folder) that may replace the baseline.
        baseline: the run it is held against, on the same items.
        rules: what it is held to.
        resampling: how standard errors are made.

    Raises:
        RunError: the runs can't be compared.
        UsageError: a rule is about something the suite has not.

    """
    new, old = (run if isinstance(run, Run) else load(run) for run in (candidate, baseline))
    evidence = gather(new, old, rules.rules, resampling or Resampling())
    tests = [one.test if isinstance(one, Evidence) else None for one in evidence]
    holds = holm([test.p_within if test else None for test in tests])
    broken = holm([test.p_beyond if test else None for test in tests])
    changed = flips(old, new)
    count = sum(isinstance(one, Evidence) for one in evidence)
    outcomes = [
        _counted(rule, one, changed, old)
        if isinstance(one, FlipCount)
        else _tested(rule, one, rules.alpha, rules.alpha / count, p_holds, p_broken)
        for rule, one, p_holds, p_broken in zip(rules.rules, evidence, holds, broken, strict=True)
    ]
    said = {outcome.outcome for outcome in outcomes}
    return GateOutcome(
        outcome=FAIL if FAIL in said else UNDECIDED if UNDECIDED in said else PASS,
        baseline=old.system,
        candidate=new.system,
        suite=new.asked.suite,
        target=new.asked.target,
        alpha=rules.alpha,
        rules=outcomes,
        signature=str(new.signature),
        lost=[lost_sentence(flip) for flip in _broken_first(changed.lost, evidence, outcomes)],
        won=len(changed.won),
        right_before=len(changed.right_before),
    )


def _broken_first(
    lost: Sequence[Flip], evidence: Sequence[Evidence | FlipCount], outcomes: Sequence[RuleOutcome]
) -> list[Flip]:
    """Lost items, those that a broken rule counts before the others."""
    groups = [
        one.group.items()
        for one, outcome in zip(evidence, outcomes, strict=True)
        if isinstance(one, FlipCount) and one.name == LOST and outcome.outcome == FAIL
    ]
    return sorted(lost, key=lambda flip: not any(group <= flip.item.attributes.items() for group in groups))


def _tested(
    rule: Rule, one: Evidence, alpha: float, shared: float, p_holds: float | None, p_broken: float | None
) -> RuleOutcome:
    words, change = _in_words(rule, one.measure), _CHANGE.get(one.measure.better or Better.HIGHER, "")
    known = (one.about, one.baseline, one.candidate)
    if one.test is None or p_holds is None or p_broken is None:
        return RuleOutcome(
            words, rule.kind, rule.score, rule.limit, UNDECIDED, *known, items=one.items, reason=one.reason
        )
    low, high = one.test.interval(alpha)
    outcome = PASS if p_holds < alpha else FAIL if p_broken < alpha else UNDECIDED
    excludes = one.test.upper(shared) if rule.kind == MAX_DROP else None
    return RuleOutcome(
        words, rule.kind, rule.score, rule.limit, outcome, *known, one.test.estimate, low, high, p_holds, p_broken,
        one.items, excludes, change,
    )  # fmt: skip


def _counted(rule: Rule, score: FlipCount, changed: Flips, baseline: Run) -> RuleOutcome:
    """A rule on these very items: a number, no inference."""
    if not changed.compared:
        raise UsageError(f"{rule}: the verdicts of {baseline.asked.suite} are not right or wrong, so none can be lost")
    group = score.group.items()
    found = [
        flip for flip in (changed.lost if score.name == LOST else changed.won) if group <= flip.item.attributes.items()
    ]
    right = sum(group <= item.attributes.items() for item in changed.right_before)
    holds = len(found) <= rule.limit if rule.kind == MAX else len(found) >= rule.limit
    outcome, number = PASS if holds else FAIL, float(len(found))
    return RuleOutcome(
        _in_words(rule), rule.kind, rule.score, rule.limit, outcome, THESE_ITEMS, None, number, items=right
    )


def _in_words(rule: Rule, measure: Measure | None = None) -> str:
    """What a rule allows."""
    if rule.kind == MIN:
        return f"{rule.score} at least {rule.limit:g}"
    if rule.kind == MAX:
        return f"{rule.score} at most {rule.limit:g}"
    worse = _WORSE[measure.better] if measure and measure.better else "changes"
    return f"{rule.score} {worse} by less than {rule.limit:g}"
