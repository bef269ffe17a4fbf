"""Recordings cut into segments, by sound alone or by the rules of subtitles; and how long segments are."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

from askew.core.errors import InputError, UsageError
from askew.core.files import read_lines
from askew.core.registry import choose
from askew.formats.captions import Cue, read_cues
from askew.formats.segments import Segment
from askew.formats.talks import read_talks
from askew.formats.word_times import TimedText
from askew.speech.audio import RATE, read_audio
from askew.speech.segment import (
    METHODS,
    SHAS_FRAME,
    SHORTEST,
    check_not_silent,
    check_speech,
    cut,
    speech_probabilities,
)
from askew.speech.subtitles import Rules, broken_rules, subtitle_segments


def segment(
    audio: str | Path,
    method: str = "silero",
    *,
    transcript: str | Path | None = None,
    longest: float | None = None,
    shortest: float = SHORTEST,
    probabilities: str | Path | None = None,
    frame: float = SHAS_FRAME,
    rules: Rules | None = None,
) -> list[Segment]:
    """The segments of a recording. ``subtitles`` needs its transcript; timed, only segments that break the rules are
    split. ``shas`` needs a file of ``probabilities``, one a ``frame`` of so many seconds.
    """
    choose("method", method, [*METHODS, "subtitles"])
    if (method == "subtitles") != (transcript is not None):
        raise UsageError("--method subtitles needs --transcript, and no other method has a use for it")
    if (method == "shas") != (probabilities is not None):
        raise UsageError("--method shas needs --probabilities, and no other method has a use for it")
    samples = read_audio(audio)
    if method != "subtitles":
        cuts = cut(
            samples,
            method,
            longest=longest,
            shortest=shortest,
            probabilities=probabilities,
            frame=frame,
            where=str(audio),
        )
        return [Segment(str(number), "", *times) for number, times in enumerate(cuts, 1)]
    assert transcript is not None
    check_not_silent(samples, str(audio))
    check_speech(speech_probabilities(samples), str(audio))
    return subtitle_segments(samples, _transcript(transcript, samples.size / RATE), rules or Rules(), str(audio))


def _transcript(path: str | Path, seconds: float) -> list[Segment]:
    """The segments of a transcript; without times, its whole text is one segment over the whole recording."""
    talks = read_talks(path, "en")
    if len(talks) != 1:
        raise InputError(f"expected the transcript of one recording, found {len(talks)} talks", where=str(path))
    segments = talks[0].segments
    if all(each.start is not None and each.end is not None for each in segments):
        late = [each.id for each in segments if (each.end or 0.0) > seconds + 1]
        if late:
            raise InputError(
                f"segment {late[0]} ends after the recording, which is {seconds:.1f} s long", where=str(path)
            )
        return list(segments)
    return [Segment("1", " ".join(talks[0].texts), 0.0, seconds)]


@dataclass(frozen=True)
class Broken:
    """A subtitle that breaks rules."""

    number: int
    start: float
    text: str
    rules: Sequence[str]

    def to_json(self) -> dict[str, Any]:
        """A plain object."""
        return {**self.__dict__, "rules": list(self.rules)}


def check_subtitles(path: str | Path, rules: Rules | None = None) -> tuple[int, list[Broken]]:
    """How many subtitles a file has, and those that break the rules."""
    cues: list[Cue] = read_cues(read_lines(path), str(path))
    broken = [
        Broken(number, cue.start, " ".join(cue.lines), found)
        for number, cue in enumerate(cues, 1)
        if (found := broken_rules(cue.lines, cue.start, cue.end, rules or Rules()))
    ]
    return len(cues), broken


@dataclass(frozen=True)
class Lengths:
    """How long the segments of one file are."""

    name: str
    seconds: Sequence[float]
    words: Sequence[int]
    """Empty where the file has no texts."""

    @property
    def summary(self) -> str:
        """One line for people."""
        if not self.seconds:
            return f"{self.name}: no segments"
        under, over = sum(each < 2 for each in self.seconds), sum(each > 30 for each in self.seconds)
        words = (
            f"; words: median {median(self.words):g}, {sum(each < 10 for each in self.words)} below 10"
            if self.words
            else ""
        )
        return (
            f"{self.name}: {len(self.seconds)} segments, {sum(self.seconds):.1f} s in all; "
            f"shortest {min(self.seconds):.1f} s, median {median(self.seconds):.1f}, longest {max(self.seconds):.1f}; "
            f"{under} below 2 s, {over} above 30 s{words}"
        )

    def to_json(self) -> dict[str, Any]:
        """A plain object."""
        return {"name": self.name, "seconds": list(self.seconds), "words": list(self.words)}


def lengths_of(name: str, segments: Sequence[Segment]) -> Lengths:
    """The lengths of segments."""
    words = [len(each.text.split()) for each in segments] if any(each.text for each in segments) else []
    return Lengths(name, [(each.end or 0.0) - (each.start or 0.0) for each in segments], words)


def with_words(segments: Sequence[Segment], words: Sequence[TimedText]) -> list[Segment]:
    """Segments with the words whose middle lies in them; a word outside all of them is nobody's.

    >>> words = [TimedText("Good", 0.0, 0.4), TimedText("morning.", 0.5, 1.0)]
    >>> [each.text for each in with_words([Segment("1", "", 0.0, 0.6), Segment("2", "", 0.6, 2.0)], words)]
    ['Good', 'morning.']
    """
    found = []
    for each in segments:
        start, end = each.start or 0.0, each.end or 0.0
        own = [word.text for word in words if start <= (word.start + word.end) / 2 < end]
        found.append(replace(each, text=" ".join(own)))
    return found
