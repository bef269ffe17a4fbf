"""``file:PATH``: outputs that exist already, in any format ``formats.outputs`` knows."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from askew.core.records import Item, Output
from askew.formats.outputs import read_outputs
from askew.systems.base import System


class FileSystem(System):
    """A file of outputs is a system too, and the most common one."""

    all_at_once = True

    def __init__(self, argument: str) -> None:
        self._path = argument

    @property
    def name(self) -> str:
        """The file's name."""
        return Path(self._path).name.removesuffix(".gz")

    @property
    def details(self) -> Mapping[str, str]:
        """The path as given."""
        return {"kind": "file", "path": self._path}

    def answer(self, items: Sequence[Item]) -> Iterator[Output]:
        """All outputs at once."""
        yield from read_outputs(self._path, items)
