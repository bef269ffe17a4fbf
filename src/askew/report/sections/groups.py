"""Scores by group, whatever the groups are: gold gender, talk, a voice as labelled, a speaker's attribute."""

from collections.abc import Iterable, Sequence

from askew.core.records import Score
from askew.report import figures
from askew.report.content import Block, Cell, Figure, Fold, Section, Table, score_cell, score_row
from askew.report.sets import RunSet

MOST_DRAWN = 12  # groups in a figure; more are a table only
MOST_COLUMNS = 4  # measures in a figure


def section(sets: Sequence[RunSet]) -> Section:
    """A fold per set, with every attribute that its protocol groups by."""
    folds = [Fold(run_set.label, list(blocks)) for run_set in sets if (blocks := list(_one_set(run_set)))]
    return Section("groups", "By group", folds)


def _one_set(run_set: RunSet) -> Iterable[Block]:
    for attribute in run_set.first.groups:
        yield from by_group(run_set, attribute)


def by_group(run_set: RunSet, attribute: str) -> Iterable[Block]:
    """One attribute's groups: a figure where there are few, and always a table."""
    values = list(dict.fromkeys(value for run in run_set.runs for value in run.groups.get(attribute, {})))
    names = (
        [name for name in run_set.first.groups[attribute][values[0]] if _defined(run_set, attribute, name)]
        if values
        else []
    )
    if not names:
        return
    title = f"By {attribute.replace('_', ' ')}"
    table = _table(run_set, attribute, values, names, title)
    if 1 < len(values) <= MOST_DRAWN:
        yield _figure(run_set, attribute, values, names, title)
        yield Fold(f"{title}: the numbers", [table])
    else:
        yield Fold(f"{title}: {len(values)} groups", [table])


def _defined(run_set: RunSet, attribute: str, name: str) -> bool:
    scores = (scores.get(name) for run in run_set.runs for scores in run.groups.get(attribute, {}).values())
    return any(score is not None and score.value is not None for score in scores)


def _figure(run_set: RunSet, attribute: str, values: Sequence[str], names: Sequence[str], title: str) -> Figure:
    shown = {name: run_set.heading(name) for name in names[:MOST_COLUMNS]}
    rows = [
        {"measure": name, "group": value or "(none)", "system": system, "order": order, "group_order": rank,
         **score_row(score)}
        for order, (system, run) in enumerate(run_set.pairs())
        for rank, value in enumerate(values)
        for name in shown
        if (score := _score(run.groups, attribute, value, name)) is not None
    ]  # fmt: skip
    one = len(run_set.runs) == 1
    spec = figures.forest(shown, rows="group" if one else "system", groups=None if one else "group")
    if one:
        rows = [{**row, "order": row["group_order"]} for row in rows]
    figure_id = f"by-{run_set.id}-{''.join(c if c.isalnum() else '_' for c in attribute)}"
    return Figure(figure_id, title, "Points are scores, bars 95% intervals.", spec, {"": rows})


def _table(run_set: RunSet, attribute: str, values: Sequence[str], names: Sequence[str], title: str) -> Table:
    rows = [
        [
            Cell(value or "(none)"),
            Cell(system),
            *(score_cell(_score(run.groups, attribute, value, name)) for name in names),
        ]
        for value in values
        for system, run in run_set.pairs()
    ]
    headings = [attribute.replace("_", " "), "system", *(run_set.heading(name) for name in names)]
    return Table(title, headings, rows, left=2)


def _score(groups: dict[str, dict[str, dict[str, Score]]], attribute: str, value: str, name: str) -> Score | None:
    return groups.get(attribute, {}).get(value, {}).get(name)
