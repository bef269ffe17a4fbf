"""A recogniser of recordings made to listen as somebody speaks: it hears a growing part of the recording again and
again, and a word is certain once two times in a row agree on it (local agreement: Liu et al. 2020,
https://arxiv.org/abs/2005.11185).

Nothing that was not yet spoken is looked at. Speech is parted at pauses, or where it is quietest once it gets long.
"""

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from askew.core.errors import SystemFailure
from askew.core.records import Answer, Failure, Item, Output
from askew.speech.audio import RATE, Samples, span_of, split_place
from askew.systems.base import System

_FRAME = 0.05  # seconds over which loudness is measured
_PAUSE = 0.4  # seconds of quiet that end a piece
_LEAST = 1.0  # seconds of a piece before a pause may end it
_QUIET = 0.1  # of the loudness of speech so far: anything below is quiet
_SILENT = 1e-3  # and below this (−60 dB) whatever was heard so far


@dataclass(frozen=True)
class Heard:
    """What is known of a piece of speech after one more part of the recording."""

    words: tuple[str, ...]
    """Those of the piece that are certain, all of them once it has ended."""
    ended: bool
    now: float
    """How much of the recording was read, in seconds."""
    seconds: float
    """How long the recogniser took, as it says itself, or as it was seen."""


def listen(recogniser: System, item: Item, samples: Samples, step: float, longest: float) -> Iterator[Heard | Failure]:
    """What is certain after every ``step`` seconds of an item's recording, in pieces of at most about ``longest``
    seconds; a Failure, and nothing after it, if the recogniser has none but that to say.
    """
    path, offset, _ = split_place(str(item.audio))
    offset = offset or 0.0
    length = samples.size / RATE
    loudness = frame_loudness(samples)
    start, before, certain = 0.0, list[str](), list[str]()
    for now in [*np.arange(step, length, step).tolist(), length]:
        end = piece_end(loudness, start, now, longest)
        end = length if now == length else end
        if not certain and not is_loud(loudness, start, now):  # recognisers make up words for silence
            start, before = now, []
            continue
        place = span_of(path, offset + start, offset + (now if end is None else end))
        answer = only_answer(recogniser, replace(item, audio=place))
        if isinstance(answer, Failure):
            yield answer
            return
        words = answer.text.split()
        agreed = words if end is not None else words[: agreement(before, words)]
        certain += agreed[len(certain) :]
        yield Heard(tuple(certain), end is not None, now, answer.seconds or 0.0)
        before = words
        if end is not None:
            start, before, certain = end, [], []


def only_answer(system: System, item: Item) -> Answer:
    """A system's answer to one item, with how long it took: as it says itself, or as it was seen."""
    began = time.perf_counter()
    answers = list(system.answer([item]))
    if len(answers) != 1:
        raise SystemFailure(f"{system.name} gave {len(answers)} answers to one question")
    [answer] = answers
    if isinstance(answer, Output) and answer.seconds is None:
        return replace(answer, seconds=time.perf_counter() - began)
    return answer


def agreement(before: Sequence[str], now: Sequence[str]) -> int:
    """How many words two hypotheses begin with alike, but for case and punctuation.

    >>> agreement(["Hello,", "my", "dear"], ["hello", "my", "friend"])
    2
    """
    count = 0
    while count < min(len(before), len(now)) and _key(before[count]) == _key(now[count]):
        count += 1
    return count


def _key(word: str) -> str:
    return re.sub(r"\W", "", word).casefold() or word


def frame_loudness(samples: Samples) -> NDArray[np.float64]:
    """The root mean square of each 50 ms; the rest at the end belongs to the last."""
    size = round(_FRAME * RATE)
    starts = np.arange(0, max(samples.size - size + 1, 1), size)
    sums = np.add.reduceat(samples.astype(np.float64) ** 2, starts)
    sizes = np.diff([*starts, samples.size])
    loudness: NDArray[np.float64] = np.sqrt(sums / sizes)
    return loudness


def _limit(loudness: NDArray[np.float64], now: float) -> float:
    """Below what it is quiet, going by what was heard so far."""
    return max(_QUIET * float(np.percentile(loudness[: max(round(now / _FRAME), 1)], 95)), _SILENT)


def is_loud(loudness: NDArray[np.float64], start: float, now: float) -> bool:
    """Whether anything but quiet was recorded since ``start``."""
    heard = loudness[round(start / _FRAME) : round(now / _FRAME)]
    return bool(heard.size and heard.max() > _limit(loudness, now))


def piece_end(loudness: NDArray[np.float64], start: float, now: float, longest: float) -> float | None:
    """When the piece that began at ``start`` ends, as far as can be told ``now``; None while it goes on.

    A pause ends it; one that gets too long is parted at the quietest moment of its second half.
    """
    first, last, pause = round(start / _FRAME), round(now / _FRAME), round(_PAUSE / _FRAME)
    if now - start >= _LEAST and loudness[max(last - pause, first) : last].max(initial=0.0) <= _limit(loudness, now):
        return now
    if now - start < longest:
        return None
    middle = (first + last) // 2
    windows = np.lib.stride_tricks.sliding_window_view(loudness[middle:last], 4).mean(axis=1)
    return float((middle + int(windows.argmin()) + 2) * _FRAME)
