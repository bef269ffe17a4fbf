"""Runs as content: one run's scores and counts, runs side by side, their differences, scores by group."""

from collections.abc import Mapping, Sequence

import numpy as np

from askew.analyses.changes import Change
from askew.analyses.compare import Comparison, protocol_of
from askew.core.records import Score
from askew.core.registry import choose
from askew.core.run import Run
from askew.measures.base import Role
from askew.report.content import Block, Cell, Prose, Table, bar_cell, change_cell, count_cell, score_cell
from askew.report.numbers import count, number, p_in_words, p_value
from askew.stats.inference import is_sure
from askew.suites.base import Protocol

SURE_MEANS = "p (Holm) is below 0.05"


def run_content(run: Run) -> list[Block]:
    """One run: the suite's table, its counts, and what stands behind the numbers."""
    protocol = protocol_of(run)
    blocks: list[Block] = [side_by_side([run])]
    defined = {name: score for name, score in run.scores.items() if score.value is not None}
    if rest := {name: score for name, score in defined.items() if name not in protocol.columns}:
        blocks.append(Table("also", list(rest), [[score_cell(score) for score in rest.values()]], left=0))
    blocks.append(_counts(run))
    if undefined := [name for name in protocol.columns if name in run.scores and name not in defined]:
        blocks.append(_undefined(protocol, undefined, run.scores))
    blocks += [Prose(warning, careful=True) for warning in run.warnings]
    if run.timing.get("items"):
        blocks.append(Prose(_timing(run.timing), quiet=True))
    return [*blocks, Prose(f"signature {run.signature}", quiet=True)]


def side_by_side(runs: Sequence[Run]) -> Table:
    """Systems down, the suite's scores across, each with its interval."""
    columns = defined_columns(protocol_of(*runs), runs)
    rows = [[Cell(run.system), *(score_cell(run.scores[name]) for name in columns)] for run in runs]
    return Table(_title(runs[0]), ["system", *columns.values()], rows)


def by_group(run: Run, attribute: str) -> Table:
    """One run by the values of an attribute.

    Raises:
        UsageError: the run has no groups of that name.

    """
    choose("group of this run", attribute, list(run.groups))
    by_value = run.groups[attribute]
    headings = protocol_of(run).columns
    names = [
        name
        for name in next(iter(by_value.values()))
        if any(scores[name].value is not None for scores in by_value.values())
    ]
    rows = [
        [Cell(value), count_cell(max(score.n for score in scores.values())),
         *(score_cell(scores[name]) for name in names)]
        for value, scores in by_value.items()
    ]  # fmt: skip
    return Table(f"by {attribute}", [attribute, "items", *(headings.get(name, name) for name in names)], rows)


def comparison_content(comparison: Comparison) -> list[Block]:
    """All runs, then each one's differences from the first."""
    protocol = protocol_of(*comparison.runs)
    columns = defined_columns(protocol, comparison.runs)
    rows = [
        [Cell(run.system), *(_change(changes[name], protocol, name) for name in columns)]
        for run, changes in zip(comparison.runs[1:], comparison.changes, strict=True)
    ]
    paired = f"difference from {comparison.runs[0].system}, paired by item"
    title = f"{paired}; 95% intervals and p (Holm) about {comparison.population.shown}"
    differences = Table(title, ["system", *columns.values()], rows, strong_means=SURE_MEANS)
    return [side_by_side(comparison.runs), Prose(""), differences, *_other_reading(comparison, protocol, columns)]


def _other_reading(comparison: Comparison, protocol: Protocol, columns: Mapping[str, str]) -> list[Block]:
    """The same differences about other units: these talks and talks like these, say; and where so few units can't
    tell.
    """
    rows = [
        [Cell(run.system), *(_other_change(changes[name], protocol, name) for name in columns)]
        for run, changes in zip(comparison.runs[1:], comparison.changes, strict=True)
    ]
    others = [change.other for changes in comparison.changes for change in changes.values() if change.other is not None]
    if not others:
        return []
    counts = {other.clusters for other in others if other.clusters is not None}
    from_few = f", inferred from {max(counts)} of them" if counts else ""
    title = f"the same about {comparison.population.other}{from_few}"
    return [Prose(""), Table(title, ["system", *columns.values()], rows, strong_means=SURE_MEANS)]


def _other_change(change: Change, protocol: Protocol, name: str) -> Cell:
    other = change.other
    if other is None or change.difference is None:
        return Cell("–")
    return change_cell(
        change.difference, other.low, other.high, sure=is_sure(other.p_holm), extra=p_in_words(other.p_holm),
        tone=_tone(change, protocol, name),
    )  # fmt: skip


def comparison_groups(comparison: Comparison, attribute: str) -> list[Block]:
    """Each run's differences from the first within the values of an attribute.

    Raises:
        UsageError: the runs have no groups of that name.

    """
    choose("group of these runs", attribute, list(comparison.groups[0]))
    protocol = protocol_of(*comparison.runs)
    blocks: list[Block] = []
    for run, groups in zip(comparison.runs[1:], comparison.groups, strict=True):
        by_value = groups[attribute]
        names = [measure.name for measure in protocol.groups[attribute] if measure.role is not Role.DIAGNOSTIC]
        rows = [
            [Cell(value), *(_change(changes[name], protocol, name) for name in names)]
            for value, changes in by_value.items()
        ]
        title = f"{run.system}: difference from {comparison.runs[0].system} by {attribute}"
        headings = [protocol.columns.get(name, name) for name in names]
        blocks.append(Table(title, [attribute, *headings], rows, strong_means=SURE_MEANS))
    return blocks


def all_scores(run: Run) -> Table:
    """Every score of a run, one below the other: what a notebook shows."""
    rows = [
        [Cell(name), score_cell(score), bar_cell(score), count_cell(score.n), Cell(score.reason or "")]
        for name, score in run.scores.items()
    ]
    title = (
        f"{run.asked.suite} en→{run.asked.target}, {run.system}: {len(run.outputs)} outputs, protocol {run.protocol}"
    )
    return Table(title, ["score", "", "95% interval", "items", ""], rows, note=f"signature {run.signature}")


def all_changes(comparison: Comparison) -> list[Table]:
    """Every difference of every run from the first, one below the other: what a notebook shows."""
    protocol = protocol_of(*comparison.runs)
    tables = []
    for run, changes in zip(comparison.runs[1:], comparison.changes, strict=True):
        rows = [
            [
                Cell(name), Cell(number(change.baseline)), Cell(number(change.value)),
                change_cell(change.difference, change.low, change.high, sure=is_sure(change.p_holm),
                tone=_tone(change, protocol, name)),
                Cell(p_value(change.p_holm)), Cell(change.reason or ""),
            ]
            for name, change in changes.items()
        ]  # fmt: skip
        title = f"{run.system} against {comparison.runs[0].system}, paired by item"
        headings = ["score", "baseline", "value", "difference", "p (Holm)", ""]
        tables.append(Table(title, headings, rows, strong_means=SURE_MEANS))
    return tables


def defined_columns(protocol: Protocol, runs: Sequence[Run]) -> dict[str, str]:
    """The scores worth a column, those defined for at least one run: name to heading."""
    return {
        name: heading
        for name, heading in protocol.columns.items()
        if any(name in run.scores and run.scores[name].value is not None for run in runs)
    }


def _title(run: Run) -> str:
    asked = run.asked
    part = "" if asked.subset == "all" else f" {asked.subset}"
    source = asked.options.get("source", "en")
    languages = source if source == asked.target else f"{source}→{asked.target}"
    return (
        f"{asked.suite} {languages}, {asked.edition}{part} ({len(run.outputs)} items), protocol {run.protocol}; "
        f"% with 95% intervals about {protocol_of(run).population.shown}"
    )


def _counts(run: Run) -> Table:
    columns = list(dict.fromkeys(name for counts in run.counts.values() for name in counts))
    rows = [
        [Cell(row), *(count_cell(counts.get(column, 0)) for column in columns)] for row, counts in run.counts.items()
    ]
    return Table("counts", ["", *columns], rows)


def _undefined(protocol: Protocol, names: Sequence[str], scores: Mapping[str, Score]) -> Prose:
    first, *others = names
    like = f"; likewise {', '.join(protocol.columns[name] for name in others)}" if others else ""
    return Prose(f"undefined: {protocol.columns[first]} ({scores[first].reason}){like}", quiet=True)


def _timing(timing: Mapping[str, float]) -> str:
    cpu = f"; {timing['cpu_seconds']:.1f} s of CPU" if "cpu_seconds" in timing else ""
    speed = f"{timing['items_per_second']:.1f} items/s{cpu}"
    return f"{count(int(timing['items']), 'item')} in {timing['wall_seconds']:.1f} s ({speed})"


def _change(change: Change, protocol: Protocol, name: str) -> Cell:
    return change_cell(
        change.difference, change.low, change.high, sure=is_sure(change.p_holm), extra=p_in_words(change.p_holm),
        tone=_tone(change, protocol, name),
    )  # fmt: skip


def _tone(change: Change, protocol: Protocol, name: str) -> str:
    """Whether a difference is for the better or for the worse."""
    measure = next((measure for measure in protocol.measures if measure.name == name), None)
    if measure is None or not change.difference or change.value is None or change.baseline is None:
        return ""
    if measure.better is None:
        return ""
    return "worse" if measure.worse_by(np.asarray(change.baseline), np.asarray(change.value)) > 0 else "better"
