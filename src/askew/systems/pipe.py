"""A program kept running, fed on one side and read on the other, with a check that answers match questions."""

import os
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import IO

from askew.core.errors import SystemFailure
from askew.core.records import Item, Output


class CountMismatch(SystemFailure):
    """The program did not answer one for one, so none of its answers can be trusted to belong to its question."""


class Pipe:
    """A program that answers every ``separator``-ended question with one ``separator``-ended answer, in order."""

    def __init__(self, argv: Sequence[str], separator: str = "\n") -> None:
        self._argv = list(argv)
        self._separator = separator.encode()
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[bytes]] = set()
        self._closed = False

    def close(self) -> None:
        """End the program wherever it runs, from any thread; nothing can be asked after that."""
        with self._lock:
            self._closed = True
            for process in self._running:
                _end(process)

    def answer(self, items: Sequence[Item]) -> Iterator[Output]:
        """Outputs as the program gives them. The program is ended when the caller stops asking."""
        with tempfile.TemporaryFile() as complaints:
            process = self._start(complaints)
            feeder = threading.Thread(target=self._feed, args=(process, items), daemon=True)
            feeder.start()
            try:
                yield from self._match(process, items, complaints)
            finally:
                _end(process)
                process.wait()
                with self._lock:
                    self._running.discard(process)
                feeder.join()
                assert process.stdout is not None
                process.stdout.close()

    def _start(self, complaints: IO[bytes]) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._closed:
                raise SystemFailure(f"{self._argv[0]} was ended")
            try:
                # A process group of its own, so that a program is ended together with those it has started.
                process = subprocess.Popen(
                    self._argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=complaints, process_group=0
                )
            except (OSError, ValueError) as error:  # ValueError: a NUL in its name
                said = error.strerror if isinstance(error, OSError) else error
                raise SystemFailure(f"{self._argv[0]} could not be started: {said}") from None
            self._running.add(process)
            return process

    def _feed(self, process: subprocess.Popen[bytes], items: Sequence[Item]) -> None:
        """Write all questions; runs beside the reading, since a program may answer before it has read all."""
        assert process.stdin is not None
        try:
            with process.stdin as stream:
                for item in items:
                    stream.write(" ".join(item.source.split()).encode() + self._separator)
        except (BrokenPipeError, OSError, ValueError):
            pass  # the program ended early; the reading side says so

    def _match(
        self, process: subprocess.Popen[bytes], items: Sequence[Item], complaints: IO[bytes]
    ) -> Iterator[Output]:
        answers = self._answers(process)
        last = time.perf_counter()
        for number, item in enumerate(items):
            answer = next(answers, None)
            if answer is None:
                status = process.wait()
                kind = SystemFailure if status else CountMismatch
                raise kind(
                    f"{self._argv[0]} answered {number} of {len(items)} lines and ended with status {status}"
                    + _tail(complaints)
                )
            now = time.perf_counter()
            yield Output(item.id, self._text(answer, item), now - last)
            last = now
        extra = next(answers, None)
        if extra is not None:
            raise CountMismatch(
                f"{self._argv[0]} answered more than the {len(items)} lines it was given: {extra[:80]!r}"
            )
        if process.wait() != 0:
            raise SystemFailure(
                f"{self._argv[0]} answered every line but ended with status {process.returncode}" + _tail(complaints)
            )

    def _answers(self, process: subprocess.Popen[bytes]) -> Iterator[bytes]:
        assert process.stdout is not None
        pending = b""
        while chunk := process.stdout.read1(1 << 16):  # type: ignore[attr-defined]
            *whole, pending = (pending + chunk).split(self._separator)
            yield from whole
        if pending.strip() and process.wait() == 0:  # a program that died may have left half an answer
            yield pending

    def _text(self, answer: bytes, item: Item) -> str:
        try:
            return " ".join(answer.decode("utf-8").split())
        except UnicodeDecodeError:
            raise SystemFailure(
                f"{self._argv[0]} answered {item.id} with bytes that are not UTF-8: {answer[:40]!r}"
            ) from None


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill a program and all it has started, unless they left its process group."""
    with suppress(ProcessLookupError, PermissionError):  # they have ended
        os.killpg(process.pid, signal.SIGKILL)


def _tail(complaints: IO[bytes]) -> str:
    """The end of what the program wrote to its standard error."""
    complaints.seek(0)
    text = complaints.read()[-500:].decode("utf-8", "replace").strip()
    return f"; it said: {text}" if text else ""
