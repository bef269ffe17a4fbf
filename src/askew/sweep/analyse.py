"""From a sweep's folder to its result: everything its runs and timings can say; nothing is run."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from askew.stats.inference import percentile_interval
from askew.sweep.cells import Folder, cell_run
from askew.sweep.design import Axes, label_of, name_of
from askew.sweep.drops import Floats, SampledModels, drop_of, largest_drops, relative_drops
from askew.sweep.execute import timings
from askew.sweep.lost import lost_items
from askew.sweep.plan import Cell, SweepPlan
from askew.sweep.result import TIME, CellResult, Lost, Resampled, SweepResult, SweepTable, TableRow, Value
from askew.sweep.slopes import Slope, slope_of, trend_of
from askew.sweep.times import Speed, Timing, by_cell, timing_warnings
from askew.sweep.values import Values, measure_cells
from askew.sweep.variation import Models, Points


def analyse(sweep: SweepPlan, out: Path) -> SweepResult:
    """Everything a sweep's folder can say.

    Raises:
        RunError: runs of two cells can't be compared, or one is damaged.
        InputError: timing.jsonl is damaged.

    """
    folder, places = Folder(out), sweep.places()
    values, models = measure_cells(sweep, folder), SampledModels.of(sweep, places)
    taken = timings(sweep, folder)
    speeds = _speeds(sweep, places, taken)
    time_drops = relative_drops(np.array([np.nan if speed is None else speed.wall_seconds for speed in speeds]))
    points, sampled, by_column = {}, {}, {}
    for column in values.columns:
        mean, averaged = values.measured[column.key].mean(axis=1), models.average(values.resampled[column.key])
        by_column[column.key] = [
            _value(mean[p], averaged[p], values.measured[column.key][p], values.lacking.get(column.key))
            for p in range(len(places))
        ]
        if column.has_drop:
            points[column.key] = _points(values, column.key)
            sampled[column.key] = relative_drops(averaged)
    cells = [
        CellResult(
            name=name_of(place),
            label=label_of(place, places[0]),
            axes=dict(place),
            seeds=len(sweep.seeds) or 1,
            speed=speeds[p],
            time_drop=None if np.isnan(time_drops[p]) else float(time_drops[p]),
            values={key: column[p] for key, column in by_column.items()},
            drops={key: drop_of(one.drops, sampled[key], p, by_column[key][0].value) for key, one in points.items()},
        )
        for p, place in enumerate(places)
    ]
    result = SweepResult(
        name=sweep.name,
        target=sweep.target,
        signatures=values.signatures,
        resampling=Resampled(sweep.resamples, models.models),
        columns=values.columns,
        cells=cells,
        tables=[_table(sweep, design, cells, values) for design in sweep.designs],
        amplification=_slopes(values, points, Models.of(places, sweep.models, len(sweep.seeds) or 1)),
        trends=[
            trend
            for key, one in points.items()
            if (trend := trend_of(key, time_drops, one.drops, sampled[key], models.weights))
        ],
        lost=[],
        warnings=[*timing_warnings(taken), *_hidden(cells), *_one_seed(sweep)],
    )
    return replace(result, lost=_lost(sweep, folder, result))


def _speeds(sweep: SweepPlan, places: Sequence[Axes], taken: Sequence[Timing]) -> list[Speed | None]:
    """A place's speed, over the repeats of all its seeds together."""
    timed, seeds = by_cell(taken), sweep.seeds or (None,)
    own = [[timing for seed in seeds for timing in timed.get(Cell(place, seed).name, [])] for place in places]
    return [Speed.of(these) if these else None for these in own]


def _value(mean: float, averaged: Floats, by_seed: Floats, lacking: str | None) -> Value:
    if np.isnan(mean):
        return Value(None, reason=lacking or "not measured, or nothing to divide by")
    interval = percentile_interval(averaged)
    low, high = interval or (None, None)
    lowest, highest = (float(by_seed.min()), float(by_seed.max())) if len(by_seed) > 1 else (None, None)
    reason = None if interval else "no interval: undefined in too many resamples"
    return Value(float(mean), low, high, lowest, highest, reason)


def _table(sweep: SweepPlan, design: str, cells: Sequence[CellResult], values: Values) -> SweepTable:
    by_name = {cell.name: cell for cell in cells}
    rows = [TableRow(row.label, name_of(row.axes)) for row in sweep.rows(design)]
    shown = [by_name[row.cell] for row in rows]
    times = [cell.speed.wall_seconds if cell.speed else None for cell in shown]
    columns = {
        column.key: [cell.values[column.key].value for cell in shown] for column in values.columns if column.has_drop
    }
    return SweepTable(design, rows, largest_drops({TIME: times, **columns}, times))


def _points(values: Values, key: str) -> Points:
    """A column's drops: means over seeds, on the same resamples of the items, and each seed's own."""
    measured = values.measured[key]
    mean = measured.mean(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        by_seed = np.where(mean[:, None] == 0, np.nan, measured / mean[:, None] - 1)
    return Points(relative_drops(mean), relative_drops(values.resampled[key].mean(axis=1)), by_seed)


def _slopes(values: Values, points: Mapping[str, Points], models: Models) -> list[Slope]:
    """Every bias measure on the BLEU of every quality set."""
    found = []
    for against in (column for column in values.columns if column.is_quality and column.measure == "bleu"):
        for column in values.columns:
            if column.has_drop and not column.is_quality and not np.isnan(values.measured[column.key]).all():
                named = (column.key, f"{column.heading} ({column.set})"), (against.key, against.heading)
                found.append(slope_of(*named, points[column.key], points[against.key], models))
    return found


def _hidden(cells: Sequence[CellResult]) -> list[str]:
    """Cells whose times can't be told from the baseline's: the ranges of their repeats overlap."""
    base = cells[0].speed
    if base is None:
        return []
    hidden = [
        cell.name for cell in cells[1:] if cell.speed and cell.speed.low <= base.high and base.low <= cell.speed.high
    ]
    if not hidden:
        return []
    shown = ", ".join(hidden[:5]) + ("…" if len(hidden) > 5 else "")
    return [
        f"the spread of the repeats hides whether {shown} {'is' if len(hidden) == 1 else 'are'} faster or slower "
        "than the baseline"
    ]


def _one_seed(sweep: SweepPlan) -> list[str]:
    """What one training run of the baseline leaves open."""
    if len(sweep.seeds) > 1 or not sweep.quality or not sweep.suites:
        return []
    return [
        "every model was trained with one seed, so what is said of amplification is about these models; "
        "another training run of the baseline would move all drops"
    ]


def _lost(sweep: SweepPlan, folder: Folder, result: SweepResult) -> list[Lost]:
    """What the fastest cell lost; of several seeds, the first's."""
    fastest = result.fastest or (result.cells[-1] if len(result.cells) > 1 else None)
    if fastest is None or fastest is result.cells[0]:
        return []
    seed = sweep.seeds[0] if sweep.seeds else None
    found = []
    for choice in sweep.suites:
        runs = [cell_run(folder, Cell(cell.axes, seed), choice.suite) for cell in (result.cells[0], fastest)]
        if runs[0] is not None and runs[1] is not None:
            found.append(Lost(choice.suite, fastest.name, lost_items(runs[0], runs[1])))
    return found
