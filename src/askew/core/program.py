"""A program fed on one side and read on the other, and ended together with all it has started."""

import os
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import IO

from askew.core.errors import SystemFailure


class Program:
    """A program that reads questions and writes answers, both ended by ``separator``; started for each conversation."""

    def __init__(self, argv: Sequence[str], separator: str = "\n", name: str = "") -> None:
        """``name`` is what messages call it, if not by its first word."""
        self.argv = list(argv)
        self.name = name or self.argv[0]
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

    @contextmanager
    def running(self, questions: Iterable[bytes]) -> Iterator["Running"]:
        """Start it and feed it, in a thread of its own; it is ended when the context is left.

        Raises SystemFailure if it can't be started.
        """
        with tempfile.TemporaryFile() as complaints:
            process = self._start(complaints)
            feeder = threading.Thread(target=self._feed, args=(process, questions), daemon=True)
            feeder.start()
            try:
                yield Running(process, complaints, self._separator)
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
                raise SystemFailure(f"{self.name} was ended")
            try:
                # A process group of its own, so that a program is ended together with those it has started.
                process = subprocess.Popen(
                    self.argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=complaints, process_group=0
                )
            except (OSError, ValueError) as error:  # ValueError: a NUL in its name
                said = error.strerror if isinstance(error, OSError) else error
                raise SystemFailure(f"{self.name} could not be started: {said}") from None
            self._running.add(process)
            return process

    def _feed(self, process: subprocess.Popen[bytes], questions: Iterable[bytes]) -> None:
        """Write all questions; runs beside the reading, since a program may answer before it has read all."""
        assert process.stdin is not None
        try:
            with process.stdin as stream:
                for question in questions:
                    stream.write(question + self._separator)
        except (BrokenPipeError, OSError, ValueError):
            pass  # the program ended early; the reading side says so


@dataclass(frozen=True)
class Running:
    """One conversation with a program."""

    process: subprocess.Popen[bytes]
    complaints: IO[bytes]
    separator: bytes

    def answers(self) -> Iterator[bytes]:
        """What it writes, as it comes, until it ends."""
        assert self.process.stdout is not None
        pending = b""
        while chunk := self.process.stdout.read1(1 << 16):  # type: ignore[attr-defined]
            *whole, pending = (pending + chunk).split(self.separator)
            yield from whole
        if pending.strip() and self.status() == 0:  # a program that died may have left half an answer
            yield pending

    def status(self) -> int:
        """The status it ended with; waits for that."""
        return self.process.wait()

    def complaint(self) -> str:
        """The end of what it wrote to its standard error."""
        self.complaints.seek(0)
        return self.complaints.read()[-500:].decode("utf-8", "replace").strip()


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill a program and all it has started, unless they left its process group."""
    with suppress(ProcessLookupError, PermissionError):  # they have ended
        os.killpg(process.pid, signal.SIGKILL)
