"""MuST-C's way to keep talks: a YAML file says when each segment is spoken and in which recording, a text has a line for each.

    - {duration: 2.818, offset: 0.59, speaker_id: spk.1, wav: ted_1.wav}

A talk is named like its recording; segments are numbered through the whole file, as in ACL 60/60.
"""

import json
import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from askew.core.errors import InputError, first_five
from askew.core.files import read_lines
from askew.formats.segments import Segment, Talk

_RECORDING = re.compile(r"\.(?:wav|flac|mp3|ogg|opus|m4a)$")


class Times(NamedTuple):
    """When a segment is spoken, in seconds, in which talk and by whom."""

    talk: str
    start: float
    end: float
    speaker: str


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
    """The talks of a YAML file with the lines of a text; ``order`` names the text's talks in their order, if it is another."""
    rows = read_times(times)
    lines = read_lines(text)
    if len(lines) != len(rows):
        raise InputError(
            f"{len(lines)} lines, but {times.name} has {len(rows)} segments: they must be one for one", where=str(text)
        )
    by_talk: dict[str, list[tuple[int, Times]]] = {}
    for number, row in enumerate(rows, 1):
        by_talk.setdefault(row.talk, []).append((number, row))
    names = list(by_talk) if order is None else list(order)
    if sorted(names) != sorted(by_talk):
        raise InputError(
            f"the talks of {text} are {first_five(names)}, those of {times.name} {first_five(by_talk)}",
            where=str(times),
        )
    if order is None:  # lines follow the rows, even where talks alternate
        said = dict(enumerate(lines, 1))
    else:
        numbers = [number for name in names for number, _ in by_talk[name]]
        said = dict(zip(numbers, lines, strict=True))
    return [
        Talk(
            name,
            tuple(
                Segment(str(number), said[number].strip(), row.start, row.end, row.speaker)
                for number, row in by_talk[name]
            ),
        )
        for name in by_talk
    ]


def read_times(path: Path) -> list[Times]:
    """When every segment of a YAML file is spoken, and in which talk."""
    import yaml

    try:
        rows = yaml.load("\n".join(read_lines(path)), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.YAMLError as error:
        raise InputError(f"broken YAML: {' '.join(str(error).split())[:200]}", where=str(path)) from None
    if not isinstance(rows, list) or not rows:
        raise InputError("expected a list of segments: - {duration: …, offset: …, wav: …}", where=str(path))
    return [times_of(row, number, str(path)) for number, row in enumerate(rows, 1)]


def times_of(row: Any, number: int, where: str) -> Times:
    """When one segment is spoken, from ``duration``, ``offset``, ``wav`` and maybe ``speaker_id``."""
    try:
        start, length = float(row["offset"]), float(row["duration"])
        name = str(row["wav"])
    except (KeyError, TypeError, ValueError):
        shown = json.dumps(row, ensure_ascii=False, default=str)[:80]
        raise InputError(f"segment {number}: expected duration, offset and wav, found {shown}", where=where) from None
    if not (math.isfinite(start) and math.isfinite(length)) or start < 0 or length < 0:
        raise InputError(f"segment {number}: offset {start:g} and duration {length:g} are no times", where=where)
    return Times(_RECORDING.sub("", Path(name).name), start, start + length, str(row.get("speaker_id") or ""))
