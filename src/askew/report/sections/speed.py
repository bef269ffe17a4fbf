"""The report on speed: a sweep's table and figure, what it says in words, and the sentences of its cells."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from askew.core.run import load, read_head
from askew.report import figures
from askew.report.content import Block, Cell, Figure, Fold, Prose, Section, Table, count_cell
from askew.report.links import sentences_link
from askew.report.numbers import count
from askew.report.sets import RunSet, language, run_sets
from askew.report.sweep import amplification, shown_columns, suites_of, sweep_table
from askew.suites import REGISTRY
from askew.sweep.result import RESULT, SweepResult, read_result
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
        RunError: its result can't be read.

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
    return head.finished and head.asked.suite in REGISTRY.names()


def section(sweeps: Sequence[Sweep]) -> Section:
    """Every sweep: what it says, its figure, its tables."""
    blocks: list[Block] = []
    for sweep in sweeps:
        inner = list(_one(sweep))
        blocks += inner if len(sweeps) == 1 else [Fold(title_of(sweep), inner, open=sweep is sweeps[0])]
    return Section("speed", "Speed", blocks)


def title_of(sweep: Sweep) -> str:
    """What a reader calls the sweep."""
    return f"{sweep.result.name}, {language(sweep.result.target)}"


def _one(sweep: Sweep) -> Iterable[Block]:
    result = sweep.result
    drawn = f"items and the {count(result.resampling.models, 'model')}" if result.resampling.models > 1 else "items"
    yield Prose(
        f"{title_of(sweep)}: {count(len(result.cells), 'cell')}, of which {result.cells[0].name} is the baseline. "
        f"A relative drop is 100 × (baseline − cell) ÷ baseline. Intervals resample {drawn}."
    )
    if sentences := amplification(result):
        yield Prose("", sentences, lead="What a loss of quality costs")
    yield from _figures(sweep)
    for table in result.tables:
        for suite in suites_of(result):
            yield sweep_table(result, table, suite, link=partial(_link, sweep, suite))
    yield from _lost(sweep)
    warnings = [*result.warnings]
    if sweep.left_out:
        warnings.append(f"the sentences of {count(sweep.left_out, 'run')} of cells are left out of this page")
    if warnings:
        yield Prose("", warnings, lead="Take care")


def _link(sweep: Sweep, suite: str, label: str) -> str:
    for run_set in sweep.sets:
        if run_set.first.asked.suite == suite and label in run_set.names:
            return sentences_link(run_set, system=label)
    return ""


def _figures(sweep: Sweep) -> Iterable[Block]:
    """A panel per measure of a suite, over the drop in time, BLEU's own drop behind it."""
    result = sweep.result
    dropping = [column for column in shown_columns(result) if column.has_drop]
    quality = next((column for column in dropping if column.is_quality), None)
    variants = {}
    for suite in suites_of(result):
        own = [column for column in dropping if column.set == suite and not column.is_quality]
        if rows := list(_panels(sweep, suite, own, quality)):
            variants[suite] = rows
    if variants:
        grey = f"Grey: {quality.heading} ({quality.set}). " if quality else ""
        caption = (
            f"Relative drops over the relative drop in time, a point per cell; lines with 95% bands. {grey}A "
            "click on a cell shows its sentences."
        )
        figure_id = "sweep-" + "".join(c if c.isalnum() else "_" for c in f"{result.name}-{result.target}")
        yield Figure(figure_id, "Drops against speed", caption, figures.drops(), variants, choose="suite")


def _panels(sweep: Sweep, suite: str, own: Sequence[Column], quality: Column | None) -> Iterable[dict[str, Any]]:
    """The rows of one suite's panels; a measure that no cell has a drop of gets none."""
    for order, column in enumerate(own):
        points = list(_points(sweep, suite, column))
        if not points:
            continue
        head = {"panel": column.heading, "order": order}
        for series, drawn, rows in (
            ("quality", quality, list(_points(sweep, suite, quality)) if quality else []),
            ("measure", column, points),
        ):
            if drawn is not None:
                of = {**head, "series": series, "of": drawn.heading}
                yield from ({**of, **row} for row in (*rows, *_line(sweep.result, drawn.key)))


def _points(sweep: Sweep, suite: str, column: Column) -> Iterable[dict[str, Any]]:
    for cell in sweep.result.cells:
        drop = cell.drops.get(column.key)
        if cell.time_drop is None or drop is None or drop.value is None:
            continue
        yield {
            "part": "point", "cell": cell.label, "time drop": _rounded(cell.time_drop), "drop": _rounded(drop.value),
            "low": _rounded(drop.low), "high": _rounded(drop.high), "value": _rounded(cell.values[column.key].value),
            "href": _link(sweep, suite, cell.label),
        }  # fmt: skip


def _line(result: SweepResult, key: str) -> Iterable[dict[str, Any]]:
    for trend in result.trends:
        if trend.measure == key:
            for x, y, low, high in zip(trend.x, trend.y, trend.low, trend.high, strict=True):
                edges = {"low": _rounded(low), "high": _rounded(high)}
                yield {"part": "line", "time drop": _rounded(x), "drop": _rounded(y), **edges}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)


def _lost(sweep: Sweep) -> Iterable[Block]:
    """Where the fastest cell loses what the baseline has right."""
    for lost in sweep.result.lost:
        losing = [group for group in lost.groups if group.lost]
        rows = [
            [Cell(group.value), count_cell(group.lost), count_cell(group.won), count_cell(group.right_before)]
            for group in losing[:MOST_LOST]
        ]
        if rows:
            total = sum(group.lost for group in losing)
            note = (
                f"The fastest cell, {lost.cell}, loses {total:,} items of {lost.set} that the baseline has "
                "right; the groups it loses most in."
            )
            yield Table(f"What speed loses: {lost.set}", ["", "lost", "won", "right before"], rows, note=note)
