"""Tables for a spreadsheet: comma- or tab-separated, guarded against texts that a spreadsheet would run as formulas."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from askew.core.errors import InputError, first_five
from askew.core.files import name_of, read_bytes, text_of

Value = str | float | int | None

# What a spreadsheet takes for a formula; a negative number is none.
_FORMULA = re.compile(r"[=+@\t\r]|-(?![\d.]+$)")


def guarded(text: str) -> str:
    """A text that a spreadsheet shows: one that looks like a formula gets an apostrophe before it, as people write it.

    >>> guarded("=1+1"), guarded("-4.2"), guarded("- no"), guarded("'='")
    ("'=1+1", '-4.2', "'- no", "''='")
    """
    return f"'{text}" if _FORMULA.match(text) or text.startswith("'") else text


def unguarded(text: str) -> str:
    """The text that ``guarded`` made this of.

    >>> [unguarded(guarded(text)) for text in ("=1", "'x'", "la")]
    ['=1', "'x'", 'la']
    """
    return text[1:] if text.startswith("'") and (_FORMULA.match(text[1:]) or text.startswith("''")) else text


def sheet(rows: Iterable[Sequence[Value]], *, separator: str = ",") -> str:
    """Rows as CSV, or with tabs: values with a line break, a quote or a separator stand in quotes (RFC 4180)."""
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=separator, lineterminator="\n")
    for row in rows:
        writer.writerow([guarded(value) if isinstance(value, str) else "" if value is None else value for value in row])
    return stream.getvalue()


def read_cells(path: str | Path, *, separator: str = ",") -> Iterator[tuple[int, list[str]]]:
    """The rows of a table whose cells may stand in quotes, each with the number of its last line; empty lines are left
    out.

    Raises:
        InputError: the file can't be read, is no text, or has a quote that never ends.

    """
    text = text_of(read_bytes(path).removeprefix(b"\xef\xbb\xbf"), name_of(path))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for row in reader:
            if row:
                yield reader.line_num, row
    except csv.Error as error:
        raise InputError(f"no table of cells: {error}", where=name_of(path), line=reader.line_num) from None


def read_sheet_rows(path: str | Path, *, separator: str = ",") -> Iterator[tuple[int, list[str]]]:
    """The rows of a sheet as ``read_cells`` has them, with cells as they were before they were guarded."""
    for number, row in read_cells(path, separator=separator):
        yield number, [unguarded(cell) for cell in row]


def read_table(path: str | Path, columns: Sequence[str], *, separator: str = ",") -> list[dict[str, str]]:
    """The rows of a table by the names in its header, which must have these columns.

    Raises:
        InputError: a column is missing or stands twice, or a row has more or fewer cells than the header.

    """
    rows = read_cells(path, separator=separator)
    _, header = next(rows, (1, []))
    if missing := [name for name in columns if header.count(name) != 1]:
        raise InputError(
            f"expected a header with the columns {', '.join(columns)}, each once; of {first_five(missing)} there is "
            "none or more than one",
            where=name_of(path),
            line=1,
        )
    found = []
    for number, row in rows:
        if len(row) != len(header):
            message = f"expected {len(header)} cells, as the header has, found {len(row)}"
            raise InputError(message, where=name_of(path), line=number)
        found.append(dict(zip(header, row, strict=True)))
    return found


def tab_lines(rows: Iterable[Sequence[str]]) -> str:
    """Rows as lines with tabs and without quotes, for ``cut`` and ``awk``: any run of white space in a cell is one
    space.
    """
    return "".join("\t".join(" ".join(cell.split()) for cell in row) + "\n" for row in rows)
