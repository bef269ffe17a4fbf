"""What the items say about a rule: by how much the candidate is worse, and how sure that is, on the measure's own
scale.

The standard error is that of the paired difference: resampled over the suite's clusters, or, where only the items of
these very units are resampled (segments within talks), over the units, left out one at a time: a rule is about talks
like these, not about these talks' segments. To it is added what one item is worth (Agresti and Min 2005,
doi:10.1002/sim.1781): where no item happened to differ, the next one still could.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from askew.analyses.comparable import check_comparable
from askew.analyses.compare import paired_table, protocol_of
from askew.core.errors import UsageError
from askew.core.resampling import Resampling
from askew.core.run import Run
from askew.evaluate.measure import Tally, lacking_for
from askew.gate.rules import MAX, MAX_DROP, MIN, Rule
from askew.gate.scores import FlipCount, Within, score_of
from askew.gate.worth import worth_of_one_item
from askew.measures.base import Better, Floats, Measure
from askew.measures.table import Table
from askew.stats.clustered import jackknife, without_each
from askew.stats.noninferiority import Margin, Margins, error_of_resampled
from askew.suites.base import Protocol

CERTAIN = 3.0  # standard errors a baseline's gap must be away from zero for its sign to be taken as known


@dataclass(frozen=True)
class Evidence:
    """What the items say about one rule: the values, and the test against the limit or the reason why there is none."""

    measure: Measure
    baseline: float | None
    candidate: float | None
    items: int
    test: Margins | None
    reason: str | None
    about: str


@dataclass(frozen=True)
class Sides:
    """A measure of both runs: its values, its values on what stands for other samples; worth is that of one item."""

    before: float
    after: float
    others: tuple[Floats, Floats]
    """Of baseline and candidate, on the same resamples, or without each unit of the population."""
    jackknifed: bool
    clusters: int
    worth: float

    def error(self, estimates: Floats, worth: float) -> float | None:
        """The standard error of a number from its values on ``others``."""
        if not self.jackknifed:
            found = error_of_resampled(estimates, self.clusters)
        else:
            left_out = jackknife(0.0, estimates)
            found = None if left_out is None else left_out.error
        return None if found is None else math.hypot(found, worth)

    def margin(self, a: float, b: float, constant: float, limit: float) -> Margin | None:
        """The test of a·after + b·before + constant against a limit."""
        error = self.error(a * self.others[1] + b * self.others[0], self.worth)
        estimate = a * self.after + b * self.before + constant
        return None if error is None else Margin(estimate, error, self.clusters - 1, limit)


def gather(candidate: Run, baseline: Run, rules: Sequence[Rule], resampling: Resampling) -> list[Evidence | FlipCount]:
    """The evidence for each rule, on the same resamples of the same items; for a rule on flips, what it counts.

    Raises:
        RunError: the runs can't be compared.
        UsageError: a rule is about a score, attribute or value that is not there, or that can't get worse.

    """
    check_comparable(baseline, candidate)
    protocol = protocol_of(baseline, candidate)
    tables = [paired_table(run) for run in (baseline, candidate)]
    found: list[Evidence | FlipCount] = []
    for rule in rules:
        score = score_of(rule.score, protocol, tables[0])
        if isinstance(score, FlipCount):
            if rule.kind == MAX_DROP:
                raise UsageError(
                    f"{rule}: these are items counted one by one, so the rule is --max {rule.score}=NUMBER"
                )
            found.append(score)
            continue
        if rule.kind == MAX_DROP and score.better is None:
            raise UsageError(
                f"{rule}: {score.name} can't get worse, as neither direction is better; use --min or --max"
            )
        found.append(_evidence(rule, score, protocol, tables, resampling))
    return found


def _evidence(rule: Rule, measure: Measure, protocol: Protocol, tables: Sequence[Table], how: Resampling) -> Evidence:
    tallies = [Tally.of(protocol, [measure], table, how) for table in tables]
    before, after = (float(tally.values(tally.counts.sum(axis=0))[0]) for tally in tallies)
    units = tallies[0].units[:, 0] | tallies[1].units[:, 0]
    shown = [None if np.isnan(value) else value for value in (before, after)]
    about = protocol.population.like

    def evidence(test: Margins | None, reason: str | None = None) -> Evidence:
        return Evidence(measure, shown[0], shown[1], int(units.sum()), test, reason, about)

    if lacking := _lacking(measure, tables[0]):
        return evidence(None, lacking)
    if np.isnan(after) or (rule.kind == MAX_DROP and np.isnan(before)):
        return evidence(None, "undefined: no items it speaks about")
    resampled = protocol.population.main == "like"  # else only the items of these very units are resampled
    population = None if resampled else tables[0].codes(protocol.population.unit)
    sides = sides_of(measure, tallies, tables[1], population, paired=rule.kind == MAX_DROP)
    if sides is None:
        kind = "cluster" if resampled else protocol.population.unit
        return evidence(None, f"all items are of one {kind}, so nothing can be said of others")
    test = margins_for(rule, measure, sides)
    return evidence(test, None if test else "undefined in too many resamples")


def sides_of(
    measure: Measure, tallies: Sequence[Tally], table: Table, population: NDArray[np.intp] | None, *, paired: bool
) -> Sides | None:
    """A measure of baseline and candidate (a tally each, rows in one order), ready to be tested; None where there is
    but one cluster or unit.
    """
    units = tallies[0].units[:, 0] | tallies[1].units[:, 0]
    found = _resampled(tallies, units) if population is None else _without_each(tallies, measure, population, units)
    if found is None:
        return None
    clusters, others = found
    before, after = (float(tally.values(tally.counts.sum(axis=0))[0]) for tally in tallies)
    worth = worth_of_one_item(measure, tallies[0].counts if paired else None, tallies[1].counts, table)
    return Sides(before, after, others, population is not None, clusters, worth)


def margins_for(rule: Rule, measure: Measure, sides: Sides) -> Margins | None:
    """A rule as one or several tests of sums of the two values; None if too many resamples are undefined."""
    if rule.kind == MIN:
        return Margins.of([sides.margin(-1, 0, rule.limit, 0.0)])
    if rule.kind == MAX:
        return Margins.of([sides.margin(1, 0, -rule.limit, 0.0)])
    if measure.better is not Better.NEARER_TO_ZERO:
        sign = 1 if measure.better is Better.LOWER else -1
        return Margins.of([sides.margin(sign, -sign, 0.0, rule.limit)])
    return _away_from_zero(sides, rule.limit)


def _away_from_zero(sides: Sides, limit: float) -> Margins | None:
    """|after| − |before| < limit. Where the baseline's sign is not certain, |after − before| < limit, which is
    stronger, stands in for it.
    """
    error = sides.error(sides.others[0], sides.worth)
    if error is None:
        return None
    now = -1 if sides.after < 0 else 1
    if abs(sides.before) > CERTAIN * error:
        sign = -1 if sides.before < 0 else 1
        within = [sides.margin(sign, -sign, 0.0, limit), sides.margin(-sign, -sign, 0.0, limit)]
        beyond = [sides.margin(now, -sign, 0.0, limit)]
    else:
        within = [sides.margin(1, -1, 0.0, limit), sides.margin(-1, 1, 0.0, limit)]
        beyond = [sides.margin(now, -1, 0.0, limit), sides.margin(now, 1, 0.0, limit)]
    return Margins.of(within, beyond, estimate=abs(sides.after) - abs(sides.before))


def _resampled(tallies: Sequence[Tally], units: NDArray[np.bool_]) -> tuple[int, tuple[Floats, Floats]] | None:
    """How many clusters the measure's items are of, in the way that has the fewest (but more than one), and the values
    on all resamples.
    """
    counts = [len(np.unique(codes[units])) for codes in tallies[0].clusters]
    before, after = (tally.resampled() for tally in tallies)
    clusters = min((count for count in counts if count > 1), default=1)
    return None if before is None or after is None or clusters < 2 else (clusters, (before[0], after[0]))


def _without_each(
    tallies: Sequence[Tally], measure: Measure, population: NDArray[np.intp], units: NDArray[np.bool_]
) -> tuple[int, tuple[Floats, Floats]] | None:
    """How many units of the population the measure's items are of, and the values without each of them."""
    present, codes = np.unique(population[units], return_inverse=True)
    if present.size < 2:
        return None
    before, after = (measure.value(without_each(tally.counts[units], codes)) for tally in tallies)
    return int(present.size), (before, after)


def _lacking(measure: Measure, table: Table) -> str | None:
    """Why a measure can't mean what its name says on these items, or on the group it is about."""
    if isinstance(measure, Within):
        return lacking_for(measure.needs, table.keep(measure.rows(table)))
    parts: list[Any] = [part for part in (getattr(measure, "left", None), getattr(measure, "right", None)) if part]
    for part in parts:
        if lacking := _lacking(part, table):
            return lacking
    return lacking_for(measure.needs, table) if not parts else None
