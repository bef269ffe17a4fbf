"""What systems behind an HTTP service have in common; each of them says only how to ask and how to read the answer."""

import os
import time
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple
from urllib.parse import urlsplit

from askew.core.errors import UsageError
from askew.core.records import Answer, Failure, Item, Output
from askew.formats.outputs import as_output
from askew.systems.base import System
from askew.systems.keys import Key, find_key
from askew.systems.service import BadAnswer, Request, Service, Unanswered, checked_url, is_this_machine

MOST_TOKENS = 1 << 40  # of one request; more is no count


class Reply(NamedTuple):
    """One translation as the service gave it, whatever types it has."""

    text: object
    tokens_in: object = None
    tokens_out: object = None


@dataclass(kw_only=True)
class HttpSystem(System):
    """A service that translates texts. The fields below are options of every such system; none of them changes an
    answer.
    """

    argument: str = field(default="", kw_only=False)
    target: str
    timeout: float = 60.0
    """Seconds for one request."""
    retries: int = 5
    """Further tries after the first."""
    backoff: float = 1.0
    """Seconds of the first pause between tries; it doubles from try to try, and chance shortens it."""
    key_env: str = ""
    """The environment variable that holds the key, if not the usual one; an address that is not the service's own gets
    a key only so.
    """
    http_key: bool = False
    """Send the key over http, where anybody on the way can read it; to this machine it is sent anyway."""

    kind = ""
    own_hosts: ClassVar[tuple[str, ...]] = ()
    """Hosts the key in the usual variables may go to."""
    batch = 1
    workers = 4
    cached = True

    def __post_init__(self) -> None:
        if self.timeout <= 0 or self.retries < 0 or self.backoff < 0 or self.batch < 1:
            raise UsageError(f"{self.kind}: timeout and batch must be positive, retries and backoff not negative")
        self._url = ""
        self._key = self.find_key()
        self._hint = "" if self._key or self.key_env or not self._withheld() else f"; {self._withheld()}"
        self._service = Service(self.kind, self._key, self.timeout, self.retries, self.backoff, self._hint)

    @property
    def key_variables(self) -> tuple[str, ...]:
        """The environment variables that usually hold the key."""
        return ()

    @property
    def address(self) -> str:
        """The address in the SPEC, if it has one: what stands after @."""
        return self.argument.partition("@")[2]

    def find_key(self) -> Key | None:
        """The key for this address, if there is one: the usual one goes to the service's own hosts alone."""
        if not self.address or (host := urlsplit(checked_url(self.kind, self.address)).hostname) in self.own_hosts:
            return find_key(self.kind, self.key_variables, self.key_env)
        return find_key(host or "", (), self.key_env)

    def _withheld(self) -> str:
        """What to say where a key in a usual variable was not used, for the address is not the service's own."""
        there = [name for name in self.key_variables if os.environ.get(name, "").strip()]
        if not there:
            return ""
        own, variable = self.own_hosts[0], there[0]
        return f"the key in {variable} goes to {own} alone: --set key_env={variable} sends it to this address"

    def use_url(self, url: str) -> str:
        """The address to ask, checked; UsageError if the key would go there in the clear."""
        self._url = checked_url(self.kind, url)
        parts = urlsplit(self._url)
        if self._key and parts.scheme == "http" and not is_this_machine(parts.hostname) and not self.http_key:
            raise UsageError(
                f"{self.kind}: the key would go to {parts.hostname} over http, where anybody on the way can read it: "
                "use https, or --set http_key=true if you must"
            )
        return self._url

    def needed_key(self) -> str:
        """The key of a service that can't do without."""
        if self._key is None:
            raise UsageError(
                f"{self.kind} needs a key: set {' or '.join(self.key_variables)}, or keep it in a keyring "
                f"(keyring set askew {self.kind}){self._hint}"
            )
        return self._key.reveal()

    @property
    def name(self) -> str:
        """The service."""
        return self.kind

    @abstractmethod
    def request(self, texts: Sequence[str]) -> Request:
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

    def ask(self, items: Sequence[Item], texts: Sequence[str], request: Request | None = None) -> Iterator[Answer]:
        """Outputs for some items; ``request`` is what is asked, if it isn't their texts."""
        began = time.perf_counter()
        try:
            replies = self._service.ask(request or self.request(texts), lambda answer: self._checked(answer, texts))
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

    def _checked(self, answer: Any, texts: Sequence[str]) -> list["_CheckedReply"]:
        replies = list(self.replies(answer))
        if len(replies) != len(texts):
            raise BadAnswer(f"{len(replies)} translations of {len(texts)} texts")
        clean = [
            _CheckedReply(_one_line(reply.text), _count(reply.tokens_in), _count(reply.tokens_out)) for reply in replies
        ]
        if self._key and any(self._key.is_in(reply.text) for reply in clean):
            raise BadAnswer("a translation with the key in it")
        if any(text.strip() and not reply.text for text, reply in zip(texts, clean, strict=True)):
            raise BadAnswer("an empty translation")
        return clean


class _CheckedReply(NamedTuple):
    """A text in one line, and how many tokens it took where the service says so sensibly."""

    text: str
    tokens_in: int | None
    tokens_out: int | None


def rows_of(value: object) -> list[Any]:
    """A JSON list; TypeError for anything else: letters of a text or keys of an object are no translations."""
    if not isinstance(value, list):
        raise TypeError("expected a list")
    return value


def _count(value: object) -> int | None:
    """A number of tokens; None for what can't be one, which costs nobody the translation."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < MOST_TOKENS:
        return value
    return None


def _one_line(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("a translation must be a text")
    return " ".join(as_output(value).split())
