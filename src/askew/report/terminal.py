"""Tables for a terminal, in the columns of the papers' own tables."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from askew.core.records import Score
from askew.core.run import Run
from askew.evaluate.compare import Change, Comparison
from askew.suites import REGISTRY
from askew.suites.base import Protocol


def protocol_of(run: Run) -> Protocol:
    """The protocol a run was judged by."""
    return REGISTRY.get(run.asked.suite).protocol(run.protocol, run.asked.target)


def run_report(run: Run) -> RenderableType:
    """One run: the suite's table, its counts, and what stands behind the numbers."""
    protocol = protocol_of(run)
    parts: list[RenderableType] = [scores_table([run])]
    if decided := {name: score for name, score in run.scores.items() if name.endswith("_decided")}:
        parts.append(_decided_table(decided))
    parts.append(_counts_table(run))
    undefined = {name: score for name, score in run.scores.items() if score.value is None and name in protocol.columns}
    if undefined:
        headings = ", ".join(protocol.columns[name] for name in undefined)
        reasons = "; ".join(dict.fromkeys(str(score.reason) for score in undefined.values()))
        parts.append(Text(f"undefined: {headings} ({reasons})", style="dim"))
    parts += [Text(f"! {warning}", style="yellow") for warning in run.warnings]
    if run.timing:
        speed = run.timing
        parts.append(
            Text(
                f"{speed['items']:.0f} items in {speed['wall_seconds']:.1f} s "
                f"({speed['items_per_second']:.1f} items/s; {speed['cpu_seconds']:.1f} s of CPU)",
                style="dim",
            )
        )
    parts.append(Text(f"signature {run.signature}", style="dim", overflow="fold"))
    return Group(*parts)


def scores_table(runs: Sequence[Run]) -> Grid:
    """Systems down, the suite's scores across, each with its interval below it."""
    first = runs[0]
    protocol = protocol_of(first)
    grid = Grid(
        title=f"{first.asked.suite} en→{first.asked.target}, {_asked(first)}",
        title_justify="left",
        pad_edge=False,
        box=None,
    )
    grid.add_column("system")
    columns = _defined_columns(protocol, runs)
    for name in columns:
        grid.add_column(protocol.columns[name], justify="right")
    for run in runs:
        scores = [run.scores[name] for name in columns]
        grid.add_row(run.system, *(number(score.value) for score in scores))
        grid.add_row("", *(Text(interval(score), style="dim") for score in scores))
    return grid


def comparison_report(comparison: Comparison) -> RenderableType:
    """All runs, then each one's differences from the first."""
    protocol = protocol_of(comparison.runs[0])
    grid = Grid(
        title=f"difference from {comparison.runs[0].system}, paired by item",
        title_justify="left",
        pad_edge=False,
        box=None,
    )
    grid.add_column("system")
    columns = _defined_columns(protocol, comparison.runs)
    for name in columns:
        grid.add_column(protocol.columns[name], justify="right")
    for run, changes in zip(comparison.runs[1:], comparison.changes, strict=True):
        shown = [changes[name] for name in columns]
        grid.add_row(run.system, *(_difference(change) for change in shown))
        grid.add_row("", *(Text(_span(change.low, change.high), style="dim") for change in shown))
        grid.add_row(
            Text("p (Holm)", style="dim"),
            *(Text("–" if change.p_holm is None else f"{change.p_holm:.3f}", style="dim") for change in shown),
        )
    return Group(scores_table(comparison.runs), Text(), grid)


def number(value: float | None) -> str:
    """One decimal, or a dash for what is undefined.

    >>> number(43.4889), number(None)
    ('43.5', '–')
    """
    return "–" if value is None else f"{value:.1f}"


def interval(score: Score) -> str:
    """The interval in brackets, or nothing.

    >>> interval(Score(50.0, 40.04, 60.0)), interval(Score(None))
    ('40.0…60.0', '')
    """
    return _span(score.low, score.high)


def _defined_columns(protocol: Protocol, runs: Sequence[Run]) -> list[str]:
    """The scores worth a column: those defined for at least one run."""
    return [name for name in protocol.columns if any(run.scores[name].value is not None for run in runs)]


def _span(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f"{low:.1f}…{high:.1f}"


def _difference(change: Change) -> Text:
    if change.difference is None:
        return Text("–")
    sure = change.p_holm is not None and change.p_holm < 0.05
    return Text(f"{change.difference:+.1f}", style="bold" if sure else "")


def _asked(run: Run) -> str:
    extras = [run.asked.edition, *([run.asked.subset] if run.asked.subset != "all" else [])]
    return f"{' '.join(extras)} ({len(run.outputs)} items), protocol {run.protocol}; % with 95% intervals"


def _decided_table(scores: dict[str, Score]) -> Grid:
    scores = {name: score for name, score in scores.items() if score.value is not None}
    grid = Grid(title="correct among the decided", title_justify="left", pad_edge=False, box=None)
    for name in scores:
        grid.add_column(name.removesuffix("_decided"), justify="right")
    grid.add_row(*(number(score.value) for score in scores.values()))
    grid.add_row(*(Text(interval(score), style="dim") for score in scores.values()))
    return grid


def _counts_table(run: Run) -> Grid:
    columns = list(dict.fromkeys(name for counts in run.counts.values() for name in counts))
    grid = Grid(title="counts", title_justify="left", pad_edge=False, box=None)
    grid.add_column("")
    for column in columns:
        grid.add_column(column, justify="right")
    for row, counts in run.counts.items():
        grid.add_row(row, *(str(counts.get(column, 0)) for column in columns))
    return grid
