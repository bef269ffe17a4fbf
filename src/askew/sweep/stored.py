"""Cells made elsewhere: hypotheses and timings of systems that ran on another machine, in a folder that is small enough
to keep.

CELLS/ cells.jsonl        a row per cell: its name, its place on the axes, details of the system timing.jsonl       a
row per cell and repeat SET.jsonl.xz       a row per cell: its name and its outputs, one per item of the set, in the
items' order SET/CELL.txt       the same, one line per item, before it is packed
"""

import lzma
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from askew.core.errors import InputError, JoinError, first_five
from askew.core.files import read_lines, to_json_line
from askew.formats.json_lines import read_json_lines
from askew.formats.outputs import as_output
from askew.sweep.design import Value
from askew.sweep.times import Timing, read_timings


@dataclass(frozen=True)
class StoredCell:
    """One cell of a store: a row of cells.jsonl."""

    cell: str
    axes: Mapping[str, Value]
    details: Mapping[str, Value | None] = field(default_factory=dict)


@dataclass(frozen=True)
class StoredAnswers:
    """What a cell answered to a set: a row of SET.jsonl.xz."""

    cell: str
    outputs: Sequence[str]


Row = TypeVar("Row", StoredCell, StoredAnswers)


class Store:
    """A folder of cells. Hypotheses are read set by set, when asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        if not (folder / "cells.jsonl").is_file():
            raise InputError("has no cells.jsonl, so it is no folder of stored cells", where=str(folder))
        self.cells = _each_once(folder / "cells.jsonl", StoredCell)
        self.timings = list(self._timings())
        self._outputs: dict[str, dict[str, list[str]]] = {}

    def matching(self, axes: Mapping[str, Value]) -> list[StoredCell]:
        """The cells that agree on every one of these axes; values are compared as they are written."""
        wanted = {key: str(value) for key, value in axes.items()}
        return [cell for cell in self.cells if all(str(cell.axes.get(key)) == value for key, value in wanted.items())]

    def sets(self) -> list[str]:
        """The sets there are hypotheses for."""
        packed = [path.name.removesuffix(".jsonl.xz") for path in self.folder.glob("*.jsonl.xz")]
        return sorted({*packed, *(path.name for path in self.folder.iterdir() if path.is_dir())})

    def outputs(self, name: str, cell: str, expected: int) -> list[str] | None:
        """What a cell answered to a set, or None if that is not here; another number of lines is an error."""
        if name not in self._outputs:
            self._outputs[name] = self._unpack(name)
        lines = self._outputs[name].get(cell)
        plain = self.folder / name / f"{cell}.txt"
        if lines is None and plain.is_file():
            lines = [line.strip() for line in read_lines(plain)]
        if lines is not None and len(lines) != expected:
            raise JoinError(
                f"{cell}: expected {expected} outputs, one per item of {name}, found {len(lines)}",
                where=str(self.folder),
            )
        return lines

    def _unpack(self, name: str) -> dict[str, list[str]]:
        path = self.folder / f"{name}.jsonl.xz"
        if not path.is_file():
            return {}
        rows = _each_once(path, StoredAnswers)
        return {row.cell: [as_output(text) for text in row.outputs] for row in rows}

    def _timings(self) -> Iterator[Timing]:
        path = self.folder / "timing.jsonl"
        known = {cell.cell for cell in self.cells}
        for number, timing in read_timings(path) if path.is_file() else ():
            if timing.cell not in known:
                message = f"a timing of {timing.cell}, which is not in cells.jsonl"
                raise InputError(message, where=str(path), line=number)
            yield timing


def _each_once(path: Path, type: type[Row]) -> list[Row]:
    """The rows of a file that has each cell once."""
    found: dict[str, Row] = {}
    for number, row in read_json_lines(path, type):
        if not row.cell or "/" in row.cell or "\0" in row.cell:  # it is a file's name too
            raise InputError(f"cell: expected a name without '/', found {row.cell!r}", where=str(path), line=number)
        if row.cell in found:
            raise InputError(f"the cell {row.cell} is here twice", where=str(path), line=number)
        found[row.cell] = row
    return list(found.values())


def pack(folder: Path) -> dict[str, int]:
    """Write SET.jsonl.xz for every folder SET/ of text files; returns the sizes in bytes. The text files stay."""
    store = Store(folder)
    known, sizes = [cell.cell for cell in store.cells], {}
    for plain in sorted(path for path in folder.iterdir() if path.is_dir()):
        unknown_cells = sorted({path.stem for path in plain.glob("*.txt")} - set(known))
        if unknown_cells:
            raise InputError(f"not in cells.jsonl: {first_five(unknown_cells)}", where=str(plain))
        found = [name for name in known if (plain / f"{name}.txt").is_file()]
        rows = [
            {"cell": name, "outputs": [line.strip() for line in read_lines(plain / f"{name}.txt")]} for name in found
        ]
        path = folder / f"{plain.name}.jsonl.xz"
        path.write_bytes(packed(rows))
        sizes[plain.name] = path.stat().st_size
    return sizes


def packed(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """JSON Lines, compressed: hypotheses of one set are nearly alike, so a wide window pays."""
    return lzma.compress("".join(to_json_line(row) + "\n" for row in rows).encode(), preset=9 | lzma.PRESET_EXTREME)
