"""Manifests: JSON Lines that say what recordings there are.

Of recordings of a suite's items (``manifest.jsonl`` in their folder): `id` (the item's), `audio` (a path in the
folder), then whatever is known. Of speakers: `sample_id` (or `id`), `src_ref` (what is said), `tgt_ref` (its
translation), `src_lang`, `tgt_lang`, `speaker` (or `speaker_id`, `client_id`), and anything else one could group by, in
the row or under `benchmark_metadata` (gender, accent, L1).
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec import UNSET, Struct

from askew.core.errors import InputError, JoinError, first_five, located, repeated
from askew.core.files import from_builtins, inside, read_lines
from askew.formats.ids import Id, Named, as_id, check_length
from askew.formats.json_lines import read_json_lines

MANIFEST = "manifest.jsonl"
_SAME = {"acc": "accent", "sex": "gender", **dict.fromkeys(("speaker", "speaker_id", "client_id"), "speaker")}
_GENDER_OF_FLEURS = {"0": "male", "1": "female", "2": "other"}  # as labelled


class Recording(Struct):
    """A row of a folder's manifest: a recording of an item, and what is known of it."""

    id: Id
    audio: str
    text: str | None = None
    voice: str | None = None
    voice_gender: str | None = None
    voice_accent: str | None = None
    engine: str | None = None
    rate: int | None = None
    seconds: float | None = None
    sha256: str | None = None


def read_recordings(folder: Path) -> dict[str, Recording]:
    """The rows of a folder's manifest by id. A path that leads out of the folder is an InputError, a second row of one
    id a JoinError.
    """
    where, rows = str(folder / MANIFEST), {}
    for line, row in read_json_lines(folder / MANIFEST, Recording):
        with located(where, line):
            name = as_id(row.id)
            inside(folder, row.audio)
            for label in (row.voice, row.voice_gender, row.voice_accent):
                check_length(label or "", "a label")
        if name in rows:
            raise JoinError(f"{name} stands twice", where=where, line=line)
        rows[name] = row
    return rows


class _SpeakerFields(Named, kw_only=True):
    """What a row of a manifest of speakers has a meaning for; the rest are attributes."""

    src_ref: str | None = None
    tgt_ref: str | None = None
    src_audio: str | None = None
    src_lang: str | None = None
    tgt_lang: str | None = None
    dataset_id: str | int | None = None
    benchmark_metadata: dict[str, Any] | None = None


@dataclass(frozen=True)
class Spoken:
    """A row of a manifest of speakers: what one of them says, its translation, in which languages, and what is known of
    the speaker.
    """

    line: int
    id: str
    text: str
    translation: str
    source: str | None
    target: str | None
    audio: str | None
    attributes: Mapping[str, str]


def read_speakers(path: str | Path) -> list[Spoken]:
    """The recordings of a manifest of speakers, in its order. An id that stands twice is a JoinError."""
    where = str(path)
    rows = []
    for line, row in read_json_lines(path, dict[str, Any]):
        fields = from_builtins(row, _SpeakerFields, where=where, line=line)
        with located(where, line):
            rows.append(_spoken(line, row, fields))
    if doubled := repeated(row.id for row in rows):
        raise JoinError(f"ids stand twice: {first_five(doubled)}", where=where)
    return rows


def _spoken(line: int, row: Mapping[str, Any], fields: _SpeakerFields) -> Spoken:
    given = fields.id if fields.sample_id is UNSET else fields.sample_id
    if given is UNSET:
        raise ValueError("has no sample_id or id")
    named = frozenset(_SpeakerFields.__struct_fields__)
    rest = {**{key: value for key, value in row.items() if key not in named}, **(fields.benchmark_metadata or {})}
    of_fleurs = str(fields.dataset_id).lower() == "fleurs"
    attributes = {
        _SAME.get(key, key): _value(key, value, of_fleurs)
        for key, value in rest.items()
        if isinstance(value, (str, int, float, bool)) and key not in named
    }
    return Spoken(
        line,
        as_id(given),
        fields.src_ref or "",
        fields.tgt_ref or "",
        fields.src_lang,
        fields.tgt_lang,
        fields.src_audio,
        attributes,
    )


def _value(key: str, value: object, of_fleurs: bool) -> str:
    text = str(value).strip()
    check_length(key, "an attribute's name")
    check_length(text, key)
    return _GENDER_OF_FLEURS.get(text, text) if key == "gender" and of_fleurs else text


def read_speaker_table(path: str | Path, taken: Collection[str]) -> tuple[str, dict[str, dict[str, str]]]:
    """A table of talks or speakers, TSV: ``doc_id`` or ``speaker_id`` (which of them is returned), then any columns.
    Its rows by their id.

    ``taken`` are names a column can't have. A header that is none, a row of another width, or too long a cell is an
    InputError, an id that stands twice a JoinError.
    """
    where = str(path)
    rows = [(number, line.split("\t")) for number, line in enumerate(read_lines(path), 1) if line.strip()]
    header = [name.strip() for name in rows[0][1]]
    key, names = header[0], header[1:]
    if key not in ("doc_id", "speaker_id") or not names:
        raise InputError(
            f"expected a header with doc_id or speaker_id, then any columns, split by tabs; found {first_five(header)}",
            where=where, line=1,
        )  # fmt: skip
    doubled = repeated(names)
    wrong = [name for name in names if name in taken or not name or name in doubled]
    if wrong:
        raise InputError(f"a column can't be called {first_five(wrong)} (taken, empty or twice)", where=where, line=1)
    table: dict[str, dict[str, str]] = {}
    for number, cells in rows[1:]:
        if len(cells) != len(header):
            raise InputError(f"expected {len(header)} columns, found {len(cells)}", where=where, line=number)
        name, *values = (cell.strip() for cell in cells)
        if name in table:
            raise JoinError(f"{name} stands twice", where=where, line=number)
        with located(where, number):
            table[name] = {key: _value(key, value, False) for key, value in zip(names, values, strict=True)}
    return key, table
