"""A service over HTTP: a question posted, tried again as makes sense, answered with JSON.

What can go wrong ends in one of two ways. ``Unanswered``: this question has no answer, another may. ``SystemFailure``: it is
of no use to ask anything more (a wrong key, an unknown model, a spent quota). docs/systems.md has the table.
"""

import json
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar
from urllib.parse import urljoin, urlsplit

import requests
import urllib3

from askew.core.errors import SystemFailure, UsageError
from askew.systems.keys import Key
from askew.version import __version__

TRY_AGAIN = {408, 425, 429, 500, 502, 503, 504, 529}
OF_NO_USE = {
    401: "the key is missing or wrong",
    402: "the account has run out",
    403: "the key is missing or wrong, or may not do this",
    404: "there is nothing at this address, or no model of this name",
    405: "this address takes no such question",
    456: "the quota is spent",
}
REDIRECTS = {301, 302, 307, 308}  # followed with the question unchanged; after a 303 one would have to ask differently
MOST_REDIRECTS = 5
LONGEST_PAUSE = 60.0  # seconds between tries of our own choice
LONGEST_WAIT = 300.0  # seconds a server may ask for
LARGEST_ANSWER = 16 << 20

Result = TypeVar("Result")


class Unanswered(Exception):
    """A question without an answer, after all tries. ``of_this_text``: others might fare better."""

    def __init__(self, reason: str, of_this_text: bool = False) -> None:
        super().__init__(reason)
        self.of_this_text = of_this_text


class BadAnswer(Exception):
    """An answer that is not what it should be; worth another try."""


class _TryAgain(Exception):
    def __init__(self, reason: str, pause: float | None = None, of_this_text: bool = False) -> None:
        super().__init__(reason)
        self.pause, self.of_this_text = pause, of_this_text


@dataclass(frozen=True)
class Question:
    """What is posted: JSON, or a form, maybe with a file (its field, name and bytes). What must not reach another host stands apart."""

    url: str
    json: Mapping[str, Any] | None = None
    form: Mapping[str, str] | None = None
    file: tuple[str, str, bytes] | None = field(default=None, repr=False)
    secret_headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    secret_json: Mapping[str, str] = field(default_factory=dict, repr=False)


class Service:
    """Posts questions. One instance per thread."""

    def __init__(self, name: str, key: Key | None, timeout: float, retries: int, backoff: float) -> None:
        self._name, self._key = name, key
        self._timeout, self._retries, self._backoff = timeout, retries, backoff
        self._session = requests.Session()
        self._session.headers["User-Agent"] = f"askew/{__version__}"
        self._session.auth = lambda request: request  # or requests would look for a password in ~/.netrc

    def close(self) -> None:
        """Close the connections; another question opens new ones."""
        self._session.close()

    def ask(self, question: Question, read: Callable[[Any], Result]) -> Result:
        """The answer as ``read`` takes it from the JSON; ``read`` raises what it likes about an answer it can't use."""
        tries = self._retries + 1
        for number in range(1, tries + 1):
            try:
                return self._once(question, read)
            except _TryAgain as problem:
                reason = str(problem)
                if problem.pause is not None and problem.pause > LONGEST_WAIT:
                    raise SystemFailure(
                        f"{self._name}: {reason}, and asks to wait {problem.pause:.0f} s; start the same command again then"
                    ) from None
                if number == tries:
                    tried = f" ({tries} tries)" if tries > 1 else ""
                    raise Unanswered(reason + tried, problem.of_this_text) from None
                # Full jitter: many workers that were refused together must not come back together.
                chosen = random.uniform(0, min(LONGEST_PAUSE, self._backoff * 2 ** (number - 1)))
                time.sleep(chosen if problem.pause is None else problem.pause + chosen)
        raise AssertionError("unreachable")

    def _once(self, question: Question, read: Callable[[Any], Result]) -> Result:
        status, headers, body = self._post(question)
        if self._key is not None:  # a server may repeat it, and what it says is shown
            body = self._key.hide_in(body.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
        if status in TRY_AGAIN:
            raise _TryAgain(f"HTTP {status}{_said(body)}", _wanted_pause(headers))
        if status != 200:
            said = f"HTTP {status}{_said(body)}"
            if status in OF_NO_USE:
                raise SystemFailure(f"{self._name}: {said}: {OF_NO_USE[status]}")
            raise Unanswered(said, of_this_text=True)
        try:
            return read(json.loads(body))
        except BadAnswer as problem:
            raise _TryAgain(str(problem), of_this_text=True) from None
        except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
            raise _TryAgain(f"an answer that is not {self._name}'s: {_shortened(body)}", of_this_text=True) from None

    def _post(self, question: Question) -> tuple[int, Mapping[str, str], bytes]:
        """Status, headers and body of the answer, whichever redirects lead to it."""
        url, deadline, trusted = question.url, time.monotonic() + self._timeout, True
        for _ in range(MOST_REDIRECTS + 1):
            trusted = trusted and _same_place(question.url, url)
            body = dict(question.json or {}) | (dict(question.secret_json) if trusted else {})
            try:
                with self._session.post(
                    url,
                    json=body if question.json is not None else None,
                    data=question.form,
                    files={question.file[0]: question.file[1:]} if question.file else None,
                    headers=dict(question.secret_headers) if trusted else {},
                    timeout=self._timeout,
                    allow_redirects=False,
                    stream=True,
                ) as response:
                    content = self._content(response, deadline)
            except (requests.exceptions.InvalidURL, requests.exceptions.InvalidSchema) as error:
                raise SystemFailure(f"{self._name}: {error}") from None
            except (requests.RequestException, urllib3.exceptions.HTTPError, OSError) as error:
                raise _TryAgain(_plainly(error, self._timeout)) from None
            if response.status_code not in REDIRECTS or "Location" not in response.headers:
                return response.status_code, response.headers, content
            url = urljoin(url, response.headers["Location"])
        raise SystemFailure(f"{self._name}: more than {MOST_REDIRECTS} redirects from {question.url}")

    def _content(self, response: requests.Response, deadline: float) -> bytes:
        """The whole body. The time limit is for all of it: a server that sends a byte a second must not hold us forever."""
        pieces, size = [], 0
        while piece := response.raw.read1(1 << 16, decode_content=True):
            pieces.append(piece)
            size += len(piece)
            if size > LARGEST_ANSWER:
                raise _TryAgain(f"an answer of more than {LARGEST_ANSWER >> 20} MiB")
            if time.monotonic() > deadline:
                raise _TryAgain(f"no whole answer within {self._timeout:g} s")
        return b"".join(pieces)


def checked_url(kind: str, url: str) -> str:
    """A service's address, without a last slash; one that carries a secret, or may, is refused unread."""
    parts = urlsplit(url)
    if parts.username or parts.password or parts.query or parts.fragment:
        raise UsageError(
            f"{kind}: an address is a plain http(s)://HOST/PATH; keys come from the environment, never from the command line"
        )
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise UsageError(f"{kind}: an address begins with http:// or https://, found {url!r}")
    return url.rstrip("/")


def _same_place(one: str, other: str) -> bool:
    """Whether two addresses are one server, or its encrypted self, so that both may know the key."""
    (scheme, host, port), (scheme2, host2, port2) = _origin(one), _origin(other)
    upgrade = (scheme, port, scheme2, port2) == ("http", 80, "https", 443)
    return host == host2 and ((scheme, port) == (scheme2, port2) or upgrade)


def _origin(url: str) -> tuple[str, str | None, int | None]:
    parts = urlsplit(url)
    return parts.scheme, parts.hostname, parts.port or {"http": 80, "https": 443}.get(parts.scheme)


def _wanted_pause(headers: Mapping[str, str]) -> float | None:
    """How many seconds the server asks to wait: a number, or a date."""
    wanted = headers.get("Retry-After", "").strip()
    try:
        return max(0.0, float(wanted))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(wanted) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return None


def _said(body: bytes) -> str:
    """What an error's body says, as far as it says it in words."""
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        return ""
    for name in ("error", "explanation", "detail", "message"):
        if isinstance(said, dict) and name in said:
            said = said[name]
            said = said.get("message", said) if isinstance(said, dict) else said
            break
    return f" ({_shortened(str(said).encode())})"


def _shortened(body: bytes) -> str:
    text = " ".join(body[:400].decode("utf-8", "replace").split())
    return repr(text[:117] + "…" if len(text) > 118 else text)


def _plainly(error: Exception, timeout: float) -> str:
    if isinstance(error, (requests.Timeout, urllib3.exceptions.TimeoutError)):
        return f"no answer within {timeout:g} s"
    cause: BaseException = error
    while deeper := cause.__cause__ or cause.__context__:
        cause = deeper
    if isinstance(cause, ConnectionRefusedError):
        return "the connection was refused"
    if isinstance(cause, urllib3.exceptions.IncompleteRead):
        return "the answer broke off"
    return f"the connection failed ({type(cause).__name__}: {str(cause)[:100]})"
