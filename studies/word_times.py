"""When each word of a talk of ACL 60/60 is spoken, as published: a forced aligner's TextGrid."""

import gzip
import re
from pathlib import Path
from typing import NamedTuple

from askew.formats.segments import Segment

TALK = "2022.acl-long.268"  # the talk whose first 90 seconds are published as sound


class Word(NamedTuple):
    """A word and when it is spoken, in seconds."""

    start: float
    end: float
    text: str


def read_word_times(path: Path) -> list[Word]:
    """The words of a TextGrid's first tier."""
    text = gzip.decompress(path.read_bytes()).decode("utf-8").partition('"phones"')[0]
    found = re.findall(r'^([\d.]+)\n([\d.]+)\n"([^"]+)"$', text, re.MULTILINE)
    return [Word(float(start), float(end), word) for start, end, word in found]


def times_of(segment: Segment) -> tuple[float, float]:
    """Start and end of a segment whose times are known."""
    if segment.start is None or segment.end is None:
        raise SystemExit(f"segment {segment.id} has no times")
    return segment.start, segment.end
