"""How records look in a notebook: small HTML tables without script or style sheet; every text is escaped."""

from typing import Any

from askew.analyses.compare import Comparison
from askew.core.records import Score
from askew.core.run import Run
from askew.report import scores
from askew.report.content import Cell, Table
from askew.report.escape import for_html
from askew.report.numbers import interval, number

_SOFT = "opacity:.65;font-size:90%"


def html(record: Any) -> str:
    """A run, a score or a comparison as HTML."""
    if isinstance(record, Score):
        return _score(record)
    if isinstance(record, Run):
        return _table(scores.all_scores(record))
    if isinstance(record, Comparison):
        return "".join(_table(table) for table in scores.all_changes(record))
    raise TypeError(f"a notebook can't show {type(record).__name__}")


def _score(score: Score) -> str:
    why = f" ({for_html(score.reason)})" if score.reason else ""
    covered = "" if score.coverage is None else f", {number(score.coverage)}% of them covered"
    drawn = _picture(Cell("", score.low, score.high, number=score.value), 0.0, 100.0)
    span = _soft(interval(score.low, score.high))
    return f"<div><b>{number(score.value)}</b> {span} {drawn} of {score.n} items{covered}{why}</div>"


def _table(table: Table) -> str:
    head = "".join(_box("th", column, table.left, for_html(text)) for column, text in enumerate(table.headings))
    body = "".join(
        "<tr>" + "".join(_box("td", column, table.left, _cell(cell)) for column, cell in enumerate(row)) + "</tr>"
        for row in table.rows
    )
    notes = [f"bold where {table.strong_means}" if table.strong_means else "", table.note]
    note = "; ".join(text for text in notes if text)
    foot = f'<div style="{_SOFT};overflow-wrap:anywhere">{for_html(note)}</div>' if note else ""
    rows = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f"<div><div><b>{for_html(table.title)}</b></div>{rows}{foot}</div>"


def _cell(cell: Cell) -> str:
    if cell.axis is not None:
        return _picture(cell, *cell.axis)
    text = f"<b>{for_html(cell.text)}</b>" if cell.strong else for_html(cell.text)
    return " ".join(part for part in (text, _soft(cell.interval), _soft(cell.extra)) if part)


def _soft(text: str) -> str:
    return f'<span style="{_SOFT}">{for_html(text)}</span>' if text else ""


def _picture(cell: Cell, least: float, most: float) -> str:
    """A value and its interval drawn on a line from ``least`` to ``most``; nothing where it does not fit."""
    if cell.number is None or not least <= cell.number <= most:
        return ""
    at, left, right = (
        120 * (min(max(x, least), most) - least) / (most - least)
        for x in (
            cell.number,
            cell.number if cell.low is None else cell.low,
            cell.number if cell.high is None else cell.high,
        )
    )
    return (
        '<svg width="128" height="12" role="img" aria-hidden="true"><g transform="translate(4,6)" fill="currentColor">'
        '<rect x="0" y="-.5" width="120" height="1" opacity=".2"/>'
        f'<rect x="{left:.1f}" y="-2" width="{right - left:.1f}" height="4" opacity=".35"/>'
        f'<circle cx="{at:.1f}" r="3.5"/></g></svg>'
    )


def _box(tag: str, column: int, left: int, content: str) -> str:
    side = "left" if column < left else "right"
    return f'<{tag} style="text-align:{side};padding:.2em .8em .2em 0;vertical-align:top">{content}</{tag}>'
