"""The journal: outputs appended one by one as they come, so that a killed run has lost at most one line."""

import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from askew.core.errors import InputError, RunError
from askew.core.files import from_json, to_json_line, to_json_lines, write_atomically, writing
from askew.core.lock import take
from askew.core.records import Failure, Output


def read_journal(path: Path) -> list[Output]:
    """Every whole line of a journal; a torn last line (no line end) is dropped, any other damage is an error."""
    outputs: dict[str, Output] = {}
    for number, line in enumerate(_whole_lines(path), 1):
        try:
            row = from_json(line.decode("utf-8"), dict[str, Any], where=str(path), line=number)
            output = Output.from_json(row)
        except (InputError, ValueError):
            raise RunError(f"{path}:{number}: damaged journal line; restore the file or start the run afresh") from None
        if output.id in outputs:
            raise RunError(f"{path}:{number}: {output.id} was journalled twice")
        outputs[output.id] = output
    return list(outputs.values())


def _whole_lines(path: Path) -> list[bytes]:
    if not path.exists():
        return []
    return path.read_bytes().split(b"\n")[:-1]  # what follows the last line end is torn, or nothing


class Journal:
    """A journal open for appending; a torn last line left by a kill is cut off first."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with writing(path):
            self._stream = path.open("ab")
        try:
            take(self._stream.fileno())
        except OSError:
            self._stream.close()
            raise RunError(f"{path} is being written by another askew: wait for it, or choose another folder") from None
        self.size = sum(len(line) + 1 for line in _whole_lines(path))  # when it was opened
        self._stream.truncate(self.size)

    def append(self, output: Output) -> None:
        """Write one line and hand it to the operating system; WriteError if that has no room for it."""
        line = (to_json_line(output.to_json()) + "\n").encode("utf-8")
        with writing(self.path):
            self._stream.write(line)
            self._stream.flush()

    def cut(self, size: int) -> None:
        """Throw away everything after the first ``size`` bytes."""
        self._stream.flush()
        self._stream.truncate(size)

    def rewrite(self, outputs: list[Output]) -> None:
        """Put other outputs in place of all that is there, whole or not at all."""
        self._stream.flush()
        write_atomically(self.path, journal_text(outputs))
        new = self.path.open("ab")
        take(new.fileno())
        self._stream.close()
        self._stream, self.size = new, self.path.stat().st_size

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        try:
            with writing(self.path):
                self._stream.flush()
                os.fsync(self._stream.fileno())
        finally:
            with suppress(OSError):  # what could not be written stays unwritten
                self._stream.close()


class FailureLog:
    """The items that could not be answered this time; begun anew whenever they are asked again."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._path.unlink(missing_ok=True)

    def append(self, failure: Failure) -> None:
        """Write one line; a lone surrogate in the reason, which can be neither written nor shown, is spelt out."""
        reason = failure.reason.encode("utf-8", "backslashreplace").decode("utf-8")
        with writing(self._path), self._path.open("a", encoding="utf-8") as stream:
            stream.write(to_json_line({**failure.to_json(), "reason": reason}) + "\n")


def read_failures(path: Path) -> list[Failure]:
    """What a failure log says; a torn last line is dropped."""
    try:
        return [from_json(line.decode("utf-8"), Failure, where=str(path)) for line in _whole_lines(path)]
    except (InputError, ValueError):
        raise RunError(f"{path}: damaged; it only says what went wrong, so it can be removed") from None


def journal_text(outputs: list[Output]) -> str:
    """A whole journal at once, for outputs that came from a file."""
    return to_json_lines(output.to_json() for output in outputs)
