"""A sweep's tables in the paper's columns: for a terminal, as CSV, Markdown and LaTeX."""

import csv
import io
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from askew.report.terminal import number, titled
from askew.sweep.result import TIME, CellResult, Lost, SweepResult, SweepTable
from askew.sweep.values import Column

LAST_ROW = "max rel. % drop, {}"


@dataclass(frozen=True)
class Shown:
    """A table as text: headings, rows of cells (each a value and what stands below it), and the last rows."""

    headings: list[str]
    rows: list[tuple[str, list[tuple[str, str]]]]
    last: list[tuple[str, list[str]]]


def suites_of(result: SweepResult) -> list[str]:
    """The bias suites of a sweep, or one empty name where it measures quality alone."""
    return list(dict.fromkeys(column.set for column in result.columns if not column.is_quality)) or [""]


def shown(result: SweepResult, table: SweepTable, suite: str) -> Shown:
    """Time, quality and one suite's columns, as the paper has them."""
    wanted = [column for column in result.columns if column.is_quality or (column.set == suite and _in_paper(column))]
    columns = [one for one in wanted if any(cell.values[one.key].value is not None for _, cell in result.rows(table))]
    rows = [(label, [_time(cell), *(_value(cell, column) for column in columns)]) for label, cell in result.rows(table)]
    keys = [TIME, *(column.key for column in columns)]
    last = [
        (LAST_ROW.format(reading), [number(row[key]) if row.get(key) is not None else "" for key in keys])
        for reading, row in table.largest_drops.items()
    ]
    return Shown(["time (s)", *(column.heading for column in columns)], rows, last)


def terminal(result: SweepResult) -> RenderableType:
    """All tables, the amplification, and what to be careful about."""
    parts: list[RenderableType] = []
    for table in result.tables:
        for suite in suites_of(result):
            text = shown(result, table, suite)
            grid = Grid(pad_edge=False, box=None)
            grid.add_column(table.design)
            for heading in text.headings:
                grid.add_column(heading, justify="right", no_wrap=True)
            for label, cells in text.rows:
                grid.add_row(Text(label), *(value for value, _ in cells))
                grid.add_row("", *(Text(below, style="dim") for _, below in cells))
            for label, values in text.last:
                grid.add_row(Text(label, style="italic"), *values)
            title = f"{result.name}, en→{result.target}{f', {suite}' if suite else ''}: {_below(result)}"
            parts += [titled(title, grid), Text()]
    parts += [Text(slope.sentence) for slope in result.amplification if not slope.measure.endswith("_decided")]
    parts += [Text(line) for line in lost_lines(result)]
    parts += [Text(f"! {warning}", style="yellow") for warning in result.warnings]
    return Group(*parts)


def lost_lines(result: SweepResult, most: int = 5) -> list[str]:
    """Where the fastest cell loses what the baseline had, the most frequent first."""
    lines = []
    for lost in result.lost:
        total = sum(group.lost for group in lost.groups)
        if total:
            named = ", ".join(f"{group.value} {group.lost} of {group.right_before}" for group in lost.groups[:most])
            lines.append(f"{lost.set}: {lost.cell} loses {total} items the baseline has right, most often {named}")
    return lines


def lost_tsv(lost: Lost) -> str:
    """The sentences themselves, a line each: those of the group that lost most first."""
    rows = [("group", "id", "verdict", "source", "baseline", lost.cell)]
    rows += [
        (group.value, item.id, item.verdict, item.source, item.baseline, item.cell)
        for group in lost.groups
        for item in group.items
    ]
    return "".join("\t".join(" ".join(cell.split()) for cell in row) + "\n" for row in rows)


def as_csv(result: SweepResult, table: SweepTable) -> str:
    """Everything in one wide table: values, intervals, drops, times; one line per row."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    axes = list(result.cells[0].axes)
    speed = (
        "wall_seconds",
        "low",
        "high",
        "cpu_seconds",
        "load_seconds",
        "sentences_per_second",
        "tokens_per_second",
        "repeats",
    )
    heads = [
        f"{column.key}{part}"
        for column in result.columns
        for part in ("", ".low", ".high", *([".drop"] if column.has_drop else []))
    ]
    writer.writerow(["row", "cell", *axes, "seeds", *(f"time.{name}" for name in speed), "time.drop", *heads])
    for label, cell in result.rows(table):
        cells: list[object] = [label, cell.name, *cell.axes.values(), cell.seeds]
        cells += [getattr(cell.speed, name) if cell.speed else "" for name in speed] + [cell.time_drop]
        for column in result.columns:
            value = cell.values[column.key]
            cells += [value.value, value.low, value.high, *([cell.drops[column.key].value] if column.has_drop else [])]
        writer.writerow(["" if one is None else round(one, 6) if isinstance(one, float) else one for one in cells])
    return stream.getvalue()


def as_markdown(result: SweepResult, table: SweepTable, suite: str) -> str:
    """The paper's table in Markdown."""
    text = shown(result, table, suite)
    lines = ["| | " + " | ".join(text.headings) + " |", "|---|" + "---:|" * len(text.headings)]
    for label, cells in text.rows:
        lines.append(f"| {label.replace('|', chr(92) + '|')} | " + " | ".join(value for value, _ in cells) + " |")
    lines += [f"| *{label}* | " + " | ".join(values) + " |" for label, values in text.last]
    return "\n".join(lines) + "\n"


def as_latex(result: SweepResult, table: SweepTable, suite: str) -> str:
    """The paper's table for LaTeX with booktabs."""
    text = shown(result, table, suite)
    lines = [r"\begin{tabular}{l" + "r" * len(text.headings) + "}", r"\toprule"]
    lines += [" & ".join(["", *(_latex(heading) for heading in text.headings)]) + r" \\", r"\midrule"]
    lines += [
        " & ".join([_latex(label), *(_latex(value) for value, _ in cells)]) + r" \\" for label, cells in text.rows
    ]
    lines.append(r"\midrule")
    lines += [" & ".join([_latex(label), *values]) + r" \\" for label, values in text.last]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"]) + "\n"


def _in_paper(column: Column) -> bool:
    return not column.measure.endswith("_decided")


def _time(cell: CellResult) -> tuple[str, str]:
    if cell.speed is None:
        return "–", ""
    digits = 1 if cell.speed.wall_seconds >= 10 else 3
    return f"{cell.speed.wall_seconds:.{digits}f}", f"{cell.speed.low:.{digits}f}…{cell.speed.high:.{digits}f}"


def _value(cell: CellResult, column: Column) -> tuple[str, str]:
    """The value, and below it the seeds' spread where there are seeds, else the interval."""
    value = cell.values[column.key]
    spread = (value.lowest_seed, value.highest_seed) if cell.seeds > 1 else (value.low, value.high)
    return number(value.value), "" if spread[0] is None or spread[1] is None else f"{spread[0]:.1f}…{spread[1]:.1f}"


def _below(result: SweepResult) -> str:
    seeds = result.cells[0].seeds
    means = f"means of {seeds} seeds, lowest and highest below" if seeds > 1 else "95% intervals below"
    return f"{means}; time is the median of the repeats, lowest and highest below"


_LATEX = str.maketrans({
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "&": r"\&", "%": r"\%", "_": r"\_", "#": r"\#", "$": r"\$",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "Δ": r"$\Delta$", "–": "--",
})  # fmt: skip


def _latex(text: str) -> str:
    r"""Text that LaTeX prints as it is.

    >>> print(_latex("ΔFC of 50% & {x}"))
    $\Delta$FC of 50\% \& \{x\}
    """
    return text.translate(_LATEX)
