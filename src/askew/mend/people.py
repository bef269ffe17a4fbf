"""What a language's file and its pack say together: a person's words in both genders, and the article before each."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from askew.core.errors import UsageError
from askew.lang import pack
from askew.lang.readings import parse_lexeme

FOLDER = "askew.mend"
GENDERS = ("m", "f")
Forms = Mapping[tuple[str, str], str]  # (number, case) -> word; the case is "" where nouns do not decline


@dataclass(frozen=True)
class Person:
    """One of the pack's people: the English word, and its translation's forms by gender."""

    english: str
    forms: Mapping[str, Forms]


@dataclass(frozen=True)
class Language:
    """A language one can make sentences in."""

    code: str
    name: str
    pack: str
    """The pack's signature."""
    people: tuple[Person, ...]
    left_out: Mapping[str, str]
    """The pack's people that are not among them, and why."""
    articles: Mapping[str, Mapping[str, str]]
    sounds: Mapping[str, re.Pattern[str]]
    """How a word begins, where that changes the article before it; the first that fits counts."""
    sentences: Mapping[str, str]

    def with_article(self, article: str, noun: str, *features: str) -> str:
        """A noun with its article: ``("of the", "médico", "m", "sg")`` -> del médico."""
        table, key = self.articles[article], ".".join(filter(None, features))
        sound = next((name for name, pattern in self.sounds.items() if pattern.match(noun.lower())), "")
        before = table.get(f"{key}.{sound}", table[key])
        return before + noun if before.endswith("'") else f"{before} {noun}"


def languages() -> list[str]:
    """Codes of the languages that have sentences, sorted."""
    names = (entry.name for entry in files(FOLDER).iterdir())
    return sorted(name[:-5] for name in names if name.endswith(".toml") and name != "english.toml")


@cache
def load(code: str) -> Language:
    """A language by its code.

    Raises UsageError for a language without a pack or without sentences.
    """
    known = pack.load(code)  # refuses a language without a pack
    if code not in languages():
        raise UsageError(
            f"there are no sentences to balance in {known.name} ({code}), only in {', '.join(languages())}; "
            "a language is one file in askew/mend"
        )
    table = read(f"{code}.toml")
    entries = tomllib.loads(files("askew.lang").joinpath(f"{code}.toml").read_text("utf-8"))["occupations"]
    wanted, skipped = table.get("words", {}), dict(table.get("skip", {}))
    people = []
    for english, kinds in entries.items():
        if english in skipped:
            continue
        if "others" in table and english not in wanted:
            skipped[english] = table["others"]
            continue
        words = _words(english, kinds, wanted.get(english))
        if words is None:
            skipped[english] = "the pack has no word in both genders"
            continue
        forms = {gender: _forms(word, gender, known.cases) for gender, word in zip(GENDERS, words, strict=True)}
        people.append(Person(english, forms))
    if strangers := (wanted.keys() | table.get("skip", {}).keys()) - entries.keys():
        raise UsageError(f"askew/mend/{code}.toml names people the pack does not have: {', '.join(sorted(strangers))}")
    sounds = {name: re.compile(pattern) for name, pattern in table.get("sounds", {}).items()}
    return Language(
        code, known.name, known.signature, tuple(people), skipped, table["articles"], sounds, table["sentences"]
    )


@cache
def read(name: str) -> dict[str, Any]:
    """One of this folder's TOML files."""
    return tomllib.loads(files(FOLDER).joinpath(name).read_text("utf-8"))


def _words(english: str, kinds: Mapping[str, list[str]], wanted: str | list[str] | None) -> tuple[str, str] | None:
    """The masculine and the feminine word as the pack writes them: those the language's file wants, or the pack's
    first.
    """
    of = {"m": ("masculine", "generic", "common"), "f": ("feminine", "common")}
    choices = [[word for kind in of[gender] for word in kinds.get(kind, ())] for gender in GENDERS]
    if wanted is None:
        first = (kinds.get("masculine", []), kinds.get("feminine", []))
        if all(first):
            return first[0][0], first[1][0]
        common = kinds.get("common", [])
        return (common[0], common[0]) if common and not any(first) else None
    singulars = [wanted, wanted] if isinstance(wanted, str) else wanted
    found = []
    for singular, words in zip(singulars, choices, strict=True):
        named = [word for word in words if re.split(r"[,|/]", word)[0].strip() == singular]
        if not named:
            raise UsageError(f"the language pack has no word {singular!r} for {english!r}, which askew/mend wants")
        found.append(named[0])
    return found[0], found[1]


def _forms(word: str, gender: str, cases: tuple[str, ...]) -> Forms:
    """The first spelling of each form.

    >>> sorted(_forms("CEO / CEO, CEOs", "m", ()).items())
    [(('pl', ''), 'CEO'), (('sg', ''), 'CEO')]
    """
    forms: dict[tuple[str, str], str] = {}
    for form, readings in parse_lexeme(word, gender, cases).items():
        for reading in readings:
            for case in [reading.case] if reading.case or not cases else cases:
                forms.setdefault((reading.number, case), form)
    return forms
