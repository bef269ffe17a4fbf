"""What a sweep says, as plain data: cells with speed, values and drops; the paper's tables; amplification; trends; lost
sentences.

``analyse`` makes it; ``result.json`` holds it, field for field.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from askew.core.errors import InputError, RunError, first_five
from askew.core.files import from_json, write_atomically
from askew.sweep.design import Axes
from askew.sweep.drops import Drop
from askew.sweep.lost import LostGroup
from askew.sweep.slopes import Slope, Trend
from askew.sweep.times import Speed
from askew.sweep.values import Column

RESULT = "result.json"
TIME = "time"


@dataclass(frozen=True)
class Value:
    """A cell's value: the mean over its seeds, its interval over resampled items and seeds, and the seeds' own lowest
    and highest.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    lowest_seed: float | None = None
    highest_seed: float | None = None
    reason: str | None = None


@dataclass(frozen=True)
class CellResult:
    """One place on the axes, all seeds together."""

    name: str
    label: str
    axes: Axes
    seeds: int
    speed: Speed | None
    time_drop: float | None
    values: Mapping[str, Value]
    drops: Mapping[str, Drop]


@dataclass(frozen=True)
class TableRow:
    """One line of a table: what the cell is called there, and the cell's name."""

    label: str
    cell: str


@dataclass(frozen=True)
class SweepTable:
    """One of the sweep's tables: its rows, and the paper's last row in both readings, by column."""

    design: str
    rows: Sequence[TableRow]
    largest_drops: Mapping[str, Mapping[str, float | None]]


@dataclass(frozen=True)
class Lost:
    """What the fastest cell lost on one suite."""

    set: str
    cell: str
    groups: Sequence[LostGroup]


@dataclass(frozen=True)
class Resampled:
    """What intervals were made from."""

    resamples: int
    models: int


@dataclass(frozen=True)
class SweepResult:
    """Everything the tables, the figure and the page are made from; the baseline is the first cell."""

    name: str
    target: str
    signatures: Mapping[str, str]
    """How each set was judged; the same for all cells."""
    resampling: Resampled
    columns: Sequence[Column]
    cells: Sequence[CellResult]
    tables: Sequence[SweepTable]
    amplification: Sequence[Slope]
    trends: Sequence[Trend]
    lost: Sequence[Lost]
    warnings: Sequence[str]

    @property
    def fastest(self) -> CellResult | None:
        """The cell that took the least time."""
        timed = [(cell.speed.wall_seconds, number) for number, cell in enumerate(self.cells) if cell.speed]
        return self.cells[min(timed)[1]] if timed else None

    def rows(self, table: SweepTable) -> list[tuple[str, CellResult]]:
        """The rows of a table with their cells."""
        by_name = {cell.name: cell for cell in self.cells}
        return [(row.label, by_name[row.cell]) for row in table.rows]

    def to_json(self) -> dict[str, Any]:
        """What ``askew sweep --json`` prints and ``result.json`` holds."""
        return asdict(self)

    def save(self, folder: Path) -> None:
        """Write ``result.json``."""
        write_atomically(folder / RESULT, json.dumps(self.to_json(), ensure_ascii=False, indent=1) + "\n")


def read_result(folder: Path) -> SweepResult:
    """The result a sweep's folder holds.

    Raises:
        RunError: there is none, or it is damaged or was written by something else; the message says what to do.

    """
    path = folder / RESULT
    try:
        result = from_json(path.read_text("utf-8"), SweepResult, where=str(path))
        if not result.cells:
            raise InputError("has no cells", where=str(path))
        _check_names(result, path)
    except (InputError, OSError, UnicodeDecodeError) as error:
        raise RunError(f"not the result of a sweep: {error}; start the same 'askew sweep' again") from None
    return result


def _check_names(result: SweepResult, path: Path) -> None:
    """Refuse a result whose parts name cells or columns that it has not."""
    cells, keys = {cell.name for cell in result.cells}, {column.key for column in result.columns}
    named = {row.cell for table in result.tables for row in table.rows} | {lost.cell for lost in result.lost}
    if unknown_cells := sorted(named - cells):
        raise InputError(f"names cells that it has not: {first_five(unknown_cells)}", where=str(path))
    for cell in result.cells:
        if lacking := sorted(keys - cell.values.keys()):
            raise InputError(f"the cell {cell.name} has no values of {first_five(lacking)}", where=str(path))
