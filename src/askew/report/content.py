"""What a report consists of, before it is HTML, Markdown or LaTeX: sections of prose, tables, figures and folds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from askew.core.records import Score


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

    @property
    def interval(self) -> str:
        """The interval as a reader sees it."""
        return interval(self.low, self.high, self.decimals)


@dataclass(frozen=True)
class Table:
    """Rows of cells under headings; the first ``left`` columns are text and head their row."""

    kind: ClassVar = "table"
    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    left: int = 1
    note: str = ""


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
    """A paragraph, and maybe points below it; ``lead`` is a short line before it."""

    kind: ClassVar = "prose"
    text: str
    points: Sequence[str] = ()
    lead: str = ""


@dataclass(frozen=True)
class Fold:
    """Blocks that a reader opens."""

    kind: ClassVar = "fold"
    title: str
    blocks: Sequence["Block"]
    open: bool = False


Block = Prose | Table | Figure | Fold


@dataclass(frozen=True)
class Section:
    """A part of the report with a heading and an anchor."""

    id: str
    title: str
    blocks: Sequence[Block] = field(default_factory=tuple)


def number(value: float | None, decimals: int = 1) -> str:
    """A number for a reader, or a dash for what is undefined.

    >>> number(43.4889), number(-0.04), number(None)
    ('43.5', '0.0', '–')
    """
    if value is None:
        return "–"
    shown = f"{value:.{decimals}f}"
    return shown.lstrip("-") if float(shown) == 0 else shown.replace("-", "−")


def interval(low: float | None, high: float | None, decimals: int = 1) -> str:
    """An interval, or nothing.

    >>> interval(-40.04, 60.0), interval(None, None)
    ('−40.0 to 60.0', '')
    """
    return "" if low is None or high is None else f"{number(low, decimals)} to {number(high, decimals)}"


def score_cell(score: Score | None, *, extra: str = "", decimals: int = 1) -> Cell:
    """A score with its interval; where it is undefined, the reason."""
    if score is None:
        return Cell("–", note="not measured here")
    text, note = number(score.value, decimals), score.reason or ""
    return Cell(text, score.low, score.high, extra, note=note, number=score.value, decimals=decimals)


def score_row(score: Score) -> dict[str, float | int | None]:
    """A score as fields of a chart's row, rounded: a picture shows no more."""
    value, low, high = (None if x is None else round(x, 2) for x in (score.value, score.low, score.high))
    return {"value": value, "low": low, "high": high, "n": score.n}
