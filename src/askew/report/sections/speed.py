"""The report on speed: a sweep's table and figure, what it says in words, and the sentences of its cells."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from askew.analyses.flips import flips
from askew.core.run import load, read_head
from askew.report import figures
from askew.report.content import Block, Cell, Figure, Fold, Prose, Section, Table, count_cell
from askew.report.links import sentences_link
from askew.report.numbers import count, number
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
    if said := _headline(sweep):
        yield Prose("", lead=said)
    drawn = f"items and the {count(result.resampling.models, 'model')}" if result.resampling.models > 1 else "items"
    yield Prose(
        f"{title_of(sweep)}: {count(len(result.cells), 'cell')} (systems of the grid), of which {result.cells[0].name} "
        "is the baseline. "
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


def _headline(sweep: Sweep) -> str:
    """What the fastest cell gains and loses, in a sentence; empty where nothing was timed."""
    result = sweep.result
    baseline, *others = result.cells
    timed = [cell for cell in others if cell.time_drop is not None and cell.time_drop < 100]
    fastest = max(timed, key=lambda cell: cell.time_drop or 0.0, default=None)
    if fastest is None or not fastest.time_drop or fastest.time_drop <= 0:
        return ""
    said = [f"{fastest.label} is {number(100 / (100 - fastest.time_drop))} times as fast as the baseline"]
    if quality := next((column for column in shown_columns(result) if column.is_quality), None):
        before, now = (cell.values[quality.key].value for cell in (baseline, fastest))
        said.append(f"{quality.heading} ({quality.set}) {number(before)} → {number(now)}")
    for run_set in sweep.sets:
        runs = dict(run_set.pairs())
        if {baseline.label, fastest.label} <= runs.keys():
            found = flips(runs[baseline.label], runs[fastest.label])
            right = count(len(found.right_before), "sentence")
            said += [f"of the {right} of {run_set.title} that the baseline has right, {len(found.lost):,} are lost"]
    return f"{'; '.join(said)}."


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
    labels = {cell.name: cell.label for cell in sweep.result.cells}
    for lost in sweep.result.lost:
        losing = [group for group in lost.groups if group.lost]
        label, shown = labels.get(lost.cell, lost.cell), losing[:MOST_LOST]
        attribute, links = _links_to_lost(sweep, lost.set, label, [group.value for group in shown])
        rows = [
            [
                Cell(group.value), Cell(f"{group.lost:,}", number=group.lost, href=link), count_cell(group.won),
                count_cell(group.right_before),
            ]
            for group, link in zip(shown, links, strict=True)
        ]  # fmt: skip
        if rows:
            total = sum(group.lost for group in losing)
            note = (
                f"The fastest cell, {label}, loses {total:,} items of {lost.set} that the baseline has "
                "right; the groups it loses most in."
            )
            yield Table(f"What speed loses: {lost.set}", [attribute, "lost", "won", "right before"], rows, note=note)


def _links_to_lost(sweep: Sweep, suite: str, label: str, values: Sequence[str]) -> tuple[str, list[str]]:
    """What the groups are groups of, and each one's lost sentences on this page; empty where it has none."""
    baseline = sweep.result.cells[0].label
    for run_set in sweep.sets:
        if run_set.first.asked.suite == suite and {label, baseline} <= set(run_set.names):
            for attribute in run_set.first.groups:
                if set(values) <= {item.attributes.get(attribute) for item in run_set.first.items}:
                    own = partial(sentences_link, run_set, system=label, beside=baseline, differ="lost")
                    return attribute, [own(**{attribute: value}) for value in values]
    return "", ["" for _ in values]
