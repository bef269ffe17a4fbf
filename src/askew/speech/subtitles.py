"""Subtitle rules (Salesky et al. 2023, §A.7), what breaks them, and segments split or put together until they are kept.

No segment longer than 30 s; lines of at most 42 characters; at most two of them; about 20 characters a second. To the
paper's rules we add that none is shorter than a second: nobody can read what flashes by. A segment that keeps the
rules is left as it is. One that breaks them is split between words, whose times come from forced alignment: preferably
where a sentence or a clause ends, or the speaker pauses, and not so that a word or two are left alone. One that is too
short stays on until the next comes, or is joined to a neighbour. A speaker who is faster than the rules can't be slowed
down by splitting: such segments stay, and `check-subtitles` names them.
"""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from askew.formats.segments import Segment
from askew.formats.word_times import TimedText
from askew.speech.align import align_words
from askew.speech.audio import RATE

MARGIN = 0.2  # seconds of audio around a segment that its words may reach into
PAUSE, LONG_PAUSE = 0.25, 1.0  # seconds
ROUNDING = 0.0005  # files have milliseconds
ORPHAN = 3
"""Words below which a subtitle looks left alone, unless it is a sentence."""


@dataclass(frozen=True)
class Rules:
    """How long a subtitle may be."""

    seconds: float = 30.0
    line: int = 42
    lines: int = 2
    speed: float = 20.0  # characters a second
    shortest: float = 1.0


def lines_of(text: str, rules: Rules) -> list[str]:
    """A text in as few lines as it takes, of about the same length if they are two.

    >>> lines_of("So we're going to be covering what lexical borrowing is, the task", Rules())
    ["So we're going to be covering what", 'lexical borrowing is, the task']
    """
    wrapped = textwrap.wrap(text, rules.line, break_long_words=False, break_on_hyphens=False)
    if len(wrapped) != 2:
        return wrapped
    narrowest = next(width for width in range(1, rules.line + 1) if _fits(text, width, 2))
    return textwrap.wrap(text, narrowest, break_long_words=False, break_on_hyphens=False)


def _fits(text: str, width: int, lines: int) -> bool:
    wrapped = textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
    return len(wrapped) <= lines and all(len(line) <= width for line in wrapped)


def broken_rules(lines: Sequence[str], start: float, end: float, rules: Rules) -> list[str]:
    """What a subtitle breaks, in words.

    >>> broken_rules(["a" * 50], 0.0, 2.0, Rules())
    ['a line of 50 characters (42)', '25.0 characters a second (20)']
    """
    length = end - start
    characters = sum(map(len, lines)) + max(len(lines) - 1, 0)
    found = [f"{length:.1f} s long ({rules.seconds:g})"] if length > rules.seconds else []
    if 0 < length < rules.shortest - ROUNDING:
        found.append(f"only {length:.2f} s long ({rules.shortest:g})")
    longest = max(map(len, lines), default=0)
    found += [f"a line of {longest} characters ({rules.line})"] if longest > rules.line else []
    found += [f"{len(lines)} lines ({rules.lines})"] if len(lines) > rules.lines else []
    if length <= 0 < characters:
        found.append("no time at all")
    elif characters and characters / length > rules.speed:
        found.append(f"{characters / length:.1f} characters a second ({rules.speed:g})")
    return found


def keeps_rules(segment: Segment, rules: Rules) -> bool:
    """Whether a timed segment can be shown as it is."""
    assert segment.start is not None
    assert segment.end is not None
    return not broken_rules(lines_of(segment.text, rules), segment.start, segment.end, rules)


def subtitle_segments(
    samples: NDArray[np.float32], segments: Sequence[Segment], rules: Rules, where: str = ""
) -> list[Segment]:
    """Segments with those split that break the rules; all must have times."""
    result: list[Segment] = []
    for segment in segments:
        if not segment.text or keeps_rules(segment, replace(rules, shortest=0.0)):
            result.append(segment)
            continue
        assert segment.start is not None
        assert segment.end is not None
        first = max(segment.start - MARGIN, 0.0)
        around = samples[int(first * RATE) : int((segment.end + MARGIN) * RATE)]
        words = align_words(around, segment.text, where, first)
        last = max(segment.end, words[-1].end)
        for piece in split_words(words, rules):
            text = " ".join(word.text for word in piece)
            result.append(Segment("", text, piece[0].start, piece[-1].end, segment.speaker))
        result[-1] = Segment("", result[-1].text, result[-1].start, last, segment.speaker)
    return [
        Segment(str(k), each.text, each.start, each.end, each.speaker)
        for k, each in enumerate(_joined(_extended(result, rules), rules), 1)
    ]


def _joined(segments: Sequence[Segment], rules: Rules) -> list[Segment]:
    """Those that are still too short put together with the one after or before, if the two keep the rules."""
    result: list[Segment] = []
    waiting = list(segments)
    while waiting:
        segment = waiting.pop(0)
        if not segment.text or keeps_rules(segment, rules) or not keeps_rules(segment, replace(rules, shortest=0.0)):
            result.append(segment)
        elif waiting and (both := _together(segment, waiting[0], rules)):
            waiting[0] = both
        elif result and (both := _together(result[-1], segment, rules)):
            result[-1] = both
        else:
            result.append(segment)
    return result


def _together(left: Segment, right: Segment, rules: Rules) -> Segment | None:
    """Two segments as one, if one person says both without a long pause and it keeps all rules but that of the
    shortest.
    """
    assert left.end is not None
    assert right.start is not None
    if left.speaker != right.speaker or right.start - left.end > LONG_PAUSE or not (left.text and right.text):
        return None
    both = Segment("", f"{left.text} {right.text}", left.start, right.end, left.speaker)
    return both if keeps_rules(both, replace(rules, shortest=0.0)) else None


def _extended(segments: Sequence[Segment], rules: Rules) -> list[Segment]:
    """A subtitle may stay until the next one comes, if its reader needs the time."""
    result = []
    for k, segment in enumerate(segments):
        assert segment.start is not None
        assert segment.end is not None
        following = segments[k + 1].start if k + 1 < len(segments) else None
        needed = segment.start + max(len(segment.text) / rules.speed, rules.shortest if segment.text else 0.0) + 0.001
        end = segment.end if following is None else max(segment.end, min(needed, following))
        result.append(Segment(segment.id, segment.text, segment.start, round(end, 3), segment.speaker))
    return result


def split_words(words: Sequence[TimedText], rules: Rules) -> list[list[TimedText]]:
    """The cheapest way to cut words into subtitles: few, ending where something ends, readable. By dynamic programming
    over the cuts.
    """
    best: list[tuple[float, int]] = [(0.0, 0)]  # cost of the words so far, and where the last piece began
    for end in range(1, len(words) + 1):
        choices = []
        for start in range(end - 1, -1, -1):
            piece = words[start:end]
            text = " ".join(word.text for word in piece)
            if start < end - 1 and (
                not _fits(text, rules.line, rules.lines) or piece[-1].end - piece[0].start > rules.seconds
            ):
                break  # longer ones don't fit either
            choices.append(
                (best[start][0] + _cost(piece, words[end] if end < len(words) else None, text, rules), start)
            )
        best.append(min(choices))
    pieces: list[list[TimedText]] = []
    end = len(words)
    while end:
        start = best[end][1]
        pieces.append(list(words[start:end]))
        end = start
    return pieces[::-1]


def _cost(piece: Sequence[TimedText], following: TimedText | None, text: str, rules: Rules) -> float:
    """One for the subtitle itself; more where it ends in mid-clause without a pause, has a long one in it, is an orphan
    or too fast to read.
    """
    cost = 1.0 + 0.8 * sum(right.start - left.end > LONG_PAUSE for left, right in pairwise(piece))
    until = piece[-1].end if following is None else following.start
    if following is not None:
        if piece[-1].text[-1] not in ".?!":
            cost += 0.3
            cost += 0.3 if piece[-1].text[-1] not in ",;:–—" else 0.0
        cost += 0.4 if following.start - piece[-1].end < PAUSE else 0.0
    if len(piece) < ORPHAN and piece[-1].text[-1] not in ".?!":
        cost += 1.0
    needed, there = max(len(text) / rules.speed, rules.shortest), max(until - piece[0].start, 0.01)
    return cost + 2 * max(needed / there - 1, 0.0)
