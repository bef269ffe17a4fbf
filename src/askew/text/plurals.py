"""Plurals of the language that is spoken, so that a glossary's term is found in both numbers.

Stemmers go too far for this: to them *represent* is *representation*. English plurals are made by a handful of rules,
and several singulars may have the same (*bases* are of a *base* or a *basis*): all are taken for possible. Words of
other languages are taken as they are.
"""

from functools import lru_cache

_IRREGULAR = {
    "children": "child", "corpora": "corpus", "feet": "foot", "genera": "genus", "men": "man", "mice": "mouse",
    "people": "person", "schemata": "schema", "teeth": "tooth", "women": "woman",
}  # fmt: skip
_ENDINGS = (
    ("ices", ("ix", "ex", "ice")),  # matrices, indices, devices
    ("ses", ("s", "se", "sis")),  # losses, bases, analyses
    ("ies", ("y", "ie")),
    ("es", ("", "e")),  # boxes, caches
    ("s", ("",)),
    ("ia", ("ium", "ion")),  # criteria
    ("ena", ("enon",)),
    ("uli", ("ulus",)),
)
"""What plurals end with, the longest first, and what their singulars may end with instead."""
SHORTEST = 3


@lru_cache(maxsize=65536)
def numbers(word: str, language: str) -> frozenset[str]:
    """A word, given by its key, and what its singular may be. Two words are the same but for number if these have one
    in common.

    >>> sorted(numbers("analyses", "en")), sorted(numbers("loss", "en")), sorted(numbers("queries", "de"))
    (['analys', 'analyse', 'analyses', 'analysis'], ['loss'], ['queries'])
    """
    if language != "en":
        return frozenset([word])
    if word in _IRREGULAR:
        return frozenset([word, _IRREGULAR[word]])
    for ending, others in _ENDINGS:
        if word.endswith(ending) and not word.endswith(("ss", "us", "is")):
            start = word[: -len(ending)]
            return frozenset([word, *(start + other for other in others if len(start + other) >= SHORTEST)])
    return frozenset([word])
