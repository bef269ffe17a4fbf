"""What goes wrong with the output for a talk: outputs of known segmentation, damaged, with the segmentation they then
have.

Each damage takes the segments of a talk and gives as many back, some of them perhaps empty, so that cuts can be
compared as before. Shares are of words (of characters in Chinese), so that a damage may begin or end in the middle of a
segment, as it does in reality.
"""

import re
from collections.abc import Callable

from resegment_data import bare, outputs, systems

Segments = list[str]
RECOGNISER = "whisper_asr"


def _kept(segments: Segments, keep: Callable[[float], bool]) -> Segments:
    """The words at whose place in the talk, from 0 to 1, ``keep`` holds."""
    words = [
        re.findall(r"[\u3000-\u9fff\uff00-\uffef]|[^\s\u3000-\u9fff\uff00-\uffef]+\s*|\s+", text) for text in segments
    ]
    total, seen, out = sum(map(len, words)), 0, []
    for here in words:
        out.append("".join(word for place, word in enumerate(here, seen) if keep(place / total)).strip())
        seen += len(here)
    return out


def _looped(segments: Segments) -> Segments:
    """The middle segment says its last words (up to five; ten characters in Chinese) twenty-five times more."""
    middle = max(range(len(segments) // 3, 2 * len(segments) // 3), key=lambda place: len(segments[place]))
    text = segments[middle]
    words = text.split()
    again = " " + " ".join(words[-5:]) if len(words) > 5 else text[-10:]
    return [*segments[:middle], text + again * 25, *segments[middle + 1 :]]


DAMAGE: dict[str, Callable[[Segments], Segments]] = {
    "plain": lambda segments: segments,
    "bare": lambda segments: [bare(text) for text in segments],
    "first tenth kept": lambda segments: _kept(segments, lambda place: place < 0.1),
    "first tenth kept, bare": lambda segments: [bare(text) for text in _kept(segments, lambda place: place < 0.1)],
    "first half kept": lambda segments: _kept(segments, lambda place: place < 0.5),
    "first half missing": lambda segments: _kept(segments, lambda place: place >= 0.5),
    "first half missing, bare": lambda segments: [bare(text) for text in _kept(segments, lambda place: place >= 0.5)],
    "middle third missing": lambda segments: _kept(segments, lambda place: not 1 / 3 <= place < 2 / 3),
    "middle third of segments missing": lambda segments: [
        "" if len(segments) // 3 <= place < 2 * len(segments) // 3 else text for place, text in enumerate(segments)
    ],
    "looped": _looped,
}
WRONG_LANGUAGE = "wrong language"
"""What was recognised, in English, instead of a translation: the same for every system."""


def damaged(kind: str, system: str, language: str) -> dict[str, Segments]:
    """Each talk's true segments after some damage."""
    if kind == WRONG_LANGUAGE:
        return outputs(RECOGNISER, "en")
    return {talk: DAMAGE[kind](segments) for talk, segments in outputs(system, language).items()}


def damaged_systems(kind: str, language: str) -> list[str]:
    """The systems that can be damaged this way."""
    return [RECOGNISER] if kind == WRONG_LANGUAGE else systems(language)
