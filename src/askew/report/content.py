"""What there is to show, before it is for a terminal, a page, a notebook, Markdown, LaTeX or CSV: prose, tables,
figures, folds.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple

from askew.core.records import Score
from askew.report.numbers import interval, number


class Mark(NamedTuple):
    """A part of a cell's text that stands out: ``found`` (what was judged), ``decided`` (what settled it),
    ``says`` (the gender, in a source).
    """

    start: int
    end: int
    kind: str


@dataclass(frozen=True)
class Cell:
    """One cell of a table: what it says, its interval and a remark below it, where it leads."""

    text: str
    low: float | None = None
    high: float | None = None
    extra: str = ""
    href: str = ""
    strong: bool = False
    note: str = ""
    number: float | None = None  # what it is sorted by
    decimals: int = 1
    signed: bool = False
    tone: str = ""  # better, worse
    quiet: bool = False  # a remark on its neighbour
    axis: tuple[float, float] | None = None  # draw number and interval on a line between these, where a format can draw
    marks: Sequence[Mark] = ()

    @property
    def interval(self) -> str:
        """The interval as a reader sees it."""
        return interval(self.low, self.high, self.decimals, signed=self.signed)

    @property
    def pieces(self) -> list[tuple[str, list[str]]]:
        """The text cut where marks begin and end, each piece with the kinds of its marks."""
        edges = sorted({0, len(self.text), *(min(edge, len(self.text)) for mark in self.marks for edge in mark[:2])})
        return [
            (self.text[start:end], [mark.kind for mark in self.marks if mark.start <= start and end <= mark.end])
            for start, end in pairwise(edges)
        ]


@dataclass(frozen=True)
class Table:
    """Rows of cells under headings; the first ``left`` columns are text and head their row."""

    kind: ClassVar = "table"
    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    left: int = 1
    note: str = ""
    strong_means: str = ""  # what a strong cell says, such as "p (Holm) is below 0.05"
    last: int = 0  # so many rows at the end sum up the others


@dataclass(frozen=True)
class Figure:
    """A Vega-Lite chart and the rows it draws. Of several ``variants`` (label to rows) a reader chooses one."""

    kind: ClassVar = "figure"
    id: str
    title: str
    caption: str
    spec: Mapping[str, Any]
    variants: Mapping[str, Sequence[Mapping[str, Any]]]
    choose: str = ""  # what the variants are: "system", say


@dataclass(frozen=True)
class Prose:
    """A paragraph, and maybe points below it; ``lead`` is a short line before it. A warning is ``careful``."""

    kind: ClassVar = "prose"
    text: str
    points: Sequence[str] = ()
    lead: str = ""
    careful: bool = False
    quiet: bool = False  # for whoever looks: how long it took, a signature


@dataclass(frozen=True)
class Lines:
    """Lines whose columns stand below each other, such as two texts aligned word by word."""

    kind: ClassVar = "lines"
    lines: Sequence[str]


@dataclass(frozen=True)
class Quote:
    """A sentence, what a system made of it, and what is to be seen in it."""

    source: Cell
    output: Cell
    system: str
    says: str
    href: str = ""
    language: str = ""  # of the output


@dataclass(frozen=True)
class Quotes:
    """Sentences shown as examples."""

    kind: ClassVar = "quotes"
    quotes: Sequence[Quote]


@dataclass(frozen=True)
class Fold:
    """Blocks that a reader opens."""

    kind: ClassVar = "fold"
    title: str
    blocks: Sequence["Block"]
    open: bool = False


Block = Prose | Table | Figure | Lines | Quotes | Fold


@dataclass(frozen=True)
class Section:
    """A part of the report with a heading and an anchor."""

    id: str
    title: str
    blocks: Sequence[Block] = field(default_factory=tuple)


def score_cell(score: Score | None, *, extra: str = "", decimals: int = 1) -> Cell:
    """A score with its interval; where it is undefined, the reason."""
    if score is None:
        return Cell("–", note="not measured here")
    text, note = number(score.value, decimals), score.reason or ""
    return Cell(text, score.low, score.high, extra, note=note, number=score.value, decimals=decimals)


def bar_cell(score: Score, least: float = 0.0, most: float = 100.0) -> Cell:
    """A score drawn on a line, where a format can draw."""
    return Cell("", score.low, score.high, number=score.value, axis=(least, most))


def count_cell(value: int, extra: str = "") -> Cell:
    """A whole number."""
    return Cell(f"{value:,}", extra=extra, number=value)


def change_cell(
    difference: float | None, low: float | None, high: float | None, *, sure: bool, extra: str = "", tone: str = ""
) -> Cell:
    """A difference with its sign and interval, strong where a test is sure of it."""
    if difference is None:
        return Cell("–", note="not measured for both")
    text = number(difference, signed=True)
    return Cell(text, low, high, extra, strong=sure, number=difference, signed=True, tone=tone if sure else "")


def score_row(score: Score) -> dict[str, float | int | None]:
    """A score as fields of a chart's row, rounded: a picture shows no more."""
    value, low, high = (None if x is None else round(x, 2) for x in (score.value, score.low, score.high))
    return {"value": value, "low": low, "high": high, "n": score.n}


def without_intervals(table: Table) -> Table:
    """The values alone, as papers print them."""
    rows = [[replace(cell, low=None, high=None, extra="") for cell in row] for row in table.rows]
    return replace(table, rows=rows)


def text_table(rows: Iterable[Sequence[str]], headings: Sequence[str] = ()) -> Table:
    """A table of texts alone."""
    cells = [[Cell(text) for text in row] for row in rows]
    width = len(cells[0]) if cells else len(headings)
    return Table("", headings or [""] * width, cells, left=width)
