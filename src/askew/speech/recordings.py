"""Recordings of a suite's items: a folder, with a manifest (JSON Lines) that says what is in it, or files named as the
suite's publisher does.

A row of ``manifest.jsonl``: ``id`` (the item's) and ``audio`` (a path in the folder), then whatever is known of it.
``voice``, ``voice_gender`` and ``voice_accent`` become attributes of the item; ``askew speak`` writes such manifests,
and recordings of one's own can be described the same way.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote

from askew.core.errors import DataError, JoinError, first_five
from askew.core.files import inside
from askew.core.records import Item
from askew.formats.manifests import MANIFEST, Recording, read_recordings
from askew.speech.audio import ENDINGS

VOICE = ("voice", "voice_gender", "voice_accent")  # attributes that are of the voice, not of the sentence


@dataclass(frozen=True)
class Recordings:
    """Items with their recordings' paths within a folder, and what tells these recordings from all others."""

    folder: Path
    items: list[Item]
    digest: str

    def placed(self) -> list[Item]:
        """The items with paths that can be opened."""
        return [replace(item, audio=str(self.folder / str(item.audio))) for item in self.items]


def find_recordings(items: Sequence[Item], folder: Path, *, partial: bool = False) -> Recordings:
    """The items that have a recording in the folder; a missing one is an error unless ``partial``."""
    if not folder.is_dir():
        raise DataError(f"{folder}: no such folder; --audio names one with recordings, as 'askew speak' makes them")
    rows = read_recordings(folder) if (folder / MANIFEST).is_file() else None
    found = [_from_folder(item, folder) if rows is None else _from_row(item, rows) for item in items]
    present = [item for item in found if item is not None]
    missing = [item.id for item, spoken in zip(items, found, strict=True) if spoken is None]
    if missing and (not present or not partial):
        expected = f"a row in {MANIFEST}" if rows is not None else f"a file such as {_names(items[0])[0]}"
        raise JoinError(
            f"no recording of {len(missing)} of {len(items)} items: {first_five(missing)}; expected {expected} "
            "(--partial asks for the others)",
            where=str(folder),
        )
    return Recordings(folder, present, _digest(present, folder, rows))


def _from_row(item: Item, rows: Mapping[str, Recording]) -> Item | None:
    row = rows.get(item.id)
    if row is None:
        return None
    if row.text is not None and item.source and row.text != item.source:
        raise JoinError(f"the recording of {item.id} is of another text: {row.text[:60]!r}, not {item.source[:60]!r}")
    labels = {name: label for name in VOICE if (label := getattr(row, name))}
    return replace(item, audio=row.audio, attributes={**item.attributes, **labels})


def _from_folder(item: Item, folder: Path) -> Item | None:
    """An item with the file that bears its name: the publisher's, or its id."""
    found = next((name for name in _names(item) if _lies_in(folder, name)), None)
    return None if found is None else replace(item, audio=found)


def _lies_in(folder: Path, name: str) -> bool:
    """Whether there is such a file in the folder; one outside it is none of its recordings, whatever names it."""
    try:
        return inside(folder, name).is_file()
    except ValueError:
        return False


def _names(item: Item) -> list[str]:
    plain = file_name(item)
    named = [item.audio] if item.audio else []
    return [*named, *(plain.removesuffix(".wav") + ending for ending in ENDINGS)]


def file_name(item: Item) -> str:
    """A WAV file's name for an item.

    >>> file_name(Item("17", "")), file_name(Item("talk/3", "")), file_name(Item("17", "", audio="0017.wav"))
    ('17.wav', 'talk%2F3.wav', '0017.wav')
    """
    return Path(item.audio).name if item.audio else quote(item.id, safe="") + ".wav"


def _digest(items: Sequence[Item], folder: Path, rows: Mapping[str, Recording] | None) -> str:
    """Eight hex digits that change with the recordings: by the manifest's checksums, else by names and sizes."""
    everything = hashlib.sha256()
    for item in items:
        path = folder / str(item.audio)
        row = (rows or {}).get(item.id)
        known = (row and row.sha256) or (path.stat().st_size if path.is_file() else "missing")
        everything.update(f"{item.id}\t{item.audio}\t{known}\n".encode())
    return everything.hexdigest()[:8]
