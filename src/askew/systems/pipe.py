"""A program kept running, fed on one side and read on the other, with a check that answers match questions."""

import time
from collections.abc import Iterator, Sequence

from askew.core.errors import SystemFailure
from askew.core.program import Program, Running
from askew.core.records import Item, Output


class CountMismatch(SystemFailure):
    """The program did not answer one for one, so none of its answers can be trusted to belong to its question."""


class Pipe:
    """A program that answers every ``separator``-ended question with one ``separator``-ended answer, in order."""

    def __init__(self, argv: Sequence[str], separator: str = "\n") -> None:
        self._program = Program(argv, separator)

    def close(self) -> None:
        """End the program wherever it runs, from any thread; nothing can be asked after that."""
        self._program.close()

    def answer(self, items: Sequence[Item]) -> Iterator[Output]:
        """Outputs as the program gives them. The program is ended when the caller stops asking."""
        with self._program.running(" ".join(item.source.split()).encode() for item in items) as running:
            yield from self._match(running, items)

    def _match(self, running: Running, items: Sequence[Item]) -> Iterator[Output]:
        name = self._program.name
        answers = running.answers()
        last = time.perf_counter()
        for number, item in enumerate(items):
            answer = next(answers, None)
            if answer is None:
                status = running.status()
                kind = SystemFailure if status else CountMismatch
                raise kind(
                    f"{name} answered {number} of {len(items)} lines and ended with status {status}" + _tail(running)
                )
            now = time.perf_counter()
            yield Output(item.id, self._text(answer, item), now - last)
            last = now
        extra = next(answers, None)
        if extra is not None:
            raise CountMismatch(f"{name} answered more than the {len(items)} lines it was given: {extra[:80]!r}")
        if status := running.status():
            raise SystemFailure(f"{name} answered every line but ended with status {status}" + _tail(running))

    def _text(self, answer: bytes, item: Item) -> str:
        try:
            return " ".join(answer.decode("utf-8").split())
        except UnicodeDecodeError:
            raise SystemFailure(
                f"{self._program.name} answered {item.id} with bytes that are not UTF-8: {answer[:40]!r}"
            ) from None


def _tail(running: Running) -> str:
    text = running.complaint()
    return f"; it said: {text}" if text else ""
