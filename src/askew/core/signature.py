"""The signature: everything that can change a number, in one line. Equal signatures, comparable numbers."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from askew.core.errors import UsageError


@dataclass(frozen=True)
class Signature:
    """Ordered ``key:value`` pairs.

    >>> s = Signature({"suite": "simplegen", "target": "es"})
    >>> str(s)
    'suite:simplegen|target:es'
    >>> s.differences(Signature({"suite": "simplegen", "target": "de"}))
    {'target': ('es', 'de')}
    """

    fields: Mapping[str, str]

    def __post_init__(self) -> None:
        for key, value in self.fields.items():
            if any(mark in f"{key}{value}" for mark in "|\n") or ":" in key:
                shown = str(value).replace("\n", "\\n")[:80]
                raise UsageError(f"{key} can't be {shown!r}: a signature's fields hold no '|', and no line ends")

    def __str__(self) -> str:
        return "|".join(f"{key}:{value}" for key, value in self.fields.items())

    @property
    def digest(self) -> str:
        """Eight hex digits for where the whole line is too long."""
        return hashlib.sha256(str(self).encode()).hexdigest()[:8]

    @classmethod
    def parse(cls, line: str) -> "Signature":
        """The signature that prints as ``line``."""
        return cls(dict(pair.split(":", 1) for pair in line.split("|")))

    def differences(self, other: "Signature") -> dict[str, tuple[str | None, str | None]]:
        """The fields in which two signatures differ, with both values."""
        keys = [*self.fields, *(key for key in other.fields if key not in self.fields)]
        pairs = {key: (self.fields.get(key), other.fields.get(key)) for key in keys}
        return {key: pair for key, pair in pairs.items() if pair[0] != pair[1]}
