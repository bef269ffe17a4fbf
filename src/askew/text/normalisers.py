"""How transcripts are normalised before their words are compared: askew's own way, and that of Whisper's authors.

- ``askew``: NFKC, case folded, punctuation dropped, in every language alike. In English, digits that a comma parts into
  thousands are one number ("3,000" is "3000") and letters with full stops one word ("U.S." is "US").
- ``whisper``: what Radford et al. 2022 (https://arxiv.org/abs/2212.04356, appendix C) report word error rates after: in
  English, numbers, contractions, titles, fillers and British spellings are made alike too. It is their code, as the
  package whisper-normalizer has it, without the rules that package adds (it takes "cause" for "because"). ("U.S." are
  two words in it, and "US" is one.)
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from importlib.metadata import version
from typing import Any, Literal, NamedTuple

from askew.core.errors import UsageError
from askew.text.unspaced import UNSPACED
from askew.text.words import keys

Words = Callable[[str], Sequence[str]]
Name = Literal["askew", "whisper"]
_THOUSANDS = re.compile(r"(?<![\d,.])(\d{1,3})((?:,\d{3})+)(?![\d,])")
_STOPS = re.compile(r"(?<!\w)(?:[^\W\d_]\.){2,}")
_ADDED = (r"\bcause\b", r"\bkinda\b", r"\bsorta\b", r"\bdunno\b")  # by whisper-normalizer to what was published


class Normaliser(NamedTuple):
    """What makes comparable words of a text, and how a signature says so."""

    words: Words
    signed: str


def normaliser(name: Name, target: str) -> Normaliser:
    """The normaliser of that name for a language; UsageError where the package it needs is not installed."""
    unspaced = target in UNSPACED
    if name == "askew":
        rules = f"{'characters' if unspaced else 'words'},nfkc,case:folded,punctuation:dropped"
        if target == "en":
            return Normaliser(lambda text: keys(joined(text)), f"{rules},thousands:joined,abbreviations:joined")
        return Normaliser((lambda text: list("".join(keys(text)))) if unspaced else keys, rules)
    kind = "english" if target == "en" else "basic"
    published = _published(kind, unspaced)
    package = f"whisper-normalizer {version('whisper-normalizer')}"
    rules = "english,as published" if kind == "english" else "basic,letters:split" if unspaced else "basic"
    return Normaliser(lambda text: str(published(text)).split(), f"{package},{rules}")


@lru_cache
def _published(kind: str, split_letters: bool) -> Any:
    try:
        module = import_module(f"whisper_normalizer.{kind}")
    except ImportError:
        raise UsageError("--normaliser whisper needs whisper-normalizer: pip install 'askew[normaliser]'") from None
    if kind == "english":
        english = module.EnglishTextNormalizer()
        english.replacers = {rule: said for rule, said in english.replacers.items() if rule not in _ADDED}
        return english
    return module.BasicTextNormalizer(split_letters=split_letters)


def joined(text: str) -> str:
    """English text in which thousands and abbreviations are written in one.

    >>> joined("In the U.S. there are 3,000 of them (1,2, not 1,23).")
    'In the US there are 3000 of them (1,2, not 1,23).'
    """
    text = _THOUSANDS.sub(lambda found: found[1] + found[2].replace(",", ""), text)
    return _STOPS.sub(lambda found: found[0].replace(".", ""), text)
