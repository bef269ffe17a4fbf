"""The report for other programs and for papers: Markdown, LaTeX, CSV, JSON."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from askew.core.records import Score
from askew.core.run import Run
from askew.report.content import Block, Cell, Figure, Fold, Prose, Table
from askew.report.report import Report
from askew.version import __version__

NAMES = ("html", "md", "tex", "csv", "json")


def markdown(report: Report) -> str:
    """Sections, prose and tables; figures are named only."""
    lines = [f"# {_md(report.title)}", "", *(_md(line) for line in report.lede), ""]
    for section in report.sections:
        lines += [f"## {_md(section.title)}", ""]
        for block in section.blocks:
            lines += _md_block(block, 3)
    return "\n".join(lines).rstrip() + "\n"


def _md_block(block: Block, level: int) -> list[str]:
    if isinstance(block, Prose):
        lead = [f"**{_md(block.lead)}**", ""] if block.lead else []
        text = [_md(block.text), ""] if block.text else []
        return [*lead, *text, *(f"- {_md(point)}" for point in block.points), *([""] if block.points else [])]
    if isinstance(block, Table):
        rule = "|".join("---" if column < block.left else "---:" for column in range(len(block.headings)))
        head = "|".join(f" {_md(heading)} " for heading in block.headings)
        rows = [f"|{'|'.join(f' {_md(_one_line(cell))} ' for cell in row)}|" for row in block.rows]
        note = [_md(block.note), ""] if block.note else []
        return [f"{'#' * level} {_md(block.title)}", "", *note, f"|{head}|", f"|{rule}|", *rows, ""]
    if isinstance(block, Figure):
        return []  # its numbers are in a table, its picture in the page
    return [
        f"{'#' * level} {_md(block.title)}",
        "",
        *(line for inner in block.blocks for line in _md_block(inner, level + 1)),
    ]


def _one_line(cell: Cell) -> str:
    inner = f" [{cell.interval}]" if cell.interval else ""
    return f"{cell.text}{inner}{f', {cell.extra}' if cell.extra else ''}"


def _md(text: str) -> str:
    r"""Text that Markdown shows as it is.

    >>> print(_md("a|b <b>*x*</b>"))
    a\|b &lt;b&gt;\*x\*&lt;/b&gt;
    """
    escaped = "".join(f"\\{character}" if character in "\\`*_[]|#~$" else character for character in _printable(text))
    return escaped.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def latex(report: Report) -> str:
    """Sections, prose and tables (booktabs), to be included in a document."""
    parts = ["% needs \\usepackage{booktabs,longtable}", f"% {_printable(report.title)}, askew {__version__}"]
    for section in report.sections:
        parts.append(f"\n\\section*{{{_tex(section.title)}}}")
        parts += [text for block in section.blocks for text in _tex_block(block)]
    return "\n".join(parts) + "\n"


def _tex_block(block: Block) -> Iterable[str]:
    if isinstance(block, Prose):
        if block.lead:
            yield f"\\paragraph{{{_tex(block.lead)}}}"
        if block.text:
            yield _tex(block.text) + "\n"
        if block.points:
            items = "\n".join(f"\\item {_tex(point)}" for point in block.points)
            yield f"\\begin{{itemize}}\n{items}\n\\end{{itemize}}"
    elif isinstance(block, Table):
        columns = "".join("l" if column < block.left else "r" for column in range(len(block.headings)))
        head = " & ".join(_tex(heading) for heading in block.headings)
        rows = "\n".join(" & ".join(_tex_cell(cell) for cell in row) + " \\\\" for row in block.rows)
        yield (
            f"\\begin{{longtable}}{{{columns}}}\n\\caption{{{_tex(block.title)}}}\\\\\n\\toprule\n{head} \\\\\n\\midrule\n\\endhead\n"
            f"{rows}\n\\bottomrule\n\\end{{longtable}}"
        )
    elif isinstance(block, Fold):
        yield f"\\subsection*{{{_tex(block.title)}}}"
        for inner in block.blocks:
            yield from _tex_block(inner)


def _tex_cell(cell: Cell) -> str:
    return _tex(cell.text) + (f" {{\\scriptsize [{_tex(cell.interval)}]}}" if cell.interval else "")


_TEX = {
    "\\": "\\textbackslash{}", "{": "\\{", "}": "\\}", "$": "\\$", "&": "\\&", "#": "\\#", "%": "\\%", "_": "\\_", "^": "\\textasciicircum{}",
    "~": "\\textasciitilde{}", "Δ": "$\\Delta$", "−": "$-$", "–": "--", "→": "$\\rightarrow$", "“": "``", "”": "''", "’": "'",
}  # fmt: skip


def _tex(text: str) -> str:
    r"""Text that LaTeX shows as it is.

    >>> print(_tex("50% of a_b"))
    50\% of a\_b
    """
    return "".join(_TEX.get(character, character) for character in _printable(text))


def _printable(text: str) -> str:
    """One line without control characters: names are users' text."""
    return "".join(character if character.isprintable() else " " for character in text)


def scores_csv(runs: Sequence[Run]) -> str:
    """Every score of every run, over everything and by group, one row each."""
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(
        ["suite", "target", "edition", "subset", "protocol", "system", "attribute", "group", "score", "value", "low", "high", "n",
         "coverage", "reason", "signature"]
    )  # fmt: skip
    for run in runs:
        asked = run.asked
        head = [asked.suite, asked.target, asked.edition, asked.subset, run.protocol, asked.system]
        everything: dict[str, Mapping[str, Mapping[str, Score]]] = {"": {"": run.scores}, **run.groups}
        for attribute, by_value in everything.items():
            for value, scores in by_value.items():
                for name, score in scores.items():
                    fields = [score.value, score.low, score.high, score.n, score.coverage, score.reason]
                    writer.writerow([*head, attribute, value, name, *fields, str(run.signature)])
    return stream.getvalue()


def scores_json(report: Report) -> str:
    """The runs' scores as ``askew score --json`` prints them, and what stands out."""
    glance = next((section for section in report.sections if section.id == "glance"), None)
    found = [block for block in (glance.blocks if glance else ()) if isinstance(block, Prose)]
    value: dict[str, Any] = {
        "askew": __version__,
        "title": report.title,
        "findings": [point for block in found for point in block.points],
        "runs": [run.to_json() for run_set in report.sets for run in run_set.runs],
    }
    return json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


WRITERS: dict[str, Callable[[Report], str]] = {
    "md": markdown,
    "tex": latex,
    "csv": lambda report: scores_csv([run for run_set in report.sets for run in run_set.runs]),
    "json": scores_json,
}
