"""Words with times, written: JSON Lines with the words of each line, and Praat's TextGrid."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from askew.core.errors import InputError
from askew.core.files import to_json_lines
from askew.formats.json_lines import read_json_lines


class TimedText(NamedTuple):
    """A word, or a line, and when it is spoken, in seconds."""

    text: str
    start: float
    end: float


def lines_with_words(talk: str, lines: Iterable[tuple[str, TimedText, Sequence[TimedText]]]) -> str:
    """JSON Lines: a row per line (its id, itself, its words), which is also read as a segment with times."""
    return to_json_lines(
        {
            "doc_id": talk,
            "seg_id": name,
            "start": line.start,
            "end": line.end,
            "text": line.text,
            "words": [{"word": word.text, "start": word.start, "end": word.end} for word in words],
        }
        for name, line, words in lines
    )


class WordRow(Struct):
    """A word of a line."""

    word: str
    start: float
    end: float


class LineRow(Struct):
    """A line with its words, as ``lines_with_words`` writes it."""

    words: list[WordRow]


def read_words(path: str | Path) -> list[TimedText]:
    """The words of all lines of such a file, in order; InputError if one ends before it begins."""
    found = []
    for line, row in read_json_lines(path, LineRow):
        for word in row.words:
            if not 0 <= word.start <= word.end:
                raise InputError(
                    f"{word.word[:40]!r} from {word.start:g} to {word.end:g} s ends before it begins, or begins "
                    "before 0",
                    where=str(path),
                    line=line,
                )
            found.append(TimedText(word.word, word.start, word.end))
    return found


def textgrid(seconds: float, tiers: dict[str, Sequence[TimedText]]) -> str:
    """Praat's TextGrid: a tier of intervals for each, silence between them empty.

    >>> textgrid(2.0, {"words": [TimedText("hi", 0.5, 1.0)]}).splitlines()[-5].strip()
    'text = "hi"'
    """
    rows = ['File type = "ooTextFile"', 'Object class = "TextGrid"', "", "xmin = 0", f"xmax = {seconds:.3f}"]
    rows += ["tiers? <exists>", f"size = {len(tiers)}", "item []:"]
    for number, (name, intervals) in enumerate(tiers.items(), 1):
        whole = _filled(intervals, seconds)
        rows += [f"    item [{number}]:", '        class = "IntervalTier"', f'        name = "{name}"']
        rows += ["        xmin = 0", f"        xmax = {seconds:.3f}", f"        intervals: size = {len(whole)}"]
        for place, each in enumerate(whole, 1):
            quoted = each.text.replace('"', '""')
            rows += [f"        intervals [{place}]:", f"            xmin = {each.start:.3f}"]
            rows += [f"            xmax = {each.end:.3f}", f'            text = "{quoted}"']
    return "\n".join(rows) + "\n"


def _filled(intervals: Sequence[TimedText], seconds: float) -> list[TimedText]:
    """Intervals that follow on each other from 0 to the end, as the format wants them; what takes no time is left
    out.
    """
    result: list[TimedText] = []
    at = 0.0
    for each in intervals:
        start, end = max(round(each.start, 3), at), min(round(each.end, 3), round(seconds, 3))
        if end <= start:
            continue
        if start > at:
            result.append(TimedText("", at, start))
        result.append(TimedText(each.text, start, end))
        at = end
    if at < round(seconds, 3):
        result.append(TimedText("", at, round(seconds, 3)))
    return result
