"""A language pack: what the judges must know of one target language, read from one TOML file.

Grammar is kept as ``readings``, so a noun of common gender is no special case: it is a form with readings in both
genders. The file format is described in ``docs/language-packs.md``.
"""

import hashlib
import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from askew.core.errors import InputError, UsageError
from askew.formats.toml import from_toml
from askew.lang.pack_file import PackFile
from askew.lang.readings import Reading, Readings, parse_lexeme, parse_readings

Words = frozenset[str]
KINDS = {"masculine": "m", "feminine": "f", "neuter": "n"}


@dataclass(frozen=True)
class Occupation:
    """The translations of one English occupation: every form with its readings.

    ``epicene`` forms have one grammatical gender whoever is meant ("la víctima"), so they say nothing; their readings
    hold it where the noun has one. ``generic`` forms are masculine unless a word that agrees with them is feminine
    ("наша врач сказала").
    """

    english: str
    forms: Mapping[str, Readings]
    generic: frozenset[str]
    epicene: Mapping[str, Readings]


@dataclass(frozen=True)
class Endings:
    """Words of one kind: some spelt out, the rest known by how they end."""

    words: Words = frozenset()
    endings: tuple[str, ...] = ()
    but: Words = frozenset()  # words that end so and are none


@dataclass(frozen=True)
class Pronouns:
    """What shows the gender of whoever is referred to, and what tells a pronoun from the word it looks like."""

    words: Mapping[str, Readings]
    clitics: Mapping[str, Readings]  # look like articles
    enclitics: Mapping[str, Readings]  # written onto a verb that ends in one of the hosts
    enclitic_hosts: tuple[str, ...]
    stressed: Mapping[str, Readings]  # show a gender only after a preposition: fr "avec lui"
    possessive_endings: Mapping[str, Readings]  # written onto the noun owned: he, ar
    aligned_possessive_endings: Mapping[
        str, Readings
    ]  # which other words have too, so only of a noun known to be owned
    reflexives: Mapping[str, Readings]  # with the word after it that agrees with the person: pt "si mesma"
    clitic_verbs: Endings  # before one of these, an article is an object pronoun
    before_clitics: Words  # and so it is right after one of these
    auxiliaries: Words  # between "l'" and the participle that agrees with it
    impersonal: Words  # a pronoun right before one of these refers to nobody
    only_before_nouns: Words  # possessives that are also infinitives: de "sein", nl "zijn"
    after_infinitives: Words  # what stands after the infinitive, never after the possessive


@dataclass(frozen=True)
class LanguagePack:
    """What the judges must know of one language."""

    code: str
    name: str
    version: int
    digest: str
    direction: str
    cases: tuple[str, ...]
    sources: tuple[str, ...]
    articles: bool  # whether a noun in a sentence has a determiner, or an article written onto it, as a rule
    determiners: Mapping[str, Readings]
    titles: Mapping[str, Readings]
    pronouns: Pronouns
    adjectives: Mapping[str, Readings]
    participles: Mapping[str, Readings]  # by ending
    copulas: Words
    before_copulas: Words  # what may stand between a noun and the copula
    feminine_before_vowel: Words  # determiners that are masculine unless a vowel follows: fr "son"
    relative_pronouns: Mapping[str, Readings]  # which show the gender of the noun before them: ru "которая"
    before_stressed_a: Words  # masculine determiners that stand before a feminine noun in stressed a: es "el ama"
    verbs: Mapping[str, Readings]
    verb_endings: Mapping[str, Readings]
    adjective_place: str
    verb_before_noun: bool
    prefixes: tuple[str, ...]
    article_prefixes: tuple[str, ...]
    adverbs: Words
    prepositions: Words
    conjunctions: Words
    and_words: Words
    but_words: Words
    and_prefixes: Words  # "and" written onto the next word: he, ar
    relatives: Words  # after a determiner they stand for a person: es "la que"
    or_words: Words
    inclusive_suffixes: tuple[str, ...]
    inclusive_endings: Mapping[str, tuple[str, ...]]
    things: Endings
    fields: Words
    person_endings: Mapping[str, Readings]
    people: Occupation
    occupations: Mapping[str, Occupation]

    @property
    def signature(self) -> str:
        """Version and content in one word, so that an edited pack can't pass for the published one."""
        return f"{self.code}-{self.version}+{self.digest}"

    def occupation(self, english: str) -> Occupation:
        """The entry of an English occupation, or an error that says which pack lacks it."""
        try:
            return self.occupations[english]
        except KeyError:
            raise UsageError(f"the {self.name} language pack has no entry for {english!r}") from None


def available() -> list[str]:
    """Codes of the languages that have a pack, sorted."""
    folder = files("askew.lang")
    return sorted(entry.name[:-5] for entry in folder.iterdir() if entry.name.endswith(".toml"))


@cache
def load(code: str) -> LanguagePack:
    """The pack of one language by its ISO 639-1 code."""
    if code not in available():
        raise UsageError(f"no language pack for {code!r}; there are packs for {', '.join(available())}")
    return parse(files("askew.lang").joinpath(f"{code}.toml").read_bytes(), where=f"askew/lang/{code}.toml")


def parse(raw: bytes, where: str = "language pack") -> LanguagePack:
    """A pack from the bytes of its TOML file; any slip in it is an error that names the entry."""
    file = from_toml(raw, PackFile, "language pack", where)
    return _Reader(msgspec.to_builtins(file), where).pack(hashlib.sha256(raw).hexdigest()[:8])


class _Reader:
    """One file's table while it is read; remembers where it is for errors."""

    def __init__(self, table: Mapping[str, Any], where: str) -> None:
        self._table, self._where, self._entry = table, where, ""
        self._cases = tuple(table.get("cases", ()))

    def pack(self, digest: str) -> LanguagePack:
        """The whole pack."""
        try:
            return self._pack(digest)
        except ValueError as slip:
            raise InputError(f"{self._entry}: {slip}", where=self._where) from None

    def _pack(self, digest: str) -> LanguagePack:
        table = self._table
        genders = [
            (word, gender) for kind, gender in KINDS.items() for word in self._part("epicene_genders").get(kind, ())
        ]
        occupations = {}
        for english, kinds in table["occupations"].items():
            self._entry = f"occupations.{english}"
            occupations[english] = _occupation(english, kinds, self._cases, genders)
        people = table.get("people")
        self._entry = "people"
        return LanguagePack(
            code=table["code"],
            name=table["name"],
            version=table["version"],
            digest=digest,
            direction=table.get("direction", "ltr"),
            cases=self._cases,
            sources=tuple(table["sources"]),
            articles=table.get("articles", True),
            people=_occupation("people", people, self._cases, genders) if people else Occupation("people", {}, frozenset(), {}),
            occupations=occupations,
            determiners=self._readings("determiners"),
            titles=self._readings("titles"),
            pronouns=self._pronouns(),
            adjectives=self._adjectives(),
            participles=self._readings("participles"),
            copulas=self._words("copulas"),
            before_copulas=self._words("before_copulas"),
            feminine_before_vowel=self._words("feminine_before_vowel"),
            relative_pronouns=self._readings("relative_pronouns"),
            before_stressed_a=self._words("before_stressed_a"),
            verbs=self._readings("verbs", "words"),
            verb_endings=self._readings("verbs", "endings"),
            adjective_place=table.get("adjective_place", "both"),
            verb_before_noun=table.get("verb_before_noun", False),
            prefixes=self._longest_first("prefixes"),
            article_prefixes=self._longest_first("article_prefixes"),
            adverbs=self._words("adverbs"),
            prepositions=self._words("prepositions"),
            conjunctions=self._words("conjunctions"),
            relatives=self._words("relatives"),
            and_words=self._words("and_words"),
            but_words=self._words("but_words"),
            and_prefixes=self._words("and_prefixes"),
            or_words=self._words("or_words"),
            inclusive_suffixes=self._longest_first("inclusive_suffixes"),
            inclusive_endings={ending: tuple(others) for ending, others in self._part("inclusive_endings").items()},
            things=_endings(self._part("things"), "words", "endings", "but"),
            fields=self._words("fields"),
            person_endings=self._readings("person_endings"),
        )  # fmt: skip

    def _pronouns(self) -> Pronouns:
        signs = self._part("pronoun_signs")
        lists = {
            name: frozenset(signs.get(name, ()))
            for name in ("before_clitics", "auxiliaries", "impersonal", "only_before_nouns", "after_infinitives")
        }
        return Pronouns(
            words=self._readings("pronouns"),
            clitics=self._readings("clitics"),
            enclitics=self._readings("enclitics"),
            enclitic_hosts=tuple(signs.get("enclitic_hosts", ())),
            stressed=self._readings("stressed"),
            possessive_endings=self._readings("possessive_endings"),
            aligned_possessive_endings=self._readings("aligned_possessive_endings"),
            reflexives=self._readings("reflexives"),
            clitic_verbs=_endings(signs, "clitic_verbs", "clitic_verb_endings", "clitic_verb_but"),
            **lists,
        )

    def _part(self, *path: str) -> Mapping[str, Any]:
        """A table of the file; empty if it is not there."""
        self._entry = ".".join(path)
        part = self._table
        for name in path:
            part = part.get(name, {})
        return part

    def _readings(self, *path: str) -> dict[str, Readings]:
        return {word: parse_readings(readings, self._cases) for word, readings in self._part(*path).items()}

    def _words(self, name: str) -> Words:
        self._entry = name
        return frozenset(self._table.get(name, ()))

    def _longest_first(self, name: str) -> tuple[str, ...]:
        return tuple(sorted(self._words(name), key=lambda word: (-len(word), word)))

    def _adjectives(self) -> dict[str, Readings]:
        """Regular adjectives are stems times endings; irregular ones are spelt out under ``words``."""
        forms, endings = self._readings("adjectives", "words"), self._readings("adjectives", "endings")
        stems = self._part("adjectives").get("stems", ())
        for stem, (ending, readings) in itertools.product(stems, endings.items()):
            forms.setdefault(stem + ending, readings)
        return forms


def _endings(part: Mapping[str, Any], words: str, endings: str, but: str) -> Endings:
    return Endings(
        frozenset(part.get(words, ())),
        tuple(part.get(endings, ())),
        frozenset(part.get(but, ())),
    )


def _occupation(
    english: str, kinds: Mapping[str, Iterable[str]], cases: tuple[str, ...], genders: Iterable[tuple[str, str]]
) -> Occupation:
    forms: dict[str, set[Reading]] = {}
    epicene: dict[str, set[Reading]] = {}
    lexemes = [(lexeme, gender) for kind, gender in KINDS.items() for lexeme in kinds.get(kind, ())]
    both = [*kinds.get("common", ()), *kinds.get("generic", ())]
    lexemes += [(lexeme, gender) for lexeme in both for gender in ("m", "f")]
    for lexeme, gender in lexemes:
        for form, readings in parse_lexeme(lexeme, gender, cases).items():
            forms.setdefault(form, set()).update(readings)
    for lexeme in kinds.get("epicene", ()):
        epicene.update(parse_lexeme(lexeme, _epicene_gender(lexeme, genders), cases))
    if not forms and not epicene:
        raise ValueError("no forms")
    return Occupation(
        english,
        {form: frozenset(readings) for form, readings in forms.items()},
        frozenset(form for lexeme in kinds.get("generic", ()) for form in parse_lexeme(lexeme, "m", cases)),
        {form: frozenset(readings) for form, readings in epicene.items()},
    )


def _epicene_gender(lexeme: str, genders: Iterable[tuple[str, str]]) -> str:
    """The grammatical gender of an epicene noun: of the first of its words that is listed, or ends as "-kraft" says."""
    for word in lexeme.replace("/", " ").replace("|", " ").replace(",", " ").split():
        for listed, gender in genders:
            if word == listed or (listed.startswith("-") and word.lower().endswith(listed[1:])):
                return gender
    return ""
