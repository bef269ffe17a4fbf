"""How many items a given drop needs, from assumptions or from two runs.

Of two systems on the same items, a share d of the items is right for one and wrong for the other. The paired difference
of one item then has variance d − δ² where the true difference is δ (in shares), and n items that are independent of
each other decide about a margin m with

    n = ((z_{1−α} + z_power) ÷ m)² · variance
"""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from askew.core.errors import UsageError
from askew.core.resampling import Resampling
from askew.core.run import Run, load
from askew.gate.evidence import Evidence, gather
from askew.gate.rules import MAX_DROP, Rule
from askew.stats.noninferiority import needed_errors


@dataclass(frozen=True)
class Needed:
    """Items needed, and what that was reckoned from."""

    score: str
    drop: float
    to_exclude: int
    """Items that exclude such a drop with the given power when there is none."""
    to_see: int
    """Items that show such a drop with the given power when there is one."""
    alpha: float
    power: float
    items: int | None = None
    """Items of the suite the two runs answered."""
    smallest: float | None = None
    """The smallest drop these items can exclude with the given power."""

    def to_json(self) -> dict[str, Any]:
        """A plain object."""
        return asdict(self)


def items_needed(drop: float, discordant: float, *, alpha: float = 0.05, power: float = 0.8) -> Needed:
    """From assumptions: a drop in points, and the percentage of items on which the two systems will differ in being
    right.

    >>> items_needed(2, 10).to_exclude, items_needed(2, 10).to_see
    (1546, 1540)
    """
    _check(drop, alpha, power)
    if not drop <= discordant <= 100:
        raise UsageError(
            f"the discordant items must be at least the drop ({drop:g}%) and at most 100%; found {discordant:g}%"
        )
    d, m = discordant / 100, drop / 100
    factor = (needed_errors(alpha, power) / m) ** 2
    return Needed("", drop, math.ceil(factor * d), math.ceil(factor * (d - m * m)), alpha, power)


def items_needed_like(
    candidate: str | Path | Run,
    baseline: str | Path | Run,
    rules: Sequence[Rule],
    *,
    alpha: float = 0.05,
    power: float = 0.8,
    resampling: Resampling | None = None,
) -> list[Needed]:
    """From two runs: the items needed if more of them differ as these do, occupations and templates included.

    It reckons with the gate's own standard errors, Student's t, and alpha shared by the rules as the gate's Holm
    begins, so that what is said to be excluded is what a gate on these rules excludes.

    Args:
        candidate: a run like those to be gated.
        baseline: the run it is held against.
        rules: of the kind ``max-drop``.
        alpha: error rate of the gate.
        power: how surely it is to decide.
        resampling: how standard errors are made.

    Raises:
        UsageError: a rule is not on a drop, or there is no evidence on it.
        RunError: the runs can't be compared.

    """
    new, old = (run if isinstance(run, Run) else load(run) for run in (candidate, baseline))
    found = []
    for rule, evidence in zip(rules, gather(new, old, rules, resampling or Resampling()), strict=True):
        if rule.kind != MAX_DROP or not isinstance(evidence, Evidence):
            raise UsageError(f"{rule}: the items needed can be reckoned for drops only")
        _check(rule.limit, alpha, power)
        if evidence.test is None:
            raise UsageError(f"{rule}: {evidence.reason}")
        smallest = needed_errors(alpha / len(rules), power, evidence.test.freedom) * evidence.test.error
        items = len(new.outputs)
        needed = math.ceil(items * (smallest / rule.limit) ** 2)
        found.append(Needed(rule.score, rule.limit, needed, needed, alpha, power, items, smallest))
    return found


def _check(drop: float, alpha: float, power: float) -> None:
    if drop <= 0 or not 0 < alpha < 0.5 or not 0 < power < 1:
        raise UsageError(
            f"a drop must be above 0 points, alpha between 0 and 0.5, power between 0 and 1; "
            f"found {drop:g}, {alpha:g}, {power:g}"
        )
