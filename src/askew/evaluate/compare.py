"""Compare runs on the same items: paired differences, intervals and tests, each run against the first."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from askew.core.errors import RunError, first_five
from askew.core.run import Run, load
from askew.evaluate.measure import Resampling
from askew.measures.ratio import Measure
from askew.measures.table import Table
from askew.stats.inference import approximate_randomisation, bootstrap_p_value, holm, percentile_interval
from askew.stats.resample import bootstrap_sums
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
    changes = [_changes(protocol, protocol.measures, tables[0], table, how, by_exchange=True) for table in tables[1:]]
    groups = [
        {
            attribute: _group_changes(protocol, attribute, measures, tables[0], table, how)
            for attribute, measures in protocol.groups.items()
        }
        for table in tables[1:]
    ]
    return Comparison(loaded, _adjust(changes), groups)


def _check_comparable(baseline: Run, other: Run) -> None:
    differing = baseline.signature.differences(other.signature)
    differing = {key: pair for key, pair in differing.items() if key not in Resampling().signature}
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


def _table(run: Run) -> Table:
    return Table.of(run.items, sorted(run.verdicts, key=lambda verdict: (verdict.item, verdict.unit)))


def _changes(
    protocol: Protocol,
    measures: Sequence[Measure],
    left: Table,
    right: Table,
    how: Resampling,
    *,
    by_exchange: bool,
) -> Changes:
    clusters = [left.codes(name) for name in protocol.clusters if len(left.values(name)) > 1]
    return {measure.name: _change(protocol, measure, left, right, clusters, how, by_exchange) for measure in measures}


def _change(
    protocol: Protocol,
    measure: Measure,
    left: Table,
    right: Table,
    clusters: list[Any],
    how: Resampling,
    by_exchange: bool,
) -> Change:
    counts = measure.counts(left), measure.counts(right)
    before, after = (float(measure.value(side.sum(axis=0))) for side in counts)
    n = int(measure.units(left).sum())
    defined = [None if np.isnan(value) else value for value in (before, after)]
    if None in defined:
        return Change(
            defined[0], defined[1], None, n=n, reason="undefined for one of the two: no items it speaks about"
        )
    difference = after - before
    if not clusters:
        return Change(before, after, difference, n=n, reason="no interval: all items are of one cluster")
    values = [measure.value(bootstrap_sums(side, clusters, how.resamples, how.seed)) for side in counts]
    interval = percentile_interval(values[1] - values[0], how.level)
    p = (
        approximate_randomisation(
            *counts, left.codes(protocol.exchange), measure.value, trials=how.resamples, seed=how.seed
        )
        if by_exchange
        else bootstrap_p_value(values[1] - values[0])
    )
    if interval is None:
        return Change(before, after, difference, p=p, n=n, reason="no interval: undefined in too many resamples")
    return Change(before, after, difference, *interval, p=p, n=n)


def _group_changes(
    protocol: Protocol, attribute: str, measures: Sequence[Measure], left: Table, right: Table, how: Resampling
) -> dict[str, Changes]:
    rows: dict[str, Changes] = {}
    for value in left.values(attribute):
        here = left[attribute] == value  # the rows of both tables are in the same order
        rows[value] = _changes(protocol, measures, left.keep(here), right.keep(here), how, by_exchange=False)
    for measure in measures:
        adjusted = holm([rows[value][measure.name].p for value in rows])
        for value, p in zip(rows, adjusted, strict=True):
            rows[value][measure.name] = replace(rows[value][measure.name], p_holm=p)
    return rows


def _adjust(changes: list[Changes]) -> list[Changes]:
    """Holm over all scores of all systems: that is how many chances there were to find something."""
    adjusted = iter(holm([change.p for by_name in changes for change in by_name.values()]))
    return [{name: replace(change, p_holm=next(adjusted)) for name, change in by_name.items()} for by_name in changes]
