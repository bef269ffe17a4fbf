"""The analyses of talks and speakers as tables for a terminal."""

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from askew.evaluate.correlate import Correlation
from askew.evaluate.terms import SCORES, Recall
from askew.report.terminal import interval, number, titled

_HEADINGS = dict(zip(SCORES, ("exact", "or inflected", "or near", "in English", "consistent"), strict=True))


def recall_report(found: Recall) -> RenderableType:
    """Runs down, the ways a term can come through across."""
    rows: list[list[RenderableType]] = []
    for row in found.rows:
        cells = [row.scores[name] for name in SCORES]
        rows.append(
            [
                row.system,
                row.target,
                row.kind,
                str(cells[0].n),
                *(number(cell.value) for cell in cells),
                number(row.chrf),
            ]
        )
        rows.append(["", "", "", "", *(Text(interval(cell), style="dim") for cell in cells), ""])
    headings = ["system", "lang", "kind", "terms", *_HEADINGS.values(), "chrF"]
    parts: list[RenderableType] = [titled("term recall, % with 95% intervals", grid(headings, rows, left=3))]
    if found.with_chrf is not None:
        parts.append(Text(f"with chrF over translations: {correlation_line(found.with_chrf)}"))
    return Group(*parts)


def correlation_line(found: Correlation) -> str:
    """A correlation in a line."""
    if found.pearson is None:
        return f"no correlation: {found.reason}"
    span = "" if found.low is None else f" [{found.low:.2f}, {found.high:.2f}]"
    return f"Pearson {found.pearson:.2f}{span}, Spearman {found.spearman:.2f}, {len(found.points)} points"


def grid(headings: Iterable[str], rows: Iterable[Sequence[RenderableType]], left: int) -> Grid:
    """A plain table whose first ``left`` columns are text and the others numbers."""
    table = Grid(pad_edge=False, box=None)
    for index, heading in enumerate(headings):
        table.add_column(heading, justify="left" if index < left else "right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    return table
