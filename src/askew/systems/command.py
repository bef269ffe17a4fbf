"""``command:PROGRAM ARGS``: any program that reads a line and writes a line, started once and kept running."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath

from askew.core.errors import UsageError
from askew.core.records import Item, Output
from askew.systems.base import System
from askew.systems.pipe import Pipe


class CommandSystem(System):
    """A line-for-line program; that it answers line for line is checked."""

    matches_by_position = True

    def __init__(self, argument: str) -> None:
        try:
            self._argv = shlex.split(argument)
        except ValueError as error:
            raise UsageError(f"command:{argument}: {error}") from None
        if not self._argv:
            raise UsageError("command: names no program")
        self._pipe = Pipe(self._argv)

    @property
    def name(self) -> str:
        """The program's name."""
        return PurePath(self._argv[0]).name

    @property
    def details(self) -> Mapping[str, str]:
        """The command as it is run."""
        return {"kind": "command", "command": shlex.join(self._argv)}

    def answer(self, items: Sequence[Item]) -> Iterator[Output]:
        """One output per line the program writes."""
        return self._pipe.answer(items)

    def close(self) -> None:
        """End the program, if it runs."""
        self._pipe.close()
