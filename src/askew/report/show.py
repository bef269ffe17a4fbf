"""A run's story for a terminal: its table, what stands out, and a bar per group."""

from collections.abc import Iterable

from askew.core.run import Run
from askew.report.content import Block, Cell, Prose, Table, bar_cell, score_cell
from askew.report.findings import findings_of
from askew.report.scores import run_content
from askew.report.sets import RunSet, run_sets

MOST_GROUPS = 24  # of one attribute; of more, the largest are shown


def story(run: Run) -> list[Block]:
    """Everything ``askew show`` prints."""
    [run_set] = run_sets([run])
    [found] = findings_of([run_set])
    blocks: list[Block] = [*run_content(run), Prose("")]
    if sentences := [*found.stands_out, *found.cannot_tell, *found.take_care]:
        blocks += [Prose("", sentences, lead=f"what stands out ({found.family})"), Prose("")]
    for attribute in run.groups:
        blocks += _by_group(run_set, run, attribute)
    return blocks


def _by_group(run_set: RunSet, run: Run, attribute: str) -> Iterable[Block]:
    """The first score that is defined for some value of an attribute, a bar per value."""
    values = run.groups[attribute]
    names = next(iter(values.values()), {})
    name = next((name for name in names if any(s[name].value is not None for s in values.values())), None)
    if name is None:
        return
    rows = [(value, scores[name]) for value, scores in values.items()]
    shown, left_out = rows, 0
    if len(rows) > MOST_GROUPS:
        left_out = len(rows) - MOST_GROUPS
        shown = sorted(rows, key=lambda row: -row[1].n)[:MOST_GROUPS]
        shown.sort(key=lambda row: row[1].value or 0.0)
    known = [edge for _, score in rows for edge in (score.value, score.low, score.high) if edge is not None]
    least, most = min(0.0, *known), max(100.0, *known)
    cells = [
        [Cell(value or "(none)"), score_cell(score, extra=f"n {score.n}"), bar_cell(score, least, most)]
        for value, score in shown
    ]
    more = f"; {left_out} smaller groups are left out" if left_out else ""
    title = f"{run_set.heading(name)} by {attribute.replace('_', ' ')}, {least:.0f} to {most:.0f}{more}"
    yield Table(title, ["", "", ""], cells)
    yield Prose("")
