"""Cutting a recording into segments, without its transcript.

- ``silero`` cuts at pauses: voice activity by Silero VAD (https://github.com/snakers4/silero-vad), segments of at most
  30 s.
- ``shas-like`` divides and conquers, as SHAS's pDAC does (Tsiamas et al. 2022, https://arxiv.org/abs/2202.04774): where
  speech is least likely, until no segment is longer than 18 s. SHAS asks a model of sentence ends, this asks Silero
  VAD.
- ``shas`` is the same with the probabilities of SHAS's own classifier, or any other, read from a file
  (``read_probabilities``).
- ``fixed`` cuts every 20 s, wherever that is.
"""

import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from askew.core.errors import InputError, UsageError
from askew.core.files import read_lines
from askew.speech.audio import RATE

METHODS = ("silero", "shas", "shas-like", "fixed")
LONGEST = {"silero": 30.0, "shas": 18.0, "shas-like": 18.0, "fixed": 20.0}
SHORTEST = 0.2
SPEECH = 0.5  # how likely speech must be
FRAME = 512 / RATE  # seconds per probability of Silero VAD
SHAS_FRAME = 0.02  # seconds per probability of SHAS's classifier, a wav2vec 2.0
_SILENT = 1e-4  # no sample is louder: nothing was recorded

Samples = NDArray[np.float32]


class Cut(NamedTuple):
    """A stretch of a recording, in seconds."""

    start: float
    end: float


def cut(
    samples: Samples,
    method: str,
    *,
    longest: float | None = None,
    shortest: float = SHORTEST,
    probabilities: str | Path | None = None,
    frame: float = SHAS_FRAME,
    where: str = "",
) -> list[Cut]:
    """The segments of a recording; InputError if nobody speaks in it.

    ``shas`` takes its ``probabilities``, one a ``frame`` of so many seconds, from a file.
    """
    limit = LONGEST[method] if longest is None else longest
    if not 0 < shortest < limit:
        raise UsageError(f"segments must have room: at least {shortest:g} s and at most {limit:g} s")
    check_not_silent(samples, where)
    if method == "fixed":
        return fixed_cuts(samples.size / RATE, limit)
    if method == "shas":
        assert probabilities is not None
        known = read_probabilities(probabilities)
        if abs(known.size * frame - samples.size / RATE) > 1.0:
            raise InputError(
                f"{known.size} frames of {frame:g} s are {known.size * frame:.1f} s, but the recording is "
                f"{samples.size / RATE:.1f} s long: is it another recording, or another --frame?",
                where=str(probabilities),
            )
        check_speech(known, str(probabilities))
        return list(divide_and_conquer(known, limit, shortest, frame))
    heard = speech_probabilities(samples)
    check_speech(heard, where)
    if method == "silero":
        return _silero_cuts(samples, limit)
    return list(divide_and_conquer(heard, limit, shortest))


def check_not_silent(samples: Samples, where: str) -> None:
    """Refuse a recording without sound."""
    if float(np.abs(samples).max(initial=0.0)) < _SILENT:
        raise InputError("is silent: nothing was recorded", where=where)


def check_speech(probabilities: NDArray[np.float64], where: str) -> None:
    """Refuse a recording in which nobody speaks."""
    if not (probabilities >= SPEECH).any():
        raise InputError(
            f"no speech found: at no moment is it likelier than {100 * probabilities.max(initial=0.0):.0f}%; "
            "is this noise, or music?",
            where=where,
        )


def fixed_cuts(seconds: float, length: float) -> list[Cut]:
    """Windows of one length; the last is what is left.

    >>> fixed_cuts(45.0, 20.0)
    [Cut(start=0.0, end=20.0), Cut(start=20.0, end=40.0), Cut(start=40.0, end=45.0)]
    """
    starts = np.arange(0.0, seconds, length)
    return [Cut(float(start), float(min(start + length, seconds))) for start in starts]


def divide_and_conquer(
    probabilities: NDArray[np.float64], longest: float, shortest: float, frame: float = FRAME
) -> Iterator[Cut]:
    """Split where speech is least likely (of equals nearest the middle), and what is too long again; ends without
    speech are trimmed.

    ``probabilities`` are per frame of ``frame`` seconds. A segment is split into parts that are both, once trimmed, at
    least ``shortest``, so that no speech is lost; where there is no such place, into parts that are so with their
    silence, and what then is shorter is dropped.
    """
    speech = _Speech.of(probabilities)
    pending = [(0, probabilities.size)]
    while pending:
        start, end = speech.trimmed(*pending.pop())
        if (end - start) * frame <= longest:
            if (end - start) * frame >= shortest:
                yield Cut(round(start * frame, 3), round(end * frame, 3))
            continue
        edge = int(shortest / frame) + 1
        places = np.arange(start + edge, end - edge)
        order = np.lexsort((np.abs(places - (start + end) / 2), np.round(probabilities[places], 3)))
        ordered = places[order].tolist()
        whole = (place for place in ordered if speech.shorter_half(start, place, end) * frame >= shortest)
        place = next(whole, ordered[0])
        pending += [(place, end), (start, place)]  # the first half is looked at first


class _Speech(NamedTuple):
    """Where somebody speaks: for every frame the first that speaks from there on, and the last before it."""

    following: NDArray[np.int64]
    before: NDArray[np.int64]

    @classmethod
    def of(cls, probabilities: NDArray[np.float64]) -> "_Speech":
        frames = np.arange(probabilities.size)
        spoken = probabilities >= SPEECH
        none = probabilities.size
        following = np.minimum.accumulate(np.where(spoken, frames, none)[::-1])[::-1]
        before = np.maximum.accumulate(np.where(spoken, frames, -1))
        return cls(np.append(following, none), np.concatenate([[-1], before]))

    def trimmed(self, start: int, end: int) -> tuple[int, int]:
        """A stretch without silence at its ends; empty where nobody speaks in it."""
        first, last = int(self.following[start]), int(self.before[end])
        return (first, last + 1) if first <= last and first < end else (start, start)

    def shorter_half(self, start: int, place: int, end: int) -> int:
        """Frames of the shorter of two neighbouring stretches, once they are trimmed."""
        halves = self.trimmed(start, place), self.trimmed(place, end)
        return min(last - first for first, last in halves)


def read_probabilities(path: str | Path) -> NDArray[np.float64]:
    """Probabilities of speech from a file, a frame each: NumPy's ``.npy``, or text with a number a line."""
    where = str(path)
    if where.endswith(".npy"):
        try:
            found = np.load(path, allow_pickle=False)
        except (OSError, ValueError, EOFError) as error:
            raise InputError(f"can't be read as a NumPy array ({str(error)[:100]})", where=where) from None
        if found.ndim != 1 or found.dtype.kind not in "fiu":
            raise InputError(f"expected one number a frame, found an array of {found.dtype} {found.shape}", where=where)
        values: NDArray[np.float64] = found.astype(np.float64)
    else:
        values = np.array([_number(line, where, number) for number, line in enumerate(read_lines(path), 1)])
    if not values.size or not np.isfinite(values).all() or values.min() < 0 or values.max() > 1:
        raise InputError("expected probabilities between 0 and 1, a frame each", where=where)
    return values


def _number(text: str, where: str, line: int) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError(f"expected a probability, found {text[:40]!r}", where=where, line=line) from None


def speech_probabilities(samples: Samples) -> NDArray[np.float64]:
    """How likely somebody speaks, frame by frame."""
    torch, _ = _silero()
    with torch.no_grad():
        found = _model().audio_forward(torch.from_numpy(samples), sr=RATE)
    return np.asarray(found[0].numpy(), dtype=np.float64)


def _silero_cuts(samples: Samples, longest: float) -> list[Cut]:
    torch, vad = _silero()
    with torch.no_grad():
        found = vad.get_speech_timestamps(
            torch.from_numpy(samples),
            _model(),
            sampling_rate=RATE,
            max_speech_duration_s=longest,
            threshold=SPEECH,
        )
    return [Cut(round(row["start"] / RATE, 3), round(row["end"] / RATE, 3)) for row in found]


@cache
def _model() -> Any:
    """Silero VAD, loaded once."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # it is kept in a format torch has a newer one for
        return _silero()[1].load_silero_vad()


def _silero() -> tuple[Any, Any]:
    try:
        import silero_vad
        import torch
    except ImportError:
        raise UsageError("voice activity needs Silero VAD: pip install 'askew[segment]'") from None
    return torch, silero_vad
