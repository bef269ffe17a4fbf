"""Tables for a spreadsheet: comma- or tab-separated, guarded against texts that a spreadsheet would run as formulas."""

import csv
import io
import re
from collections.abc import Iterable, Sequence

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


def tab_lines(rows: Iterable[Sequence[str]]) -> str:
    """Rows as lines with tabs and without quotes, for ``cut`` and ``awk``: any run of white space in a cell is one space."""
    return "".join("\t".join(" ".join(cell.split()) for cell in row) + "\n" for row in rows)
