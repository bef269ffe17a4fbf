"""Captions, SubRip (.srt) and WebVTT (.vtt): one talk per file, one segment per cue."""

import html
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from askew.core.errors import InputError, located
from askew.formats.ids import named_like
from askew.formats.segments import Segment, Talk

# In these no two parts can match the same characters, so that they take time in proportion to a line's length.
_CLOCK = r"(?:([0-9]{1,4}):)?([0-9]{1,2}):([0-9]{2})[.,]([0-9]{3})"
_TIMES = re.compile(rf"\s*+{_CLOCK}\s*+-->\s*+{_CLOCK}(?:\s.*)?")
_MARKUP = re.compile(r"</?(?:[bicuv]|ruby|rt|lang|font)\b[^<>]*+>|<[0-9:.]++>|\{\\an?[0-9]\}")
_NO_CUE = re.compile(r"(?:NOTE|STYLE|REGION)(?:[ \t].*)?")


class Cue(NamedTuple):
    """One caption: its lines without formatting, and its times in seconds."""

    lines: tuple[str, ...]
    start: float
    end: float


def read_captions(lines: Sequence[str], where: str) -> Talk:
    """The talk in a file of captions, named like the file. Formatting such as <i> is dropped, text lines of a cue are
    joined.

    >>> talk = read_captions(["1", "00:00:01,000 --> 00:00:02,500", "Good", "<i>morning</i>.", ""], "a.srt")
    >>> talk.id, talk.segments
    ('a', (Segment(id='1', text='Good morning.', start=1.0, end=2.5, speaker='', recording='', margin=None),))
    """
    segments = tuple(
        Segment(str(number), " ".join(cue.lines), cue.start, cue.end)
        for number, cue in enumerate(read_cues(lines, where), 1)
    )
    return Talk(named_like(where), segments)


def read_cues(lines: Sequence[str], where: str) -> list[Cue]:
    """The captions of a file with their lines as they are."""
    cues = list(_cues(lines, where))
    if not cues:
        raise InputError("no captions: expected lines such as 00:00:01,000 --> 00:00:02,500", where=where)
    return cues


def _cues(lines: Sequence[str], where: str) -> Iterator[Cue]:
    block: list[tuple[int, str]] = []
    for number, line in enumerate([*lines, ""], 1):
        if line.strip():
            block.append((number, line))
            continue
        if block and block[0][0] == 1 and re.match(r"WEBVTT(?:\s|$)", block[0][1]):
            first = next((k for k, (_, head) in enumerate(block) if "-->" in head), len(block))
            block = block[first:]  # after the file's head
        if block and not _is_no_cue(block):
            yield _cue(block, where)
        block = []


def _is_no_cue(block: list[tuple[int, str]]) -> bool:
    """A comment, a style or a region; what has times is a cue, whatever its name."""
    return bool(_NO_CUE.fullmatch(block[0][1])) and not (len(block) > 1 and "-->" in block[1][1])


def _cue(block: list[tuple[int, str]], where: str) -> Cue:
    """A cue: maybe its name, its times, its text."""
    first = 0 if "-->" in block[0][1] else 1
    times = _TIMES.fullmatch(block[first][1]) if len(block) > first else None
    if times is None:
        raise InputError(
            "expected times such as 00:00:01,000 --> 00:00:02,500, "
            f"found {block[min(first, len(block) - 1)][1][:60]!r}",
            where=where, line=block[min(first, len(block) - 1)][0],
        )  # fmt: skip
    start, end = _seconds(times.groups()[:4]), _seconds(times.groups()[4:])
    if end < start:
        raise InputError("a caption ends before it begins", where=where, line=block[first][0])
    bare = [_without_markup(line, where, number) for number, line in block[first + 1 :]]
    return Cue(tuple(line for line in bare if line), start, end)


def _without_markup(line: str, where: str, number: int) -> str:
    with located(where, number):  # &#…; with more digits than Python reads
        return " ".join(html.unescape(_MARKUP.sub("", line)).split())


def _seconds(clock: Sequence[str | None]) -> float:
    hours, minutes, seconds, thousandths = (int(part or 0) for part in clock)
    return round(3600 * hours + 60 * minutes + seconds + thousandths / 1000, 3)
