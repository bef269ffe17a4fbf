"""Keys of services: from the environment or a keyring, and from nowhere else; never shown."""

import base64
import os
import re
from collections.abc import Sequence

from askew.core.errors import UsageError

SHORTEST = 8  # characters; what is shorter is no key, and hiding it would garble what is shown
FRAGMENT = 12  # characters of a key's beginning that are hidden though a message breaks off after them
_HIDDEN = "…"
# The ways a character may be written: JSON's and Python's escapes, a URL's, HTML's; also one inside another.
_ESCAPE = re.compile(
    r"""\\+u(?P<u>[0-9a-fA-F]{4}) | \\+x(?P<x>[0-9a-fA-F]{2}) | \\+(?P<same>[/"'\\]) | %(?P<url>[0-9a-fA-F]{2})
      | &\#(?P<decimal>[0-9]{1,7}); | &\#[xX](?P<html>[0-9a-fA-F]{1,6}); | &(?P<named>amp|lt|gt|quot|apos);""",
    re.VERBOSE,
)
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}


class Key:
    """A secret that does not show itself. Raises UsageError for a value no service would give out as a key."""

    def __init__(self, value: str, where: str = "the environment") -> None:
        if len(value) < SHORTEST:
            raise UsageError(f"the key in {where} has fewer than {SHORTEST} characters, so it is none")
        if not re.fullmatch(r"[!-~]+", value):
            raise UsageError(f"the key in {where} holds a blank, or a character that is not ASCII, so it is none")
        self._value = value
        self._needles = (value, value.encode().hex(), *_in_base64(value))

    def __repr__(self) -> str:
        return "Key(…)"

    def reveal(self) -> str:
        """The key, for the one request that needs it."""
        return self._value

    def is_in(self, text: str) -> bool:
        """Whether a text holds the key, in any of the forms a service may repeat it."""
        return bool(self._found(text))

    def hide_in(self, text: str) -> str:
        r"""A message, such as a server's complaint, without the key: as it is, escaped, URL-encoded, in base64 or hex,
        or broken off.

        >>> Key("s3cret/k3y").hide_in("no such key: s3cret/k3y")
        'no such key: …'
        >>> Key("s3cret/k3y").hide_in(r"s3cret\/k3y, s3cret\u002Fk3y, s3cret%2Fk3y, s3cret%252fk3y")
        '…, …, …, …'
        >>> Key("s3cret/k3y").hide_in("czNjcmV0L2szeQ==")
        '…Q=='
        """
        for start, end in reversed(self._found(text)):
            text = text[:start] + _HIDDEN + text[end:]
        return text

    def _found(self, text: str) -> list[tuple[int, int]]:
        """Where the key stands in a text, in order and without overlaps."""
        found: list[tuple[int, int]] = []
        for plain, spans in _readings(text):
            for needle in self._needles:
                short, at = needle[:FRAGMENT], -1
                while (at := plain.find(short, at + 1)) >= 0:
                    length = _common(plain, at, needle)
                    found.append((spans[at][0], spans[at + length - 1][1]))
        merged: list[tuple[int, int]] = []
        for start, end in sorted(found):
            if merged and start <= merged[-1][1]:
                merged[-1] = merged[-1][0], max(end, merged[-1][1])
            else:
                merged.append((start, end))
        return merged


def find_key(service: str, variables: Sequence[str], chosen: str = "") -> Key | None:
    """The key in the first of these environment variables that is set (or in the ``chosen`` one), else the keyring's.

    In the keyring it is called ``askew``, user name ``service``: ``keyring set askew deepl``. Raises UsageError if the
    chosen variable is not set, or what is there is no key.
    """
    if chosen and not re.fullmatch(r"[A-Z_][A-Z0-9_]*", chosen):  # maybe somebody's key: don't repeat it
        raise UsageError("key_env is the name of an environment variable, such as MY_API_KEY, not a key")
    for variable in [chosen] if chosen else variables:
        if value := os.environ.get(variable, "").strip():
            return Key(value, variable)
    if chosen:
        raise UsageError(f"the environment variable {chosen}, which should hold the key, is not set")
    return _from_keyring(service)


def _from_keyring(service: str) -> Key | None:
    try:
        import keyring
    except ImportError:
        return None
    try:
        value = keyring.get_password("askew", service)
    except keyring.errors.KeyringError:  # a machine without one, or a locked one
        return None
    return Key(value, "the keyring") if value else None


def _in_base64(value: str) -> list[str]:
    """What of the key's base64 is the same whatever stands before and after it, for each of three alignments."""
    forms = []
    for before in range(3):
        raw = b"\0" * before + value.encode()
        whole = base64.b64encode(raw).decode()[(before * 8 + 5) // 6 : len(raw) * 8 // 6]
        forms += [whole, whole.replace("+", "-").replace("/", "_")]
    return forms


def _readings(text: str) -> list[tuple[str, list[tuple[int, int]]]]:
    """The text, and what it says once its escapes are read, again and again; with each character's place."""
    readings = [(text, [(at, at + 1) for at in range(len(text))])]
    for _ in range(3):
        plain, spans = readings[-1]
        letters: list[str] = []
        places: list[tuple[int, int]] = []
        at = 0
        for match in _ESCAPE.finditer(plain):
            letters += plain[at : match.start()]
            places += spans[at : match.start()]
            letters.append(_meant(match))
            places.append((spans[match.start()][0], spans[match.end() - 1][1]))
            at = match.end()
        if at == 0:
            break
        readings.append(("".join(letters) + plain[at:], places + spans[at:]))
    return readings


def _meant(match: re.Match[str]) -> str:
    """The character an escape stands for."""
    digits = match["u"] or match["x"] or match["url"] or match["html"]
    if digits or match["decimal"]:
        code = int(digits, 16) if digits else int(match["decimal"])
        return chr(code) if code < 0x110000 else "?"
    return match["same"] or _NAMED[match["named"]]


def _common(text: str, at: int, needle: str) -> int:
    """How many characters of ``needle`` stand in ``text`` at a place."""
    length = 0
    while length < len(needle) and text[at + length : at + length + 1] == needle[length]:
        length += 1
    return length
