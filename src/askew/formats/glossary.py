"""Glossaries: which terms there are, and which translations of them are accepted.

| format | looks like                                                                                              |
|--------|---------------------------------------------------------------------------------------------------------|
| TSV    | `en<TAB>de<TAB>fr` and then a term a line, several translations split by `:::`; or two columns, no header |
| JSON   | `[{"en": "corpus", "zh": ["语料库"]}, …]`                                                                  |
| JSON   | `{"bert": {"term": "BERT", "target_translations": {"zh": "BERT", "de": "BERT"}}, …}`                       |
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import UNSET, Struct, UnsetType

from askew.core.errors import InputError, first_five, located
from askew.core.files import from_builtins, from_json, read_lines
from askew.formats.ids import check_length

SEPARATOR = ":::"
ENDINGS = (".tsv", ".json")
_CODE = re.compile(r"[a-z]{2,3}")

Translations = str | list[str] | None
_TRANSLATIONS: Any = Translations  # unions, which the types of functions can't say
_FILE: Any = list[dict[str, Any]] | dict[str, dict[str, Any]]


class Entry(NamedTuple):
    """One row of a glossary: a term, the translations accepted for it, and where it stands."""

    term: str
    accepted: tuple[str, ...]
    place: str


class _Row(Struct):
    """An entry of a JSON glossary, as far as all have the same names."""

    term: str | None = None
    target_translations: dict[str, Translations] | UnsetType = UNSET


def is_glossary(path: str | Path) -> bool:
    """Whether a file is a glossary by its name; other text files are taken for tagged texts."""
    return str(path).removesuffix(".gz").endswith(ENDINGS)


def read_entries(path: str | Path, source: str, target: str) -> list[Entry]:
    """The entries of a glossary that have a translation into ``target``; for ``source`` itself a term stands for
    itself.

    A file that is neither of the formats, or an entry without a term, is an InputError that names the line or the
    entry.
    """
    lines, where = read_lines(path), str(path)
    reader = _json_entries if where.removesuffix(".gz").endswith(".json") else _tsv_entries
    entries = []
    for entry in reader(lines, where, source, target):
        with located(where):
            check_length(entry.term, f"{entry.place}: a term")
            for translation in entry.accepted:
                check_length(translation, f"{entry.place}: a translation")
        entries.append(entry)
    return entries


def _tsv_entries(lines: list[str], where: str, source: str, target: str) -> Iterator[Entry]:
    header = [cell.strip() for cell in lines[0].split("\t")]
    first, columns = 0, (0, 1)
    if source in header and all(_CODE.fullmatch(cell) for cell in header):
        if target not in header:
            raise InputError(f"has no column {target!r}; its languages are {', '.join(header)}", where=where, line=1)
        first, columns = 1, (header.index(source), header.index(target))
    elif len(header) != 2:
        raise InputError(
            f"expected a header of language codes with {source!r}, or two columns (term and translations), "
            f"found {first_five(header)}",
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
    loaded: list[dict[str, Any]] | dict[str, dict[str, Any]] = from_json("\n".join(lines), _FILE, where=where)
    for number, row in enumerate(loaded.values() if isinstance(loaded, dict) else loaded, 1):
        place = f"entry {number}"
        common = from_builtins(row, _Row, where=f"{where}: {place}")
        term = common.term or row.get(source)
        if not isinstance(term, str) or not term.strip():
            raise InputError(f"{place}: no term: expected {source!r} or 'term'", where=where)
        apart = common.target_translations
        given = row.get(target) if apart is UNSET else apart.get(target)
        translations: Translations = from_builtins(given, _TRANSLATIONS, where=f"{where}: {place}: {target}")
        accepted = (term.strip(),) if source == target else _listed(translations)
        if accepted:
            yield Entry(term.strip(), accepted, place)


def _listed(value: Translations) -> tuple[str, ...]:
    if value is None:
        return ()
    cells = [value] if isinstance(value, str) else value
    return tuple(dict.fromkeys(part for cell in cells for part in _split(cell)))


def _split(cell: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part for each in cell.split(SEPARATOR) if (part := each.strip())))
