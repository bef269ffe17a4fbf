"""WinoMT's rows as items: who is named, whose gender is asked for, and which pronoun tells it."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from askew.core.errors import InputError
from askew.core.files import read_lines
from askew.core.records import Item, Person
from askew.datasets import store
from askew.suites.base import Selection
from askew.suites.options import SuiteOptions

SUBSETS = ("all", "pro", "anti", "neither")
# The file is en_anti.txt, then en_pro.txt, then the rows that are in neither.
ANTI_ROWS, PRO_ROWS = range(0, 1584), range(1584, 3168)
PRONOUNS = {
    "he": "male", "him": "male", "his": "male", "himself": "male",
    "she": "female", "her": "female", "hers": "female", "herself": "female",
    "they": "neutral", "them": "neutral", "their": "neutral", "theirs": "neutral", "themself": "neutral",
}  # fmt: skip
Names = dict[str, dict[tuple[str, ...], str]]  # first word -> all words -> entity
_WORD = re.compile(r"[^\W_]+")


def items(selection: Selection[SuiteOptions]) -> list[Item]:
    """The sentences, the same for every target; an item's id is its row counted from 1, as WinoST numbers its
    recordings.
    """
    rows = read_rows(store.obtain("winomt", "en.txt"))
    return [item for item in rows if selection.subset in ("all", item.attributes["stereotype"])]


def spoken_items(selection: Selection[SuiteOptions]) -> list[Item]:
    """The same sentences with WinoST's recordings: ``0001.wav`` and so on, 48 kHz, 16 bit."""
    return [replace(item, audio=f"{int(item.id):04d}.wav") for item in items(selection)]


@lru_cache(maxsize=4)
def read_rows(path: Path) -> tuple[Item, ...]:
    """Every row of an en.txt: gender, index of the entity's token, sentence, entity, split by tabs."""
    table = []
    for number, line in enumerate(read_lines(path), 1):
        cells = line.split("\t")
        if len(cells) != 4 or not _is_place(cells[1], cells[2]) or not cells[3].strip():
            raise InputError(
                "expected gender, token index, sentence and entity, split by tabs", where=str(path), line=number
            )
        table.append(cells)
    names = _names({cells[3] for cells in table})
    return tuple(_item(row, cells, names) for row, cells in enumerate(table))


def _is_place(token: str, sentence: str) -> bool:
    return re.fullmatch(r"[0-9]{1,4}", token) is not None and int(token) < len(sentence.split(" "))


def _names(entities: set[str]) -> Names:
    """Every entity by its first word, longest first: "construction worker" before a "construction" that is none."""
    names: Names = {}
    for entity in sorted(entities, key=len, reverse=True):
        parts = tuple(entity.lower().split())
        names.setdefault(parts[0], {})[parts] = entity
    return names


def _item(row: int, cells: list[str], names: Names) -> Item:
    gold, token, sentence, entity = cells
    stereotype = "anti" if row in ANTI_ROWS else "pro" if row in PRO_ROWS else "neither"
    words = [bare(word) for word in sentence.split(" ")]
    own = range(int(token), int(token) + len(entity.split()))
    other, other_token = _other_person(words, own, names)
    attributes = {
        "gold": gold,
        "entity": entity,
        "stereotype": stereotype,
        "set": "winogender" if stereotype == "neither" else "winobias",
    }
    person = Person(int(token), other, other_token, _pronoun_token(words, gold))
    return Item(str(row + 1), sentence, attributes, person=person)


@lru_cache(maxsize=1 << 14)
def bare(token: str) -> str:
    """A token without the punctuation around it, and without a possessive 's; lower case.

    >>> bare("designer,"), bare("auditor's")
    ('designer', 'auditor')
    """
    found = _WORD.search(token)
    return found[0].lower() if found else ""


def _other_person(words: Sequence[str], own: range, names: Names) -> tuple[str, int | None]:
    """The other person of the sentence and the index of the first word: named with an article, or "someone"."""
    for start, word in enumerate(words):
        for name in names.get(word, ()):
            if start in own or tuple(words[start : start + len(name)]) != name:
                continue
            if name == ("someone",) or (start > 0 and words[start - 1] in ("the", "a", "an")):
                return names[word][name], start
            break
    return "", None


def _pronoun_token(words: Sequence[str], gold: str) -> int | None:
    """The pronoun that tells the gender: the first of the gold gender (two pronouns can be of two people)."""
    for index, word in enumerate(words):
        if PRONOUNS.get(word) == gold:
            return index
    return None
