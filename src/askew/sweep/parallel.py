"""Quality sets: sources with references, from two text files or from columns of one TSV file."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import msgspec

from askew.core.errors import InputError, UsageError
from askew.core.files import read_lines
from askew.core.records import Item

Column = Annotated[int, msgspec.Meta(ge=1)]  # counted from 1


@dataclass(frozen=True)
class QualityTable:
    """``[[quality]]``: ``source`` and ``references`` name text files, or columns of ``file``."""

    name: str
    source: str | Column
    references: str | Column | Sequence[str | Column]
    file: str | None = None
    keep: Mapping[str, str] = field(default_factory=dict)
    first: Annotated[int, msgspec.Meta(ge=1)] | None = None


@dataclass(frozen=True)
class QualitySet:
    """Sentences with references, for BLEU and chrF."""

    name: str
    items: tuple[Item, ...]


def read_quality_set(table: QualityTable, located: Callable[[str], Path]) -> QualitySet:
    """The set a ``[[quality]]`` table describes; items are numbered from 1.

    Either ``source`` and ``references`` are text files, line for line, or ``file`` is a TSV whose columns (from 1) they
    name; ``keep`` then keeps the rows whose column has a value.

    Raises:
        UsageError: the table mixes the two, or names something that can't be a column.
        InputError: a file can't be read, has too few columns, or the files have different numbers of lines.

    """
    if not table.name.replace("-", "").replace("_", "").isalnum():  # it is a folder's name too
        raise UsageError(f"a quality set's name has letters, digits, - and _ only; found {table.name!r}")
    references = [table.references] if isinstance(table.references, (str, int)) else list(table.references)
    if not references:
        raise UsageError(f"quality {table.name}: references must not be empty")
    if table.file is None:
        pairs = _from_files(table.name, [_path(table.name, name, located) for name in (table.source, *references)])
    else:
        numbers = [_column(table.name, number) for number in (table.source, *references)]
        kept = {_column(table.name, number): value for number, value in table.keep.items()}
        pairs = _from_columns(located(table.file), numbers, kept)
    pairs = pairs[: table.first]
    if not pairs:
        raise InputError("has no rows (is 'keep' right?)", where=table.name)
    items = (Item(str(number), source, {}, tuple(refs)) for number, (source, *refs) in enumerate(pairs, 1))
    return QualitySet(table.name, tuple(items))


def _path(name: str, written: str | int, located: Callable[[str], Path]) -> Path:
    if isinstance(written, int):
        raise UsageError(f"quality {name}: {written} is a column, and no 'file' is named that has columns")
    return located(written)


def _column(name: str, written: str | int) -> int:
    """A column's number; a key of a TOML table is text even where it is a number."""
    number = int(written) if str(written).isascii() and str(written).isdigit() else 0
    if number < 1:
        raise UsageError(f"quality {name}: the columns of a file are numbers from 1, found {written!r}")
    return number


def _from_files(name: str, paths: Sequence[Path]) -> list[tuple[str, ...]]:
    columns = [read_lines(path) for path in paths]
    if len({len(column) for column in columns}) > 1:
        raise InputError(
            f"source and references have different numbers of lines: {[len(c) for c in columns]}", where=name
        )
    return list(zip(*columns, strict=True))


def _from_columns(path: Path, wanted: Sequence[int], keep: Mapping[int, str]) -> list[tuple[str, ...]]:
    rows, width = [], max(*wanted, *keep)
    for number, line in enumerate(read_lines(path), 1):
        cells = line.split("\t")
        if len(cells) < width:
            raise InputError(f"expected at least {width} columns, found {len(cells)}", where=str(path), line=number)
        if all(cells[column - 1] == value for column, value in keep.items()):
            rows.append(tuple(cells[column - 1] for column in wanted))
    return rows
