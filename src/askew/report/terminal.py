"""Content for a terminal of any width: a table that is too wide is turned on its side or cut into blocks, a number
never.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table as Grid
from rich.text import Text

from askew.report.content import Block, Cell, Figure, Fold, Lines, Prose, Quotes, Table
from askew.report.escape import for_terminal

GAP = 2  # columns between two columns of a table
NARROWEST = 14  # columns of text that a table's own texts are wrapped to, before it is turned or cut
FEW = 3  # columns of numbers, which have their intervals beside them where there is room
BAR = 40  # characters of a drawn score
TONES = {"better": "green", "worse": "red", "": ""}
MARKS = {"found": "bold underline", "decided": "italic yellow", "says": "underline"}


def render(*blocks: Block) -> RenderableType:
    """Blocks one below the other."""
    return Group(*(part for block in blocks for part in _block(block)))


def text_of(*blocks: Block, width: int = 100) -> str:
    """Blocks as plain text, for a file or a test."""
    console = Console(width=width, highlight=False, color_system=None, force_terminal=False)
    with console.capture() as captured:
        console.print(render(*blocks))
    return captured.get()


def _block(block: Block) -> Iterable[RenderableType]:
    if isinstance(block, Prose):
        yield from _prose(block)
    elif isinstance(block, Table):
        yield FittedTable(block)
    elif isinstance(block, Lines):
        yield from (_text(line) for line in block.lines)
    elif isinstance(block, Quotes):
        for quote in block.quotes:
            yield _text(f"{quote.system}: {quote.says}")
            yield from (_Indented(_marked(cell)) for cell in (quote.source, quote.output))
    elif isinstance(block, Fold):
        yield _text(block.title, "italic")
        for inner in block.blocks:
            yield from _block(inner)
    elif isinstance(block, Figure):
        return  # its numbers are in a table


def _prose(block: Prose) -> Iterable[RenderableType]:
    if not (block.lead or block.text or block.points):
        yield Text()
    style = "yellow" if block.careful else "dim" if block.quiet else ""
    sign = "! " if block.careful else ""
    if block.lead:
        yield _text(block.lead, "italic")
    if block.text:
        yield _text(f"{sign}{block.text}", style)
    for point in block.points:
        yield _Indented(_text(f"{sign}{point}", style))


@dataclass(frozen=True)
class _Indented:
    """A point of a list, whose further lines stand below its first word."""

    text: Text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        grid = Grid.grid(padding=(0, 1, 0, 0))
        grid.add_column(width=1)
        grid.add_column(width=max(options.max_width - 2, 10))
        grid.add_row("-", self.text)
        yield from console.render(grid, options)


@dataclass(frozen=True)
class FittedTable:
    """A table as wide as the terminal: whole, on its side, or in blocks, whichever comes first to show every number."""

    table: Table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        table = self.table
        if table.title:
            yield _text(table.title, "italic")
        if table.rows:
            for part in fitted(table, options.max_width):
                yield from console.render(_grid(part, options.max_width), options)
        notes = [f"* {table.strong_means}" if table.strong_means and _any_strong(table) else "", table.note]
        if note := ". ".join(text.removesuffix(".") for text in notes if text):
            yield _text(note, "dim")


def fitted(table: Table, width: int) -> list[Table]:
    """The tables to print one below the other in place of one that is too wide."""
    widths = _widths(table)
    if len(widths) - table.left <= FEW and _total(_widths(spread(table))) <= width:
        return [spread(table)]
    if _total(widths) <= width or len(widths) <= table.left:
        return [table]
    least = [min(own, NARROWEST) for own in widths[: table.left]]
    if _total([*least, *widths[table.left :]]) <= width:
        return [table]  # its texts are wrapped
    if len(table.rows) < len(table.headings) - table.left:
        on_side = transposed(table)
        for form in (spread(on_side), on_side):
            sides = _widths(form)
            if _total([min(sides[0], NARROWEST), *sides[1:]]) <= width:
                return [form]
    return _in_blocks(table, widths, least, width)


def transposed(table: Table) -> Table:
    """Rows become columns: the headings go down, what headed the rows goes across."""
    heads = [" ".join(cell.text for cell in row[: table.left] if cell.text) for row in table.rows]
    rows = [
        [Cell(heading), *(row[table.left + number] for row in table.rows)]
        for number, heading in enumerate(table.headings[table.left :])
    ]
    return replace(table, headings=[" ".join(table.headings[: table.left]).strip(), *heads], rows=rows, left=1, last=0)


def spread(table: Table) -> Table:
    """Intervals and remarks in columns of their own instead of below their numbers."""
    columns = range(table.left, len(table.headings))
    below = {
        column: [name for name in ("interval", "extra") if any(_below(row[column], name) for row in table.rows)]
        for column in columns
    }
    headings = list(table.headings[: table.left])
    rows = [list(row[: table.left]) for row in table.rows]
    for column in columns:
        headings += [table.headings[column], *("" for _ in below[column])]
        for row, spread_row in zip(table.rows, rows, strict=True):
            cell = row[column]
            alone = cell if cell.axis else replace(cell, low=None, high=None, extra="")
            spread_row += [alone, *(Cell(_below(cell, name), quiet=True) for name in below[column])]
    return replace(table, headings=headings, rows=rows)


def _below(cell: Cell, name: str) -> str:
    """A cell's interval or remark; one that is drawn has none."""
    return "" if cell.axis else str(getattr(cell, name))


def _in_blocks(table: Table, widths: Sequence[int], least: Sequence[int], width: int) -> list[Table]:
    """As many columns at a time as fit beside the texts that head the rows."""
    starts, room = [table.left], width - _total(least)
    used = 0
    for column in range(table.left, len(widths)):
        used += widths[column] + GAP
        if used > room and column > starts[-1]:
            starts.append(column)
            used = widths[column] + GAP
    blocks = []
    for first, after in pairwise([*starts, len(widths)]):
        chosen = [*range(table.left), *range(first, after)]
        rows = [[row[column] for column in chosen] for row in table.rows]
        blocks.append(replace(table, headings=[table.headings[column] for column in chosen], rows=rows))
    return blocks


def _widths(table: Table) -> list[int]:
    columns = range(len(table.headings))
    return [
        max(
            cell_len(for_terminal(table.headings[column])),
            *(max(cell_len(line.plain) for line in _lines(row[column])) for row in table.rows),
        )
        for column in columns
    ]


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + GAP * max(len(widths) - 1, 0)


def _any_strong(table: Table) -> bool:
    return any(cell.strong for row in table.rows for cell in row)


def _grid(table: Table, width: int) -> Grid:
    """A plain table: numbers as wide as they are, texts wrapped to what is left."""
    widths = _widths(table)
    texts = _shared(widths[: table.left], width - _total([*widths[table.left :], 0]) - GAP * (table.left - 1))
    grid = Grid(box=None, pad_edge=False, padding=(0, GAP, 0, 0), show_header=any(table.headings), header_style="bold")
    for column, heading in enumerate(table.headings):
        is_text = column < table.left
        grid.add_column(
            _text(heading),
            justify="left" if is_text else "right",
            width=texts[column] if is_text else widths[column],
            overflow="fold",
        )
    for row in table.rows:
        grid.add_row(*(_cell(cell) for cell in row))
    return grid


def _shared(widths: Sequence[int], room: int) -> list[int]:
    """The room divided among texts: each what it needs where that is little, the long ones the same."""
    left, shares = max(room, 1), dict.fromkeys(range(len(widths)), 1)
    for place, column in enumerate(sorted(range(len(widths)), key=lambda column: widths[column])):
        shares[column] = max(1, min(widths[column], left // (len(widths) - place)))
        left -= shares[column]
    return [shares[column] for column in range(len(widths))]


def _cell(cell: Cell) -> RenderableType:
    return Group(*_lines(cell))


def _lines(cell: Cell) -> list[Text]:
    """A cell's value, and below it its interval and remark."""
    if cell.axis is not None:
        return [_bar(cell, *cell.axis)]
    lines = [_value(cell)]
    lines += [_text(_plain_minus(text), "dim") for text in (cell.interval, cell.extra) if text]
    return lines


def _value(cell: Cell) -> Text:
    if cell.marks:
        return _marked(cell)
    shown = _plain_minus(cell.text) if cell.number is not None or cell.quiet else cell.text
    style = (
        "dim" if cell.quiet else " ".join(part for part in ("bold" if cell.strong else "", TONES[cell.tone]) if part)
    )
    return _text(f"{shown}{'*' if cell.strong else ''}", style)


def _plain_minus(text: str) -> str:
    """With the minus that is on a keyboard, so that a number can be copied into a program."""
    return text.replace("−", "-")


def _marked(cell: Cell) -> Text:
    """A text with its marked parts; each piece is escaped by itself, so that places stay right."""
    text = Text()
    for piece, kinds in cell.pieces:
        text.append(for_terminal(piece), style=" ".join(MARKS[kind] for kind in kinds))
    return text


def _bar(cell: Cell, least: float, most: float) -> Text:
    """A value on a line, its interval heavier."""
    if cell.number is None:
        return Text("·" * BAR, "dim")

    def place(value: float) -> int:
        return min(BAR - 1, max(0, int((value - least) / (most - least) * BAR)))

    line = ["─"] * BAR
    if cell.low is not None and cell.high is not None:
        for column in range(place(cell.low), place(cell.high) + 1):
            line[column] = "━"
    line[place(cell.number)] = "●"
    return Text("".join(line))


def _text(text: str, style: str = "") -> Text:
    return Text(for_terminal(text), style=style)
