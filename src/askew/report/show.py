"""A run's story for a terminal: its table, what stands out, and a bar per group."""

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from askew.core.records import Score
from askew.core.run import Run
from askew.report.findings import findings
from askew.report.sets import RunSet, run_sets
from askew.report.terminal import interval, number, run_report, titled

WIDTH = 40  # characters of a bar
MOST_GROUPS = 24  # of one attribute; of more, the largest are shown


def story(run: Run) -> RenderableType:
    """Everything ``askew show`` prints."""
    [run_set] = run_sets([run])
    found = findings(run_set)
    parts: list[RenderableType] = [run_report(run), Text()]
    sentences = [*found.stands_out, *found.take_care]
    if sentences:
        points = Group(*(Text(f"- {sentence}") for sentence in sentences))
        parts += [titled("what stands out (Holm over the tests of this run)", points), Text()]
    for attribute in run.groups:
        parts += _by_group(run_set, run, attribute)
    return Group(*parts)


def _by_group(run_set: RunSet, run: Run, attribute: str) -> Iterable[RenderableType]:
    values = run.groups[attribute]
    name = next(
        (name for name in next(iter(values.values()), {}) if any(s[name].value is not None for s in values.values())),
        None,
    )
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
    grid = Grid(box=None, pad_edge=False, show_header=False)
    for justify in ("left", "right", "left", "left", "right"):
        grid.add_column(justify=justify, no_wrap=True)
    for value, score in shown:
        line = bar(score, least, most)
        grid.add_row(
            Text(value or "(none)"),
            number(score.value),
            line,
            Text(interval(score), "dim"),
            Text(f"n {score.n}", "dim"),
        )
    more = f"; {left_out} smaller groups are left out" if left_out else ""
    yield titled(f"{run_set.heading(name)} by {attribute.replace('_', ' ')}, {least:.0f} to {most:.0f}{more}", grid)
    yield Text()


def bar(score: Score, least: float = 0.0, most: float = 100.0) -> Text:
    """A value on a line, its interval heavier.

    >>> bar(Score(50.0, 25.0, 75.0)).plain[:25]
    '──────────━━━━━━━━━━●━━━━'
    """
    if score.value is None:
        return Text("·" * WIDTH, "dim")

    def place(value: float) -> int:
        return min(WIDTH - 1, max(0, int((value - least) / (most - least) * WIDTH)))

    line = ["─"] * WIDTH
    if score.low is not None and score.high is not None:
        for column in range(place(score.low), place(score.high) + 1):
            line[column] = "━"
    line[place(score.value)] = "●"
    return Text("".join(line))
