"""JSON Lines exchanged with a program in an environment of its own.

Some packages pin old versions of half the world, or an old Python, so they never share an environment with askew. What
is asked of them goes through a script of ours, run by that environment's Python: JSON Lines in, JSON Lines out, each
answer with the id of its question. Only the script travels.
"""

import shlex
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar

from askew.core.errors import InputError, SystemFailure, UsageError
from askew.core.files import from_json, to_json_line
from askew.core.program import Program

Row = TypeVar("Row")


class Exchange(Generic[Row]):
    """Conversations with one such program."""

    def __init__(self, command: str, script: Path, row: type[Row], called: str, *words: str) -> None:
        """Nothing is started yet.

        Args:
            command: the Python of the environment, or any command that speaks the same JSON Lines.
            script: what that Python runs; a command of another name is run as it is.
            row: the type of an answer.
            called: begins every message, such as ``--comet``.
            words: arguments of the script.

        Raises:
            UsageError: the command is none.

        """
        self._row = row
        try:
            argv = shlex.split(command)
        except ValueError as error:
            raise UsageError(f"{called}: {command}: {error}") from None
        if not argv:
            raise UsageError(f"{called}: expected the Python of an environment of its own, or a command")
        if len(argv) == 1 and Path(argv[0]).name.startswith("python"):
            argv.append(str(script))
        self._program = Program([*argv, *words], name=f"{called}: {argv[0]}")

    @property
    def name(self) -> str:
        """What messages call it."""
        return self._program.name

    def close(self) -> None:
        """End the program wherever it runs."""
        self._program.close()

    def ask(self, rows: Iterable[Mapping[str, Any]]) -> Iterator[Row]:
        """The answers to some rows, as they come; it is for the caller to match them by their ids.

        Raises SystemFailure if the program can't be started, writes what is no answer, or ends with a status other than
        0; what came before has been given out by then.
        """
        questions = (to_json_line(row).encode() for row in rows)
        with self._program.running(questions) as running:
            for number, line in enumerate(running.answers(), 1):
                yield self._read(line.decode("utf-8", "replace"), number)
            if status := running.status():
                last = " / ".join(running.complaint().splitlines()[-3:]) or "no message"
                raise SystemFailure(f"{self.name} ended with status {status}: {last}")

    def _read(self, line: str, number: int) -> Row:
        try:
            return from_json(line, self._row, where=self.name, line=number)
        except InputError:
            raise SystemFailure(f"{self.name} wrote a line that is no answer: {line[:80]!r}") from None
