"""How models for many languages are told which one is wanted; each family has a way of its own."""

import re
from collections.abc import Collection
from typing import NamedTuple

from askew.core.errors import UsageError
from askew.systems.languages import LANGUAGES


class Tags(NamedTuple):
    """What to say beside the text."""

    source: str | None = None
    """The tokeniser's name for English."""
    first: str | None = None
    """The token every output begins with."""
    prefix: str = ""
    """What goes before the text."""


def tags_for(vocabulary: Collection[str], target: str) -> Tags:
    """The tags of the family whose way of naming the target language the vocabulary shows; none for a model of one
    pair.

    >>> tags_for({"spa_Latn", "eng_Latn"}, "es").first, tags_for({"__es__", "__en__"}, "es").first
    ('spa_Latn', '__es__')
    >>> tags_for({"<2es>"}, "es").prefix, tags_for({">>spa<<"}, "es").prefix, tags_for({"the"}, "es")
    ('<2es> ', '>>spa<< ', Tags(source=None, first=None, prefix=''))
    """
    flores = LANGUAGES.get(target, ("", "?"))[1]
    if flores in vocabulary:  # NLLB
        return Tags("eng_Latn", flores)
    if f"__{target}__" in vocabulary:  # M2M100
        return Tags("en", f"__{target}__")
    if "en_XX" in vocabulary:  # mBART-50
        codes = [token for token in vocabulary if re.fullmatch(rf"{target}_[A-Z]{{2}}", token)]
        if len(codes) == 1:
            return Tags("en_XX", codes[0])
        raise UsageError(f"the model has no language {target!r}; name its own code with target_lang")
    if f"<2{target}>" in vocabulary:  # MADLAD
        return Tags(prefix=f"<2{target}> ")
    if f">>{flores[:3]}<<" in vocabulary:  # Marian, one source and many targets
        return Tags(prefix=f">>{flores[:3]}<< ")
    return Tags()
