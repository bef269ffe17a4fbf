"""Which gender a translation gives to a named person: find the noun with the language pack, then read it in context.

1. Every form of the occupation is looked up as whole words, longest first.
2. A noun's readings (gender, number, case) decide by themselves if they are of one gender.
3. Otherwise the determiners before it and the adjectives beside it narrow them down, word by word, as far as they agree; after
   them the verb, in languages whose verbs show the subject's gender.
4. What is still open is *undecided*; a form with an inclusive ending, a pair of determiners, or forms of both genders, is *both*.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from askew.core.records import Span
from askew.judges.lexicon import Lexicon, Match
from askew.lang import pack
from askew.lang.pack import NUMBERS, LanguagePack, Reading, Readings, unify
from askew.text.words import Word, words

MALE, FEMALE, NEUTRAL = "male", "female", "neutral"
BOTH, UNDECIDED, NOT_FOUND = "both", "undecided", "not_found"
_NAMES = {"m": MALE, "f": FEMALE, "n": NEUTRAL}

# Why a gender could not be told. These are shown to people and counted, so they are spelt in one place.
NO_FORM = "no form found"
BOTH_FORMS = "both genders found"
SAME_FORM = "form is the same for both genders"
EPICENE = "noun of one gender whoever is meant"
WRONG_NUMBER = "wrong number"

VERB_DISTANCE = 4  # how many words on a noun's verb is looked for

_IN_NUMBER = {number: frozenset({Reading("", number)}) for number in NUMBERS}

# What may stand between two words of one noun phrase; after and within a pair of determiners, "le/la" or "o(a)".
_JOINED = re.compile(r"[\s'’‑-]*")
_PAIR_GAP = re.compile(r"\)?[\s'’]*")
_SLASH = re.compile(r"['’]?\s?[/(*:_]-?\s?")


@dataclass(frozen=True)
class Mention:
    """One place where the occupation is named, and what it says there."""

    span: Span
    verdict: str
    reason: str
    decided_by: tuple[Span, ...] = ()


@dataclass(frozen=True)
class Finding:
    """What a whole translation says of the person."""

    verdict: str
    reason: str
    found: tuple[Span, ...] = ()
    decided_by: tuple[Span, ...] = ()


class GenderReader:
    """Reads the gender of persons in one language."""

    def __init__(self, language_pack: LanguagePack) -> None:
        self.pack = language_pack
        self.lexicon = Lexicon(language_pack)

    def read(self, occupation: str, text: str, number: str | None = None) -> Finding:
        """The gender ``text`` gives to the ``occupation`` (its English name), which should be in that number."""
        tokens = words(text)
        matches = self.lexicon.matches(occupation, tokens)
        return combine([self.mention(text, tokens, match, number) for match in matches])

    def mention(self, text: str, tokens: Sequence[Word], match: Match, number: str | None = None) -> Mention:
        """What one mention says, read with the words around it."""
        span = Span(tokens[match.first].start, tokens[match.last - 1].end)
        if match.form.both or self._is_inclusive(text, span):
            return Mention(span, BOTH, BOTH_FORMS)
        readings = match.form.readings
        if number is not None:
            readings = unify(readings, _IN_NUMBER[number])
            if not readings:
                return Mention(span, UNDECIDED, WRONG_NUMBER)
        if _genders(readings) == {""}:
            return Mention(span, UNDECIDED, EPICENE)
        deciders: list[Span] = []
        if len(_genders(readings)) > 1:
            if pair := self._pair_before(text, tokens, match.first):
                return Mention(span, BOTH, BOTH_FORMS, pair)
            for word, allowed in self._agreeing_words(text, tokens, match):
                narrowed = unify(readings, allowed)
                if narrowed and _genders(narrowed) != _genders(readings):
                    deciders.append(Span(word.start, word.end))
                readings = narrowed or readings
                if len(_genders(readings)) == 1:
                    break
        if len(_genders(readings)) > 1 and not match.form.generic:
            return Mention(span, UNDECIDED, SAME_FORM)
        gender = "m" if len(_genders(readings)) > 1 else _genders(readings).pop()
        by = ", ".join(f"“{text[slice(*decider)]}”" for decider in deciders)
        reason = f"“{text[slice(*span)]}”" + (f" with {by}" if by else "")
        return Mention(span, _NAMES[gender], reason, tuple(deciders))

    def _agreeing_words(self, text: str, tokens: Sequence[Word], match: Match) -> Iterator[tuple[Word, Readings]]:
        """The words that can tell a noun's gender, the surest first: determiners, adjectives, the verb."""
        adjectives: list[tuple[Word, Readings]] = []
        determined = False
        before = match.first - 1
        while before >= 0 and _joined(text, tokens[before], tokens[before + 1]):
            token = tokens[before]
            if (allowed := self.lexicon.determiner(text, token)) is not None:
                determined = True
                yield token, allowed
            elif determined:
                break
            elif self.pack.adjective_place != "after" and (allowed := self.lexicon.adjective(token)) is not None:
                adjectives.append((token, allowed))
            elif not self.lexicon.is_adverb(token):
                break
            before -= 1
        after = match.last
        while (
            self.pack.adjective_place != "before"
            and after < len(tokens)
            and _joined(text, tokens[after - 1], tokens[after])
        ):
            token = tokens[after]
            if (allowed := self.lexicon.adjective(token)) is not None:
                adjectives.append((token, allowed))
            elif not self.lexicon.is_adverb(token):
                break
            after += 1
        yield from adjectives
        if self._can_be_subject(text, tokens, match, before):
            yield from self._verbs(text, tokens, before, match.last)

    def _can_be_subject(self, text: str, tokens: Sequence[Word], match: Match, before: int) -> bool:
        """Where nouns decline, their readings tell; elsewhere the noun must open its clause, with nothing but an article on it."""
        if self.pack.cases:
            return True
        opens = before < 0 or not _joined(text, tokens[before], tokens[before + 1])
        return (opens or self.pack.verb_before_noun) and match.prefix in ("", *self.pack.article_prefixes)

    def _verbs(self, text: str, tokens: Sequence[Word], before: int, last: int) -> Iterator[tuple[Word, Readings]]:
        """A verb that opens the clause right before the noun, where the language has that; else the one that follows it soon."""
        if self.pack.verb_before_noun and before >= 0 and _joined(text, tokens[before], tokens[before + 1]):
            start = before
            while start > 0 and self.lexicon.is_adverb(tokens[start - 1]):  # "yesterday came the doctor"
                start -= 1
            opens = start == 0 or not _joined(text, tokens[start - 1], tokens[start])
            if opens and (allowed := self.lexicon.verb(tokens[before])) is not None:
                yield tokens[before], allowed
                return
        for index in range(last, min(last + VERB_DISTANCE, len(tokens))):
            if not _joined(text, tokens[index - 1], tokens[index]):
                break
            if (allowed := self.lexicon.verb(tokens[index])) is not None:
                yield tokens[index], allowed
                return

    def _pair_before(self, text: str, tokens: Sequence[Word], first: int) -> tuple[Span, ...]:
        """Both determiners of a pair right before a noun, "le/la", "o(a)" or "der oder die"; empty if there is none."""
        near, far = first - 1, first - 2
        if far < 0 or not _PAIR_GAP.fullmatch(text[tokens[near].end : tokens[first].start]):
            return ()
        conjunction = self.lexicon.joins_pairs(tokens[far]) and far > 0
        if conjunction:
            far -= 1
        left, right = (self.lexicon.determiner(text, tokens[index]) for index in (far, near))
        if left is None or right is None or unify(left, right):
            return ()
        if not conjunction and not _SLASH.fullmatch(text[tokens[far].end : tokens[near].start]):
            return ()
        return Span(tokens[far].start, tokens[far].end), Span(tokens[near].start, tokens[near].end)

    def _is_inclusive(self, text: str, span: Span) -> bool:
        """Whether the form carries an inclusive ending: after it (``*in``, ``/a``), or as its own (``IngenieurIn``)."""
        if self._suffixes.match(text, span.end):
            return True
        own = text[span.start : span.end]
        return any(own.endswith(ending) and own[: -len(ending)][-1:].islower() for ending in self._capital_endings)

    @cached_property
    def _suffixes(self) -> re.Pattern[str]:
        """Endings written after a form, longest first, that end the word."""
        signs = [re.escape(suffix) for suffix in self.pack.inclusive_suffixes if not suffix[0].isalpha()]
        return re.compile(rf"(?:{'|'.join(signs)})(?![^\W_])" if signs else r"(?!)")

    @cached_property
    def _capital_endings(self) -> tuple[str, ...]:
        return tuple(suffix for suffix in self.pack.inclusive_suffixes if suffix[0].isupper())


@cache
def reader_of(language: str) -> GenderReader:
    """The reader of a language with a pack; kept, since making its lookups ready takes time."""
    return GenderReader(pack.load(language))


def combine(mentions: Sequence[Mention]) -> Finding:
    """What several mentions of one person say together."""
    decided = [mention for mention in mentions if mention.verdict in (MALE, FEMALE, NEUTRAL, BOTH)]
    verdicts = {mention.verdict for mention in decided}
    found = tuple(mention.span for mention in decided or mentions)
    if len(verdicts) == 1 and BOTH not in verdicts:
        deciders = tuple(span for mention in decided for span in mention.decided_by)
        return Finding(verdicts.pop(), decided[0].reason, found, deciders)
    if verdicts:
        return Finding(BOTH, BOTH_FORMS, found, tuple(span for mention in decided for span in mention.decided_by))
    if mentions:
        # A form that is right but tells no gender says more than one in the wrong number.
        best = min(mentions, key=lambda mention: mention.reason == WRONG_NUMBER)
        return Finding(UNDECIDED, best.reason, found)
    return Finding(NOT_FOUND, NO_FORM)


def _genders(readings: Readings) -> set[str]:
    return {reading.gender for reading in readings}


def _joined(text: str, left: Word, right: Word) -> bool:
    """Whether two words can be of one noun phrase: only spaces, apostrophes or hyphens stand between them."""
    return _JOINED.fullmatch(text, left.end, right.start) is not None
