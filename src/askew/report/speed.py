"""The report on speed: a sweep's table and figure, what it says in words, and the sentences of its cells.

Nothing is computed anew here: a sweep's folder holds its result.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from askew.core.run import load, read_head
from askew.report import figures
from askew.report.content import Block, Cell, Figure, Fold, Prose, Section, Table, number
from askew.report.links import sentences_link
from askew.report.sets import RunSet, language, run_sets
from askew.suites import REGISTRY
from askew.sweep.result import RESULT, TIME, CellResult, SweepResult, SweepTable, read_result
from askew.sweep.values import Column

MOST_RUNS = 60  # of cells whose sentences a page holds: about 100 kB each
MOST_LOST = 8


@dataclass(frozen=True)
class Sweep:
    """A sweep's result, and the runs of its cells on the suites, the first seed of each."""

    result: SweepResult
    sets: Sequence[RunSet]
    left_out: int = 0


def is_sweep(folder: Path) -> bool:
    """Whether a folder holds a sweep that was analysed."""
    return (folder / RESULT).is_file() and (folder / "cells").is_dir()


def read_sweep(folder: Path) -> Sweep:
    """A sweep from its folder.

    Raises:
        RunError: it holds no result, or a damaged one.

    """
    result = read_result(folder)
    labels = {cell.name: cell.label for cell in result.cells}
    places = {cell: place for cell in labels if (place := _first_seed(folder / "cells", cell)) is not None}
    found = [
        (cell, run_folder)
        for cell, place in places.items()
        for run_folder in sorted(place.iterdir())
        if (run_folder / "run.json").is_file() and _is_finished_suite(run_folder)
    ]
    shown = found[:MOST_RUNS]
    runs = [load(run_folder) for _, run_folder in shown]
    names = {id(run): labels[cell] for run, (cell, _) in zip(runs, shown, strict=True)}
    sets = [
        RunSet(run_set.runs, [names[id(run)] for run in run_set.runs], f"sweep {result.name}")
        for run_set in (run_sets(runs) if runs else [])
    ]
    return Sweep(result, sets, len(found) - len(shown))


def _first_seed(folder: Path, cell: str) -> Path | None:
    """The folder of a cell; of several seeds, the first."""
    if (folder / cell).is_dir():
        return folder / cell
    return next((path for path in sorted(folder.glob("*")) if path.name.startswith(f"{cell}_s")), None)


def _is_finished_suite(folder: Path) -> bool:
    head = read_head(folder)
    return "signature" in head and head["asked"].get("suite") in REGISTRY.names()


def section(sweeps: Sequence[Sweep]) -> Section:
    """Every sweep: what it says, its figure, its tables."""
    blocks: list[Block] = []
    for sweep in sweeps:
        inner = list(_one(sweep))
        blocks += inner if len(sweeps) == 1 else [Fold(_title(sweep), inner, open=sweep is sweeps[0])]
    return Section("speed", "Speed", blocks)


def _title(sweep: Sweep) -> str:
    return f"{sweep.result.name}, {language(sweep.result.target)}"


def _one(sweep: Sweep) -> Iterable[Block]:
    result = sweep.result
    yield Prose(
        f"{_title(sweep)}: {len(result.cells)} cells against the baseline {result.cells[0].name}. A relative drop is 100 × (baseline − cell) ÷ baseline. "
        f"Intervals resample items and the {result.resampling.models} models."
    )
    sentences = [slope.sentence for slope in result.amplification if not slope.measure.endswith("_decided")]
    if sentences:
        yield Prose("", sentences, lead="What a loss of quality costs")
    yield from _figures(sweep)
    for table in result.tables:
        yield _table(sweep, table)
    yield from _lost(sweep)
    warnings = [*result.warnings]
    if sweep.left_out:
        warnings.append(f"the sentences of {sweep.left_out} runs of cells are left out of this page")
    if warnings:
        yield Prose("", warnings, lead="Take care")


def _columns(result: SweepResult) -> list[Column]:
    return [column for column in result.columns if not column.measure.endswith("_decided")]


def _link(sweep: Sweep, suite: str, label: str) -> str:
    for run_set in sweep.sets:
        if run_set.first.asked.suite == suite and label in run_set.names:
            return sentences_link(run_set, system=label)
    return ""


def _figures(sweep: Sweep) -> Iterable[Block]:
    """A panel per measure of a suite, over the drop in time, BLEU's own drop behind it."""
    result = sweep.result
    dropping = [column for column in _columns(result) if column.has_drop]
    quality = next((column for column in dropping if column.is_quality), None)
    suites = dict.fromkeys(column.set for column in dropping if not column.is_quality)
    variants = {}
    for suite in suites:
        rows = []
        for order, column in enumerate(c for c in dropping if c.set == suite and not c.is_quality):
            for series, drawn in (("quality", quality), ("measure", column)):
                if drawn is not None:
                    head = {"panel": column.heading, "order": order, "series": series, "of": drawn.heading}
                    rows += [{**head, **row} for row in _points(sweep, suite, drawn.key)]
                    rows += [{**head, **row} for row in _line(result, drawn.key)]
        if rows:
            variants[suite] = rows
    if variants:
        grey = f"Grey: {quality.heading} ({quality.set}). " if quality else ""
        caption = f"Relative drops over the relative drop in time, a point per cell; lines with 95% bands. {grey}A click on a cell shows its sentences."
        figure_id = "sweep-" + "".join(c if c.isalnum() else "_" for c in f"{result.name}-{result.target}")
        yield Figure(figure_id, "Drops against speed", caption, figures.drops(), variants, choose="suite")


def _points(sweep: Sweep, suite: str, key: str) -> Iterable[dict[str, Any]]:
    for cell in sweep.result.cells:
        drop = cell.drops.get(key)
        if cell.time_drop is not None and drop and drop.value is not None:
            yield {
                "part": "point", "cell": cell.label, "time drop": _rounded(cell.time_drop), "drop": _rounded(drop.value),
                "low": _rounded(drop.low), "high": _rounded(drop.high), "value": _rounded(cell.values[key].value),
                "href": _link(sweep, suite, cell.label),
            }  # fmt: skip


def _line(result: SweepResult, key: str) -> Iterable[dict[str, Any]]:
    for trend in result.trends:
        if trend.measure == key:
            for x, y, low, high in zip(trend.x, trend.y, trend.low, trend.high, strict=True):
                yield {
                    "part": "line",
                    "time drop": _rounded(x),
                    "drop": _rounded(y),
                    "low": _rounded(low),
                    "high": _rounded(high),
                }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)


def _table(sweep: Sweep, table: SweepTable) -> Table:
    result = sweep.result
    columns = _columns(result)
    suite = next((column.set for column in columns if not column.is_quality), "")
    rows = []
    for label, cell in result.rows(table):
        values = [cell.values[column.key] for column in columns]
        shown = [Cell(number(v.value), v.low, v.high, note=v.reason or "", number=v.value) for v in values]
        rows.append([Cell(label, href=_link(sweep, suite, cell.label)), _time(cell), *shown])
    for reading, drops in table.largest_drops.items():
        keys = [TIME, *(column.key for column in columns)]
        cells = [Cell("" if (drop := drops.get(key)) is None else number(drop), number=drops.get(key)) for key in keys]
        rows.append([Cell(f"max. relative % drop, {reading}"), *cells])
    several = len({column.set for column in columns if not column.is_quality}) > 1
    headings = [
        f"{column.heading} ({column.set})" if several or column.is_quality else column.heading for column in columns
    ]
    note = "Time: the median of the repeats in seconds, lowest and highest below it. Other numbers with 95% intervals."
    return Table(f"{_title(sweep)}: {table.design}", ["cell", "time (s)", *headings], rows, note=note)


def _time(cell: CellResult) -> Cell:
    speed = cell.speed
    if speed is None:
        return Cell("–", note="not timed")
    decimals = 1 if speed.wall_seconds >= 10 else 2
    seconds = speed.wall_seconds
    return Cell(number(seconds, decimals), speed.low, speed.high, number=seconds, decimals=decimals)


def _lost(sweep: Sweep) -> Iterable[Block]:
    """Where the fastest cell loses what the baseline has right."""
    for lost in sweep.result.lost:
        losing = [group for group in lost.groups if group.lost]
        rows = [
            [
                Cell(group.value),
                *(Cell(f"{count:,}", number=count) for count in (group.lost, group.won, group.right_before)),
            ]
            for group in losing[:MOST_LOST]
        ]
        if rows:
            total = sum(group.lost for group in losing)
            note = f"The fastest cell, {lost.cell}, loses {total:,} items of {lost.set} that the baseline has right; the groups it loses most in."
            yield Table(f"What speed loses: {lost.set}", ["", "lost", "won", "right before"], rows, note=note)
