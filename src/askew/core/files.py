"""Bytes to lines with nothing lost in between, and writes that happen whole or not at all."""

import gzip
import json
import os
import sys
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from askew.core.errors import InputError

STDIN = "-"
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


def read_lines(path: str | Path) -> list[str]:
    """All lines of a text file (or ``-``: standard input), plain or .gz, without line ends.

    A byte-order mark is dropped and CRLF is read as LF. Broken UTF-8, NUL bytes, a damaged .gz or an
    empty file is an InputError that names the line.
    """
    where = "standard input" if str(path) == STDIN else str(path)
    raw = _read_bytes(path, where).removeprefix(b"\xef\xbb\xbf")
    if not raw.strip():
        raise InputError("is empty", where=where)
    _check_bytes(raw, where)
    text = raw.decode("utf-8").replace("\r\n", "\n")
    return text.removesuffix("\n").split("\n")


def _read_bytes(path: str | Path, where: str) -> bytes:
    if str(path) == STDIN:
        raw = sys.stdin.buffer.read()
    else:
        try:
            raw = Path(path).read_bytes()
        except FileNotFoundError:
            raise InputError("no such file", where=where) from None
        except OSError as error:
            raise InputError(f"can't be read: {error.strerror}", where=where) from None
    if raw[:2] == b"\x1f\x8b":
        try:
            raw = gzip.decompress(raw)
        except (OSError, EOFError, zlib.error) as error:
            raise InputError(f"is a damaged .gz file: {error}", where=where) from None
    return raw


def _check_bytes(raw: bytes, where: str) -> None:
    if b"\0" in raw:
        line = raw.count(b"\n", 0, raw.index(b"\0")) + 1
        hint = "; save it as UTF-8" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else ""
        raise InputError(f"holds a NUL byte, so it is not UTF-8 text{hint}", where=where, line=line)
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - (raw.rfind(b"\n", 0, error.start) + 1) + 1
        raise InputError(
            f"is not UTF-8: byte 0x{raw[error.start]:02x} at byte {column} of the line",
            where=where,
            line=line,
        ) from None


def write_atomically(path: Path, text: str) -> None:
    """Write a file so that a kill at any moment leaves either the old file or the new one, whole."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def to_json_line(row: Any) -> str:
    """One JSON object on one line, in readable UTF-8; a NaN here would be a bug, so it raises."""
    return _ENCODER.encode(row)


def to_json_lines(rows: Iterable[Any]) -> str:
    """One line per row."""
    return "".join(to_json_line(row) + "\n" for row in rows)
