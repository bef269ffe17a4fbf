"""Keys of services: from the environment or a keyring, and from nowhere else; never shown."""

import os
import re
from collections.abc import Sequence

from askew.core.errors import UsageError


class Key:
    """A secret that does not show itself."""

    def __init__(self, value: str) -> None:
        self._value = value

    def __repr__(self) -> str:
        return "Key(…)"

    def reveal(self) -> str:
        """The key, for the one request that needs it."""
        return self._value

    def hide_in(self, text: str) -> str:
        """A text, such as a server's complaint, without the key in it.

        >>> Key("s3cret").hide_in("no such key: s3cret")
        'no such key: …'
        """
        return text.replace(self._value, "…")


def find_key(service: str, variables: Sequence[str], chosen: str = "") -> Key | None:
    """The key in the first of these environment variables that is set (or in the ``chosen`` one), else the keyring's.

    In the keyring it is called ``askew``, user name ``service``: ``keyring set askew deepl``.
    """
    if chosen and not re.fullmatch(r"[A-Z_][A-Z0-9_]*", chosen):  # maybe somebody's key: don't repeat it
        raise UsageError("key_env is the name of an environment variable, such as MY_API_KEY, not a key")
    for variable in [chosen] if chosen else variables:
        if value := os.environ.get(variable, "").strip():
            return Key(value)
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
    return Key(value) if value else None
