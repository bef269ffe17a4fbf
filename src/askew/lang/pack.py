"""A language pack: what the judges must know of one target language, read from one TOML file.

Grammar is kept as *readings*. A reading is a gender, a number and (where nouns decline) a case, and a word
has a set of them: German "der" is masculine singular nominative, or feminine singular genitive or dative,
or plural genitive of any gender. Whatever two words say together is the intersection of what each allows.
So a noun of common gender is no special case: it is a form with readings in both genders.

The file format is described in ``docs/language-packs.md``.
"""

import hashlib
import itertools
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from askew.core.errors import InputError, UsageError

GENDERS = ("m", "f", "n")
NUMBERS = ("sg", "pl")


class Reading(NamedTuple):
    """One grammatical reading of a word; an empty string stands for 'any'."""

    gender: str
    number: str
    case: str = ""

    def meets(self, other: "Reading") -> "Reading | None":
        """What two words say together if they agree, else None.

        >>> Reading("m", "sg", "nom").meets(Reading("", "sg"))
        Reading(gender='m', number='sg', case='nom')
        >>> Reading("m", "sg").meets(Reading("f", "sg")) is None
        True
        """
        parts = []
        for mine, theirs in zip(self, other, strict=True):
            if mine and theirs and mine != theirs:
                return None
            parts.append(mine or theirs)
        return Reading(*parts)


Readings = frozenset[Reading]


@lru_cache(maxsize=1 << 16)
def unify(left: Readings, right: Readings) -> Readings:
    """All readings two agreeing words can have together; empty if they clash.

    >>> der = parse_readings("m.sg.nom f.sg.gen f.sg.dat pl.gen", ("nom", "gen", "dat", "acc"))
    >>> angestellte = parse_readings("m.sg.nom f.sg.nom f.sg.acc", ("nom", "gen", "dat", "acc"))
    >>> unify(der, angestellte)
    frozenset({Reading(gender='m', number='sg', case='nom')})
    """
    return frozenset(met for a, b in itertools.product(left, right) if (met := a.meets(b)) is not None)


def parse_readings(text: str, cases: tuple[str, ...] = ()) -> Readings:
    """Readings written as dotted atoms: ``"m.sg f.sg"``, ``"pl.gen"``, ``"sg"``.

    >>> sorted(parse_readings("f.sg pl"))
    [Reading(gender='', number='pl', case=''), Reading(gender='f', number='sg', case='')]
    """
    readings = set()
    for atom in text.split():
        fields = {"gender": "", "number": "", "case": ""}
        for part in atom.split("."):
            kind = (
                "gender" if part in GENDERS
                else "number" if part in NUMBERS
                else "case" if part in cases
                else None
            )  # fmt: skip
            if kind is None or fields[kind]:
                raise ValueError(f"{atom!r} is no reading: {part!r} is not a gender, number or case, or stands twice")
            fields[kind] = part
        readings.add(Reading(**fields))
    if not readings:
        raise ValueError("a word needs at least one reading")
    return frozenset(readings)


def parse_lexeme(text: str, gender: str, cases: tuple[str, ...] = ()) -> dict[str, set[Reading]]:
    """One noun with its forms, written ``singular / plural``; cases split by ``|``, variants by ``,``.

    >>> sorted(parse_lexeme("médico / médicos", "m"))
    ['médico', 'médicos']
    >>> forms = parse_lexeme("Arzt|Arztes,Arzts|Arzt|Arzt / Ärzte|Ärzte|Ärzten|Ärzte", "m", ("nom", "gen", "dat", "acc"))
    >>> forms["Ärzten"]
    {Reading(gender='m', number='pl', case='dat')}
    """
    halves = text.split("/")
    if len(halves) > 2:
        raise ValueError(f"{text!r} has more than one '/'")
    forms: dict[str, set[Reading]] = {}
    for number, half in zip(NUMBERS, halves, strict=False):
        cells = [cell.strip() for cell in half.split("|")]
        if cells == [""]:
            continue
        if len(cells) not in (1, len(cases) or 1):
            raise ValueError(f"{text!r} has {len(cells)} case forms in the {number}, the pack has {len(cases)} cases")
        for position, cell in enumerate(cells):
            case = cases[position] if len(cells) > 1 else ""
            for form in cell.split(","):
                if not form.strip():
                    raise ValueError(f"{text!r} has an empty form")
                forms.setdefault(form.strip(), set()).add(Reading(gender, number, case))
    if not forms:
        raise ValueError("a noun needs at least one form")
    return forms


@dataclass(frozen=True)
class Occupation:
    """The translations of one English occupation: every form with its readings.

    ``epicene`` forms have one grammatical gender whoever is meant ("la víctima"), so they say nothing. ``generic`` forms are
    masculine unless a word that agrees with them is feminine ("наша врач сказала").
    """

    english: str
    forms: Mapping[str, Readings]
    generic: frozenset[str]
    epicene: Mapping[str, Readings]


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
    determiners: Mapping[str, Readings]
    pronouns: Mapping[str, Readings]
    clitics: Mapping[str, Readings]
    adjectives: Mapping[str, Readings]
    verbs: Mapping[str, Readings]
    verb_endings: Mapping[str, Readings]
    adjective_place: str
    verb_before_noun: bool
    prefixes: tuple[str, ...]
    article_prefixes: tuple[str, ...]
    adverbs: frozenset[str]
    or_words: frozenset[str]
    inclusive_suffixes: tuple[str, ...]
    inclusive_endings: Mapping[str, tuple[str, ...]]
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


KNOWN_KEYS = {
    "code", "name", "version", "direction", "cases", "sources", "determiners", "pronouns", "clitics",
    "adjectives", "adjective_place", "verbs", "verb_before_noun", "prefixes", "article_prefixes", "adverbs", "or_words", "inclusive_suffixes", "inclusive_endings", "occupations",
}  # fmt: skip
KINDS = {"masculine": "m", "feminine": "f", "neuter": "n"}


def parse(raw: bytes, where: str = "language pack") -> LanguagePack:
    """A pack from the bytes of its TOML file; any slip in it is an error that names the entry."""
    try:
        table = tomllib.loads(raw.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as slip:
        raise InputError(f"not a readable language pack: {slip}", where=where) from None
    unknown = set(table) - KNOWN_KEYS
    missing = {"code", "name", "version", "sources", "occupations"} - set(table)
    if unknown or missing:
        raise InputError(f"unknown keys {sorted(unknown)}, missing keys {sorted(missing)}", where=where)
    cases = tuple(table.get("cases", ()))
    entry = ""  # what is being read, for the error
    try:
        words = {}
        for section in ("determiners", "pronouns", "clitics"):
            entry = section
            words[section] = {w: parse_readings(r, cases) for w, r in table.get(section, {}).items()}
        entry = "adjectives"
        adjectives = _adjectives(table.get("adjectives", {}), cases)
        entry = "verbs"
        verbs = {
            part: {
                word: parse_readings(readings, cases) for word, readings in table.get("verbs", {}).get(part, {}).items()
            }
            for part in ("words", "endings")
        }
        occupations = {}
        for english, kinds in table["occupations"].items():
            entry = f"occupations.{english}"
            occupations[english] = _occupation(english, kinds, cases)
    except (ValueError, AttributeError, TypeError) as slip:
        raise InputError(f"{entry}: {slip}", where=where) from None
    return LanguagePack(
        code=table["code"],
        name=table["name"],
        version=table["version"],
        digest=hashlib.sha256(raw).hexdigest()[:8],
        direction=table.get("direction", "ltr"),
        cases=cases,
        sources=tuple(table["sources"]),
        determiners=words["determiners"],
        pronouns=words["pronouns"],
        clitics=words["clitics"],
        adjectives=adjectives,
        verbs=verbs["words"],
        verb_endings=verbs["endings"],
        adjective_place=table.get("adjective_place", "both"),
        verb_before_noun=table.get("verb_before_noun", False),
        prefixes=tuple(sorted(table.get("prefixes", ()), key=len, reverse=True)),
        article_prefixes=tuple(sorted(table.get("article_prefixes", ()), key=len, reverse=True)),
        adverbs=frozenset(table.get("adverbs", ())),
        or_words=frozenset(table.get("or_words", ())),
        inclusive_suffixes=tuple(sorted(table.get("inclusive_suffixes", ()), key=len, reverse=True)),
        inclusive_endings={ending: tuple(others) for ending, others in table.get("inclusive_endings", {}).items()},
        occupations=occupations,
    )


def _adjectives(section: Mapping[str, Any], cases: tuple[str, ...]) -> dict[str, Readings]:
    """Regular adjectives are stems times endings; irregular ones are spelt out under ``words``."""
    forms = {word: parse_readings(readings, cases) for word, readings in section.get("words", {}).items()}
    endings = {ending: parse_readings(readings, cases) for ending, readings in section.get("endings", {}).items()}
    for stem, (ending, readings) in itertools.product(section.get("stems", ()), endings.items()):
        forms.setdefault(stem + ending, readings)
    return forms


def _occupation(english: str, kinds: Mapping[str, Iterable[str]], cases: tuple[str, ...]) -> Occupation:
    unknown = set(kinds) - {*KINDS, "common", "generic", "epicene"}
    if unknown:
        raise ValueError(f"unknown kinds {sorted(unknown)}")
    forms: dict[str, set[Reading]] = {}
    epicene: dict[str, set[Reading]] = {}
    lexemes = [(lexeme, gender) for kind, gender in KINDS.items() for lexeme in kinds.get(kind, ())]
    both = [*kinds.get("common", ()), *kinds.get("generic", ())]
    lexemes += [(lexeme, gender) for lexeme in both for gender in ("m", "f")]
    for lexeme, gender in lexemes:
        for form, readings in parse_lexeme(lexeme, gender, cases).items():
            forms.setdefault(form, set()).update(readings)
    for lexeme in kinds.get("epicene", ()):
        epicene.update(parse_lexeme(lexeme, "", cases))
    if not forms and not epicene:
        raise ValueError("no forms")
    return Occupation(
        english,
        {form: frozenset(readings) for form, readings in forms.items()},
        frozenset(form for lexeme in kinds.get("generic", ()) for form in parse_lexeme(lexeme, "m", cases)),
        {form: frozenset(readings) for form, readings in epicene.items()},
    )
