"""Manifests: where a data set comes from, its revision, its files with size and SHA-256, its licence."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from askew.core.errors import UsageError
from askew.core.registry import unknown


@dataclass(frozen=True)
class DataFile:
    """One file of a data set; size and checksum are those of the uncompressed file."""

    path: str
    size: int
    sha256: str
    remote: str = ""
    """Its path at the source, where that is another."""


@dataclass(frozen=True)
class Manifest:
    """One data set."""

    name: str
    title: str
    homepage: str
    revision: str
    licence: str
    citation: str
    base_url: str
    supersedes: tuple[str, ...]
    files: tuple[DataFile, ...]
    notice: str = ""
    """A condition of the licence that whoever fetches or uses it must know."""
    zenodo_record: str = ""
    """Where set, the files are those of this record, which has their checksums."""
    archive: str = ""
    """Where all of the data set can be had as one zip file, if files are only part of it."""
    archive_holds: str = ""
    """A folder of that archive, by which it is recognised."""

    def file(self, path: str) -> DataFile:
        """The entry of one file."""
        for entry in self.files:
            if entry.path == path:
                return entry
        raise UsageError(unknown(f"file of {self.name}", path, [entry.path for entry in self.files]))


def names() -> list[str]:
    """The data sets there are manifests for."""
    return sorted(entry.name[:-5] for entry in files("askew.datasets").iterdir() if entry.name.endswith(".toml"))


@cache
def load(name: str) -> Manifest:
    """The manifest of one data set."""
    if name not in names():
        raise UsageError(unknown("data set", name, names()))
    table = tomllib.loads(files("askew.datasets").joinpath(f"{name}.toml").read_text("utf-8"))
    entries = tuple(DataFile(**entry) for entry in table.pop("files"))
    return Manifest(**{**table, "supersedes": tuple(table["supersedes"])}, files=entries)
