"""Inflection taken off words, by Snowball's stemmers (Porter 2001, https://snowballstem.org); a language without one is
left as it is.
"""

from collections.abc import Callable
from functools import cache
from importlib.metadata import version

ALGORITHMS = {
    "ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek", "en": "english", "es": "spanish",
    "et": "estonian", "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian",
    "hy": "armenian", "id": "indonesian", "it": "italian", "lt": "lithuanian", "ne": "nepali", "nl": "dutch",
    "no": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian", "sv": "swedish",
    "ta": "tamil", "tr": "turkish",
}  # fmt: skip


@cache
def stemmer(language: str) -> Callable[[str], str]:
    """What takes the inflection off a word's key.

    >>> stem = stemmer("de")
    >>> stem("modelle") == stem("modells"), stemmer("zh")("模型")
    (True, '模型')
    """
    if language not in ALGORITHMS:
        return str
    import snowballstemmer

    stem: Callable[[str], str] = snowballstemmer.stemmer(ALGORITHMS[language]).stemWord
    return cache(stem)


def stemmer_name(language: str) -> str:
    """Which stemmer, for a signature."""
    return f"snowball-{version('snowballstemmer')}" if language in ALGORITHMS else "none"
