"""Telling languages apart: that of a whole set of outputs, by its function words, and that of a single segment, by
py3langid.

py3langid (a fork of langid.py, Lui and Baldwin 2012, https://aclanthology.org/P12-3005/) is naive Bayes over byte
n-grams.
"""

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from typing import TYPE_CHECKING, Literal

from askew.text.words import keys

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

Told = Literal["right", "wrong", "unclear", "empty"]
CLEARLY = 1.5  # how many times more function words of another language it takes to say so
LOOKED_AT = 400
LIKELIER = 10  # how many times likelier another language must be than the target: strong evidence, in Jeffreys' words
LANGUAGES = (
    "ar", "bg", "bn", "ca", "cs", "da", "de", "el", "en", "es", "et", "fa", "fi", "fr", "ga", "gl", "gu", "he", "hi", "hr", "hu",
    "hy", "id", "is", "it", "ja", "ka", "kk", "km", "kn", "ko", "lo", "lt", "lv", "mk", "ml", "mn", "mr", "ms", "mt", "my", "ne", "nl", "no",
    "pa", "pl", "ps", "pt", "ro", "ru", "si", "sk", "sl", "sq", "sr", "sv", "sw", "ta", "te", "th", "tl", "tr", "uk", "ur", "vi",
    "zh",
)  # fmt: skip
"""Widely translated languages, the ones segments are told apart between. (Between Mandarin and Wu, one sentence can't
tell.)
"""


@cache
def _function_words() -> dict[str, frozenset[str]]:
    table = tomllib.loads(files("askew.text").joinpath("function_words.toml").read_text("utf-8"))
    return {code: frozenset(keys(words)) for code, words in table.items()}


def function_words(language: str) -> frozenset[str]:
    """The commonest function words of a language by their keys; empty for a language of which none are listed."""
    return _function_words().get(language, frozenset())


def shares(texts: Iterable[str]) -> dict[str, float]:
    """For each known language, which share of the words are among its function words."""
    found = [word for text in texts for word in keys(text)]
    return {
        code: sum(word in words for word in found) / len(found) if found else 0.0
        for code, words in _function_words().items()
    }


def looks_like(texts: Iterable[str], target: str) -> str | None:
    """The language a text clearly is in instead of ``target``; None if it may well be in ``target``, or can't be told.

    >>> looks_like(["Der Arzt sah die Patientin, weil sie krank war."], "es")
    'de'
    >>> looks_like(["El médico vio a la paciente porque estaba enferma."], "es") is None
    True
    """
    if target not in _function_words():
        return None
    every = list(texts)
    by_language = shares(every[:: max(1, len(every) // LOOKED_AT)])
    best = max(by_language, key=lambda code: by_language[code])
    return best if best != target and by_language[best] > CLEARLY * max(by_language[target], 0.02) else None


def tell(text: str, target: str) -> Told | None:
    """Whether one segment is in the target language: right, wrong, unclear (too short to tell) or empty; None if the
    target is unknown.

    It is right if the target is the likeliest language, and wrong only if another one is at least ten times likelier.

    >>> tell("This is not Chinese.", "zh"), tell("Merci.", "fr"), tell("我们的方法", "zh"), tell(" ", "zh")
    ('wrong', 'unclear', 'right', 'empty')
    """
    if target not in LANGUAGES:
        return None
    if not text.strip():
        return "empty"
    if not any(character.isalpha() for character in text):
        return "unclear"
    ranking = _identifier().rank(text)
    likeliest, probability = ranking[0]
    if likeliest == target:
        return "right"
    return "wrong" if probability >= LIKELIER * dict(ranking)[target] else "unclear"


def teller() -> str:
    """What tells, for a signature."""
    return f"py3langid-{version('py3langid')},{len(LANGUAGES)} languages"


@cache
def _identifier() -> "LanguageIdentifier":
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages([code for code in LANGUAGES if code in identifier.labels])
    return identifier
