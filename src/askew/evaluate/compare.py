"""Compare runs on the same items: paired differences, intervals and tests, each run against the first."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from askew.core.errors import RunError, first_five
from askew.core.run import Run, load
from askew.evaluate.measure import Floats, Resampling, lacking_for, resampled_values
from askew.measures.ratio import Measure
from askew.measures.table import Table
from askew.stats.inference import approximate_randomisation, bootstrap_p_value, holm, percentile_interval
from askew.suites import REGISTRY
from askew.suites.base import Protocol


@dataclass(frozen=True)
class Change:
    """How one score differs from the baseline's, on the same items."""

    baseline: float | None
    value: float | None
    difference: float | None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    p_holm: float | None = None
    n: int = 0
    reason: str | None = None

    def to_json(self) -> dict[str, Any]:
        """A plain object with all fields."""
        return dict(self.__dict__)


Changes = dict[str, Change]


@dataclass(frozen=True)
class Comparison:
    """Runs side by side. ``changes`` and ``groups`` have one entry per run after the first."""

    runs: Sequence[Run]
    changes: Sequence[Changes]
    groups: Sequence[dict[str, dict[str, Changes]]]

    def to_json(self) -> dict[str, Any]:
        """What ``askew compare --json`` prints."""
        return {
            "baseline": self.runs[0].system,
            "signature": str(self.runs[0].signature),
            "systems": [
                {
                    "system": run.system,
                    "changes": {name: change.to_json() for name, change in changes.items()},
                    "groups": {
                        attribute: {
                            value: {name: change.to_json() for name, change in by_name.items()}
                            for value, by_name in by_value.items()
                        }
                        for attribute, by_value in groups.items()
                    },
                }
                for run, changes, groups in zip(self.runs[1:], self.changes, self.groups, strict=True)
            ],
        }


def compare(*runs: str | Path | Run, resampling: Resampling | None = None) -> Comparison:
    """Compare two or more runs (folders or runs) on the same items, each with the first.

    Intervals are paired percentile bootstraps over the suite's clusters. The p-values of the suite's scores are from approximate
    randomisation that swaps whole occupations (the suite's ``exchange``), Holm-adjusted over all scores and systems; those
    of groups are from the paired bootstrap, Holm-adjusted over the groups.
    """
    loaded = [run if isinstance(run, Run) else load(run) for run in runs]
    if len(loaded) < 2:
        raise RunError("a comparison needs at least two runs")
    for other in loaded[1:]:
        _check_comparable(loaded[0], other)
    first = loaded[0]
    protocol = REGISTRY.get(first.asked.suite).protocol(first.protocol, first.asked.target)
    how = resampling or Resampling()
    tables = [_table(run) for run in loaded]
    changes = [_changes(protocol, protocol.measures, tables[0], table, how, strict=True) for table in tables[1:]]
    groups = [
        {
            attribute: _group_changes(protocol, attribute, measures, tables[0], table, how)
            for attribute, measures in protocol.groups.items()
        }
        for table in tables[1:]
    ]
    return Comparison(loaded, _adjust(changes), groups)


def _check_comparable(baseline: Run, other: Run) -> None:
    """Refuse runs whose numbers don't mean the same. Text and speech of the same sentences may be compared."""
    free = set(Resampling().signature)
    if _asked_the_same(baseline, other):
        free |= {"suite", "revision"}
    differing = {key: pair for key, pair in baseline.signature.differences(other.signature).items() if key not in free}
    if differing:
        shown = "; ".join(f"{key} {mine or 'none'} and {theirs or 'none'}" for key, (mine, theirs) in differing.items())
        raise RunError(
            f"{baseline.system} and {other.system} can't be compared, their signatures differ in {shown}; "
            "'askew rescore' brings runs of one suite to the same protocol and version"
        )
    strangers = {output.id for output in baseline.outputs} ^ {output.id for output in other.outputs}
    if strangers:
        raise RunError(
            f"{baseline.system} and {other.system} did not answer the same items: {first_five(sorted(strangers))}"
        )


def _asked_the_same(baseline: Run, other: Run) -> bool:
    """Whether two runs have the same sentences with the same attributes, be they written or spoken."""
    left, right = ([(item.id, item.source, dict(item.attributes)) for item in run.items] for run in (baseline, other))
    return left == right


def _table(run: Run) -> Table:
    return Table.of(run.items, sorted(run.verdicts, key=lambda verdict: (verdict.item, verdict.unit)))


def _changes(
    protocol: Protocol,
    measures: Sequence[Measure],
    left: Table,
    right: Table,
    how: Resampling,
    *,
    strict: bool,
) -> Changes:
    """Every measure's change; ``strict``: the suite's own scores, tested by randomisation, undefined unless all they need is there."""
    resampled = resampled_values(measures, [left, right], protocol.clusters, how)
    return {
        measure.name: _change(protocol, measure, left, right, (before, after), how, strict)
        for measure, before, after in zip(measures, *resampled, strict=True)
    }


def _change(
    protocol: Protocol,
    measure: Measure,
    left: Table,
    right: Table,
    resampled: tuple[Floats | None, Floats | None],
    how: Resampling,
    strict: bool,
) -> Change:
    counts = measure.counts(left), measure.counts(right)
    n = int(measure.units(left).sum())
    if strict and (lacking := lacking_for(measure.needs, left)):
        return Change(None, None, None, n=n, reason=lacking)
    before, after = (float(measure.value(side.sum(axis=0))) for side in counts)
    if np.isnan(before) or np.isnan(after):
        known = [None if np.isnan(value) else value for value in (before, after)]
        return Change(known[0], known[1], None, n=n, reason="undefined for one of the two: no items it speaks about")
    if resampled[0] is None or resampled[1] is None:
        return Change(before, after, after - before, n=n, reason="no interval: all items are of one cluster")
    differences = resampled[1] - resampled[0]
    interval = percentile_interval(differences, how.level)
    p = None if interval is None else bootstrap_p_value(differences)
    if strict:
        exchange = left.codes(protocol.exchange)
        p = approximate_randomisation(*counts, exchange, measure.value, trials=how.resamples, seed=how.seed)
    if interval is None:
        return Change(before, after, after - before, p=p, n=n, reason="no interval: undefined in too many resamples")
    return Change(before, after, after - before, *interval, p=p, n=n)


def _group_changes(
    protocol: Protocol, attribute: str, measures: Sequence[Measure], left: Table, right: Table, how: Resampling
) -> dict[str, Changes]:
    rows: dict[str, Changes] = {}
    for value in left.values(attribute):
        here = left[attribute] == value  # the rows of both tables are in the same order
        rows[value] = _changes(protocol, measures, left.keep(here), right.keep(here), how, strict=False)
    for measure in measures:
        adjusted = holm([rows[value][measure.name].p for value in rows])
        for value, p in zip(rows, adjusted, strict=True):
            rows[value][measure.name] = replace(rows[value][measure.name], p_holm=p)
    return rows


def _adjust(changes: list[Changes]) -> list[Changes]:
    """Holm over all scores of all systems: that is how many chances there were to find something."""
    adjusted = iter(holm([change.p for by_name in changes for change in by_name.values()]))
    return [{name: replace(change, p_holm=next(adjusted)) for name, change in by_name.items()} for by_name in changes]
