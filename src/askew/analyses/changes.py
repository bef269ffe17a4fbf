"""How scores differ between two sides, on the same items: differences, intervals and tests, in two readings.

The main reading is what the suite's intervals are about. The other one stands beside it: *these talks* and *talks like
these*, *these occupations* and *occupations like these*. A claim names which it is.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from askew.core.resampling import Resampling
from askew.evaluate.measure import Tally, pooled
from askew.measures.base import Measure, Role
from askew.measures.table import ITEM, Table
from askew.stats.clustered import jackknife, without_each
from askew.stats.inference import bootstrap_p_value, holm, p_of_swaps, percentile_interval, swaps
from askew.suites.base import Protocol


@dataclass(frozen=True)
class OtherReading:
    """The same difference, about other units than the main reading's."""

    about: str
    low: float | None = None
    high: float | None = None
    p: float | None = None
    p_holm: float | None = None
    clusters: int | None = None
    """How many units it is inferred from, where it is about others like them."""
    reason: str | None = None


@dataclass(frozen=True)
class Change:
    """How one score differs from the baseline's, on the same items."""

    baseline: float | None
    """The baseline's score."""
    value: float | None
    """The score of the system beside it."""
    difference: float | None
    """The second less the first."""
    low: float | None = None
    """Where the difference's interval begins."""
    high: float | None = None
    """Where it ends."""
    p: float | None = None
    """How likely so large a difference is where there is none."""
    p_holm: float | None = None
    """The same, adjusted for all that was tested."""
    n: int = 0
    """How many units both have."""
    reason: str | None = None
    """Why there is no difference, or no interval."""
    other: "OtherReading | None" = None
    """The other reading: about these very items, or about items like these."""

    def to_json(self) -> dict[str, Any]:
        """A plain object with all fields."""
        return {**self.__dict__, "other": None if self.other is None else dict(self.other.__dict__)}


Changes = dict[str, Change]


def changes_of(left: Tally, right: Tally, how: Resampling, exchange: NDArray[np.intp] | None) -> Changes:
    """Every measure's change; tested by swapping the clusters of ``exchange``, or by the bootstrap without them."""
    values = [side.values(side.counts.sum(axis=0)) for side in (left, right)]
    resampled = [side.resampled() for side in (left, right)]
    edges = np.cumsum([0, *(measure.width for measure in left.measures)])
    swapped = None if exchange is None else swaps(left.counts, right.counts, exchange, how.resamples, how.seed)
    changes: Changes = {}
    for k, measure in enumerate(left.measures):
        before, after = float(values[0][k]), float(values[1][k])
        n = int(left.units[:, k].sum())
        if np.isnan(before) or np.isnan(after):
            known = [None if np.isnan(value) else value for value in (before, after)]
            reason = "undefined for one of the two: no items it speaks about"
            changes[measure.name] = Change(known[0], known[1], None, n=n, reason=reason)
            continue
        if resampled[0] is None or resampled[1] is None:
            reason = "no interval: all items are of one cluster"
            changes[measure.name] = Change(before, after, after - before, n=n, reason=reason)
            continue
        differences = resampled[1][k] - resampled[0][k]
        interval = percentile_interval(differences, how.level)
        p = None if interval is None else bootstrap_p_value(differences)
        if swapped is not None:
            columns = slice(edges[k], edges[k + 1])
            p = p_of_swaps(left.counts[:, columns], right.counts[:, columns], swapped[:, columns], measure.value)
        low, high = interval or (None, None)
        doubt = None if interval else "no interval: undefined in too many resamples"
        changes[measure.name] = Change(before, after, after - before, low, high, p=p, n=n, reason=doubt)
    return changes


def group_changes(left: Tally, right: Tally, column: NDArray[np.object_], how: Resampling) -> dict[str, Changes]:
    """The changes within each value of a column (the rows of both tallies are in the same order), Holm-adjusted over
    them.
    """
    rows: dict[str, Changes] = {}
    for value in dict.fromkeys(column.tolist()):
        here = np.flatnonzero(column == value)
        if not left.units[here].any():
            continue
        rows[value] = changes_of(left.take(here), right.take(here), how, exchange=None)
    for measure in left.measures:
        adjusted = holm([rows[value][measure.name].p for value in rows])
        for value, p in zip(rows, adjusted, strict=True):
            rows[value][measure.name] = replace(rows[value][measure.name], p_holm=p)
    return rows


def other_readings(
    protocol: Protocol, measures: Sequence[Measure], left: Sequence[Table], right: Sequence[Table], how: Resampling
) -> dict[str, OtherReading]:
    """Every measure's difference in the reading that is not the main one; the tables of a side are pooled. Empty where
    there is no other.
    """
    population = protocol.population
    if population.unit == ITEM or not left[0].has(population.unit):
        return {}
    if population.main == "these":
        return _about_like(protocol, measures, left, right, how)
    within = replace(protocol, clusters=(ITEM,), strata=population.unit)
    sides = [pooled([Tally.of(within, measures, table, how) for table in side]) for side in (left, right)]
    changes = changes_of(sides[0], sides[1], how, left[0].codes(ITEM))
    return {
        name: OtherReading(population.these, change.low, change.high, change.p, reason=change.reason)
        for name, change in changes.items()
    }


def _about_like(
    protocol: Protocol, measures: Sequence[Measure], left: Sequence[Table], right: Sequence[Table], how: Resampling
) -> dict[str, OtherReading]:
    """Differences over units like these, by leaving out one after the other."""
    about, unit = protocol.population.like, protocol.population.unit
    codes = left[0].codes(unit)
    found = {}
    for measure in measures:
        before, after = (np.mean([measure.counts(table) for table in side], axis=0) for side in (left, right))
        here = codes[measure.units(left[0])]
        if len(set(here.tolist())) < 2:
            found[measure.name] = OtherReading(about, clusters=1, reason=f"one {unit} can't tell")
            continue
        apart = measure.value(without_each(after, codes)) - measure.value(without_each(before, codes))
        value = float(measure.value(after.sum(axis=0)) - measure.value(before.sum(axis=0)))
        estimate = jackknife(value, np.asarray(apart, dtype=float))
        if estimate is None:
            found[measure.name] = OtherReading(
                about, reason=f"undefined without one of the {protocol.population.plural}"
            )
        else:
            low, high = estimate.interval(how.level)
            found[measure.name] = OtherReading(about, low, high, estimate.p_value, clusters=estimate.clusters)
    return found


def adjusted_by_holm(changes: Sequence[Changes], protocol: Protocol) -> list[Changes]:
    """Adjusted over all scores of all systems, which is how many chances there were to find something; each reading is
    a family.

    Diagnostics (is it the right language?) are no claims about a system and take no part.
    """
    tested = {measure.name for measure in protocol.measures if measure.role is not Role.DIAGNOSTIC}
    places = [(k, name) for k, by_name in enumerate(changes) for name in by_name if name in tested]

    def family(p_of: Callable[[Change], float | None]) -> dict[tuple[int, str], float | None]:
        return dict(zip(places, holm([p_of(changes[k][name]) for k, name in places]), strict=True))

    main = family(lambda change: change.p)
    other = family(lambda change: None if change.other is None else change.other.p)
    return [
        {
            name: replace(
                change,
                p_holm=main.get((k, name)),
                other=None if change.other is None else replace(change.other, p_holm=other.get((k, name))),
            )
            for name, change in by_name.items()
        }
        for k, by_name in enumerate(changes)
    ]
