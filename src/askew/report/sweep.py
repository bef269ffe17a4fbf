"""A sweep as content: its tables in the paper's columns, what it says in words, what the fastest cell lost."""

from collections.abc import Callable, Iterable

from askew.formats.sheets import Value as SheetValue
from askew.formats.sheets import sheet
from askew.measures.base import Role
from askew.report.content import Block, Cell, Prose, Table, without_intervals
from askew.report.latex import table_latex
from askew.report.markdown import table_markdown
from askew.report.numbers import count, interval, number
from askew.sweep.result import TIME, CellResult, Lost, SweepResult, SweepTable
from askew.sweep.values import Column

Link = Callable[[str], str]  # a cell's label to the address of its sentences
_SPEED = (
    "wall_seconds", "low", "high", "cpu_seconds", "load_seconds", "sentences_per_second", "tokens_per_second",
    "repeats",
)  # fmt: skip


def suites_of(result: SweepResult) -> list[str]:
    """The bias suites of a sweep, or one empty name where it measures quality alone."""
    return list(dict.fromkeys(column.set for column in result.columns if not column.is_quality)) or [""]


def shown_columns(result: SweepResult) -> list[Column]:
    """The columns of the paper, those that some cell has a value for."""
    return [
        column
        for column in result.columns
        if column.role is not Role.AMONG_DECIDED
        and any(cell.values[column.key].value is not None for cell in result.cells)
    ]


def sweep_table(result: SweepResult, table: SweepTable, suite: str, link: Link = lambda _: "") -> Table:
    """Time, quality and one suite's columns, the cells down; the last rows are the largest drops."""
    columns = [column for column in shown_columns(result) if column.is_quality or column.set == suite]
    rows = [
        [Cell(label, href=link(cell.label)), _time(cell), *(_value(cell, column) for column in columns)]
        for label, cell in result.rows(table)
    ]
    keys = [TIME, *(column.key for column in columns)]
    last = [
        [Cell(f"max rel. % drop, {reading}"), *(_drop(drops.get(key)) for key in keys)]
        for reading, drops in table.largest_drops.items()
    ]
    several = len({column.set for column in columns if column.is_quality}) > 1
    headings = [
        f"{column.heading} ({column.set})" if several and column.is_quality else column.heading for column in columns
    ]
    title = f"{result.name}, en→{result.target}{f', {suite}' if suite else ''}: {table.design}"
    return Table(title, ["cell", "time (s)", *headings], [*rows, *last], note=_note(result), last=len(last))


def sweep_content(result: SweepResult) -> list[Block]:
    """All tables, the amplification, and what to be careful about."""
    blocks: list[Block] = []
    for table in result.tables:
        for suite in suites_of(result):
            blocks += [sweep_table(result, table, suite), Prose("")]
    blocks += [Prose(sentence) for sentence in amplification(result)]
    blocks += [Prose(line) for line in lost_lines(result)]
    return [*blocks, *(Prose(warning, careful=True) for warning in result.warnings)]


def amplification(result: SweepResult) -> list[str]:
    """What a loss of quality costs, a sentence per measure."""
    left_out = {column.key for column in result.columns if column.role is Role.AMONG_DECIDED}
    return [slope.sentence for slope in result.amplification if slope.measure not in left_out]


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
    return sheet(([" ".join(cell.split()) for cell in row] for row in rows), separator="\t")


def as_csv(result: SweepResult, table: SweepTable) -> str:
    """Everything in one wide table: values, intervals, drops, times; one line per row."""
    axes = list(result.cells[0].axes)
    heads = [
        f"{column.key}{part}"
        for column in result.columns
        for part in ("", ".low", ".high", *([".drop"] if column.has_drop else []))
    ]
    head = ["row", "cell", *axes, "seeds", *(f"time.{name}" for name in _SPEED), "time.drop", *heads]
    return sheet([head, *(list(_everything(result, label, cell)) for label, cell in result.rows(table))])


def as_markdown(result: SweepResult, table: SweepTable, suite: str) -> str:
    """The paper's table in Markdown."""
    return table_markdown(without_intervals(sweep_table(result, table, suite)))


def as_latex(result: SweepResult, table: SweepTable, suite: str) -> str:
    """The paper's table for LaTeX with booktabs."""
    return table_latex(without_intervals(sweep_table(result, table, suite)))


def _everything(result: SweepResult, label: str, cell: CellResult) -> Iterable[SheetValue]:
    yield from (
        label,
        cell.name,
        *(axis if isinstance(axis, (int, float)) else str(axis) for axis in cell.axes.values()),
    )
    yield cell.seeds
    yield from (_rounded(getattr(cell.speed, name)) if cell.speed else None for name in _SPEED)
    yield _rounded(cell.time_drop)
    for column in result.columns:
        value = cell.values[column.key]
        yield from (_rounded(one) for one in (value.value, value.low, value.high))
        if column.has_drop:
            yield _rounded(cell.drops[column.key].value)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)


def _time(cell: CellResult) -> Cell:
    if cell.speed is None:
        return Cell("–", note="not timed")
    seconds, decimals = cell.speed.wall_seconds, 1 if cell.speed.wall_seconds >= 10 else 3
    return Cell(number(seconds, decimals), cell.speed.low, cell.speed.high, number=seconds, decimals=decimals)


def _value(cell: CellResult, column: Column) -> Cell:
    """The value with its interval; where there are seeds, their lowest and highest below it."""
    value = cell.values[column.key]
    spread = interval(value.lowest_seed, value.highest_seed) if cell.seeds > 1 else ""
    extra = f"seeds {spread}" if spread else ""
    return Cell(number(value.value), value.low, value.high, extra, note=value.reason or "", number=value.value)


def _drop(drop: float | None) -> Cell:
    return Cell("") if drop is None else Cell(number(drop), number=drop)


def _note(result: SweepResult) -> str:
    seeds = result.cells[0].seeds
    means = (
        f"Means of {count(seeds, 'seed')} with 95% intervals, lowest and highest seed below"
        if seeds > 1
        else "95% intervals below"
    )
    return f"{means}; time is the median of the repeats, lowest and highest below."
