"""From a table of verdicts to scores: values, intervals, coverage, and the reason where there is none."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from askew.core.errors import first_five
from askew.core.records import Score
from askew.core.resampling import Resampling
from askew.core.run import Groups
from askew.measures.base import Measure
from askew.measures.table import Table
from askew.stats.inference import percentile_interval
from askew.stats.resample import Weights, draw_all_weights, weighted_sums
from askew.suites.base import Protocol

Floats = NDArray[np.float64]


def measure_all(protocol: Protocol, table: Table, resampling: Resampling) -> tuple[dict[str, Score], Groups]:
    """All scores of a protocol, over everything and by each of its groups."""
    if table.size == 0:
        return {measure.name: Score(None, reason="no items") for measure in protocol.measures}, {}
    tally = Tally.of(protocol, protocol.measures, table, resampling)
    scores = tally.scores(resampling)
    for measure in protocol.measures:
        if lacking := lacking_for(measure.needs, table):
            scores[measure.name] = replace(scores[measure.name], value=None, low=None, high=None, reason=lacking)
    groups: Groups = {}
    for attribute, measures in protocol.groups.items():
        grouped, column = tally.among(measures, table), table.by(attribute)
        groups[attribute] = {  # without values no measure speaks about, such as that of segments among terms
            value: here.scores(resampling)
            for value in table.values(attribute)
            if (here := grouped.take(np.flatnonzero(column == value))).units.any()
        }
    return scores, groups


@dataclass(frozen=True)
class Tally:
    """What some measures count in every row of a table, so that any group of rows can be added up."""

    measures: Sequence[Measure]
    counts: Floats  # rows × all measures' columns
    units: NDArray[np.bool_]  # rows × measures: which rows a measure speaks about
    covered: NDArray[np.bool_]  # which rows could be judged at all
    clusters: tuple[NDArray[np.intp], ...]
    weights: tuple[Weights, ...]  # how often each cluster of the whole table is drawn, resamples × clusters

    @classmethod
    def of(cls, protocol: Protocol, measures: Sequence[Measure], table: Table, resampling: Resampling) -> "Tally":
        """The tally of a whole table."""
        clusters = tuple(table.codes(name) for name in protocol.clusters)
        return cls(
            measures,
            np.concatenate([measure.counts(table) for measure in measures], axis=1),
            np.stack([measure.units(table) for measure in measures], axis=1),
            protocol.covered(table),
            clusters,
            draw_all_weights(
                clusters,
                resampling.resamples,
                resampling.seed,
                None if protocol.strata is None else table.codes(protocol.strata),
            ),
        )

    def among(self, measures: Sequence[Measure], table: Table) -> "Tally":
        """Other measures on the same table and the same draws."""
        return replace(
            self,
            measures=measures,
            counts=np.concatenate([measure.counts(table) for measure in measures], axis=1),
            units=np.stack([measure.units(table) for measure in measures], axis=1),
        )

    def take(self, rows: NDArray[np.intp]) -> "Tally":
        """Only some rows."""
        return replace(
            self,
            counts=self.counts[rows],
            units=self.units[rows],
            covered=self.covered[rows],
            clusters=tuple(codes[rows] for codes in self.clusters),
        )

    def values(self, sums: Floats) -> list[Floats]:
        """Every measure's values, from sums of all columns (… × columns)."""
        edges = np.cumsum([0, *(measure.width for measure in self.measures)])
        return [
            measure.value(sums[..., start:end])
            for measure, (start, end) in zip(self.measures, itertools.pairwise(edges), strict=True)
        ]

    def resampled(self) -> list[Floats] | None:
        """Every measure on the same resamples; None where these rows are of one cluster."""
        ways = [way for way, codes in enumerate(self.clusters) if np.ptp(codes) > 0]
        if not ways:
            return None
        clusters, weights = zip(*(_present(self.clusters[way], self.weights[way]) for way in ways), strict=True)
        return self.values(weighted_sums(self.counts, clusters, weights))

    def scores(self, resampling: Resampling) -> dict[str, Score]:
        """Every measure's score."""
        values = self.values(self.counts.sum(axis=0))
        resampled = self.resampled()
        n = self.units.sum(axis=0)
        covered = (self.units & self.covered[:, None]).sum(axis=0)
        return {
            measure.name: _score(
                float(values[k]), None if resampled is None else resampled[k], int(n[k]), int(covered[k]), resampling
            )
            for k, measure in enumerate(self.measures)
        }


def pooled(tallies: Sequence[Tally]) -> Tally:
    """The tally of several runs on the same rows: what each row counts on average, so that no ratio is averaged."""
    return replace(tallies[0], counts=np.mean([tally.counts for tally in tallies], axis=0))


def _present(codes: NDArray[np.intp], weights: Weights) -> tuple[NDArray[np.intp], Weights]:
    """Only the clusters that occur, numbered anew: a small group of rows then costs little."""
    here, renumbered = np.unique(codes, return_inverse=True)
    return np.asarray(renumbered, dtype=np.intp), weights if here.size == weights.shape[1] else weights[:, here]


def _score(value: float, resampled: Floats | None, n: int, covered: int, resampling: Resampling) -> Score:
    coverage = 100 * covered / n if n else None
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
        missing = sorted(values - set(table.attributes[column].tolist()))
        if missing:
            return f"needs items of {column} {first_five(missing)}, and there are none"
    return None
