"""Every measure of every cell, as measured and on the same resamples, in arrays that the rest of the analysis adds up.

Items are resampled once per set, and the resamples are shared by all cells, so that cells are compared on the same
resampled items.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from askew.analyses.comparable import why_not_comparable
from askew.core.errors import RunError
from askew.core.run import Run
from askew.core.signature import Signature
from askew.evaluate.measure import Tally, lacking_for
from askew.measures.base import Better, Measure, Role
from askew.measures.ratio import Count
from askew.measures.table import Table
from askew.sweep.cells import Folder, cell_run, set_plan
from askew.sweep.plan import Cell, SweepPlan

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Column:
    """One measure on one set: a column of the sweep's table."""

    key: str
    set: str
    measure: str
    heading: str
    has_drop: bool
    """Whether a relative drop of it means something: it is a share or a quality, and more is better."""
    is_quality: bool = False
    role: Role = Role.SCORE


@dataclass(frozen=True)
class Values:
    """Values of all columns: places × seeds, and on the same resamples, places × seeds × resamples; NaN where there is
    none.
    """

    columns: list[Column]
    measured: dict[str, Floats]
    resampled: dict[str, Floats]
    signatures: dict[str, str]
    """How each set was judged; the same for all cells."""
    lacking: dict[str, str]
    """Why a column is undefined for all cells."""

    def add_columns(self, columns: Sequence[Column], shape: tuple[int, int, int]) -> None:
        """Make room for a set's columns: places × seeds × resamples of nothing yet."""
        self.columns.extend(columns)
        for column in columns:
            self.measured[column.key], self.resampled[column.key] = np.full(shape[:2], np.nan), np.full(shape, np.nan)


def measure_cells(sweep: SweepPlan, folder: Folder) -> Values:
    """Read all finished runs of a sweep, one at a time, and measure them.

    Raises:
        RunError: if the runs of two cells on one set can't be compared.

    """
    values = Values([], {}, {}, {}, {})
    for name in sweep.sets():
        plan, columns, measures = set_plan(sweep, name), *_columns(sweep, name)
        values.add_columns(columns, (len(sweep.places()), len(sweep.seeds) or 1, sweep.resamples))
        first: Run | None = None
        for place, seed, run in _runs(sweep, folder, name):
            first = first or run
            if why_not := why_not_comparable(first, run):
                raise RunError(f"cells of {name} can't be held against each other: {why_not}; or remove the older runs")
            values.signatures[name] = str(Signature({**first.signature.fields, **plan.resampling.signature}))
            table = Table.of(run.items, run.verdicts)
            _fill(values, columns, (place, seed), Tally.of(plan.protocol, measures, table, plan.resampling), table)
    return values


def _runs(sweep: SweepPlan, folder: Folder, name: str) -> Iterator[tuple[int, int, Run]]:
    """The finished runs on a set, each with its cell's place and seed, as indices."""
    for p, place in enumerate(sweep.places()):
        for s, seed in enumerate(sweep.seeds or (None,)):
            if (run := cell_run(folder, Cell(place, seed), name)) is not None:
                yield p, s, run


def _fill(values: Values, columns: Sequence[Column], cell: tuple[int, int], tally: Tally, table: Table) -> None:
    """Put what one run measures into the arrays."""
    resampled, measured = tally.resampled(), tally.values(tally.counts.sum(axis=0))
    for k, (column, measure) in enumerate(zip(columns, tally.measures, strict=True)):
        if reason := lacking_for(measure.needs, table):
            values.lacking[column.key] = reason
            continue
        values.measured[column.key][cell] = measured[k]
        if resampled is not None:
            values.resampled[column.key][cell] = resampled[k]


def _columns(sweep: SweepPlan, name: str) -> tuple[list[Column], list[Measure]]:
    """A set's columns, and the measures that fill them."""
    protocol, quality = set_plan(sweep, name).protocol, any(one.name == name for one in sweep.quality)
    chosen = _chosen(protocol.measures, protocol.columns, quality)
    return [_column(name, measure, protocol.columns, quality, len(sweep.quality)) for measure in chosen], chosen


def _chosen(measures: Sequence[Measure], columns: Any, quality: bool) -> list[Measure]:
    """The table's columns in their order, then the other measures worth one."""
    by_name = {measure.name: measure for measure in measures}
    shown = [by_name[name] for name in columns]
    more = (
        []
        if quality
        else [
            measure for name, measure in by_name.items() if measure.role is Role.AMONG_DECIDED and name not in columns
        ]
    )
    return [*shown, *more]


def _column(name: str, measure: Measure, headings: Any, quality: bool, quality_sets: int) -> Column:
    heading = headings.get(measure.name, measure.name)
    if quality and quality_sets > 1:
        heading = f"{heading} {name}"
    drops = measure.better is Better.HIGHER and measure.role is not Role.COVERAGE and not isinstance(measure, Count)
    return Column(f"{name}.{measure.name}", name, measure.name, heading, drops, quality, measure.role)
