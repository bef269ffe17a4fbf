"""The sentences, in English and a target language, every one in both genders (with two people in all four pairings)."""

import itertools
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from askew.core.errors import UsageError, first_five
from askew.core.files import read_lines
from askew.mend.people import GENDERS, Language, Person, load, read
from askew.version import __version__

_SLOT = re.compile(r"\{([^{}]+)\}")
SECOND = "other"  # the second person of a sentence


@dataclass(frozen=True)
class Pair:
    """A sentence and its translation."""

    sentence: str
    """Its name in english.toml."""
    people: tuple[str, ...]
    genders: str
    """A letter for each of the people."""
    source: str
    target: str


def balanced(target: str, without: Iterable[str] = ()) -> list[Pair]:
    """All sentences about all people of a target language but those ``without``; as many masculine as feminine.

    Raises UsageError for a language that has no pack or no sentences, and for a person the pack does not know.
    """
    language = load(target)
    people = _without(language, list(without))
    english = read("english.toml")["sentences"]
    return [
        pair
        for name in language.sentences
        for pair in _pairs(name, english[name], language.sentences[name], people, language)
    ]


def held_out(path: str | Path) -> list[str]:
    """People from a file, one a line; empty lines and lines that start with # are left out."""
    lines = read_lines(path)
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def to_tsv(target: str, pairs: list[Pair], without: Iterable[str] = ()) -> str:
    """A header of lines that start with #, then a row per pair: sentence, people, their genders, English, translation."""
    language = load(target)
    people = sorted({person for pair in pairs for person in pair.people})
    feminine = sum(pair.genders[0] == "f" for pair in pairs)
    header = [
        f"askew {__version__} balance: English to {language.name} ({target}), language pack {language.pack}",
        f"{len(pairs)} pairs from {len({pair.sentence for pair in pairs})} sentences; the first person is feminine in "
        f"{feminine}, "
        f"masculine in {len(pairs) - feminine}",
        f"{len(people)} people: {', '.join(people)}",
        f"held out: {', '.join(sorted(set(without))) or 'nobody'}",
        *(f"left out: {name}: {why}" for name, why in sorted(language.left_out.items())),
        "columns: sentence, people, genders, source, target (tab-separated)",
    ]
    rows = ("\t".join((p.sentence, "+".join(p.people), p.genders, p.source, p.target)) for p in pairs)
    return "".join(f"# {line}\n" for line in header) + "".join(f"{row}\n" for row in rows)


def _without(language: Language, names: list[str]) -> list[Person]:
    known = {person.english for person in language.people} | language.left_out.keys()
    if strangers := [name for name in names if name not in known]:
        raise UsageError(
            f"the {language.name} language pack does not know {first_five(strangers)}; it knows "
            f"{', '.join(sorted(known))}"
        )
    people = [person for person in language.people if person.english not in names]
    if len(people) < 2:
        raise UsageError(f"{len(people)} people are left; at least two are needed")
    return people


def _pairs(name: str, source: str, target: str, people: list[Person], language: Language) -> Iterator[Pair]:
    """A sentence about everybody; the second person of a sentence is the next but some, others for each sentence."""
    if name in _about_jobs():
        people = [person for person in people if person.english not in _no_jobs()]
        if not people:
            return
    has_two = re.search(rf"[{{ ]{SECOND}\}}", source) is not None
    shift = 1 + sum(map(ord, name)) % max(1, len(people) - 1)
    for number, person in enumerate(people):
        cast = (person, people[(number + shift) % len(people)]) if has_two else (person,)
        for genders in itertools.product(GENDERS, repeat=len(cast)):
            yield Pair(
                name,
                tuple(member.english for member in cast),
                "".join(genders),
                _filled(source, genders, lambda slot, cast=cast: _english(slot, cast)),  # type: ignore[misc]
                _filled(target, genders, lambda slot, cast=cast, genders=genders: _noun(slot, cast, genders, language)),  # type: ignore[misc]
            )


def _about_jobs() -> list[str]:
    """Sentences that only make sense of what one can be by trade."""
    return list(read("english.toml")["jobs"]["sentences"])


def _no_jobs() -> list[str]:
    """People who are something else."""
    return list(read("english.toml")["jobs"]["people_without"])


def _filled(text: str, genders: tuple[str, ...], noun: Callable[[str], str]) -> str:
    """The text with its slots filled and a capital at its start."""

    def fill(found: re.Match[str]) -> str:
        slot = found[1]
        if "|" not in slot:
            return noun(slot)
        whose = slot.startswith(f"{SECOND}:")
        choices = slot.removeprefix(f"{SECOND}:").split("|")
        return choices[GENDERS.index(genders[whose])]

    sentence = _SLOT.sub(fill, text)
    start = next(place for place, letter in enumerate(sentence) if letter.isalpha())
    return sentence[:start] + sentence[start].upper() + sentence[start + 1 :]


def _english(slot: str, cast: tuple[Person, ...]) -> str:
    article, _, which = slot.rpartition(" ")
    singular = cast[which == SECOND].english
    if which == "people":
        usual = f"{singular}es" if singular.endswith("s") else f"{singular}s"
        return str(read("english.toml")["plurals"].get(singular, usual))
    if article == "a":
        return f"{'an' if re.match('[aeio]|un', singular) else 'a'} {singular}"
    return singular


def _noun(slot: str, cast: tuple[Person, ...], genders: tuple[str, ...], language: Language) -> str:
    """``the person``, ``to the other``, ``people`` and, where nouns decline, ``the person.acc``."""
    phrase, _, case = slot.partition(".")
    article, _, which = phrase.rpartition(" ")
    place, number = int(which == SECOND), "pl" if which == "people" else "sg"
    forms = cast[place].forms[genders[place]]
    declines = any(case for _, case in forms)
    case = case or ("nom" if declines else "")
    noun = forms[number, case]
    return language.with_article(article, noun, genders[place], number, case) if article else noun
