"""The analyses of talks and speakers as tables for a terminal."""

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from askew.analyses.compare import Comparison
from askew.analyses.correlate import Correlation
from askew.analyses.gaps import Gaps
from askew.analyses.terms import SCORES, Recall
from askew.core.registry import choose
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


def gaps_report(found: Gaps) -> RenderableType:
    """Measures down: the largest gap, what the tests say; then between which groups it lies and whether it is one."""
    rows: list[list[RenderableType]] = []
    lines = []
    for name, gap in found.measures.items():
        widest = gap.largest
        if widest is None:
            lines.append(f"{name}: {gap.reason}")
            continue
        span = "" if widest.low is None or widest.high is None else f"{widest.low:+.1f}…{widest.high:+.1f}"
        model = gap.poisson
        ratio = "" if model is None else f"{model.ratio:.2f} ({model.low:.2f}…{model.high:.2f}), p {p_value(model.p)}"
        rows.append([name, f"{widest.difference:+.1f}", span, p_value(gap.p), ratio])
        between = (f"{group} {number(gap.groups[group].value)}" for group in (widest.left, widest.right))
        lines.append(f"{name}: {', '.join(between)}: {gap.reason}")
    few = len(found.sizes) <= 6
    fewest, most = min(found.sizes.values()), max(found.sizes.values())
    sizes = ", ".join(f"{name} {size}" for name, size in found.sizes.items())
    shown = sizes if few else f"{len(found.sizes)} groups of {fewest} to {most}"
    title = f"{found.system}: largest gap by {found.attribute}; {found.drawn}s resampled ({shown})"
    headings = ["", "gap", "95% interval", "p (permuted)", "Poisson: rate ratio, p"]
    parts: list[RenderableType] = [titled(title, grid(headings, rows, left=1)), *map(Text, lines)]
    if found.unknown:
        parts.append(Text(f"{found.unknown} segments of unknown {found.attribute} take no part"))
    return Group(*parts)


def comparison_groups(comparison: Comparison, attribute: str) -> RenderableType:
    """Each run's differences from the first within the values of an attribute."""
    choose("group of these runs", attribute, list(comparison.groups[0]))
    parts: list[RenderableType] = []
    for run, groups in zip(comparison.runs[1:], comparison.groups, strict=True):
        by_value = groups[attribute]
        names = [name for name in next(iter(by_value.values())) if not name.startswith("unclear")]
        rows: list[list[RenderableType]] = []
        for value, changes in by_value.items():
            shown = [changes[name] for name in names]
            rows.append(
                [value, *("–" if change.difference is None else f"{change.difference:+.1f}" for change in shown)]
            )
            spans = ("" if c.low is None or c.high is None else f"{c.low:+.1f}…{c.high:+.1f}" for c in shown)
            rows.append(["", *(Text(span, style="dim") for span in spans)])
        title = f"{run.system}: difference from {comparison.runs[0].system} by {attribute}"
        parts.append(titled(title, grid([attribute, *names], rows, left=1)))
    return Group(*parts)


def p_value(p: float | None) -> str:
    """Three decimals; never zero.

    >>> p_value(0.04), p_value(0.0002), p_value(None)
    ('0.040', '<0.001', '–')
    """
    return "–" if p is None else "<0.001" if p < 0.001 else f"{p:.3f}"


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
