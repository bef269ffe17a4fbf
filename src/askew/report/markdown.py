"""Content as Markdown."""

from collections.abc import Iterable, Sequence

from askew.report.content import Block, Cell, Figure, Lines, Prose, Quote, Quotes, Section, Table
from askew.report.escape import for_markdown, one_line


def sections_markdown(title: str, lede: Sequence[str], sections: Iterable[Section]) -> str:
    """A document: a title, what it says first, sections."""
    lines = [f"# {for_markdown(title)}", "", *(for_markdown(line, begins=True) for line in lede), ""]
    for section in sections:
        lines += [f"## {for_markdown(section.title)}", ""]
        for block in section.blocks:
            lines += _block(block, 3)
    return "\n".join(lines).rstrip() + "\n"


def table_markdown(table: Table) -> str:
    """A table alone, without its title."""
    return "\n".join(_rows(table)) + "\n"


def _block(block: Block, level: int) -> list[str]:
    if isinstance(block, Prose):
        lead = [f"**{for_markdown(block.lead)}**", ""] if block.lead else []
        text = [for_markdown(block.text, begins=True), ""] if block.text else []
        points = [f"- {for_markdown(point, begins=True)}" for point in block.points]
        return [*lead, *text, *points, *([""] if points else [])]
    if isinstance(block, Table):
        notes = [f"Bold: {block.strong_means}." if block.strong_means else "", block.note]
        note = " ".join(text for text in notes if text)
        head = [f"{'#' * level} {for_markdown(block.title)}", ""] if block.title else []
        return [*head, *([for_markdown(note, begins=True), ""] if note else []), *_rows(block), ""]
    if isinstance(block, Lines):
        return [*(f"    {one_line(line)}" for line in block.lines), ""]
    if isinstance(block, Quotes):
        return [line for quote in block.quotes for line in _quote(quote)]
    if isinstance(block, Figure):
        return []  # its numbers are in a table, its picture in the page
    inner = [line for part in block.blocks for line in _block(part, level + 1)]
    return [f"{'#' * level} {for_markdown(block.title)}", "", *inner]


def _quote(quote: Quote) -> list[str]:
    said = f"**{for_markdown(quote.system)}**: {for_markdown(quote.says)}"
    return [f"- {said}", *(f"  - {for_markdown(cell.text, begins=True)}" for cell in (quote.source, quote.output)), ""]


def _rows(table: Table) -> list[str]:
    rule = "|".join("---" if column < table.left else "---:" for column in range(len(table.headings)))
    head = "|".join(f" {for_markdown(heading)} " for heading in table.headings)
    plain = len(table.rows) - table.last
    rows = [
        f"|{'|'.join(f' {_cell(cell, number >= plain and column < table.left)} ' for column, cell in enumerate(row))}|"
        for number, row in enumerate(table.rows)
    ]
    return [f"|{head}|", f"|{rule}|", *rows]


def _cell(cell: Cell, emphasised: bool) -> str:
    inner = f" [{cell.interval}]" if cell.interval else ""
    value = for_markdown(cell.text)
    value = f"**{value}**" if cell.strong and value else f"*{value}*" if emphasised and value else value
    if cell.href and not cell.href.startswith("#"):  # an address within the page leads nowhere from here
        value = f"[{value}](<{_address(cell.href)}>)"
    return f"{value}{for_markdown(inner)}{for_markdown(f', {cell.extra}') if cell.extra else ''}"


def _address(url: str) -> str:
    """An address in which nothing ends the link or the table's cell."""
    return "".join(character if character not in "<>|\\\n\r" else f"%{ord(character):02X}" for character in url)
