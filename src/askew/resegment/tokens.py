"""Text to the tokens that are aligned, and between which a cut may fall.

A token is a word with the punctuation that hangs on it ("Hallo," and "Hallo ?" are one token each), or, where a script
doesn't put spaces, one character with its vowel signs, tones and punctuation; runs of letters of other scripts
(``BERT``, ``2022``) stay whole. So no cut ever comes between a word and its full stop, and what punctuation says about
sentence ends is known for every token. A token knows where it stands, so that segments can be cut out of the text with
their spacing as it was.

The plain protocol of mwerSegmenter has no such notion: there a token is whatever stands between spaces (or one
character).
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
import numpy.typing as npt

from askew.text.words import key as fold
from askew.text.words import keys as word_keys

Unit = Literal["word", "char"]
Ints = npt.NDArray[np.int32]

_FINAL = ".?!…。？！؟।។៕။"  # also of Arabic, Hindi, Khmer and Burmese
_PAUSE = ",;:，、；：،؛၊"
_CLOSING = rf"[{_FINAL}{_PAUSE}%)\]}}»”’\"）】』」》]"
_OPENING = r"[(\[{«“„¿¡（【『「《]"
_UNSPACED = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\ua9e0-\ua9ff\uaa60-\uaa7f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_RUN = rf"[^\W_{_UNSPACED}]"  # letters of scripts with spaces
# A letter keeps its vowels and tones: those that Thai and Lao write before it, the signs above, below and after it, and
# the letters that Khmer and Burmese put under it.
_BEFORE = r"[\u0e40-\u0e44\u0ec0-\u0ec4]"
_AFTER = (
    r"[\u0e30-\u0e3a\u0e45\u0e47-\u0e4e\u0eb0-\u0ebc\u0ec8-\u0ece\u102b-\u1038\u103a-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d"
    r"\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u17b4-\u17d1\u17d3\u17dd]|[\u17d2\u1039]\S"
)
_CLUSTER = rf"{_BEFORE}?\S(?:{_AFTER})*"
_TOKENS = {
    # French sets "?" and "»" apart: they belong to the word before them.
    ("word", "askew"): re.compile(rf"(?:{_OPENING}+\s+)?\S+(?:\s+{_CLOSING}+(?!\S))*"),
    ("char", "askew"): re.compile(rf"(?:{_OPENING}\s*)*(?:{_RUN}+(?:['’.\-]{_RUN}+)*|{_CLUSTER})(?:\s*{_CLOSING})*"),
    ("word", "mwer"): re.compile(r"\S+"),
    ("char", "mwer"): re.compile(rf"{_RUN}+|{_CLUSTER}"),
}
_LAST_SIGN = re.compile(rf"([{_FINAL}]|[{_PAUSE}–—])[\s\"'”“»«’)\]）」』》]*$")
_FIRST_LETTER = re.compile(r"[^\W\d_]")
LONGEST_KEY = 48
"""Keys are cut here, so that one endless token costs no more than a long word."""

OTHER, PAUSE, FINAL = range(3)
"""What a token ends with: neither of the two, a comma and its like, a sentence-final sign."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of a text: one entry each in every array."""

    starts: list[int]
    ends: list[int]
    keys: list[str]
    """What is compared: folded, without punctuation (with it in the plain protocol); empty if nothing is left."""
    final: Ints
    """OTHER, PAUSE or FINAL: how the token ends."""
    lower: npt.NDArray[np.bool_]
    """Whether its first letter is a small one (and so hardly begins a sentence in a cased text)."""
    upper: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.starts)


@lru_cache(maxsize=65536)
def _read(token: str) -> tuple[str, int, bool, bool]:
    sign = _LAST_SIGN.search(token)
    final = OTHER if sign is None else FINAL if sign[1] in _FINAL else PAUSE
    letter = _FIRST_LETTER.search(token)
    first = letter[0] if letter else ""
    return "".join(word_keys(token[: 4 * LONGEST_KEY]))[:LONGEST_KEY], final, first.islower(), first.isupper()


def keys(text: str, unit: Unit, protocol: str) -> list[str]:
    """Only the keys of a text's tokens, without empty ones: all that is needed of a reference."""
    surfaces = [match[0] for match in _TOKENS[unit, protocol].finditer(text)]
    if protocol == "mwer":
        return [fold(surface) for surface in surfaces]
    return [key for surface in surfaces if (key := _read(surface)[0])]


def tokens(text: str, unit: Unit, protocol: str) -> Tokens:
    """Cut a text into tokens.

    >>> tokens("ÜBER uns ? Ja.", "word", "askew").keys
    ['über', 'uns', 'ja']
    >>> tokens("我们用BERT。好", "char", "askew").keys
    ['我', '们', '用', 'bert', '好']
    >>> tokens("我们用BERT。好", "char", "mwer").keys
    ['我', '们', '用', 'bert', '。', '好']
    """
    spans = [match.span() for match in _TOKENS[unit, protocol].finditer(text)]
    starts, ends = [span[0] for span in spans], [span[1] for span in spans]
    surfaces = [text[start:end] for start, end in spans]
    if protocol == "mwer":
        none = np.zeros(len(spans), bool)
        return Tokens(starts, ends, [fold(surface) for surface in surfaces], np.zeros(len(spans), np.int32), none, none)
    read = [_read(surface) for surface in surfaces]
    final, lower, upper = (np.array([entry[field] for entry in read], np.int32) for field in (1, 2, 3))
    return Tokens(starts, ends, [entry[0] for entry in read], final, lower > 0, upper > 0)
