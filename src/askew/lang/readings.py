"""Readings: what a word can be, as gender, number and case, and what words that agree say together.

A reading is a gender, a number and (where nouns decline) a case, and a word has a set of them: German "der" is
masculine singular nominative, or feminine singular genitive or dative, or plural genitive of any gender. Whatever two
words say together is the intersection of what each allows.
"""

import itertools
from functools import lru_cache
from typing import NamedTuple

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
