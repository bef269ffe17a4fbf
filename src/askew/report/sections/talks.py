"""The report on talks: quality by system, talk and group; whole talks against segments; how long segments are;
where cuts are unsure.
"""

import itertools
from collections.abc import Iterable, Sequence

from askew.analyses.changes import Change
from askew.analyses.compare import compare
from askew.core.run import Run
from askew.report import figures
from askew.report.content import Block, Cell, Figure, Fold, Prose, Section, Table, change_cell, count_cell, score_row
from askew.report.links import sentences_link
from askew.report.numbers import number, p_in_words
from askew.report.sections import groups
from askew.report.sections.latency import by_latency
from askew.report.sets import RunSet, axis_title, is_long_form, language
from askew.stats.inference import is_sure
from askew.text.unspaced import UNSPACED
from askew.text.words import keys

LENGTHS = (1, 6, 11, 16, 21, 26, 31, 41, 61)  # words, the first of each bin
UNSURE = 1.0  # a cut is unsure where the next best place costs less than one word more


def is_about(run_set: RunSet) -> bool:
    """Whether a set's items are segments of talks."""
    return bool(run_set.first.items) and "talk" in run_set.first.items[0].attributes


def section(sets: Sequence[RunSet], linked: bool = True) -> Section:
    """Everything on talks; ``linked`` to the sentences where the page has them."""
    blocks: list[Block] = [
        Prose(
            "Each item is a segment of a talk. Outputs for whole talks are cut into the reference's segments "
            "first. Intervals resample segments within "
            "each talk: they speak about these talks, not about other speakers."
        )
    ]
    for index, run_set in enumerate(sets):
        inner: list[Block] = [_overview(run_set), *by_latency(run_set), *_long_against_short(run_set)]
        for attribute in run_set.first.groups:
            inner += groups.by_group(run_set, attribute)
        inner += [_lengths(run_set), *_unsure(run_set, linked)]
        blocks += inner if len(sets) == 1 else [Fold(_label(run_set), inner, open=index == 0)]
    return Section("talks", "Talks", blocks)


def _label(run_set: RunSet) -> str:
    kind = "recognition" if run_set.first.protocol == "recognition" else "translation"
    return f"{run_set.title}, {language(run_set.target)} {kind}"


def _overview(run_set: RunSet) -> Figure:
    columns = list(run_set.columns().items())
    shown = {name: axis_title(run_set, name) for name, _ in columns[1:5] or columns}
    rows = [
        {"measure": name, "system": system, "order": order, **score_row(run.scores[name])}
        for order, (system, run) in enumerate(run_set.pairs())
        for name in shown
        if name in run.scores
    ]
    first = f" {columns[0][1]} is at the top of the page." if len(columns) > 1 else ""
    caption = f"Points are scores, bars 95% intervals.{first}"
    return Figure(f"talks-{run_set.id}", "Other scores of quality", caption, figures.forest(shown), {"": rows})


def _long_against_short(run_set: RunSet) -> Iterable[Block]:
    """Systems that were asked both ways: the same talks whole and in segments, paired by segment."""
    by_system: dict[str, dict[bool, Run]] = {}
    for run in run_set.runs:
        by_system.setdefault(run.system, {})[is_long_form(run)] = run
    columns = run_set.columns()
    rows = []
    for system, forms in by_system.items():
        if len(forms) == 2:
            how = forms[False].resampling
            [changes] = compare(forms[False], forms[True], resampling=how, by_group=False).changes
            rows.append([Cell(system), *(_change(changes.get(name)) for name in columns)])
    if rows:
        note = (
            "Whole talks minus segments, paired by segment: the difference, its 95% interval, and p adjusted "
            "by Holm's method over a system's scores."
        )
        headings = ["system", *columns.values()]
        yield Table("Whole talks against segments", headings, rows, note=note, strong_means="p is below 0.05")


def _change(change: Change | None) -> Cell:
    if change is None:
        return Cell("–", note="not measured for both")
    sure = is_sure(change.p_holm)
    tested = "" if change.p_holm is None else p_in_words(change.p_holm)
    return change_cell(change.difference, change.low, change.high, sure=sure, extra=tested)


def _words(text: str, target: str) -> int:
    return len("".join(text.split())) if target in UNSPACED else len(keys(text))


def _lengths(run_set: RunSet) -> Figure:
    """How many words the segments have: the reference's, and each system's."""
    unit = "characters" if run_set.target in UNSPACED else "words"
    references = _binned(
        [_words(item.references[0], run_set.target) for item in run_set.first.items if item.references]
    )
    variants = {}
    for system, run in run_set.pairs():
        outputs = _binned([_words(output.text, run_set.target) for output in run.outputs])
        variants[system] = [
            {"whose": whose, "length": label, "segments": count, "order": order}
            for whose, counts in (("reference", references), ("output", outputs))
            for order, (label, count) in enumerate(counts.items())
        ]
    caption = (
        f"Segments by their number of {unit}. Outputs much shorter than the reference's segments were left "
        "out or cut elsewhere."
    )
    spec = figures.paired_bars("length", "whose", f"{unit} in a segment", "segments")
    return Figure(f"lengths-{run_set.id}", "Lengths of segments", caption, spec, variants, choose="system")


def _binned(lengths: Sequence[int]) -> dict[str, int]:
    """How many lengths fall into each bin, empty ones apart.

    >>> list(_binned([0, 3, 70]).items())[::len(LENGTHS)]
    [('0', 1), ('61+', 1)]
    """
    edges = [*LENGTHS, None]
    bins = {"0": sum(length == 0 for length in lengths)}
    for first, after in itertools.pairwise(edges):
        label = f"{first}+" if after is None else f"{first}–{after - 1}"
        bins[label] = sum(
            first is not None and first <= length and (after is None or length < after) for length in lengths
        )
    return bins


def _unsure(run_set: RunSet, linked: bool) -> Iterable[Block]:
    """How many cuts of whole talks are unsure, and a link to them."""
    rows = []
    for system, run in run_set.pairs():
        margins = [output.margin for output in run.outputs if output.margin is not None]
        if not margins:
            continue
        unsure = sum(margin < UNSURE for margin in margins)
        link = sentences_link(run_set, system=system, sort="margin") if linked else ""
        shown = count_cell(unsure, extra=f"{number(100 * unsure / len(margins))}%")
        rows.append([Cell(system, href=link), count_cell(len(margins)), shown])
    if rows:
        note = "A cut is unsure where the next best place to end the segment costs less than one word more."
        note += " A link shows them, the least sure first." if linked else ""
        yield Table("Where resegmentation was unsure", ["system", "cuts", "unsure"], rows, note=note)
