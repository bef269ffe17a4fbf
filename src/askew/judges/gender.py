"""Which gender a translation gives to a named person: find the noun with the language pack, then read it in context.

1. Every form of the occupation is looked up as whole words, longest first.
2. A noun's readings (gender, number, case) decide by themselves if they are of one gender; a title before it decides
   first ("Frau Doktor").
3. Otherwise the determiners before it and the adjectives beside it narrow them down, word by word, as far as they
   agree; after them the verb, in languages whose verbs show the subject's gender, or what a form of to be says of it.
4. What is still open is *undecided*; a form with an inclusive ending, a pair of determiners, or forms of both genders,
   is *both*.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from askew.core.records import Span
from askew.judges.agreement import PREDICATE, Agreement, joined
from askew.judges.forms import Match
from askew.judges.lexicon import Lexicon
from askew.lang import pack
from askew.lang.pack import LanguagePack
from askew.lang.readings import NUMBERS, Reading, Readings, unify
from askew.text.words import Word, words

MALE, FEMALE, NEUTRAL = "male", "female", "neutral"
BOTH, UNDECIDED, NOT_FOUND = "both", "undecided", "not_found"
GENDER_NAMES = {"m": MALE, "f": FEMALE, "n": NEUTRAL}
NOUN = "noun"  # which kind of word decided: the noun itself, or agreement's MODIFIER or PREDICATE

# Why a gender could not be told. These are shown to people and counted, so they are spelt in one place.
NO_FORM = "no form found"
BOTH_FORMS = "both genders found"
SAME_FORM = "form is the same for both genders"
EPICENE = "noun of one gender whoever is meant"
WRONG_NUMBER = "wrong number"

_NOMINATIVE = frozenset({Reading("", "sg", "nom")})
_IN_NUMBER = {number: frozenset({Reading("", number)}) for number in NUMBERS}


@dataclass(frozen=True)
class Mention:
    """One place where the occupation is named, and what it says there."""

    span: Span
    verdict: str
    reason: str
    decided_by: tuple[Span, ...] = ()
    kind: str = ""  # of the word that decided
    grammatical: str = ""  # the gender of an epicene noun, which says nothing of the person
    clash: Span | None = None  # a determiner that does not agree with the noun


@dataclass(frozen=True)
class Finding:
    """What a whole translation says of the person."""

    verdict: str
    reason: str
    found: tuple[Span, ...] = ()
    decided_by: tuple[Span, ...] = ()
    kind: str = ""


class GenderReader:
    """Reads the gender of persons in one language."""

    def __init__(self, language_pack: LanguagePack) -> None:
        self.pack = language_pack
        self.lexicon = Lexicon(language_pack)
        self.agreement = Agreement(self.lexicon)

    def tokens(self, text: str) -> list[Word]:
        """The words of a text, without the inclusive endings of words ("employé(e) de ménage" is three)."""
        tokens = words(text)
        if self._sign_characters.isdisjoint(text) or not self._inside.search(text):
            return tokens
        ends = {token.end: token for token in tokens}
        endings = [
            match.span(1)
            for match in self._inside.finditer(text)
            # "o(a) gerente" is a pair of determiners, which is read where it stands.
            if match.start(1) not in ends or self.lexicon.determiner(text, ends[match.start(1)]) is None
        ]
        return [token for token in tokens if not any(start <= token.start < end for start, end in endings)]

    def read(self, occupation: str, text: str, number: str | None = None) -> Finding:
        """The gender ``text`` gives to the ``occupation`` (its English name), which should be in that number."""
        tokens = self.tokens(text)
        matches = [m for m in self.lexicon.matches(occupation, text, tokens) if not self._is_field(text, tokens, m)]
        naming = self.agreement.naming(text, tokens, matches) if len(matches) > 1 else matches
        return combine([self.mention(text, tokens, match, number) for match in naming])

    def mention(self, text: str, tokens: Sequence[Word], match: Match, number: str | None = None) -> Mention:
        """What one mention says, read with the words around it."""
        span = Span(tokens[match.first].start, tokens[match.last - 1].end)
        if match.form.both or self._is_inclusive(text, tokens, match):
            return Mention(span, BOTH, BOTH_FORMS)
        if pair := self.agreement.pair_before(text, tokens, match.first):
            return Mention(span, BOTH, BOTH_FORMS, pair)
        if (title := self._title_before(text, tokens, match)) is not None:
            said = self.lexicon.title(title) or frozenset()
            return self._decided(text, span, genders(said).pop(), [(Span(title.start, title.end), NOUN)])
        readings = match.form.readings
        if number is not None:
            readings = unify(readings, _IN_NUMBER[number])
            if not readings:
                return Mention(span, UNDECIDED, WRONG_NUMBER)
        clash = self.agreement.clashing_determiner(text, tokens, match)
        if match.form.epicene:
            return self._epicene(text, tokens, match, readings, clash)
        if len(genders(readings)) == 1:
            follows = self._verbs_follow_person and genders(readings) == {"m"}
            if follows and (verb := self._other_gender(text, tokens, match, readings)) is not None:
                return self._decided(text, span, *verb)  # "šerif požádala"
            return self._decided(text, span, genders(readings).pop(), [], clash)
        return self._in_context(text, tokens, match, span, readings)

    def _title_before(self, text: str, tokens: Sequence[Word], match: Match) -> Word | None:
        """The title of a person right before the noun ("Frau Doktor"), or before its article ("Madame le juge"); in the
        same case as the noun.
        """
        place = match.first - 1
        if (
            place > 0
            and self.lexicon.determiner(text, tokens[place]) is not None
            and not self.lexicon.title(tokens[place])
        ):
            place -= 1
        said = self.lexicon.title(tokens[place]) if place >= 0 else None
        if said is None or not unify(_cases(said), _cases(match.form.readings)):
            return None
        return tokens[place] if joined(text, tokens[place], tokens[place + 1]) else None

    def _in_context(self, text: str, tokens: Sequence[Word], match: Match, span: Span, readings: Readings) -> Mention:
        """A noun that has forms alike in more than one gender: what agrees with it narrows them down."""
        deciders: list[tuple[Span, str]] = []
        for word, allowed, kind in self.agreement.words(text, tokens, match):
            narrowed = unify(readings, allowed)
            if narrowed and genders(narrowed) != genders(readings):
                deciders.append((Span(word.start, word.end), kind))
            readings = narrowed or readings
            if len(genders(readings)) == 1:
                break
        if len(genders(readings)) > 1 and not match.form.generic:
            return Mention(span, UNDECIDED, SAME_FORM)
        gender = "m" if len(genders(readings)) > 1 else genders(readings).pop()
        return self._decided(text, span, gender, deciders)

    def _decided(
        self, text: str, span: Span, gender: str, deciders: Sequence[tuple[Span, str]], clash: Word | None = None
    ) -> Mention:
        by = ", ".join(f"“{text[slice(*decider)]}”" for decider, _ in deciders)
        reason = f"“{text[slice(*span)]}”" + (f" with {by}" if by else "")
        return Mention(
            span,
            GENDER_NAMES[gender],
            reason,
            tuple(decider for decider, _ in deciders),
            deciders[-1][1] if deciders else NOUN,
            clash=Span(clash.start, clash.end) if clash else None,
        )

    def _epicene(
        self, text: str, tokens: Sequence[Word], match: Match, readings: Readings, clash: Word | None
    ) -> Mention:
        """A noun of one gender whoever is meant: only a determiner or a verb that does not agree with it says something
        ("il guardia", "ребёнок плакала").
        """
        span = Span(tokens[match.first].start, tokens[match.last - 1].end)
        grammatical = genders(readings).pop() if len(genders(readings)) == 1 else ""
        if grammatical and clash is not None:
            said = genders(unify(self.lexicon.determiner(text, clash) or frozenset(), _IN_NUMBER["sg"])) - {"n", ""}
            if len(said) == 1:
                return self._decided(text, span, said.pop(), [(Span(clash.start, clash.end), "modifier")])
        if grammatical and (verb := self._other_gender(text, tokens, match, readings)) is not None:
            return self._decided(text, span, *verb)
        return Mention(span, UNDECIDED, EPICENE, grammatical=grammatical)

    def _other_gender(
        self, text: str, tokens: Sequence[Word], match: Match, readings: Readings
    ) -> tuple[str, list[tuple[Span, str]]] | None:
        """The gender of the noun's own verb or predicate where it is another than the noun's, and the word that shows
        it.
        """
        subject = frozenset(Reading("", reading.number, reading.case) for reading in readings)
        if self.pack.cases:
            subject = unify(subject, _NOMINATIVE)
        for word, allowed, kind in self.agreement.words(text, tokens, match):
            if kind == PREDICATE and (said := genders(unify(subject, allowed))):
                other = said if len(said) == 1 and not said & {"", "n", *genders(readings)} else set()
                return (other.pop(), [(Span(word.start, word.end), kind)]) if other else None
        return None

    @cached_property
    def _verbs_follow_person(self) -> bool:
        """Whether verbs show the gender of their subject, and of a person rather than of a masculine noun: Slavic."""
        return bool(self.pack.cases and self.pack.verb_endings)

    def _is_field(self, text: str, tokens: Sequence[Word], match: Match) -> bool:
        """Whether a feminine form stands for a field of study: bare, and not what somebody is said to be ("estudió
        mecánica").
        """
        if match.last - match.first != 1 or not self.lexicon.is_field(tokens[match.first]) or match.first == 0:
            return False
        before = tokens[match.first - 1]
        if not joined(text, before, tokens[match.first]):
            return False
        return not (
            self.lexicon.is_copula(before)
            or self.lexicon.is_adverb(before)
            or self.lexicon.adjective(before)
            or self.lexicon.determiner(text, before)
            or self.lexicon.ends_clause(before)
        )

    def _is_inclusive(self, text: str, tokens: Sequence[Word], match: Match) -> bool:
        """Whether a word of it carries an inclusive ending: after it (``*in``, ``/a``), or as its own
        (``IngenieurIn``).
        """
        if any(self._suffixes.match(text, tokens[place].end) for place in range(match.first, match.last)):
            return True
        first, end = tokens[match.first].start, tokens[match.last - 1].end
        if text[end : end + 1] == "*" and not _emphasised(text, first, end):  # "pompier*": whoever it is
            return True
        own = text[first:end]
        return any(own.endswith(ending) and own[: -len(ending)][-1:].islower() for ending in self._capital_endings)

    @cached_property
    def _signs(self) -> str:
        """Endings written after a form, longest first, that begin with a sign."""
        return "|".join(re.escape(suffix) for suffix in self.pack.inclusive_suffixes if not suffix[0].isalpha())

    @cached_property
    def _suffixes(self) -> re.Pattern[str]:
        return re.compile(rf"(?:\s(?=\())?(?:{self._signs})(?![^\W_])" if self._signs else r"(?!)")

    @cached_property
    def _sign_characters(self) -> set[str]:
        """What an inclusive ending within a compound begins with: most texts have none of it."""
        return {s[0] for s in self.pack.inclusive_suffixes if not s[0].isalpha() and s[0] not in "-.־"}

    @cached_property
    def _inside(self) -> re.Pattern[str]:
        """An inclusive ending within a compound, "employé(e) de ménage"; after a hyphen it may be a pronoun."""
        signs = "|".join(re.escape(s) for s in self.pack.inclusive_suffixes if not s[0].isalpha() and s[0] not in "-.־")
        return re.compile(rf"(?<=[^\W_])({signs})(?=\s+[^\W_])" if signs else r"(?!)")

    @cached_property
    def _capital_endings(self) -> list[str]:
        return [suffix for suffix in self.pack.inclusive_suffixes if suffix[0].isupper()]


@cache
def reader_of(language: str) -> GenderReader:
    """The reader of a language; made once, since what it looks up is the same every time."""
    return GenderReader(pack.load(language))


def combine(mentions: Sequence[Mention]) -> Finding:
    """What several mentions of one person say together."""
    decided = [mention for mention in mentions if mention.verdict in (MALE, FEMALE, NEUTRAL, BOTH)]
    verdicts = {mention.verdict for mention in decided}
    found = tuple(mention.span for mention in decided or mentions)
    if len(verdicts) == 1 and BOTH not in verdicts:
        deciders = tuple(span for mention in decided for span in mention.decided_by)
        return Finding(verdicts.pop(), decided[0].reason, found, deciders, decided[0].kind)
    if verdicts:
        return Finding(BOTH, BOTH_FORMS, found, tuple(span for mention in decided for span in mention.decided_by))
    if mentions:
        # A form that is right but tells no gender says more than one in the wrong number.
        best = min(mentions, key=lambda mention: mention.reason == WRONG_NUMBER)
        return Finding(UNDECIDED, best.reason, found)
    return Finding(NOT_FOUND, NO_FORM)


def _emphasised(text: str, first: int, end: int) -> bool:
    """Whether asterisks stand around a word, as Markdown has them: they say nothing of it."""
    return text[end + 1 : end + 2].isalnum() or "*" in (text[first - 1 : first], text[end + 1 : end + 2])


def _cases(readings: Readings) -> Readings:
    """Readings by their case alone."""
    return frozenset(Reading("", "", reading.case) for reading in readings)


def genders(readings: Readings) -> set[str]:
    """The genders a set of readings has."""
    return {reading.gender for reading in readings}
