"""Tables for a terminal, in the columns of the papers' own tables."""

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from askew.analyses.compare import Change, Comparison, protocol_of
from askew.core.records import Score
from askew.core.registry import choose
from askew.core.run import Run
from askew.suites.base import Protocol


def run_report(run: Run) -> RenderableType:
    """One run: the suite's table, its counts, and what stands behind the numbers."""
    protocol = protocol_of(run)
    parts: list[RenderableType] = [scores_table([run])]
    rest = {
        name: score for name, score in run.scores.items() if name not in protocol.columns and score.value is not None
    }
    if rest:
        rows: list[list[RenderableType]] = [
            [number(score.value) for score in rest.values()],
            [_dim(interval(score)) for score in rest.values()],
        ]
        parts.append(titled("also", _grid(rest, rows)))
    parts.append(titled("counts", _counts(run)))
    undefined = {name: score for name, score in run.scores.items() if score.value is None and name in protocol.columns}
    if undefined:
        first, *others = undefined
        like = f"; likewise {', '.join(protocol.columns[name] for name in others)}" if others else ""
        parts.append(_dim(f"undefined: {protocol.columns[first]} ({undefined[first].reason}){like}"))
    parts += [Text(f"! {warning}", style="yellow") for warning in run.warnings]
    if run.timing.get("items"):
        speed = run.timing
        cpu = f"; {speed['cpu_seconds']:.1f} s of CPU" if "cpu_seconds" in speed else ""
        parts.append(
            _dim(
                f"{speed['items']:.0f} items in {speed['wall_seconds']:.1f} s ({speed['items_per_second']:.1f} items/s{cpu})"
            )
        )
    parts.append(Text(f"signature {run.signature}", style="dim", overflow="fold"))
    return Group(*parts)


def scores_table(runs: Sequence[Run]) -> RenderableType:
    """Systems down, the suite's scores across, each with its interval below it."""
    first = runs[0]
    columns = _defined_columns(protocol_of(*runs), runs)
    rows: list[list[RenderableType]] = []
    for run in runs:
        scores = [run.scores[name] for name in columns]
        rows.append([Text(run.system), *(number(score.value) for score in scores)])
        rows.append(["", *(_dim(interval(score)) for score in scores)])
    edition, subset = first.asked.edition, first.asked.subset
    asked = (
        f"{edition}{'' if subset == 'all' else f' {subset}'} ({len(first.outputs)} items), protocol {first.protocol}"
    )
    source = first.asked.options.get("source", "en")
    languages = source if source == first.asked.target else f"{source}→{first.asked.target}"
    title = f"{first.asked.suite} {languages}, {asked}; % with 95% intervals"
    return titled(title, _grid(["system", *columns.values()], rows, left=1))


def groups_table(run: Run, attribute: str) -> RenderableType:
    """One run by the values of an attribute, each score with its interval below it."""
    choose("group of this run", attribute, list(run.groups))
    by_value = run.groups[attribute]
    headings = protocol_of(run).columns
    names = [
        name
        for name in next(iter(by_value.values()))
        if any(scores[name].value is not None for scores in by_value.values())
    ]
    rows: list[list[RenderableType]] = []
    for value, scores in by_value.items():
        n = max(score.n for score in scores.values())
        rows.append([Text(value), str(n), *(number(scores[name].value) for name in names)])
        rows.append(["", "", *(_dim(interval(scores[name])) for name in names)])
    grid = _grid([attribute, "n", *(headings.get(name, name) for name in names)], rows, left=1)
    return titled(f"by {attribute}", grid)


def comparison_report(comparison: Comparison) -> RenderableType:
    """All runs, then each one's differences from the first."""
    columns = _defined_columns(protocol_of(*comparison.runs), comparison.runs)
    rows: list[list[RenderableType]] = []
    for run, changes in zip(comparison.runs[1:], comparison.changes, strict=True):
        shown = [changes[name] for name in columns]
        rows.append([Text(run.system), *(_difference(change) for change in shown)])
        rows.append(["", *(_dim(_span(change.low, change.high)) for change in shown)])
        rows.append([_dim("p (Holm)"), *(_dim("–" if c.p_holm is None else f"{c.p_holm:.3f}") for c in shown)])
    title = f"difference from {comparison.runs[0].system}, paired by item; bold where p (Holm) is below 0.05"
    grid = _grid(["system", *columns.values()], rows, left=1)
    return Group(scores_table(comparison.runs), Text(), titled(title, grid))


def titled(title: str, content: RenderableType) -> RenderableType:
    """A line, then what it is about."""
    return Group(Text(title, style="italic"), content)


def number(value: float | None) -> str:
    """One decimal, or a dash for what is undefined.

    >>> number(43.4889), number(None)
    ('43.5', '–')
    """
    return "–" if value is None else f"{value:.1f}"


def interval(score: Score) -> str:
    """The interval, or nothing.

    >>> interval(Score(50.0, 40.04, 60.0)), interval(Score(None))
    ('40.0…60.0', '')
    """
    return _span(score.low, score.high)


def _defined_columns(protocol: Protocol, runs: Sequence[Run]) -> dict[str, str]:
    """The scores worth a column, those defined for at least one run: name to heading."""
    return {
        name: heading
        for name, heading in protocol.columns.items()
        if any(run.scores[name].value is not None for run in runs)
    }


def _grid(headings: Iterable[str], rows: Iterable[Sequence[RenderableType]], left: int = 0) -> Grid:
    """A plain table whose first ``left`` columns are text and the others numbers."""
    grid = Grid(pad_edge=False, box=None)
    for index, heading in enumerate(headings):
        grid.add_column(heading, justify="left" if index < left else "right", no_wrap=index >= left)
    for row in rows:
        grid.add_row(*row)
    return grid


def _counts(run: Run) -> Grid:
    columns = list(dict.fromkeys(name for counts in run.counts.values() for name in counts))
    rows = [[row, *(str(counts.get(column, 0)) for column in columns)] for row, counts in run.counts.items()]
    return _grid(["", *columns], rows, left=1)


def _span(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f"{low:.1f}…{high:.1f}"


def _difference(change: Change) -> Text:
    if change.difference is None:
        return Text("–")
    sure = change.p_holm is not None and change.p_holm < 0.05
    return Text(f"{change.difference:+.1f}", style="bold" if sure else "")


def _dim(text: str) -> Text:
    return Text(text, style="dim")
