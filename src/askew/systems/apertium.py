"""``apertium:eng-spa``: a translation pair of an installed Apertium (https://apertium.org)."""

import functools
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence

from askew.core.errors import SystemFailure
from askew.core.records import Item, Output
from askew.core.registry import unknown
from askew.systems.base import System
from askew.systems.pipe import Pipe


def pairs() -> list[str]:
    """The installed translation pairs; none if Apertium is not installed."""
    if shutil.which("apertium") is None:
        return []
    return subprocess.run(["apertium", "-l"], capture_output=True, text=True, check=False).stdout.split()


class ApertiumSystem(System):
    """One direction of one pair."""

    matches_by_position = True
    depends_on_order = True  # its tagger looks back beyond the end of a paragraph

    def __init__(self, argument: str) -> None:
        if shutil.which("apertium") is None:
            raise SystemFailure(
                "apertium is not installed; on Debian: apt-get install apertium apertium-eng-spa apertium-eng-cat"
            )
        if argument not in pairs():
            raise SystemFailure(unknown("installed Apertium pair", argument, pairs()))
        self._pair = argument
        # Apertium reads running text and moves words across line breaks, so each sentence is a paragraph of its own.
        self._pipe = Pipe(["apertium", "-u", argument], separator="\n\n")

    @property
    def name(self) -> str:
        """The program and the pair."""
        return f"apertium {self._pair}"

    @property
    def details(self) -> Mapping[str, str]:
        """The pair, and the program's version."""
        return {"kind": "apertium", "pair": self._pair, "version": _version()}

    def answer(self, items: Sequence[Item]) -> Iterator[Output]:
        """Translations, without marks on unknown words."""
        return self._pipe.answer(items)

    def close(self) -> None:
        """End the program, if it runs."""
        self._pipe.close()


@functools.cache
def _version() -> str:
    answer = subprocess.run(["apertium", "-V"], capture_output=True, text=True, check=False)
    return (answer.stdout or answer.stderr).strip().split("\n")[0]
