"""Cells, tables and paragraphs of the results pages, in Markdown; numbers read as in all reports."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from askew import Run
from askew.analyses.changes import Change
from askew.report.numbers import UNDEFINED, number

WIDTH = 120


class Measured(Protocol):
    """A score, a cell's value, a slope: a number with an interval."""

    @property
    def value(self) -> float | None:
        """The number; None is undefined."""

    @property
    def low(self) -> float | None:
        """The interval's lower end."""

    @property
    def high(self) -> float | None:
        """The interval's upper end."""


def bounds(low: float | None, high: float | None, decimals: int = 1, *, signed: bool = False) -> str:
    """An interval to stand behind its number, or nothing.

    >>> bounds(-1.0, 2.26), bounds(None, None)
    (' [−1.0, 2.3]', '')
    """
    if low is None or high is None:
        return ""
    return f" [{number(low, decimals, signed=signed)}, {number(high, decimals, signed=signed)}]"


def score(found: Measured | None) -> str:
    """A number with its interval."""
    if found is None or found.value is None:
        return UNDEFINED
    return number(found.value) + bounds(found.low, found.high)


def scores(run: Run, names: Iterable[str]) -> list[str]:
    """Some of a run's scores; a dash for those it does not have."""
    return [score(run.scores.get(name)) for name in names]


def difference(found: Change) -> str:
    """A paired difference with its interval."""
    if found.difference is None:
        return UNDEFINED
    return number(found.difference, signed=True) + bounds(found.low, found.high, signed=True)


def marked_difference(found: Change) -> str:
    """A paired difference: bold where the Holm-adjusted p-value is below 0.05."""
    text = difference(found)
    return f"**{text}**" if found.p_holm is not None and found.p_holm < 0.05 else text


def row(cells: Iterable[str]) -> str:
    """A line of a table.

    >>> row(["a", "", "1.0"])
    '| a | | 1.0 |'
    """
    return "|" + "".join(f" {cell} |" if cell else " |" for cell in cells)


def table(headings: Sequence[str], rows: Iterable[Sequence[str]], numbers: int | None = None) -> Iterator[str]:
    """A table, line by line; the columns from ``numbers`` on are numbers, set to the right.

    >>> list(table(["system", "BLEU"], [["a", "1.0"]], numbers=1))
    ['| system | BLEU |', '|---|---:|', '| a | 1.0 |']
    """
    left = len(headings) if numbers is None else numbers
    yield row(headings)
    yield "|" + "---|" * left + "---:|" * (len(headings) - left)
    for cells in rows:
        yield row(cells)


def plain(text: str) -> str:
    """Text in a cell: nothing in it ends the cell."""
    return text.replace("|", "\\|")


def paragraph(text: str) -> list[str]:
    """Prose in lines of at most 120 columns, and the empty line behind it.

    >>> [len(line) for line in paragraph("word " * 30)]
    [119, 29, 0]
    """
    return [*textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False), ""]
