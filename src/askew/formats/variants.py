"""Tables of sentences with a translation in each gender: tab-separated, a header, no quoting."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from askew.core.errors import InputError, first_five
from askew.core.files import name_of, read_lines


@dataclass(frozen=True)
class Row:
    """One line of a table: its number in the file, and its cells by the header's names."""

    line: int
    cells: dict[str, str]


def read_variants(path: str | Path, required: Sequence[str], *, source: str = "source") -> list[Row]:
    """The rows of a table that has the ``required`` columns, filled in every row, and every ``source`` once.

    Raises:
        InputError: the header lacks a column or has one twice, a row has more or fewer cells than the header, a
            required cell is empty, or a source stands twice.

    """
    where, lines = name_of(path), read_lines(path)
    header = lines[0].removeprefix("\ufeff").split("\t") if lines else []
    if missing := [name for name in required if header.count(name) != 1]:
        raise InputError(
            f"expected a header with the columns {', '.join(required)}, split by tabs, each once; "
            f"of {first_five(missing)} there is none or more than one",
            where=where,
            line=1,
        )
    rows, seen = [], dict[str, int]()
    for number, line in enumerate(lines[1:], 2):
        cells = line.split("\t")
        if len(cells) != len(header):
            raise InputError(
                f"expected {len(header)} cells, as the header has, found {len(cells)}", where=where, line=number
            )
        row = dict(zip(header, (cell.strip() for cell in cells), strict=True))
        if empty := [name for name in required if not row[name]]:
            raise InputError(
                f"no {' and no '.join(empty)}: every row needs {', '.join(required)}", where=where, line=number
            )
        if row[source] in seen:
            raise InputError(
                f"the same source as in line {seen[row[source]]}: a sentence can be asked once",
                where=where,
                line=number,
            )
        seen[row[source]] = number
        rows.append(Row(number, row))
    if not rows:
        raise InputError("a header and no rows", where=where)
    return rows
