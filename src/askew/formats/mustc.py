"""MuST-C's way to keep talks: a YAML file says when each segment is spoken and in which recording, a text has a line
for each.

    - {duration: 2.818, offset: 0.59, speaker_id: spk.1, wav: ted_1.wav}

A talk is named like its recording; segments are numbered through the whole file, as in ACL 60/60. The corpus itself (Di
Gangi et al. 2019):

    CORPUS/data/SPLIT/wav/*.wav          the recordings
    CORPUS/data/SPLIT/txt/SPLIT.yaml     a row per segment
    CORPUS/data/SPLIT/txt/SPLIT.en, .es  a line per segment
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from msgspec import Struct

from askew.core.errors import InputError, first_five, located
from askew.core.files import from_builtins, inside, read_lines
from askew.formats.ids import Id, check_length
from askew.formats.json_lines import read_json_lines
from askew.formats.plain_yaml import yaml_rows
from askew.formats.segments import Segment, Talk

_PAIR = r"\w+: [^\s,:{}\[\]'\"#&*!|>%@`~]+"
_ROW = re.compile(rf"- \{{({_PAIR}(?:, {_PAIR})*)\}}")  # a row on a line, nothing quoted: YAML's parser is slow


class TimesRow(Struct):
    """A row of the YAML file: when a segment is spoken (in seconds), in which recording and by whom."""

    duration: float
    offset: float
    wav: str
    speaker_id: Id | None = None

    def segment(self, number: int) -> Segment:
        """The segment; times that are none, or a recording outside its folder, are a ValueError."""
        if not (math.isfinite(self.offset + self.duration)) or self.offset < 0 or self.duration < 0:
            raise ValueError(f"offset {self.offset:g} and duration {self.duration:g} are no times")
        inside(Path(), self.wav)
        speaker = "" if self.speaker_id is None else str(self.speaker_id)
        check_length(self.wav, "a recording's name")
        check_length(speaker, "a speaker's name")
        end = self.offset + self.duration
        return Segment(str(number), "", self.offset, end, speaker, self.wav)


def times_beside(text: Path) -> Path | None:
    """The YAML file a text belongs to: ``tst.de`` or ``tst.txt`` beside ``tst.yaml``."""
    stem = text.name.removesuffix(".gz").rpartition(".")[0]
    return next((path for end in (".yaml", ".yml") if stem and (path := text.with_name(stem + end)).is_file()), None)


def text_beside(times: Path, language: str) -> Path:
    """The text that belongs to a YAML file, in a language."""
    wanted = [f"{times.stem}.{end}" for end in ((language, f"{language}.txt") if language else ()) + ("txt",)]
    found = [path for name in wanted if (path := times.with_name(name)).is_file()]
    if not found:
        raise InputError(f"no text beside it: expected {' or '.join(wanted)}", where=str(times))
    return found[0]


def read_timed_text(times: Path, text: Path, order: Sequence[str] | None = None) -> list[Talk]:
    """The talks of a YAML file with the lines of a text; ``order`` names the text's talks in their order, if it is
    another.
    """
    rows = read_times(times)
    lines = read_lines(text)
    if len(lines) != len(rows):
        raise InputError(
            f"{len(lines)} lines, but {times.name} has {len(rows)} segments: they must be one for one", where=str(text)
        )
    by_talk: dict[str, list[Segment]] = {}
    for row in rows:
        by_talk.setdefault(row.talk, []).append(row)
    names = list(by_talk) if order is None else list(order)
    if sorted(names) != sorted(by_talk):
        raise InputError(
            f"the talks of {text} are {first_five(names)}, those of {times.name} {first_five(by_talk)}",
            where=str(times),
        )
    # Lines follow the rows, even where talks alternate, unless the text has an order of its own.
    spoken = rows if order is None else [row for name in names for row in by_talk[name]]
    said = {row.id: line.strip() for row, line in zip(spoken, lines, strict=True)}
    return [
        Talk(name, tuple(Segment(row.id, said[row.id], row.start, row.end, row.speaker) for row in segments))
        for name, segments in by_talk.items()
    ]


@dataclass(frozen=True)
class Split:
    """A part of a corpus: segments, whose ``recording`` is a path that can be opened, and the texts of each in the
    languages asked for.
    """

    segments: list[Segment]
    texts: dict[str, list[str]]


def read_split(corpus: str | Path, split: str, languages: Sequence[str]) -> Split:
    """What is said in a split of a corpus in MuST-C's layout; the sound itself is not read.

    A missing folder, recording or text, a text of another number of lines, or a segment without length is an
    InputError.
    """
    folder = Path(corpus) / "data" / split
    if not folder.is_dir():
        raise InputError(
            f"no such folder; a corpus in MuST-C's layout has data/{split}/wav and data/{split}/txt", where=str(folder)
        )
    path = folder / "txt" / f"{split}.yaml"
    segments = read_times(path)
    texts = {language: read_lines(folder / "txt" / f"{split}.{language}") for language in languages}
    for language, lines in texts.items():
        if len(lines) != len(segments):
            raise InputError(
                f"expected a line for each of the {len(segments)} segments of {path.name}, found {len(lines)}",
                where=str(folder / "txt" / f"{split}.{language}"),
            )
    if without := [segment.id for segment in segments if segment.seconds <= 0]:
        raise InputError(f"segments without length: {first_five(without)}", where=str(path))
    for wav in sorted({segment.recording for segment in segments}):
        if not (folder / "wav" / wav).is_file():
            raise InputError(
                f"no such recording, though {path.name} has segments of it", where=str(folder / "wav" / wav)
            )
    return Split([replace(each, recording=str(folder / "wav" / each.recording)) for each in segments], texts)


def read_times(path: str | Path) -> list[Segment]:
    """When every segment is spoken, in which recording and by whom: from YAML, or JSON Lines with the same names.
    Numbered from 1.
    """
    where = str(path)
    if where.removesuffix(".gz").endswith((".yaml", ".yml")):
        rows = [
            (line, from_builtins(row, TimesRow, where=where, line=line, text=True)) for line, row in _yaml_rows(path)
        ]
    else:
        rows = list(read_json_lines(path, TimesRow))
    if not rows:
        raise InputError("expected a list of segments: - {duration: …, offset: …, wav: …}", where=where)
    segments = []
    for number, (line, row) in enumerate(rows, 1):
        with located(where, line):
            segments.append(row.segment(number))
    return segments


def _yaml_rows(path: str | Path) -> list[tuple[int, Any]]:
    lines = read_lines(path)
    found = [_ROW.fullmatch(line) for line in lines]
    if all(found):
        rows = [dict(pair.split(": ") for pair in row[1].split(", ")) for row in found if row]
        return list(enumerate(rows, 1))
    return yaml_rows("\n".join(lines), str(path))
