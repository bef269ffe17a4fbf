"""A transcript's lines with the times at which they, and their words, are spoken."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from askew.core.errors import InputError, UsageError
from askew.formats.segment_files import read_segments
from askew.formats.segments import Segment, Talk
from askew.formats.talks import read_talks
from askew.formats.word_times import TimedText
from askew.resegment.segment import HARDLY_ALIGNED, resegment
from askew.speech.align import align_words
from askew.speech.audio import RATE, read_audio
from askew.speech.ctc import CtcAligner
from askew.speech.segment import check_not_silent, check_speech, speech_probabilities

Aligner = Callable[[NDArray[np.float32], str, str, float], list[TimedText]]

ENGLISH = "pocketsphinx"
MARGIN = 0.3  # seconds around a piece that its words may reach into
LONGEST = 180.0
"""Seconds that are aligned at one go: an aligner's time and memory grow with the square of it."""


@dataclass(frozen=True)
class TimedLine:
    """A line of a transcript, when it is spoken (in seconds), and its words."""

    id: str
    text: str
    start: float
    end: float
    words: tuple[TimedText, ...]

    @property
    def timed(self) -> TimedText:
        """The line as one text."""
        return TimedText(self.text, self.start, self.end)

    @property
    def segment(self) -> Segment:
        """The line without its words."""
        return Segment(self.id, self.text, self.start, self.end)


def open_aligner(spec: str) -> Aligner:
    """``pocketsphinx`` (English, offline) or ``ctc:MODEL``; UsageError for anything else."""
    kind, _, model = spec.partition(":")
    if spec == ENGLISH:
        return align_words
    if kind == "ctc" and model:
        return CtcAligner(model)
    raise UsageError(f"an aligner is pocketsphinx (English) or ctc:MODEL, found {spec!r}")


def align_transcript(
    audio: str | Path, transcript: str | Path, *, heard: str | Path | None = None, aligner: str = ENGLISH
) -> list[TimedLine]:
    """When the lines of a transcript are spoken in a recording.

    ``transcript`` is text with a line per segment, captions, or MuST-C's YAML with its text; where it has times, its
    words are looked for around these. ``heard`` is what a recogniser wrote of pieces of the recording, with their times
    (.jsonl, .srt, .vtt): a long recording is aligned piece by piece, the transcript cut into the pieces as outputs are
    cut into a reference's segments. ``aligner`` is ``pocketsphinx`` or ``ctc:MODEL``.

    Raises InputError for a recording or transcript that can't be read, a recording in which nobody speaks, and for two
    that are not of each other, or too long to be aligned without times.
    """
    align, samples = open_aligner(aligner), read_audio(audio)
    talk = _one_talk(transcript)
    if any(not each.text.split() for each in talk.segments):
        raise InputError("a line of the transcript is empty", where=str(transcript))
    seconds = samples.size / RATE
    if heard is None and seconds > LONGEST and not _is_timed(talk):
        raise InputError(
            f"is {seconds:.0f} s long: what is longer than {LONGEST:.0f} s is aligned piece by piece. Give what a "
            "recogniser heard with times (--heard), or a transcript that has times (captions, MuST-C's YAML)",
            where=str(audio),
        )
    check_not_silent(samples, str(audio))
    if aligner == ENGLISH:  # which comes with what tells speech from noise
        check_speech(speech_probabilities(samples), str(audio))
    pieces = _pieces(talk, seconds, heard, str(transcript))
    words: list[TimedText] = []
    for piece in pieces:
        start = max((piece.start or 0.0) - MARGIN, 0.0)
        around = samples[int(start * RATE) : int(((piece.end or seconds) + MARGIN) * RATE)]
        words += align(around, piece.text, f"{audio}, {start:.1f} s", start)
    return list(_lines(talk, _in_order(words)))


def _one_talk(path: str | Path) -> Talk:
    talks = read_talks(path)
    if len(talks) != 1:
        raise InputError(f"expected the transcript of one recording, found {len(talks)} talks", where=str(path))
    return talks[0]


def _is_timed(talk: Talk) -> bool:
    return all(each.start is not None and each.end is not None for each in talk.segments)


def _pieces(talk: Talk, seconds: float, heard: str | Path | None, where: str) -> list[Segment]:
    """What is said in which stretch of the recording, as far as it is known."""
    if heard is not None:
        return _as_heard(talk, heard)
    if _is_timed(talk):
        late = [each.id for each in talk.segments if (each.end or 0.0) > seconds + 1]
        if late:
            raise InputError(f"segment {late[0]} ends after the recording, which is {seconds:.1f} s long", where=where)
        return list(talk.segments)
    return [Segment("1", " ".join(talk.texts), 0.0, seconds)]


def _as_heard(talk: Talk, heard: str | Path) -> list[Segment]:
    """The transcript's words in the pieces a recogniser heard; a piece in which nothing of it was heard is joined to
    the one before.
    """
    pieces = [each for each in read_segments(heard) if each.text]
    if not pieces:
        raise InputError("holds no text of any piece", where=str(heard))
    cut = resegment([each.text for each in pieces], " ".join(talk.texts))
    if cut.aligned < HARDLY_ALIGNED:
        raise InputError(
            f"only {100 * cut.aligned:.0f}% of the transcript's words were heard: are they of one recording?",
            where=str(heard),
        )
    result: list[Segment] = []
    for piece, said in zip(pieces, cut, strict=True):
        if said.text.split():
            result.append(Segment(piece.id, said.text, piece.start, piece.end))
        elif result:
            result[-1] = Segment(result[-1].id, result[-1].text, result[-1].start, piece.end)
    return result


def _in_order(words: Sequence[TimedText]) -> list[TimedText]:
    """Words of neighbouring pieces may overlap by the margin; none begins before the one before it."""
    result: list[TimedText] = []
    for word in words:
        start = max(word.start, result[-1].start) if result else word.start
        result.append(TimedText(word.text, start, max(word.end, start)))
    return result


def _lines(talk: Talk, words: Sequence[TimedText]) -> list[TimedLine]:
    left = iter(words)
    lines = []
    for segment in talk.segments:
        own = tuple(islice(left, len(segment.text.split())))
        lines.append(TimedLine(segment.id, segment.text, own[0].start, max(word.end for word in own), own))
    return lines
