"""What all systems behind an HTTP service have in common; each of them says only how to ask and how to read the answer."""

import time
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from askew.core.errors import UsageError
from askew.core.records import Answer, Failure, Item, Output
from askew.formats.outputs import as_output
from askew.systems.base import System
from askew.systems.keys import Key, find_key
from askew.systems.service import BadAnswer, Question, Service, Unanswered


class Reply(NamedTuple):
    """One translation as the service gave it."""

    text: str
    tokens_in: int | None = None
    tokens_out: int | None = None


@dataclass(kw_only=True)
class HttpSystem(System):
    """A service that translates texts. The fields below are options of every such system; none of them changes an answer."""

    argument: str = field(default="", kw_only=False)
    target: str
    timeout: float = 60.0
    """Seconds for one request."""
    retries: int = 5
    """Further tries after the first."""
    backoff: float = 1.0
    """Seconds of the first pause between tries; it doubles from try to try, and chance shortens it."""
    key_env: str = ""
    """The environment variable that holds the key, if not the usual one."""

    kind = ""
    batch = 1
    workers = 4
    cached = True

    def __post_init__(self) -> None:
        if self.timeout <= 0 or self.retries < 0 or self.backoff < 0 or self.batch < 1:
            raise UsageError(f"{self.kind}: timeout and batch must be positive, retries and backoff not negative")
        self._key = self.find_key()
        self._service = Service(self.kind, self._key, self.timeout, self.retries, self.backoff)

    def find_key(self) -> Key | None:
        """The service's key, if there is one."""
        return find_key(self.kind, self.key_variables, self.key_env)

    @property
    def key_variables(self) -> tuple[str, ...]:
        """The environment variables that usually hold the key."""
        return ()

    def needed_key(self) -> str:
        """The key of a service that can't do without."""
        if self._key is None:
            raise UsageError(
                f"{self.kind} needs a key: set {' or '.join(self.key_variables)}, or keep it in a keyring (keyring set askew {self.kind})"
            )
        return self._key.reveal()

    @property
    def name(self) -> str:
        """The service."""
        return self.kind

    @abstractmethod
    def question(self, texts: Sequence[str]) -> Question:
        """The request that asks for some texts."""

    @abstractmethod
    def replies(self, answer: Any) -> Sequence[Reply]:
        """The translations in what came back; whatever it raises means that this is no answer of the service's."""

    def close(self) -> None:
        """Close the connections."""
        self._service.close()

    def answer(self, items: Sequence[Item]) -> Iterator[Answer]:
        """Outputs a batch at a time."""
        for start in range(0, len(items), self.batch):
            yield from self._answer(items[start : start + self.batch])

    def _answer(self, items: Sequence[Item]) -> Iterator[Answer]:
        yield from self.ask(items, [item.source for item in items])

    def ask(self, items: Sequence[Item], texts: Sequence[str], question: Question | None = None) -> Iterator[Answer]:
        """Outputs for some items; ``question`` is what is asked, if it isn't their texts."""
        began = time.perf_counter()
        try:
            replies = self._service.ask(question or self.question(texts), lambda answer: self._checked(answer, texts))
        except Unanswered as problem:
            if len(items) > 1 and problem.of_this_text:  # one bad text must not cost its neighbours their answer
                for item in items:
                    yield from self._answer([item])
                return
            yield from (Failure(item.id, str(problem)) for item in items)
            return
        seconds = (time.perf_counter() - began) / len(items)
        for item, reply in zip(items, replies, strict=True):
            yield Output(item.id, reply.text, seconds, reply.tokens_in, reply.tokens_out)

    def _checked(self, answer: Any, texts: Sequence[str]) -> list[Reply]:
        replies = list(self.replies(answer))
        if len(replies) != len(texts):
            raise BadAnswer(f"{len(replies)} translations of {len(texts)} texts")
        clean = [reply._replace(text=_one_line(reply.text)) for reply in replies]
        if any(text.strip() and not reply.text for text, reply in zip(texts, clean, strict=True)):
            raise BadAnswer("an empty translation")
        return clean


def _one_line(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("a translation must be a text")
    return " ".join(as_output(value).split())
