"""Glossaries: which terms there are, and which translations of them are accepted.

| format | looks like                                                                                              |
|--------|---------------------------------------------------------------------------------------------------------|
| TSV    | `en<TAB>de<TAB>fr` and then a term a line, several translations split by `:::`; or two columns, no header |
| JSON   | `[{"en": "corpus", "zh": ["语料库"]}, …]`                                                                  |
| JSON   | `{"bert": {"term": "BERT", "target_translations": {"zh": "BERT", "de": "BERT"}}, …}`                       |
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from askew.core.errors import InputError, UsageError, first_five
from askew.core.files import read_lines
from askew.text.words import keys, words

SEPARATOR = ":::"
ENDINGS = (".tsv", ".json")
UNSPACED = ("zh", "ja", "th", "km")  # written without spaces between words
TAGGED = re.compile(r"\[([^\[\]]+)\]")
_CODE = re.compile(r"[a-z]{2,3}")

Keys = tuple[str, ...]


class Entry(NamedTuple):
    """One row of a glossary: a term, the translations accepted for it, and where it stands."""

    term: str
    accepted: tuple[str, ...]
    place: str


@dataclass(frozen=True)
class Glossary:
    """Terms by the keys of their words, with what is accepted as a translation."""

    terms: Mapping[Keys, Entry]

    def __len__(self) -> int:
        return len(self.terms)


class Tag(NamedTuple):
    """A term in a text: which, and where."""

    term: str
    start: int
    end: int


def is_glossary(path: str | Path) -> bool:
    """Whether a file is a glossary by its name; other text files are taken for tagged texts."""
    return str(path).removesuffix(".gz").endswith(ENDINGS)


def read_glossary(paths: Sequence[str | Path], source: str, target: str) -> Glossary:
    """The terms of one or more glossaries with their translations into ``target``; for ``source`` itself a term stands for itself.

    Within a file a term with two different sets of translations is an error; translations from several files are put together.
    """
    merged: dict[Keys, Entry] = {}
    for path in paths:
        for name, entry in _one_file(Path(path), source, target).items():
            known = merged.get(name, entry)
            merged[name] = known._replace(accepted=tuple(dict.fromkeys((*known.accepted, *entry.accepted))))
    if not merged:
        raise InputError(f"no term has a translation into {target!r}", where=", ".join(map(str, paths)))
    return Glossary(merged)


def _one_file(path: Path, source: str, target: str) -> dict[Keys, Entry]:
    lines = read_lines(path)
    reader = _json_entries if str(path).removesuffix(".gz").endswith(".json") else _tsv_entries
    found: dict[Keys, Entry] = {}
    clashes = []
    for entry in reader(lines, str(path), source, target):
        name = keys(entry.term)
        if not name:
            raise InputError(f"{entry.place}: {entry.term!r} has no word in it", where=str(path))
        first = found.setdefault(name, entry)
        if set(first.accepted) != set(entry.accepted):
            clashes.append(
                f"{entry.term!r} is {' or '.join(first.accepted)} ({first.place}) and {' or '.join(entry.accepted)} ({entry.place})"
            )
    if clashes:
        raise InputError(
            f"{len(clashes)} terms have clashing entries: {first_five(clashes)}; put what is accepted into one entry, "
            f"split by {SEPARATOR}",
            where=str(path),
        )
    return found


def _tsv_entries(lines: list[str], where: str, source: str, target: str) -> Iterator[Entry]:
    header = [cell.strip() for cell in lines[0].split("\t")]
    first, columns = 0, (0, 1)
    if source in header and all(_CODE.fullmatch(cell) for cell in header):
        if target not in header:
            raise InputError(f"has no column {target!r}; its languages are {', '.join(header)}", where=where, line=1)
        first, columns = 1, (header.index(source), header.index(target))
    elif len(header) != 2:
        raise InputError(
            f"expected a header of language codes with {source!r}, or two columns (term and translations), found {first_five(header)}",
            where=where, line=1,
        )  # fmt: skip
    for number, line in enumerate(lines[first:], first + 1):
        if not line.strip():
            continue
        cells = line.split("\t")
        if len(cells) != len(header):
            raise InputError(f"expected {len(header)} columns, found {len(cells)}", where=where, line=number)
        term = cells[columns[0]].strip()
        accepted = (term,) if source == target else _split(cells[columns[1]])
        if not term:
            raise InputError("no term", where=where, line=number)
        if accepted:  # a term may have no translation into one of the languages
            yield Entry(term, accepted, f"line {number}")


def _json_entries(lines: list[str], where: str, source: str, target: str) -> Iterator[Entry]:
    try:
        loaded = json.loads("\n".join(lines))
    except (ValueError, RecursionError) as error:
        raise InputError(f"broken JSON: {error}", where=where) from None
    if not isinstance(loaded, (list, dict)):
        raise InputError(f"expected a list or an object of terms, found {type(loaded).__name__}", where=where)
    for number, row in enumerate(loaded.values() if isinstance(loaded, dict) else loaded, 1):
        if not isinstance(row, dict):
            raise InputError(f"entry {number}: expected an object, found {json.dumps(row)[:60]}", where=where)
        term = row.get("term", row.get(source))
        if not isinstance(term, str) or not term.strip():
            raise InputError(f"entry {number}: no term: expected {source!r} or 'term'", where=where)
        given = row.get("target_translations", row)
        accepted = (term,) if source == target else _listed(given.get(target), number, where)
        if accepted:
            yield Entry(term.strip(), accepted, f"entry {number}")


def _listed(value: Any, number: int, where: str) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, str):
        return _split(value)
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise InputError(f"entry {number}: translations must be strings, found {json.dumps(value)[:60]}", where=where)
    return tuple(dict.fromkeys(part for each in value for part in _split(each)))


def _split(cell: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part for each in cell.split(SEPARATOR) if (part := each.strip())))


def find_terms(text: str, glossary: Glossary) -> list[Tag]:
    """The terms in a text, in its order, without overlaps: the longest (in words) are taken first.

    >>> machine = Glossary({("machine", "translation"): Entry("machine translation", (), ""), ("translation",): Entry("translation", (), "")})
    >>> [tag.term for tag in find_terms("Machine translation is translation.", machine)]
    ['machine translation', 'translation']
    """
    said = words(text)
    longest = max(map(len, glossary.terms), default=0)
    taken = [False] * len(said)
    tags = []
    for length in range(min(longest, len(said)), 0, -1):
        for first in range(len(said) - length + 1):
            entry = glossary.terms.get(tuple(word.key for word in said[first : first + length]))
            if entry is not None and not any(taken[first : first + length]):
                taken[first : first + length] = [True] * length
                tags.append(Tag(entry.term, said[first].start, said[first + length - 1].end))
    return sorted(tags, key=lambda tag: tag.start)


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
