"""Terms of glossaries by the words they are made of, and where they stand in a text."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from askew.core.errors import InputError, UsageError, first_five
from askew.formats.glossary import SEPARATOR, Entry, read_entries
from askew.text.plurals import numbers
from askew.text.unspaced import UNSPACED
from askew.text.words import keys, words

TAGGED = re.compile(r"\[([^\[\]]+)\]")

Keys = tuple[str, ...]


@dataclass(frozen=True)
class Glossary:
    """Terms by the keys of their words, with what is accepted as a translation; ``source`` is their language."""

    terms: Mapping[Keys, Entry]
    source: str = ""

    @cached_property
    def _variants(self) -> dict[str, Entry]:
        """Terms in either number, without the spaces within them; one that is a term itself is not here for another."""
        found: dict[str, Entry] = {}
        for name, entry in self.terms.items():
            for variant in _in_both_numbers(name, self.source):
                found.setdefault(variant, entry)
        return found

    def find(self, name: Keys) -> Entry | None:
        """The term these words are: as it is, or else in the other number or spaced otherwise (*pre-training* and
        *pretraining*).
        """
        if (entry := self.terms.get(name)) is not None:
            return entry
        return next(
            (self._variants[variant] for variant in _in_both_numbers(name, self.source) if variant in self._variants),
            None,
        )

    def __len__(self) -> int:
        return len(self.terms)


class Tag(NamedTuple):
    """A term in a text: which, and where."""

    term: str
    start: int
    end: int


def read_glossary(paths: Sequence[str | Path], source: str, target: str) -> Glossary:
    """The terms of one or more glossaries with their translations into ``target``; for ``source`` itself a term stands
    for itself.

    ``paths``: files in any of the formats of ``formats/glossary.py``. Within a file a term with two different sets of
    translations is an error; translations from several files are put together.
    """
    merged: dict[Keys, Entry] = {}
    for path in paths:
        for name, entry in _one_file(Path(path), source, target).items():
            known = merged.get(name, entry)
            merged[name] = known._replace(accepted=tuple(dict.fromkeys((*known.accepted, *entry.accepted))))
    if not merged:
        raise InputError(f"no term has a translation into {target!r}", where=", ".join(map(str, paths)))
    return Glossary(merged, source)


def _one_file(path: Path, source: str, target: str) -> dict[Keys, Entry]:
    found: dict[Keys, Entry] = {}
    clashes = []
    for entry in read_entries(path, source, target):
        name = keys(entry.term)
        if not name:
            raise InputError(f"{entry.place}: {entry.term!r} has no word in it", where=str(path))
        first = found.setdefault(name, entry)
        if set(first.accepted) != set(entry.accepted):
            clashes.append(
                f"{entry.term!r} is {' or '.join(first.accepted)} ({first.place}) and {' or '.join(entry.accepted)} "
                f"({entry.place})"
            )
    if clashes:
        raise InputError(
            f"{len(clashes)} terms have clashing entries: {first_five(clashes)}; put what is accepted into one entry, "
            f"split by {SEPARATOR}",
            where=str(path),
        )
    return found


def find_terms(text: str, glossary: Glossary) -> list[Tag]:
    """The terms in a text, in its order, without overlaps: the longest (in words) are taken first. English ones are
    found in either number.

    >>> both, one = ("machine", "translation"), ("translation",)
    >>> machine = Glossary({both: Entry("machine translation", (), ""), one: Entry("translation", (), "")})
    >>> [tag.term for tag in find_terms("Machine translation is translation.", machine)]
    ['machine translation', 'translation']
    """
    said = words(text)
    longest = max(map(len, glossary.terms), default=-1) + 1  # or with a space more
    taken = [False] * len(said)
    tags = []
    for length in range(min(longest, len(said)), 0, -1):
        for first in range(len(said) - length + 1):
            entry = glossary.find(tuple(word.key for word in said[first : first + length]))
            if entry is not None and not any(taken[first : first + length]):
                taken[first : first + length] = [True] * length
                tags.append(Tag(entry.term, said[first].start, said[first + length - 1].end))
    return sorted(tags, key=lambda tag: tag.start)


def _in_both_numbers(name: Keys, language: str) -> list[str]:
    """A term's words written together, as they are and with each in what may be its singular."""
    joined = ["".join(name)]
    for place, word in enumerate(name):
        joined += [
            "".join((*name[:place], other, *name[place + 1 :])) for other in sorted(numbers(word, language) - {word})
        ]
    return joined


def tag_text(text: str, tags: Iterable[Tag]) -> str:
    """A text with its terms in brackets, as in ACL 60/60's tagged terminology.

    >>> tag_text("useful for NLP tasks", [Tag("NLP", 11, 14)])
    'useful for [NLP] tasks'
    """
    for tag in sorted(tags, key=lambda tag: -tag.start):
        text = f"{text[: tag.start]}[{text[tag.start : tag.end]}]{text[tag.end :]}"
    return text


def check_spaced(language: str) -> None:
    """Refuse to look for terms in a language whose words can't be told apart."""
    if language in UNSPACED:
        raise UsageError(
            f"terms can't be looked up in {language!r}, which has no spaces between words: use tagged texts"
        )
