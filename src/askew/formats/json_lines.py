"""JSON Lines: a JSON value per line, decoded into a type. Every JSON-lines file askew reads is read here."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from askew.core.errors import InputError
from askew.core.files import from_json, name_of, read_bytes, read_lines, text_of

T = TypeVar("T")


def read_json_lines(path: str | Path, type: type[T], *, appended: bool = False) -> Iterator[tuple[int, T]]:
    """The rows of a file (or ``-``: standard input), plain, .gz or .xz, each with its line's number.

    ``type``: what a row is decoded into, usually a ``msgspec.Struct``. ``appended``: the file is written line by line,
    so it may hold nothing yet, and a last line without an end is torn and dropped.

    A row that is no such value is an InputError that names file, line, field, what was expected and what was found.
    """
    if not appended:
        return rows_of(read_lines(path), type, name_of(path))
    where = name_of(path)
    return rows_of(text_of(read_bytes(path), where).split("\n")[:-1], type, where)


def rows_of(lines: Iterable[str], type: type[T], where: str) -> Iterator[tuple[int, T]]:
    """The rows of lines that were read already, numbered from 1; ``where`` names their file in errors."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            raise InputError("blank line in a JSON Lines file", where=where, line=number)
        yield number, from_json(line, type, where=where, line=number)


class MissingField(ValueError):
    """A row lacks what it could have under several names."""


@contextmanager
def row_checked(line: str, where: str, number: int) -> Iterator[None]:
    """A ValueError in here becomes an InputError that names file and line, and, where a field is missing, those the row
    has.
    """
    try:
        yield
    except MissingField as error:
        found = ", ".join(from_json(line, dict[str, Any], where=where, line=number)) or "nothing"
        raise InputError(f"{error}, found {found[:200]}", where=where, line=number) from None
    except ValueError as error:
        raise InputError(str(error), where=where, line=number) from None
