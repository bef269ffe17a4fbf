"""When is each word of a transcript spoken? Forced alignment of English by PocketSphinx (Huggins-Daines et al. 2006),
offline.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from askew.core.errors import InputError, UsageError
from askew.formats.word_times import TimedText
from askew.speech.audio import RATE
from askew.speech.pronounce import pronounce

FRAMES = 100  # a second


def align_words(samples: NDArray[np.float32], text: str, where: str = "", offset: float = 0.0) -> list[TimedText]:
    """The words of a text (split at spaces) with when they are spoken in the audio, which must hold nothing else.

    A sign that is not spoken has the time at which the word before it ends. ``offset`` is added to all times.
    """
    tokens = text.split()
    if not tokens:
        raise InputError("there are no words to align", where=where)
    decoder = _decoder()
    names: list[str | None] = []
    for number, token in enumerate(tokens):
        phones = pronounce(token, decoder.lookup_word)
        names.append(None if phones is None else f"w{number}")
        if phones is not None:
            decoder.add_word(f"w{number}", phones, False)
    spoken = [name for name in names if name is not None]
    if not spoken:
        raise InputError(f"nothing of {text[:60]!r} is spoken English", where=where)
    decoder.set_align_text(" ".join(spoken))
    decoder.start_utt()
    decoder.process_raw(as_pcm(samples), full_utt=True)
    decoder.end_utt()
    times = {
        segment.word.split("(")[0]: (segment.start_frame, segment.end_frame + 1)
        for segment in decoder.seg() or ()
        if segment.word.startswith("w")
    }
    if decoder.hyp() is None or len(times) != len(spoken):
        raise InputError(
            f"the transcript can't be aligned: {len(times)} of {len(spoken)} words found a place; is it another "
            f"recording, or does the audio hold more than {text[:40]!r}…?",
            where=where,
        )
    return _timed(tokens, names, times, offset)


def _timed(
    tokens: Sequence[str], names: Sequence[str | None], times: dict[str, tuple[int, int]], offset: float
) -> list[TimedText]:
    result: list[TimedText] = []
    for token, name in zip(tokens, names, strict=True):
        if name is None:
            at = result[-1].end if result else offset
            result.append(TimedText(token, at, at))
        else:
            start, end = (round(offset + frame / FRAMES, 3) for frame in times[name])
            result.append(TimedText(token, start, end))
    return result


def as_pcm(samples: NDArray[np.float32]) -> bytes:
    """Samples as the bytes of 16-bit whole numbers."""
    return (np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes()


def _decoder() -> Any:
    try:
        from pocketsphinx import Decoder
    except ImportError:
        raise UsageError("aligning words needs PocketSphinx: pip install 'askew[segment]'") from None
    # Wide beams: there is one way to go, and losing it loses everything.
    return Decoder(lm=None, loglevel="FATAL", samprate=RATE, beam=1e-100, wbeam=1e-100, pbeam=1e-100, bestpath=False)
