"""Registries: names to things, resolved only when asked for, open to other packages, helpful about typos.

A built-in is written ``"package.module:attribute"`` and imported on first use, so listing names costs nothing.
Another package adds one through an entry point in the group ``askew.suites`` or ``askew.systems``.
"""

import difflib
from collections.abc import Iterable, Mapping
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Generic, TypeVar

from askew.core.errors import UsageError

Thing = TypeVar("Thing")


class Registry(Generic[Thing]):
    """The things of one kind, by name."""

    def __init__(self, kind: str, builtin: Mapping[str, str]) -> None:
        self.kind = kind
        self._builtin = dict(builtin)

    @property
    def group(self) -> str:
        """The entry-point group others register under."""
        return f"askew.{self.kind}s"

    def _added(self) -> dict[str, EntryPoint]:
        added: dict[str, EntryPoint] = {}
        for point in entry_points(group=self.group):
            if point.name in self._builtin or point.name in added:
                other = self._builtin.get(point.name) or added[point.name].value
                raise UsageError(
                    f"two {self.kind}s are called {point.name!r}: {other} and {point.value}; uninstall or rename one"
                )
            added[point.name] = point
        return added

    def names(self) -> list[str]:
        """All names, built-in ones first."""
        return [*self._builtin, *sorted(self._added())]

    def get(self, name: str) -> Thing:
        """The thing of that name; a typo gets a suggestion."""
        if name in self._builtin:
            module, _, attribute = self._builtin[name].partition(":")
            thing: Thing = getattr(import_module(module), attribute)
            return thing
        added = self._added()
        if name in added:
            try:
                loaded: Thing = added[name].load()
            except Exception as error:
                raise UsageError(
                    f"the {self.kind} {name!r} of another package could not be loaded from {added[name].value}: "
                    f"{type(error).__name__}: {error}"
                ) from None
            return loaded
        raise UsageError(unknown(self.kind, name, self.names()))


def unknown(kind: str, name: str, known: list[str]) -> str:
    """The sentence for a name nobody knows.

    >>> unknown("suite", "simplgen", ["simplegen", "winomt"])
    "no suite is called 'simplgen'; did you mean 'simplegen'? (known: simplegen, winomt)"
    """
    close = like(name, known, at_most=1)
    hint = f"; did you mean {close[0]!r}?" if close else ";"
    return f"no {kind} is called {name!r}{hint} (known: {', '.join(known) or 'none'})"


def like(name: str, known: Iterable[str], at_most: int = 3) -> list[str]:
    """The known names that are most like one, whatever their case.

    >>> like("MOFC 12", ["mofc-1", "mofc-12", "fomc-9"], at_most=1)
    ['mofc-12']
    """
    folded = {candidate.lower(): candidate for candidate in known}
    return [folded[each] for each in difflib.get_close_matches(name.lower(), list(folded), n=at_most)]


def choose(kind: str, name: str | None, known: list[str], default: str | None = None) -> str:
    """``name`` if it is known, the default if it is None, otherwise an error with a suggestion."""
    if name is None:
        if default is None:
            raise UsageError(f"choose a {kind}: one of {', '.join(known)}")
        return default
    if name not in known:
        raise UsageError(unknown(kind, name, known))
    return name
