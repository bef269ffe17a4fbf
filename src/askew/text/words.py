"""Text to words: one tokeniser and one normalisation for everything that looks words up.

A word is a run of letters and digits with their combining marks; hyphens, apostrophes and all other
signs separate words. Words are compared by their *key*, so that case, composed or decomposed letters and (in
Hebrew and Arabic) vowel points make no difference.
"""

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

# Combining marks that \w leaves out: Latin diacritics, Hebrew points, Arabic vowel signs and tatweel's kin, and the
# vowels and tones of
# the scripts of South and South-East Asia.
_ASIAN = "".join(
    chr(code)
    for start, end in ((0x0900, 0x0F00), (0x1000, 0x10A0), (0x1780, 0x1800))
    for code in range(start, end)
    if unicodedata.category(chr(code)) in ("Mn", "Mc")
)
_MARKS = f"\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670{_ASIAN}"
_WORD = re.compile(rf"[^\W_](?:[^\W_]|[{_MARKS}])*")
_POINTS = re.compile("[\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]")


class Word(NamedTuple):
    """A word of a text: its key, and where it stands."""

    key: str
    start: int
    end: int


@lru_cache(maxsize=65536)
def key(word: str) -> str:
    """What makes two spellings the same word: NFKC and case folding, without vowel points; Russian ё counts as е.

    >>> key("ÄRZTIN") == key("a\u0308rztin")
    True
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", word).casefold())
    return _POINTS.sub("", folded).replace("ё", "е")


def words(text: str) -> list[Word]:
    """The words of a text with their places in it.

    >>> [w.key for w in words("L'ingénieure dit : « C'est moi ! »")]
    ['l', 'ingénieure', 'dit', 'c', 'est', 'moi']
    """
    return [Word(key(match[0]), *match.span()) for match in _WORD.finditer(text)]


def keys(text: str) -> tuple[str, ...]:
    """Only the keys of the words of a text."""
    return tuple([key(word) for word in _WORD.findall(text)])
