"""From a table of verdicts to scores: values, intervals, coverage, and the reason where there is none."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from askew.core.errors import UsageError, first_five
from askew.core.records import Score
from askew.core.run import Groups
from askew.measures.ratio import Measure
from askew.measures.table import Condition, Table
from askew.stats.inference import percentile_interval
from askew.stats.resample import bootstrap_sums
from askew.suites.base import Protocol

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Resampling:
    """How intervals are made; part of every signature."""

    resamples: int = 10_000
    seed: int = 12_345
    level: float = 0.95

    def __post_init__(self) -> None:
        if self.resamples < 1 or self.seed < 0 or not 0 < self.level < 1:
            raise UsageError(f"resamples must be positive, the seed not negative, the level between 0 and 1: {self}")

    @property
    def signature(self) -> dict[str, str]:
        """The fields that can change an interval."""
        return {"resamples": str(self.resamples), "seed": str(self.seed), "level": f"{self.level:g}"}


def measure_all(protocol: Protocol, table: Table, resampling: Resampling) -> tuple[dict[str, Score], Groups]:
    """All scores of a protocol, over everything and by each of its groups."""
    scores = _scores(protocol.measures, table, protocol, resampling, strict=True)
    groups: Groups = {}
    for attribute, measures in protocol.groups.items():
        groups[attribute] = {
            value: _scores(measures, table.keep(table[attribute] == value), protocol, resampling, strict=False)
            for value in table.values(attribute)
        }
    return scores, groups


def _scores(
    measures: Sequence[Measure], table: Table, protocol: Protocol, resampling: Resampling, *, strict: bool
) -> dict[str, Score]:
    """The scores of one group; ``strict``: a measure is undefined unless all it needs is there."""
    if table.size == 0:
        return {measure.name: Score(None, reason="no items") for measure in measures}
    [resampled] = resampled_values(measures, [table], protocol.clusters, resampling)
    return {
        measure.name: _score(measure, table, values, protocol.covered, resampling, strict)
        for measure, values in zip(measures, resampled, strict=True)
    }


def resampled_values(
    measures: Sequence[Measure], tables: Sequence[Table], clusters: tuple[str, ...], resampling: Resampling
) -> list[list[Floats | None]]:
    """Every measure on the same resamples of each table (of the same rows); None where there is but one cluster to draw."""
    codes = [tables[0].codes(name) for name in clusters if len(tables[0].values(name)) > 1]
    if not codes:
        return [[None] * len(measures) for _ in tables]
    counts = np.concatenate([measure.counts(table) for table in tables for measure in measures], axis=1)
    sums = bootstrap_sums(counts, codes, resampling.resamples, resampling.seed)
    edges = np.cumsum([0, *(measure.width for _ in tables for measure in measures)])
    slices = itertools.pairwise(edges)
    return [[measure.value(sums[:, slice(*next(slices))]) for measure in measures] for _ in tables]


def _score(
    measure: Measure,
    table: Table,
    resampled: Floats | None,
    covered: Condition,
    resampling: Resampling,
    strict: bool,
) -> Score:
    units = measure.units(table)
    n = int(units.sum())
    coverage = 100 * float((units & covered(table)).sum()) / n if n else None
    if strict and (lacking := lacking_for(measure.needs, table)):
        return Score(None, n=n, coverage=coverage, reason=lacking)
    value = float(measure.value(measure.counts(table).sum(axis=0)))
    if np.isnan(value):
        return Score(None, n=n, coverage=coverage, reason="nothing to divide by: no items it speaks about")
    if resampled is None:
        return Score(value, n=n, coverage=coverage, reason="no interval: all items are of one cluster")
    interval = percentile_interval(resampled, resampling.level)
    if interval is None:
        return Score(value, n=n, coverage=coverage, reason="no interval: undefined in too many resamples")
    return Score(value, *interval, n=n, coverage=coverage)


def lacking_for(needs: Mapping[str, frozenset[str]], table: Table) -> str | None:
    """Why a measure can't mean what its name says on this table; None if it can."""
    for column, values in needs.items():
        missing = sorted(values - set(table.values(column)))
        if missing:
            return f"needs items of {column} {first_five(missing)}, and there are none"
    return None
