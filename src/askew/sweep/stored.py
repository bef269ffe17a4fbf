"""Cells made elsewhere: hypotheses and timings of systems that ran on another machine, in a folder that is small enough to keep.

CELLS/
  cells.jsonl        a row per cell: its name, its place on the axes, details of the system
  timing.jsonl       a row per cell and repeat
  SET.jsonl.xz       a row per cell: its name and its outputs, one per item of the set, in the items' order
  SET/CELL.txt       the same, one line per item, before it is packed
"""

import json
import lzma
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from askew.core.errors import InputError, JoinError, first_five
from askew.core.files import read_lines, to_json_line
from askew.formats.outputs import as_output
from askew.sweep.times import Timing

Axes = Mapping[str, str | int | float]


@dataclass(frozen=True)
class StoredCell:
    """One cell of a store."""

    name: str
    axes: Axes
    details: Mapping[str, str]


class Store:
    """A folder of cells. Hypotheses are read set by set, when asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        if not (folder / "cells.jsonl").is_file():
            raise InputError("has no cells.jsonl, so it is no folder of stored cells", where=str(folder))
        self.cells = list(self._cells())
        self.timings = list(self._timings())
        self._outputs: dict[str, dict[str, list[str]]] = {}

    def matching(self, axes: Axes) -> list[StoredCell]:
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
        found: dict[str, list[str]] = {}
        for number, row in _rows(path):
            outputs = row.get("outputs")
            if not isinstance(outputs, list) or not all(isinstance(text, str) for text in outputs):
                raise InputError("expected a cell and a list of its outputs", where=str(path), line=number)
            if _name(row, path, number) in found:
                raise InputError(f"the cell {row['cell']} is here twice", where=str(path), line=number)
            found[row["cell"]] = [as_output(text) for text in outputs]
        return found

    def _cells(self) -> Iterator[StoredCell]:
        path, seen = self.folder / "cells.jsonl", set()
        for number, row in _rows(path):
            name, axes = _name(row, path, number), row.get("axes")
            if not isinstance(axes, dict) or any(not isinstance(value, (str, int, float)) for value in axes.values()):
                raise InputError(
                    f"the cell {name} needs axes: names with a text or a number", where=str(path), line=number
                )
            if name in seen:
                raise InputError(f"the cell {name} is here twice", where=str(path), line=number)
            seen.add(name)
            yield StoredCell(name, axes, {key: str(value) for key, value in row.get("details", {}).items()})

    def _timings(self) -> Iterator[Timing]:
        path = self.folder / "timing.jsonl"
        if not path.is_file():
            return
        known = {cell.name for cell in self.cells}
        for number, row in _rows(path):
            try:
                timing = Timing.from_json(row)
            except ValueError as error:
                raise InputError(str(error), where=str(path), line=number) from None
            if timing.cell not in known:
                raise InputError(
                    f"a timing of {timing.cell}, which is not in cells.jsonl", where=str(path), line=number
                )
            yield timing


def pack(folder: Path) -> dict[str, int]:
    """Write SET.jsonl.xz for every folder SET/ of text files; returns the sizes in bytes. The text files stay."""
    store = Store(folder)
    known, sizes = [cell.name for cell in store.cells], {}
    for plain in sorted(path for path in folder.iterdir() if path.is_dir()):
        strangers = sorted({path.stem for path in plain.glob("*.txt")} - set(known))
        if strangers:
            raise InputError(f"not in cells.jsonl: {first_five(strangers)}", where=str(plain))
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


def _rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        raw = lzma.decompress(path.read_bytes()) if path.suffix == ".xz" else path.read_bytes()
    except (lzma.LZMAError, EOFError) as error:
        raise InputError(f"is a damaged .xz file: {error}", where=str(path)) from None
    for number, line in enumerate(raw.decode("utf-8").splitlines(), 1):
        try:
            row = json.loads(line)
        except ValueError as error:
            raise InputError(f"broken JSON: {error}", where=str(path), line=number) from None
        if not isinstance(row, dict):
            raise InputError(f"expected a JSON object, found {type(row).__name__}", where=str(path), line=number)
        yield number, row


def _name(row: Mapping[str, Any], path: Path, number: int) -> str:
    name = row.get("cell")
    if not isinstance(name, str) or not name or "/" in name:
        raise InputError("expected a cell: its name, without '/'", where=str(path), line=number)
    return name
