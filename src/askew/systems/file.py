"""``file:PATH``: outputs that exist already, in any format ``core.readers`` knows."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from askew.core.records import Item, Output
from askew.formats.outputs import read_outputs


class FileSystem:
    """A file of outputs is a system too, and the most common one."""

    whole = True  # it has the outputs of all items

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
