"""Content as LaTeX, to be included in a document."""

from collections.abc import Iterable

from askew.report.content import Block, Cell, Fold, Lines, Prose, Quotes, Section, Table
from askew.report.escape import for_latex, one_line


def sections_latex(title: str, sections: Iterable[Section]) -> str:
    """Sections, prose and tables (booktabs); figures are left to the page."""
    parts = ["% needs \\usepackage{booktabs,longtable}", f"% {one_line(title)}"]
    for section in sections:
        parts.append(f"\n\\section*{{{for_latex(section.title)}}}")
        parts += [text for block in section.blocks for text in _block(block)]
    return "\n".join(parts) + "\n"


def table_latex(table: Table) -> str:
    """A table alone, without its title."""
    body = f"\\toprule\n{_head(table)}\n\\midrule\n{_rows(table)}\n\\bottomrule"
    return f"\\begin{{tabular}}{{{_columns(table)}}}\n{body}\n\\end{{tabular}}\n"


def _block(block: Block) -> Iterable[str]:
    if isinstance(block, Prose):
        yield from _prose(block)
    elif isinstance(block, Table):
        head = f"\\caption{{{for_latex(block.title)}}}\\\\\n\\toprule\n{_head(block)}\n\\midrule\n\\endhead"
        yield f"\\begin{{longtable}}{{{_columns(block)}}}\n{head}\n{_rows(block)}\n\\bottomrule\n\\end{{longtable}}"
    elif isinstance(block, Lines):
        yield "\n\n".join(for_latex(line) for line in block.lines)
    elif isinstance(block, Quotes):
        for quote in block.quotes:
            yield from _prose(Prose(quote.says, [quote.source.text, quote.output.text], quote.system))
    elif isinstance(block, Fold):
        yield f"\\subsection*{{{for_latex(block.title)}}}"
        for inner in block.blocks:
            yield from _block(inner)


def _prose(block: Prose) -> Iterable[str]:
    if block.lead:
        yield f"\\paragraph{{{for_latex(block.lead)}}}"
    if block.text:
        yield for_latex(block.text) + "\n"
    if block.points:
        items = "\n".join(f"\\item {for_latex(point)}" for point in block.points)
        yield f"\\begin{{itemize}}\n{items}\n\\end{{itemize}}"


def _columns(table: Table) -> str:
    return "".join("l" if column < table.left else "r" for column in range(len(table.headings)))


def _head(table: Table) -> str:
    return " & ".join(for_latex(heading) for heading in table.headings) + " \\\\"


def _rows(table: Table) -> str:
    lines = [" & ".join(_cell(cell) for cell in row) + " \\\\" for row in table.rows]
    if table.last:
        lines.insert(len(lines) - table.last, "\\midrule")
    return "\n".join(lines)


def _cell(cell: Cell) -> str:
    value = f"\\textbf{{{for_latex(cell.text)}}}" if cell.strong else for_latex(cell.text)
    inner = f" {{\\scriptsize {{[}}{for_latex(cell.interval)}{{]}}}}" if cell.interval else ""
    return f"{value}{inner}{f' {for_latex(cell.extra)}' if cell.extra else ''}"
