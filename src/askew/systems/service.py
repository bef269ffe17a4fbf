"""A service over HTTP: a request posted, tried again as makes sense, answered with JSON.

What can go wrong ends in one of two ways. ``Unanswered``: this request has no answer, another may. ``SystemFailure``:
it is of no use to ask anything more (a wrong key, an unknown model, a spent quota). docs/systems.md has the table.
"""

import json
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from ipaddress import ip_address
from typing import Any, TypeVar
from urllib.parse import urljoin, urlsplit

import requests
import urllib3

from askew.core.errors import SystemFailure, UsageError
from askew.systems.deadline import Deadline
from askew.systems.keys import Key
from askew.version import __version__

TRY_AGAIN = {408, 425, 429, 500, 502, 503, 504, 529}
OF_NO_USE = {
    401: "the key is missing or wrong",
    402: "the account has run out",
    403: "the key is missing or wrong, or may not do this",
    404: "there is nothing at this address, or no model of this name",
    405: "this address takes no such request",
    456: "the quota is spent",
}
REDIRECTS = {301, 302, 307, 308}  # followed with the request unchanged; after a 303 one would have to ask differently
MOST_REDIRECTS = 5
LONGEST_PAUSE = 60.0  # seconds between tries of our own choice
LONGEST_WAIT = 300.0  # seconds a server may ask for
LARGEST_ANSWER = 16 << 20

Result = TypeVar("Result")


class Unanswered(Exception):
    """A request without an answer, after all tries. ``of_this_text``: others might fare better."""

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
class Request:
    """What is posted: JSON, or a form, maybe with a file (its field, name and bytes). What must not reach another host
    stands apart.
    """

    url: str
    json: Mapping[str, Any] | Sequence[Any] | None = None
    form: Mapping[str, str] | None = None
    file: tuple[str, str, bytes] | None = field(default=None, repr=False)
    headers: Mapping[str, str] = field(default_factory=dict)
    secret_headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    secret_json: Mapping[str, str] = field(default_factory=dict, repr=False)


class Service:
    """Posts requests. One instance per thread."""

    def __init__(
        self, name: str, key: Key | None, timeout: float, retries: int, backoff: float, hint: str = ""
    ) -> None:
        """``hint`` is what to say beside a refusal for want of a key."""
        self._name, self._key, self._hint = name, key, hint
        self._timeout, self._retries, self._backoff = timeout, retries, backoff
        self._deadline = Deadline()
        self._session = self._deadline.session()
        self._session.headers["User-Agent"] = f"askew/{__version__}"
        self._session.auth = lambda request: request  # or requests would look for a password in ~/.netrc

    def close(self) -> None:
        """Close the connections; another request opens new ones."""
        self._session.close()

    def ask(self, request: Request, read: Callable[[Any], Result]) -> Result:
        """The answer as ``read`` takes it from the JSON; ``read`` raises what it likes about an answer it can't use."""
        tries = self._retries + 1
        for number in range(1, tries + 1):
            try:
                return self._once(request, read)
            except _TryAgain as problem:
                reason = str(problem)
                if problem.pause is not None and problem.pause > LONGEST_WAIT:
                    raise SystemFailure(
                        f"{self._name}: {reason}, and asks to wait {problem.pause:.0f} s; "
                        "start the same command again then"
                    ) from None
                if number == tries:
                    tried = f" ({tries} tries)" if tries > 1 else ""
                    raise Unanswered(reason + tried, problem.of_this_text) from None
                # Full jitter: many workers that were refused together must not come back together.
                chosen = random.uniform(0, min(LONGEST_PAUSE, self._backoff * 2 ** (number - 1)))
                time.sleep(chosen if problem.pause is None else problem.pause + chosen)
        raise AssertionError("unreachable")

    def _once(self, request: Request, read: Callable[[Any], Result]) -> Result:
        status, headers, body = self._post(request)
        if status in TRY_AGAIN:
            raise _TryAgain(f"HTTP {status}{self._said(body)}", _wanted_pause(headers))
        if status != 200:
            said = f"HTTP {status}{self._said(body)}"
            if status in OF_NO_USE:
                hint = self._hint if status in (401, 403) else ""
                raise SystemFailure(f"{self._name}: {said}: {OF_NO_USE[status]}{hint}")
            raise Unanswered(said, of_this_text=True)
        try:
            return read(_decoded(body))
        except BadAnswer as problem:
            raise _TryAgain(self._hidden(str(problem)), of_this_text=True) from None
        except Unanswered as problem:
            raise Unanswered(self._hidden(str(problem)), problem.of_this_text) from None
        except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError, OverflowError):
            said = self._shortened(body.decode("utf-8", "replace"))
            raise _TryAgain(f"an answer that is not {self._name}'s: {said}", of_this_text=True) from None

    def _post(self, request: Request) -> tuple[int, Mapping[str, str], bytes]:
        """Status, headers and body of the answer, whichever redirects lead to it."""
        with self._deadline.of(self._timeout):
            url, trusted = request.url, True
            for _ in range(MOST_REDIRECTS + 1):
                try:
                    trusted = trusted and _same_place(request.url, url)
                    response, content = self._post_once(request, url, trusted)
                    if response.status_code not in REDIRECTS or "Location" not in response.headers:
                        return response.status_code, response.headers, content
                    url = urljoin(url, response.headers["Location"])
                except (requests.RequestException, urllib3.exceptions.HTTPError, OSError, ValueError) as error:
                    raise _TryAgain(self._plainly(error, None if url == request.url else url)) from None
            raise _TryAgain(f"more than {MOST_REDIRECTS} redirects")

    def _post_once(self, request: Request, url: str, trusted: bool) -> tuple[requests.Response, bytes]:
        """One request and its answer; the key goes along if the address may know it."""
        body = request.json
        if isinstance(body, Mapping) and trusted:
            body = {**body, **request.secret_json}
        with self._session.post(
            url,
            json=body,
            data=request.form,
            files={request.file[0]: request.file[1:]} if request.file else None,
            headers={**request.headers, **(request.secret_headers if trusted else {})},
            timeout=self._timeout,
            allow_redirects=False,
            stream=True,
            # What is for this machine goes to no proxy: there is nothing between, and it may carry the key unencrypted.
            proxies={"no_proxy": "*"} if is_this_machine(urlsplit(url).hostname) else None,
        ) as response:
            return response, self._content(response)

    def _content(self, response: requests.Response) -> bytes:
        """The whole body, if it is not too long."""
        pieces, size = [], 0
        while piece := response.raw.read1(1 << 16, decode_content=True):
            pieces.append(piece)
            size += len(piece)
            if size > LARGEST_ANSWER:
                raise _TryAgain(f"an answer of more than {LARGEST_ANSWER >> 20} MiB")
        if self._deadline.passed:  # where no length was announced, an end looks like any other
            raise TimeoutError
        return b"".join(pieces)

    def _hidden(self, text: str) -> str:
        """What may be shown: a server may repeat the key."""
        return text if self._key is None else self._key.hide_in(text)

    def _shortened(self, said: str) -> str:
        """The beginning of what a server said. The key is hidden first: what is left of one cut in two is not
        recognised.
        """
        text = " ".join(self._hidden(said[:4096])[:400].split())
        return repr(text[:117] + "…" if len(text) > 118 else text)

    def _said(self, body: bytes) -> str:
        """What an error's body says, as far as it says it in words."""
        try:
            said = _decoded(body)
            for name in ("error", "explanation", "detail", "message"):
                if isinstance(said, dict) and name in said:
                    said = said[name]
                    said = said.get("message", said) if isinstance(said, dict) else said
                    break
            return f" ({self._shortened(str(said))})"
        except (ValueError, RecursionError):
            return ""

    def _plainly(self, error: Exception, redirect: str | None) -> str:
        """Why there is no answer, in words; ``redirect`` is where the server sent us, if it did."""
        if self._deadline.passed or isinstance(
            error, (TimeoutError, requests.Timeout, urllib3.exceptions.TimeoutError)
        ):
            return f"no whole answer within {self._timeout:g} s"
        cause: BaseException = error
        while deeper := cause.__cause__ or cause.__context__:
            cause = deeper
        if isinstance(cause, ConnectionRefusedError):
            return "the connection was refused"
        if isinstance(cause, urllib3.exceptions.IncompleteRead):
            return "the answer broke off"
        if isinstance(error, ValueError) and redirect is not None:  # requests' InvalidURL and InvalidSchema are, too
            return f"a redirect to what is no address: {self._shortened(redirect)}"
        return f"the connection failed ({type(cause).__name__}: {self._hidden(str(cause))[:100]})"


def _decoded(body: bytes) -> Any:
    """What an answer says, as every client of these services reads it: by Python's own reader, which takes the NaN that
    Python's servers write in a count; that must not cost the translation. What is needed of it is checked in ``read``.
    """
    return json.loads(body)


def checked_url(kind: str, url: str) -> str:
    """A service's address, without a last slash; UsageError for what is none, and for one that carries a secret, or
    may.
    """
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018  # raises if it is no port
        (parts.hostname or "").encode("idna")
    except ValueError:  # which may quote what is better not shown
        raise UsageError(
            f"{kind}: an address is http(s)://HOST/PATH or http(s)://HOST:PORT/PATH; this is none"
        ) from None
    if parts.username or parts.password or parts.query or parts.fragment:
        raise UsageError(
            f"{kind}: an address is a plain http(s)://HOST/PATH; keys come from the environment, "
            "never from the command line"
        )
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise UsageError(f"{kind}: an address begins with http:// or https://, found {url!r}")
    return url.rstrip("/")


def is_this_machine(host: str | None) -> bool:
    """Whether a host's name or address is this machine's own, which nobody listens in on.

    >>> [is_this_machine(host) for host in ("localhost", "127.0.0.1", "::1", "10.0.0.1", "localhost.example.org", None)]
    [True, True, True, False, False, False]
    """
    try:
        return host == "localhost" or ip_address(host or "").is_loopback
    except ValueError:
        return False


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
    except (ValueError, TypeError, OverflowError):
        return None
