"""Logs of simultaneous translation: what was said, and when each unit of it came out.

| format       | a row is                                                                                              |
|--------------|-------------------------------------------------------------------------------------------------------|
| plain        | a word: `doc_id` (and `seg_id`), `word`, `time`, maybe `elapsed`, both in seconds                      |
| SimulEval    | a recording (`instances.log`): `prediction`, `delays`, `elapsed` in milliseconds, `source`, `source_length` |
| OmniSTEval   | a segment (`instances.resegmented.jsonl`): `prediction`, `emission_cu`, `emission_ca`, `source_length`  |
| SimulStream  | an update of a stream (``simulstream.py``)                                                            |

A unit is whatever stands between spaces, or in a script without spaces a character.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from askew.core.errors import InputError, JoinError, first_five, repeated
from askew.core.files import from_json, name_of, read_lines
from askew.formats.ids import Id, as_id
from askew.formats.json_lines import row_checked, rows_of
from askew.formats.segments import Segment
from askew.formats.simulstream import StreamRow, final_words

Unit = Literal["word", "char"]


@dataclass(frozen=True)
class Emitted:
    """What a system said of one recording, with times in milliseconds after the recording's beginning."""

    name: str
    """The talk, or the segment as ``talk/segment``; empty where the log doesn't say."""
    text: str
    delays: tuple[float, ...]
    """For each unit, how much of the recording had been read when it came out."""
    elapsed: tuple[float, ...] | None = None
    """The same with the time that computing took."""
    length: float | None = None
    """How long the recording is."""
    remaining: float | None = None
    """Of a segment cut from a talk: the time from its beginning to the end of the talk."""


def with_own_computing(said: Emitted) -> Emitted:
    """Computation-aware times with each unit's own computing time only, where the log added up that of all before it.

    SimulEval's ``elapsed`` grows by all computing, also by what ran while the speaker went on. A unit came out its own
    computing time after its delay, and not before the one before it (OmniSTEval does the same).

    >>> with_own_computing(Emitted("t", "a b", (1000.0, 5000.0), (1200.0, 5500.0))).elapsed
    (1200.0, 5300.0)
    """
    if not said.elapsed:
        return said
    times = [said.elapsed[0]]
    for delay, (before, now) in zip(said.delays, pairwise(said.elapsed), strict=False):
        times.append(max(now - before + delay, times[-1]))
    return replace(said, elapsed=tuple(times))


def unit_starts(text: str, unit: Unit) -> list[int]:
    """Where the units of a text begin.

    >>> unit_starts("Guten Tag", "word"), unit_starts("你好", "char")
    ([0, 6], [0, 1])
    """
    return list(range(len(text))) if unit == "char" else [match.start() for match in re.finditer(r"\S+", text)]


def read_emissions(path: str | Path, unit: Unit) -> list[Emitted]:
    """What a log says, in its order (SimulEval's: by ``index``), whichever of the formats it has.

    A row that is none of the format's, times that are not one for each unit, and computation-aware times that only some
    rows have are an InputError; a recording that stands twice is a JoinError.
    """
    where, lines = name_of(path), read_lines(path)
    first = from_json(lines[0], dict[str, Any], where=where, line=1)
    if "word" in first:
        found = _plain(lines, unit, where)
    elif "prediction" in first:
        found = _instances(lines, unit, where)
    elif {"metadata", "generated_tokens"} & first.keys():
        rows = [(number, row) for number, row in rows_of(lines, StreamRow, where)]
        found = [Emitted(*each) for each in final_words(rows, unit, where)]
    else:
        raise InputError(
            "no log of a simultaneous system: expected rows with word and time, prediction and delays (SimulEval), "
            f"or generated_tokens (SimulStream); found {first_five(first) or 'nothing'}",
            where=where,
            line=1,
        )
    if len({each.elapsed is None for each in found}) > 1:
        lacking = [each.name or str(place) for place, each in enumerate(found) if each.elapsed is None]
        raise InputError(f"no computation-aware times for {first_five(lacking)}, but for others", where=where)
    if twice := repeated(each.name for each in found if each.name):
        raise JoinError(f"twice in the log: {first_five(twice)}", where=where)
    return found


class _Word(Struct, kw_only=True):
    """A word and when it came out, in seconds."""

    doc_id: Id
    word: str
    time: float
    seg_id: Id | UnsetType = UNSET
    elapsed: float | None = None


def _plain(lines: Sequence[str], unit: Unit, where: str) -> list[Emitted]:
    words: dict[str, list[_Word]] = {}
    for number, row in rows_of(lines, _Word, where):
        with row_checked(lines[number - 1], where, number):
            size = len(row.word) if unit == "char" else len(row.word.split())
            if size != 1:
                raise ValueError(f"a row is one {unit}, found {row.word[:60]!r}")
            name = as_id(row.doc_id) if row.seg_id is UNSET else f"{as_id(row.doc_id)}/{as_id(row.seg_id)}"
        words.setdefault(name, []).append(row)
    found = []
    for name, said in words.items():
        elapsed = [1000 * word.elapsed for word in said if word.elapsed is not None]
        if elapsed and len(elapsed) < len(said):
            raise InputError(f"{name}: {len(elapsed)} of {len(said)} words have elapsed", where=where)
        text = ("" if unit == "char" else " ").join(word.word.strip() or word.word for word in said)
        found.append(Emitted(name, text, tuple(1000 * word.time for word in said), tuple(elapsed) or None))
    return found


class _Instance(Struct, kw_only=True):
    """A row of SimulEval's log, or of what OmniSTEval makes of it."""

    prediction: str
    index: int | UnsetType = UNSET
    source: str | list[str] | UnsetType = UNSET
    source_length: float | None = None
    delays: list[float] | None = None
    elapsed: list[float] | None = None
    emission_cu: list[float] | None = None
    emission_ca: list[float] | None = None
    time_to_recording_end: float | None = None

    def emitted(self, unit: Unit) -> Emitted:
        """What it says; times that are not one for each unit are a ValueError."""
        size = len(unit_starts(self.prediction, unit))
        delays = self.delays if self.delays is not None else self.emission_cu
        elapsed = self.elapsed if self.elapsed is not None else self.emission_ca
        if delays is None and size:
            raise ValueError("no times: expected delays (SimulEval) or emission_cu (OmniSTEval)")
        for name, times in (("delays", delays or []), ("computation-aware delays", elapsed)):
            if times is not None and len(times) != size:
                raise ValueError(f"{len(times)} {name} for {size} {unit}s: there must be one for each")
        source = self.source[0] if isinstance(self.source, list) and self.source else self.source
        name = Segment("", "", recording=source).talk if isinstance(source, str) else ""
        aware = None if elapsed is None and size else tuple(elapsed or ())
        return Emitted(
            name, self.prediction, tuple(delays or ()), aware, self.source_length, self.time_to_recording_end
        )


def _instances(lines: Sequence[str], unit: Unit, where: str) -> list[Emitted]:
    rows = []
    for number, row in rows_of(lines, _Instance, where):
        with row_checked(lines[number - 1], where, number):
            rows.append((row.index if row.index is not UNSET else number, row.emitted(unit)))
    if twice := repeated(str(index) for index, _ in rows):
        raise JoinError(f"index {first_five(twice)} stands twice", where=where)
    return [emitted for _, emitted in sorted(rows, key=lambda pair: pair[0])]
