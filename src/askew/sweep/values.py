"""Every measure of every cell, as measured and on the same resamples, in arrays that the rest of the analysis adds up.

Items are drawn once per set and the draws are shared by all cells, so that cells are compared on the same resampled items.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from askew.core.errors import RunError
from askew.core.run import Run
from askew.evaluate.measure import Tally, lacking_for
from askew.measures.ratio import Count, Difference, Measure
from askew.measures.table import Table
from askew.sweep.cells import Folder, cell_run, set_plan
from askew.sweep.direction import lower_is_better
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

    def to_json(self) -> dict[str, Any]:
        """A plain object."""
        return dict(self.__dict__)


@dataclass(frozen=True)
class Values:
    """Values of all columns: places × seeds, and on the same resamples, places × seeds × resamples; NaN where there is none."""

    columns: Sequence[Column]
    measured: dict[str, Floats]
    resampled: dict[str, Floats]
    signatures: dict[str, str]
    """How each set was judged; the same for all cells."""
    lacking: dict[str, str]
    """Why a column is undefined for all cells."""

    def column(self, key: str) -> Column:
        """The column of that key."""
        return next(column for column in self.columns if column.key == key)


def measure_cells(sweep: SweepPlan, folder: Folder) -> Values:
    """Read all finished runs of a sweep, one at a time, and measure them."""
    places, seeds = sweep.places(), sweep.seeds or (None,)
    columns: list[Column] = []
    measured: dict[str, Floats] = {}
    resampled: dict[str, Floats] = {}
    signatures: dict[str, str] = {}
    lacking: dict[str, str] = {}
    for name in sweep.sets():
        plan = set_plan(sweep, name)
        quality = any(one.name == name for one in sweep.quality)
        chosen = _chosen(plan.protocol.measures, plan.protocol.columns, quality)
        here = [_column(name, measure, plan.protocol.columns, quality, len(sweep.quality)) for measure in chosen]
        columns += here
        for column in here:
            measured[column.key] = np.full((len(places), len(seeds)), np.nan)
            resampled[column.key] = np.full((len(places), len(seeds), sweep.resamples), np.nan)
        for p, place in enumerate(places):
            for s, seed in enumerate(seeds):
                run = cell_run(folder, Cell(place, seed), name)
                if run is None:
                    continue
                _check_signature(signatures, name, run)
                table = Table.of(run.items, run.verdicts)
                tally = Tally.of(plan.protocol, chosen, table, plan.resampling)
                draws = tally.resampled()
                for k, (column, value) in enumerate(zip(here, tally.values(tally.counts.sum(axis=0)), strict=True)):
                    if reason := lacking_for(chosen[k].needs, table):
                        lacking[column.key] = reason
                        continue
                    measured[column.key][p, s] = value
                    if draws is not None:
                        resampled[column.key][p, s] = draws[k]
    return Values(columns, measured, resampled, signatures, lacking)


def _chosen(measures: Sequence[Measure], columns: Any, quality: bool) -> list[Measure]:
    """The table's columns in their order, then the other measures worth one."""
    by_name = {measure.name: measure for measure in measures}
    shown = [by_name[name] for name in columns]
    more = (
        []
        if quality
        else [measure for name, measure in by_name.items() if name.endswith("_decided") and name not in columns]
    )
    return [*shown, *more]


def _column(name: str, measure: Measure, headings: Any, quality: bool, quality_sets: int) -> Column:
    heading = headings.get(measure.name, measure.name)
    if quality and quality_sets > 1:
        heading = f"{heading} {name}"
    rises = not isinstance(measure, (Difference, Count)) and not lower_is_better(measure) and measure.name != "coverage"
    return Column(f"{name}.{measure.name}", name, measure.name, heading, rises, quality)


def _check_signature(signatures: dict[str, str], name: str, run: Run) -> None:
    signature = str(run.signature)
    if signatures.setdefault(name, signature) != signature:
        raise RunError(
            f"cells were judged in different ways on {name}: {signatures[name]} and, for {run.system}, {signature}; "
            "remove the older runs, or bring them to one version with 'askew rescore'"
        )
