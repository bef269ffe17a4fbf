"""Which gender does a translation give to people whose gender the source leaves open?

For each person the corpus has key words in either gender (GATE, Rarrick et al. 2023). In this order, the first that
says something:

1. key nouns that differ between the genders, each read where it stands, so that "empleado/a" is both;
2. key nouns that are the same in both, read with what agrees with them: "la periodista";
3. words beside the key noun that differ: "periodistas muy inquietas";
4. the language pack's forms, where the English key word is one of its people;
5. in a sentence with one person, content words that only the feminine or only the masculine reference has;
6. where the key words are function words alone ("ellas"), those that the references in the other gender lack.

A form that shows no gender is *neutral*, forms of both genders are *both*; a person of whom none of these is found is
*not found*.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from askew.core.records import Item, Output, Span, Verdict
from askew.judges.agreement import MODIFIER
from askew.judges.contrast import GENDERED, Contrast, own_words
from askew.judges.forms import Form, Match
from askew.judges.gender import (
    BOTH,
    FEMALE,
    GENDER_NAMES,
    MALE,
    NEUTRAL,
    NOT_FOUND,
    UNDECIDED,
    Finding,
    combine,
    reader_of,
)
from askew.judges.translation import TranslationJudge
from askew.lang.readings import NUMBERS, Reading
from askew.text.plurals import numbers
from askew.text.words import Word, key, keys

PERSON, SEGMENT = "person", "segment"
PEOPLE, FEMININE, MASCULINE = "people", "feminine", "masculine"
FAIR = "fair"
OTHER_WORD = "other"
KEY_WORD, SAME_KEY_WORD, PACK, REFERENCE = "key word", "same key word", "pack", "reference"
_HEAD = re.compile(r"\[([^\]]*)\]")
_UNSAID = re.compile(r"\([^)]*\)")
_SPACE = re.compile(r"[\s'’]+")
_FORMS = {
    "f": Form(frozenset(Reading("f", number) for number in NUMBERS)),
    "m": Form(frozenset(Reading("m", number) for number in NUMBERS)),
    "": Form(frozenset(Reading(gender, number) for gender in "mf" for number in NUMBERS)),
}


@dataclass(frozen=True)
class KeyWords:
    """What names a person in one gender: the nouns, and the words beside them."""

    heads: frozenset[str]
    beside: frozenset[str]

    @property
    def all(self) -> frozenset[str]:
        """All of them."""
        return self.heads | self.beside


@dataclass(frozen=True)
class PersonWords:
    """One person of a sentence: the English key word, and the words that name them in either gender."""

    english: str
    feminine: KeyWords
    masculine: KeyWords


@cache
def people_of(english: str, feminine: str, masculine: str, count: int) -> tuple[PersonWords, ...]:
    """The people of GATE's three columns of key words: people split by ``;``, mentions by ``=``, heads in brackets.

    >>> [person.english for person in people_of("your [friend];you=happy", "amiga;(tú)=feliz", "amigo;(tú)=feliz", 2)]
    ['friend', 'you']
    """
    columns = [_parts(column, count) for column in (english, feminine, masculine)]
    return tuple(
        PersonWords(_english(name), _key_words(fem), _key_words(masc)) for name, fem, masc in zip(*columns, strict=True)
    )


def _parts(column: str, count: int) -> list[str]:
    """A column's cells, one for each person; one person has all of it."""
    parts = column.split(";") if count > 1 else [column.replace(";", "=")]
    return [*parts, *[""] * count][:count]


def _english(mention: str) -> str:
    """The head of the first mention, in lower case."""
    first = mention.split("=")[0]
    head = _HEAD.search(first)
    return " ".join(keys(head[1] if head else first))


def _key_words(mentions: str) -> KeyWords:
    """The words of all mentions, without pronouns that are left unsaid; without brackets, every word is a head."""
    heads: list[str] = []
    beside: list[str] = []
    for mention in _UNSAID.sub(" ", mentions).split("="):
        bracketed = _HEAD.findall(mention)
        heads += bracketed or [mention]
        beside += [_HEAD.sub(" ", mention)] if bracketed else []
    return KeyWords(_agreeing(heads), _agreeing(beside))


def _agreeing(phrases: Iterable[str]) -> frozenset[str]:
    """The words that others agree with: of one with hyphens the first, so of "hors-la-loi" not "loi"."""
    return frozenset(keys(word)[0] for phrase in phrases for word in _SPACE.split(phrase) if keys(word))


class AmbiguousJudge:
    """Judges one language that has a pack."""

    def __init__(self, target: str) -> None:
        self._reader = reader_of(target)
        self._contrast = Contrast(target)
        self._quality = TranslationJudge(target, ("bleu", "chrf"), tell_language=False)

    def signature(self, items: Sequence[Item], outputs: Sequence[Output]) -> Mapping[str, str]:
        """The rules, the pack's content, and sacreBLEU's own signatures."""
        return {
            **self._quality.signature(items, outputs),
            "judge": "ambiguous-1",
            "pack": self._reader.pack.signature,
        }

    def judge(self, items: Sequence[Item], outputs: Sequence[Output]) -> list[Verdict]:
        """One verdict per person, and one per sentence with what BLEU and chrF count."""
        verdicts: list[Verdict] = []
        for item, output, segment in zip(items, outputs, self._quality.judge(items, outputs), strict=True):
            people = self._people(item, output)
            said = {verdict.labels["predicted"] for verdict in people} & {MALE, FEMALE}
            several = sum(verdict.labels["predicted"] in (MALE, FEMALE) for verdict in people) > 1
            labels = {
                "row": SEGMENT,
                "covered": "yes",
                "several": "yes" if several else "no",
                "mixed": "yes" if len(said) > 1 else "no",
            }
            verdicts += [*people, replace(segment, labels=labels)]
        return verdicts

    def _people(self, item: Item, output: Output) -> list[Verdict]:
        attributes, count = item.attributes, int(item.attributes[PEOPLE])
        people = people_of(attributes["words"], attributes[FEMININE], attributes[MASCULINE], count)
        tokens = self._reader.tokens(output.text)
        verdicts = []
        for number, person in enumerate(people, 1):
            finding, how = self._finding(person, item, output.text, tokens)
            predicted = NEUTRAL if finding.verdict == UNDECIDED else finding.verdict
            labels = {
                "row": PERSON,
                "verdict": verdict_on(predicted),
                "predicted": predicted,
                "covered": "no" if predicted == NOT_FOUND else "yes",
                "found_by": how,
                "entity": self._occupation(person.english) or OTHER_WORD,
                "word": person.english,
            }
            unit = f"{number} {person.english}"
            verdicts.append(Verdict(item.id, unit, labels, finding.reason, finding.found, finding.decided_by))
        return verdicts

    def _finding(self, person: PersonWords, item: Item, text: str, tokens: Sequence[Word]) -> tuple[Finding, str]:
        """What is said of one person, and how that was found."""
        feminine, masculine = person.feminine, person.masculine
        undecided = None
        for how, listed in (
            (KEY_WORD, _differing(feminine.heads, masculine.heads)),
            (SAME_KEY_WORD, dict.fromkeys(feminine.heads & masculine.heads, "")),
            (KEY_WORD, _differing(feminine.beside, masculine.beside)),
        ):
            finding = self._read(listed, text, tokens)
            if finding.verdict == UNDECIDED:
                finding = self._before(finding, person, text, tokens)
            if finding.verdict == UNDECIDED:
                undecided = undecided or (finding, how)
            elif finding.verdict != NOT_FOUND:
                return finding, how
        if undecided is not None:
            return undecided
        if occupation := self._occupation(person.english):
            finding = self._reader.read(occupation, text)
            if finding.verdict != NOT_FOUND:
                return finding, PACK
        return self._by_references(person, item, text, tokens)

    def _before(self, finding: Finding, person: PersonWords, text: str, tokens: Sequence[Word]) -> Finding:
        """A noun that leaves the gender open, with key words right before it: "las tres [integrantes]"."""
        differing = _differing(person.feminine.beside, person.masculine.beside)
        beside = person.feminine.beside | person.masculine.beside
        starts = {span.start for span in finding.found}
        for place in (place for place, token in enumerate(tokens) if token.start in starts):
            for before in range(place - 1, -1, -1):
                if tokens[before].key not in beside:
                    break
                if gender := differing.get(tokens[before].key):
                    span, word = finding.found[0], tokens[before]
                    by = Span(word.start, word.end)
                    reason = f"“{text[slice(*span)]}” with “{text[slice(*by)]}”"
                    return Finding(GENDER_NAMES[gender], reason, finding.found, (by,), MODIFIER)
        return finding

    def _by_references(self, person: PersonWords, item: Item, text: str, tokens: Sequence[Word]) -> tuple[Finding, str]:
        """By words of the references, where neither key nouns nor the pack's forms are found."""
        feminine, masculine = own_words(item.references[0], item.references[-1])
        if item.attributes[PEOPLE] == "1":
            own = {**dict.fromkeys(feminine, "f"), **dict.fromkeys(masculine, "m")}
            finding = self._read(own, text, tokens)
            if finding.verdict != NOT_FOUND:
                return finding, REFERENCE
        if all(self._contrast.is_function_word(word) for word in person.feminine.all | person.masculine.all):
            own = _differing(person.feminine.all & feminine, person.masculine.all & masculine)
            finding = self._read(own, text, tokens, functional=True)
            if finding.verdict != NOT_FOUND:
                return finding, KEY_WORD
        return Finding(NOT_FOUND, "none of the key words, nor a form the pack knows"), ""

    def _read(
        self, listed: Mapping[str, str], text: str, tokens: Sequence[Word], *, functional: bool = False
    ) -> Finding:
        """What words of known gender ("" for either) say where they stand: content words, or function words."""
        return combine(
            [
                self._reader.mention(text, tokens, Match(place, place + 1, self._form(token, listed[token.key])))
                for place, token in enumerate(tokens)
                if token.key in listed and self._contrast.is_function_word(token.key) == functional
            ]
        )

    def _form(self, token: Word, gender: str) -> Form:
        """A form of that gender; of one that is the same in both, whether the noun has one gender whoever is meant."""
        known = self._reader.lexicon.person(token) if not gender else None
        return known if known is not None and known.epicene else _FORMS[gender]

    def _occupation(self, english: str) -> str:
        """The name under which the pack has the English word, in either number; empty if it has none."""
        *before, last = english.split() or [""]
        names = (" ".join([*before, singular]) for singular in sorted(numbers(key(last), "en")))
        return next((name for name in names if name in self._reader.pack.occupations), "")


def _differing(feminine: frozenset[str], masculine: frozenset[str]) -> dict[str, str]:
    """The words of only one gender, with that gender."""
    return {**dict.fromkeys(feminine - masculine, "f"), **dict.fromkeys(masculine - feminine, "m")}


def verdict_on(predicted: str) -> str:
    """Whether people are given a gender, or none in particular."""
    if predicted in (MALE, FEMALE):
        return GENDERED
    return FAIR if predicted in (NEUTRAL, BOTH) else NOT_FOUND
