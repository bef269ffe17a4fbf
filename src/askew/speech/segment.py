"""Cutting a recording into segments, without its transcript.

- ``silero`` cuts at pauses: voice activity by Silero VAD (https://github.com/snakers4/silero-vad), segments of at most
  30 s.
- ``shas-like`` divides and conquers, as SHAS's pDAC does (Tsiamas et al. 2022, https://arxiv.org/abs/2202.04774): where
  speech is least likely, until no segment is longer than 18 s. SHAS asks a model of sentence ends, this asks Silero
  VAD.
- ``fixed`` cuts every 20 s, wherever that is.
"""

import warnings
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from askew.core.errors import InputError, UsageError
from askew.speech.audio import RATE

METHODS = ("silero", "shas-like", "fixed")
LONGEST = {"silero": 30.0, "shas-like": 18.0, "fixed": 20.0}
SHORTEST = 0.2
SPEECH = 0.5  # how likely speech must be
FRAME = 512 / RATE  # seconds per probability
_SILENT = 1e-4  # no sample is louder: nothing was recorded

Samples = NDArray[np.float32]


class Cut(NamedTuple):
    """A stretch of a recording, in seconds."""

    start: float
    end: float


def cut(
    samples: Samples, method: str, *, longest: float | None = None, shortest: float = SHORTEST, where: str = ""
) -> list[Cut]:
    """The segments of a recording; InputError if nobody speaks in it."""
    limit = LONGEST[method] if longest is None else longest
    if not 0 < shortest < limit:
        raise UsageError(f"segments must have room: at least {shortest:g} s and at most {limit:g} s")
    check_not_silent(samples, where)
    if method == "fixed":
        return fixed_cuts(samples.size / RATE, limit)
    probabilities = speech_probabilities(samples)
    check_speech(probabilities, where)
    if method == "silero":
        return _silero_cuts(samples, limit)
    return list(divide_and_conquer(probabilities, limit, shortest))


def check_not_silent(samples: Samples, where: str) -> None:
    """Refuse a recording without sound."""
    if float(np.abs(samples).max(initial=0.0)) < _SILENT:
        raise InputError("is silent: there is nothing to segment", where=where)


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


def divide_and_conquer(probabilities: NDArray[np.float64], longest: float, shortest: float) -> Iterator[Cut]:
    """Split where speech is least likely (of equals nearest the middle), and what is too long again; ends without
    speech are trimmed.

    ``probabilities`` are per frame. A segment is split only into parts that are both longer than ``shortest``.
    """
    pending = [(0, probabilities.size)]
    while pending:
        start, end = _trimmed(probabilities, *pending.pop())
        if (end - start) * FRAME <= longest:
            if (end - start) * FRAME >= shortest:
                yield Cut(round(start * FRAME, 3), round(end * FRAME, 3))
            continue
        edge = int(shortest / FRAME) + 1
        places = np.arange(start + edge, end - edge)
        order = np.lexsort((np.abs(places - (start + end) / 2), np.round(probabilities[places], 3)))
        place = int(places[order[0]])
        pending += [(place, end), (start, place)]  # the first half is looked at first


def _trimmed(probabilities: NDArray[np.float64], start: int, end: int) -> tuple[int, int]:
    spoken = np.flatnonzero(probabilities[start:end] >= SPEECH)
    return (start + int(spoken[0]), start + int(spoken[-1]) + 1) if spoken.size else (start, start)


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
