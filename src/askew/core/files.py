"""Bytes to lines with nothing lost in between, JSON into types, and writes that happen whole or not at all."""

import errno
import glob
import gzip
import io
import json
import lzma
import os
import re
import shutil
import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from askew.core.errors import InputError, WriteError
from askew.core.limits import FILE_NAME_BYTES, JSON_DEPTH, TEXT_BYTES, TEXT_LINES, XZ_MEMORY

STDIN = "-"
T = TypeVar("T")
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False)
_PACKED = {".gz": b"\x1f\x8b", ".xz": b"\xfd7zXZ\0"}
_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[{]|[\]}]', re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|.)", re.DOTALL)
_TYPE_NAMES = {
    "str": "a string", "int": "a whole number", "float": "a number", "bool": "true or false", "null": "null",
    "object": "an object", "array": "a list",
}  # fmt: skip


def read_lines(path: str | Path) -> list[str]:
    """All lines of a text file (or ``-``: standard input), plain, .gz or .xz, without line ends.

    A byte-order mark is dropped and CRLF is read as LF. Broken UTF-8, NUL bytes, a damaged archive, an empty file, or
    one beyond the limits of ``core/limits.py`` is an InputError that names the line.
    """
    where = name_of(path)
    raw = read_bytes(path).removeprefix(b"\xef\xbb\xbf")
    if not raw.strip():
        raise InputError("is empty", where=where)
    return text_of(raw, where).replace("\r\n", "\n").removesuffix("\n").split("\n")


def name_of(path: str | Path) -> str:
    """A file as messages call it."""
    return "standard input" if str(path) == STDIN else str(path)


def read_bytes(path: str | Path) -> bytes:
    """The bytes of a file (or ``-``: standard input), unpacked where it is a .gz or .xz; at most ``TEXT_BYTES``."""
    where = name_of(path)
    try:
        if str(path) == STDIN:
            raw = sys.stdin.buffer.read(TEXT_BYTES + 1)
        else:
            with Path(path).open("rb") as stream:
                raw = stream.read(TEXT_BYTES + 1)
    except FileNotFoundError:
        raise InputError(f"no such file{_beside(Path(path))}", where=where) from None
    except OSError as error:
        raise InputError(f"can't be read: {error.strerror}", where=where) from None
    except ValueError as error:  # a NUL in the name
        raise InputError(f"is no file's name: {error}", where=where) from None
    return unpacked(raw, where, TEXT_BYTES)


def _beside(missing: Path) -> str:
    """The packed form of a file that is not there, or the plain one of a packed file, if that is there."""
    plain = missing.with_suffix("") if missing.suffix in _PACKED else missing
    others = (plain, *(plain.with_name(plain.name + ending) for ending in _PACKED))
    found = next((other for other in others if other != missing and other.is_file()), None)
    return f", but {found.name} lies there: name that one" if found else ""


def unpacked(raw: bytes, where: str, limit: int) -> bytes:
    """Bytes as they were before gzip or xz, told by how they begin; more than ``limit`` is an InputError, not a full
    memory.
    """
    kind = next((ending for ending, start in _PACKED.items() if raw.startswith(start)), "")
    try:
        if kind == ".gz":
            raw = gzip.GzipFile(fileobj=io.BytesIO(raw)).read(limit + 1)
        elif kind == ".xz":
            raw = _without_xz(raw, limit + 1)
    except (OSError, EOFError, zlib.error, lzma.LZMAError) as error:
        raise InputError(f"is a damaged {kind} file: {error}", where=where) from None
    if len(raw) > limit:
        shown = f"{limit / 2**20:.0f} MiB" if limit >= 2**20 else f"{limit} bytes"
        raise InputError(f"is larger than {shown}, the most that is read here", where=where)
    return raw


def _without_xz(raw: bytes, limit: int) -> bytes:
    stream = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=XZ_MEMORY)
    found = stream.decompress(raw, limit)
    if len(found) < limit and (not stream.eof or stream.unused_data.strip(b"\0")):
        raise EOFError("something follows its end" if stream.eof else "it ends too early")
    return found


def text_of(raw: bytes, where: str) -> str:
    """Bytes as UTF-8 text. NUL bytes, broken UTF-8 and more lines than ``TEXT_LINES`` are InputErrors."""
    if b"\0" in raw:
        line = raw.count(b"\n", 0, raw.index(b"\0")) + 1
        hint = "; save it as UTF-8" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else ""
        raise InputError(f"holds a NUL byte, so it is not UTF-8 text{hint}", where=where, line=line)
    if raw.count(b"\n") > TEXT_LINES:
        raise InputError(f"has more than {TEXT_LINES:,} lines, the most askew reads from a file", where=where)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - (raw.rfind(b"\n", 0, error.start) + 1) + 1
        raise InputError(
            f"is not UTF-8: byte 0x{raw[error.start]:02x} at byte {column} of the line",
            where=where,
            line=line,
        ) from None


def inside(folder: Path, name: str) -> Path:
    """A file a manifest, a talk or an archive names, which must lie in the folder: a name that leads out of it is a
    ValueError.

    >>> inside(Path("wav"), "a/1.wav").as_posix()
    'wav/a/1.wav'
    """
    steps = name.replace("\\", "/").split("/")
    if not name or name.startswith(("/", "\\")) or ".." in steps or "\0" in name or re.match("[A-Za-z]:", name):
        raise ValueError(
            f"{name[:80]!r} does not lie in the folder {folder}: expected a file's name or a path within it"
        )
    # A backslash divides a name in some systems and is part of it in others.
    if any(len(step.encode("utf-8", "surrogatepass")) > FILE_NAME_BYTES for step in (*steps, *name.split("/"))):
        raise ValueError(f"{name[:40]!r}… is too long for a file's name")
    return folder / name


def from_json(text: str, type: type[T], *, where: str, line: int | None = None) -> T:
    """JSON text decoded into a type (a ``msgspec.Struct``, a dataclass, ``dict[str, float]``, …), checked on the way.

    Broken JSON, values of another type, NaN and infinity, numbers beyond a double's, lone surrogates and more than
    ``JSON_DEPTH`` levels are InputErrors that say what was expected and found, in which field of which line.
    """
    import msgspec  # here, so that what reads no JSON starts without it

    if text.count("[") + text.count("{") > JSON_DEPTH and _depth(text) > JSON_DEPTH:
        raise InputError(f"JSON is nested more than {JSON_DEPTH} levels deep", where=where, line=line)
    try:
        return msgspec.json.decode(text, type=type)
    except msgspec.ValidationError as error:
        raise InputError(_plain(str(error)), where=where, line=line) from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise InputError(_broken(text, str(error)), where=where, line=line) from None
    except RecursionError:  # where the caller is deep already
        raise InputError("JSON is nested too deeply", where=where, line=line) from None


def from_builtins(value: object, type: type[T], *, where: str, line: int | None = None, text: bool = False) -> T:
    """What was read from TOML, YAML or JSON (dictionaries, lists, texts, numbers) converted into a type, checked as
    ``from_json`` does.

    ``text``: numbers come as text, as they do from formats whose scalars are read as they stand.
    """
    import msgspec

    try:
        return msgspec.convert(value, type, strict=not text)
    except msgspec.ValidationError as error:
        raise InputError(_plain(str(error)), where=where, line=line) from None


def _depth(text: str) -> int:
    """How many objects and lists stand within each other; what stands in strings does not count."""
    deepest = depth = 0
    for found in _BRACKETS.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found[0], 0)
        deepest = max(deepest, depth)
    return deepest


def _plain(message: str) -> str:
    """A complaint of msgspec in plain words.

    >>> _plain("Expected `int | str`, got `null` - at `$.id`"), _plain("Object missing required field `start`")
    ('id: expected a whole number or a string, found null', 'has no start')
    """
    said, _, place = message.partition(" - at ")
    said = re.sub(r"^Object missing required field `(.*)`$", r"has no \1", said)
    said = re.sub(r"`([^`]*)`", lambda found: " or ".join(_TYPE_NAMES.get(n, n) for n in found[1].split(" | ")), said)
    said = said.replace(", got ", ", found ")
    if re.fullmatch("(Integer value|Number) out of range", said):
        said = "a number is too large"
    place = re.sub(r"^\$\.?", "", place.strip("`")).removesuffix("[...]")
    return (f"{place}: " if place else "") + said[:1].lower() + said[1:]


def _broken(text: str, message: str) -> str:
    """Why text is no JSON; what Python's own json writes though JSON has no such thing gets its name."""
    if lone := _lone_surrogate(text):
        return f"holds a lone surrogate ({lone}), which is no character"
    if found := re.search(r"[:\[,]\s*+(-?(?:NaN|Infinity))\b", text):
        return f"{found[1]} is no number in JSON; leave it out, or write null"
    reason = message.removeprefix("JSON is malformed: ").replace("Input data was truncated", "it ends too early")
    return f"broken JSON: {reason}"


def _lone_surrogate(text: str) -> str:
    """The first escape of JSON text that is half of a pair without the other half; escapes are read once, from left to
    right.
    """
    high: re.Match[str] | None = None
    for escape in _ESCAPE.finditer(text):
        code = int(escape[1] or "0", 16)
        if 0xDC00 <= code < 0xE000 and (high is None or high.end() != escape.start()):
            return escape[0]
        if high is not None and not (0xDC00 <= code < 0xE000 and high.end() == escape.start()):
            return high[0]
        high = escape if 0xD800 <= code < 0xDC00 else None
    return "" if high is None else high[0]


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write a file so that a kill at any moment leaves either the old file or the new one, whole.

    A link stays one: what it points to is written, and who may read a file that was there stays as it was. A device or
    a pipe (``/dev/null``, ``/dev/stdout``) is written to, never replaced. What an earlier kill left beside the file is
    removed. Raises WriteError if it can't be written; the old file is then as it was.
    """
    raw = content.encode("utf-8") if isinstance(content, str) else content
    with writing(path):
        if path.exists() and not path.is_file():
            with path.open("wb") as stream:
                stream.write(raw)
            return
        target = _linked(path)
        temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
        try:
            with temporary.open("wb") as stream:
                if target.exists():
                    shutil.copymode(target, temporary)
                stream.write(raw)
                stream.flush()
                os.fsync(stream.fileno())
            temporary.replace(target)
        finally:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
        remove_leftovers(target)


def _linked(path: Path) -> Path:
    """The file that a link, or a link to a link, points to, whether it is there or not; a file that is no link itself."""
    if not path.is_symlink():
        return path
    target = Path(os.path.realpath(path))
    if target.is_symlink():  # it leads back to itself
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return target


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn an OSError of what is done inside (a full disk, a folder one may not write to …) into a WriteError that
    names the file.
    """
    try:
        yield
    except OSError as error:
        raise WriteError(f"{path} can't be written: {error.strerror or error}") from None


def remove_leftovers(path: Path) -> None:
    """Remove temporary files and folders (``.NAME.PID.tmp``) that processes which are no more left beside ``path``."""
    for left in path.parent.glob(f".{glob.escape(path.name)}.*.tmp"):
        process = left.name.removesuffix(".tmp").rpartition(".")[2]
        if process.isdecimal() and not _is_alive(int(process)):
            if left.is_dir() and not left.is_symlink():
                shutil.rmtree(left, ignore_errors=True)
            else:
                left.unlink(missing_ok=True)


def _is_alive(process: int) -> bool:
    if os.name == "nt":  # where asking would be a signal; what a kill left stays
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def to_json_line(row: Any) -> str:
    """One JSON object on one line, in readable UTF-8; a NaN here would be a bug, so it raises."""
    return _ENCODER.encode(row)


def to_json_lines(rows: Iterable[Any]) -> str:
    """One line per row."""
    return "".join(to_json_line(row) + "\n" for row in rows)
