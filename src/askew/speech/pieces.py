"""Talks in pieces: when what is said is longer than a system can take at once, or its segments are not known.

Pieces come from a YAML file as MuST-C has them (``- {duration: 2.818, offset: 0.59, wav: talk.wav}``), from JSON Lines
with the same names, or are the whole recordings. Whatever cuts talks into segments writes one of these.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path

from askew.core.errors import DataError, InputError, first_five, located
from askew.core.files import inside
from askew.core.records import Item, Output
from askew.formats.mustc import read_times
from askew.formats.segments import Segment
from askew.speech.audio import ENDINGS, span_of, split_place

WHOLE = "whole"


def whole_talks(talks: Sequence[str], folder: Path) -> list[Item]:
    """One piece per talk: its whole recording."""
    return [_piece(name, 1, _recording(folder, name)) for name in talks]


def read_pieces(path: Path, talks: Sequence[str], folder: Path) -> list[Item]:
    """The pieces of the talks that are wanted, in the file's order, numbered within their talk; every talk must have
    some.
    """
    rows = read_times(path)
    by_talk: dict[str, list[Segment]] = {name: [] for name in talks}
    for row in rows:
        by_talk.setdefault(row.talk, []).append(row)
    by_talk = {name: by_talk[name] for name in talks}
    without = [name for name, pieces in by_talk.items() if not pieces]
    if without:
        known = first_five(dict.fromkeys(row.talk for row in rows))
        raise InputError(f"no segments of {first_five(without)}; it has those of {known}", where=str(path))
    places = {name: _recording(folder, name) for name in talks}
    return [
        _piece(name, number, span_of(places[name], row.start or 0.0, row.end or 0.0))
        for name, pieces in by_talk.items()
        for number, row in enumerate(pieces, 1)
    ]


def _recording(folder: Path, talk: str) -> str:
    with located(str(folder)):
        places = [inside(folder, talk + ending) for ending in ENDINGS]
    found = next((place for place in places if place.is_file()), None)
    if found is None:
        raise DataError(f"{folder} has no recording of {talk}: expected {places[0].name} (or {', '.join(ENDINGS[1:])})")
    return str(found)


def _piece(talk: str, number: int, audio: str) -> Item:
    return Item(f"{talk}/{number}", "", {"talk": talk}, audio=audio)


def digest_of_pieces(pieces: Sequence[Item]) -> str:
    """Eight hex digits that change with the spans and the recordings' sizes, wherever they lie."""
    everything = hashlib.sha256()
    for piece in pieces:
        path, start, end = split_place(str(piece.audio))
        everything.update(f"{piece.id}\t{Path(path).name}\t{Path(path).stat().st_size}\t{start}\t{end}\n".encode())
    return everything.hexdigest()[:8]


def rows_of(pieces: Sequence[Item], outputs: Sequence[Output], transcripts: bool = False) -> list[dict[str, str]]:
    """What was said of each piece, in order, as rows of talks; how pieces are joined is the language's affair."""
    said = {output.id: (output.transcript or "") if transcripts else output.text for output in outputs}
    return [
        {
            "doc_id": piece.attributes["talk"],
            "seg_id": f"piece-{piece.id.rpartition('/')[2]}",  # not to be taken for the reference's segments
            "output": said[piece.id],
        }
        for piece in pieces
    ]
