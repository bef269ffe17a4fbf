"""Telling which language a whole set of outputs is in, by its function words: enough to notice the wrong file."""

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from askew.text.words import keys

CLEARLY = 1.5  # how many times more function words of another language it takes to say so
LOOKED_AT = 400


@cache
def _function_words() -> dict[str, frozenset[str]]:
    table = tomllib.loads(files("askew.text").joinpath("function_words.toml").read_text("utf-8"))
    return {code: frozenset(keys(words)) for code, words in table.items()}


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
