"""How records look in a notebook: small HTML tables without script or style sheet; every text is escaped."""

from collections.abc import Iterable, Sequence
from html import escape

_SOFT = "opacity:.65;font-size:90%"


def html_table(title: str, headings: Sequence[str], rows: Iterable[Sequence[str]], note: str = "") -> str:
    """A table; its cells are HTML already, the rest is text."""
    head = "".join(_cell("th", k, escape(text)) for k, text in enumerate(headings))
    body = "".join("<tr>" + "".join(_cell("td", k, cell) for k, cell in enumerate(row)) + "</tr>" for row in rows)
    foot = f'<div style="{_SOFT};overflow-wrap:anywhere">{escape(note)}</div>' if note else ""
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f"<div><div><b>{escape(title)}</b></div>{table}{foot}</div>"


def number(value: float | None, signed: bool = False) -> str:
    """A number, or a dash for what is undefined.

    >>> number(12.345), number(12.345, signed=True), number(None)
    ('12.3', '+12.3', '–')
    """
    return "–" if value is None else f"{value:{'+' if signed else ''}.1f}"


def span(low: float | None, high: float | None) -> str:
    """An interval, or nothing."""
    return "" if low is None or high is None else f'<span style="{_SOFT}">{low:.1f} … {high:.1f}</span>'


def picture(
    value: float | None, low: float | None, high: float | None, *, least: float = 0.0, most: float = 100.0
) -> str:
    """A value and its interval drawn on a line from ``least`` to ``most``; nothing where it does not fit."""
    if value is None or not least <= value <= most:
        return ""
    at, left, right = (
        120 * (min(max(x, least), most) - least) / (most - least)
        for x in (value, value if low is None else low, value if high is None else high)
    )
    return (
        '<svg width="128" height="12" role="img" aria-hidden="true"><g transform="translate(4,6)" fill="currentColor">'
        '<rect x="0" y="-.5" width="120" height="1" opacity=".2"/>'
        f'<rect x="{left:.1f}" y="-2" width="{right - left:.1f}" height="4" opacity=".35"/><circle cx="{at:.1f}" r="3.5"/></g></svg>'
    )


def _cell(tag: str, column: int, content: str) -> str:
    side = "left" if column == 0 else "right"
    return f'<{tag} style="text-align:{side};padding:.2em .8em .2em 0;vertical-align:top">{content}</{tag}>'
