"""Talks in pieces: when what is said is longer than a system can hear at once, or its segments are not known.

Pieces come from a YAML file as MuST-C has them (``- {duration: 2.818, offset: 0.59, wav: talk.wav}``), from JSON Lines with the same names, or
are the whole recordings. Whatever cuts talks into segments writes one of these.
"""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from askew.core.errors import DataError, InputError, first_five
from askew.core.files import read_lines
from askew.core.records import Item, Output
from askew.formats.mustc import Times, read_times, times_of
from askew.speech.audio import ENDINGS, span_of, split_place

WHOLE = "whole"


def whole_talks(talks: Sequence[str], folder: Path) -> list[Item]:
    """One piece per talk: its whole recording."""
    return [_piece(name, 1, _recording(folder, name)) for name in talks]


def read_pieces(path: Path, talks: Sequence[str], folder: Path) -> list[Item]:
    """The pieces of the talks that are wanted, in the file's order, numbered within their talk; every talk must have some."""
    rows = _rows(path)
    by_talk = {name: [row for row in rows if row.talk == name] for name in talks}
    without = [name for name, pieces in by_talk.items() if not pieces]
    if without:
        known = first_five(dict.fromkeys(row.talk for row in rows))
        raise InputError(f"no segments of {first_five(without)}; it has those of {known}", where=str(path))
    places = {name: _recording(folder, name) for name in talks}
    return [
        _piece(name, number, span_of(places[name], row.start, row.end))
        for name, pieces in by_talk.items()
        for number, row in enumerate(pieces, 1)
    ]


def _rows(path: Path) -> list[Times]:
    if path.name.removesuffix(".gz").endswith((".yaml", ".yml")):
        return read_times(path)
    rows = []
    for number, line in enumerate(read_lines(path), 1):
        try:
            row = json.loads(line)
        except ValueError as error:
            raise InputError(f"broken JSON: {error}", where=str(path), line=number) from None
        rows.append(times_of(row, number, str(path)))
    return rows


def _recording(folder: Path, talk: str) -> str:
    names = [talk + ending for ending in ENDINGS]
    found = next((name for name in names if (folder / name).is_file()), None)
    if found is None:
        raise DataError(f"{folder} has no recording of {talk}: expected {names[0]} (or {', '.join(ENDINGS[1:])})")
    return str(folder / found)


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
