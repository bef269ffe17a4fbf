"""SimulStream's log: a row names the recording of a stream, the others what was added to it and taken back.

Tokens become text as SimulStream's own detokeniser for SimulEval does it: pieces of SentencePiece (with ``▁``) are put
together, others are words (or, in a script without spaces, characters).
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from askew.core.errors import InputError
from askew.formats.ids import Id
from askew.formats.segments import Segment

Words = list[tuple[str, float, float]]
"""Each unit, when it came out, and when with computing time; in milliseconds."""


class _Metadata(Struct):
    wav_name: str


class StreamRow(Struct, kw_only=True):
    """A row of the log: which recording a stream is of, or an update of it. Times are in seconds."""

    id: Id | None = None
    metadata: _Metadata | None = None
    generated_tokens: list[str] = []
    deleted_tokens: list[str] = []
    total_audio_processed: float = 0.0
    computation_time: float = 0.0


def final_words(
    rows: Sequence[tuple[int, StreamRow]], unit: Literal["word", "char"], where: str
) -> Iterator[tuple[str, str, tuple[float, ...], tuple[float, ...]]]:
    """Every stream's talk, final text, and its units' times without and with computing time.

    A unit that a later row changes came out then; one that is taken back never did. An update of a stream whose
    recording no row named, or one that takes back what was not said, is an InputError.
    """
    names: dict[Id | None, str] = {}
    tokens: dict[Id | None, list[str]] = {}
    said: dict[Id | None, Words] = {}
    pieces = any("▁" in token for _, row in rows for token in row.generated_tokens)
    for number, row in rows:
        if row.metadata is not None:
            names[row.id] = Segment("", "", recording=row.metadata.wav_name).talk
            tokens[row.id], said[row.id] = [], []
        elif row.id is not None:
            if row.id not in names:
                raise InputError(f"stream {row.id} has no row that names its recording", where=where, line=number)
            kept = tokens[row.id]
            if row.deleted_tokens and kept[-len(row.deleted_tokens) :] != row.deleted_tokens:
                raise InputError("deleted_tokens are not the last that were generated", where=where, line=number)
            tokens[row.id] = kept[: len(kept) - len(row.deleted_tokens)]
            said[row.id] = _updated(said[row.id], _units(tokens[row.id], unit, pieces), row)
            tokens[row.id] += row.generated_tokens
            said[row.id] = _updated(said[row.id], _units(tokens[row.id], unit, pieces), row)
    joint = "" if unit == "char" else " "
    for stream, name in names.items():
        words = said[stream]
        delays, elapsed = tuple(delay for _, delay, _ in words), tuple(aware for *_, aware in words)
        yield name, joint.join(word for word, *_ in words), delays, elapsed


def _units(tokens: Sequence[str], unit: Literal["word", "char"], pieces: bool) -> list[str]:
    text = "".join(tokens).replace("▁", " ").strip() if pieces else ("" if unit == "char" else " ").join(tokens)
    return list(text) if unit == "char" else text.split()


def _updated(before: Words, now: Sequence[str], row: StreamRow) -> Words:
    """The units there are now: those that stand as they did keep their times."""
    delay = 1000 * row.total_audio_processed
    aware = delay + 1000 * row.computation_time
    return [
        before[place] if place < len(before) and before[place][0] == word else (word, delay, aware)
        for place, word in enumerate(now)
    ]
