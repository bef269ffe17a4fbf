"""Which gender a translation gives to a named person: find the noun with the language pack, then read it in context.

1. Every form of the occupation is looked up as whole words, longest first.
2. A noun's readings (gender, number, case) decide by themselves if they are of one gender.
3. Otherwise the determiner before it and the adjectives beside it narrow them down, word by word, as far as they agree.
4. What is still open is *undecided*; a masculine form with an inclusive ending, or forms of both genders, is *both*.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from askew.core.records import Span
from askew.lang.pack import LanguagePack, Reading, Readings, unify
from askew.text.words import Word, key, keys, words

MALE, FEMALE, NEUTRAL = "male", "female", "neutral"
BOTH, UNDECIDED, NOT_FOUND = "both", "undecided", "not_found"
_NAMES = {"m": MALE, "f": FEMALE, "n": NEUTRAL}

# Why a gender could not be told. These are shown to people and counted, so they are spelt in one place.
NO_FORM = "no form found"
BOTH_FORMS = "both genders found"
SAME_FORM = "form is the same for both genders"
EPICENE = "noun of one gender whoever is meant"
WRONG_NUMBER = "wrong number"

# What may stand between two words of one noun phrase; after and within a pair of determiners, "le/la" or "o(a)".
_JOINED = re.compile(r"[\s'’‑-]*")
_PAIR_GAP = re.compile(r"\)?[\s'’]*")
_SLASH = re.compile(r"['’]?\s?[/(]-?\s?")


@dataclass(frozen=True)
class Mention:
    """One place where the occupation is named, and what it says there."""

    span: Span
    readings: Readings
    verdict: str
    reason: str = ""
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

    def __init__(self, pack: LanguagePack) -> None:
        self.pack = pack
        self._forms: dict[str, dict[tuple[str, ...], Readings]] = {}

    def read(self, occupation: str, text: str, number: str | None = None) -> Finding:
        """The gender ``text`` gives to the ``occupation`` (its English name), which should be in that number."""
        mentions = list(self._mentions(occupation, text, number))
        decided = [mention for mention in mentions if mention.verdict in (MALE, FEMALE, NEUTRAL, BOTH)]
        genders = {mention.verdict for mention in decided}
        if len(genders) == 1 and BOTH not in genders:
            spans = tuple(span for mention in decided for span in mention.decided_by)
            return Finding(genders.pop(), decided[0].reason, tuple(mention.span for mention in decided), spans)
        if genders:
            return Finding(BOTH, BOTH_FORMS, tuple(mention.span for mention in decided))
        if mentions:
            # A form that is right but tells no gender says more than one in the wrong number.
            open_first = sorted(mentions, key=lambda mention: mention.reason == WRONG_NUMBER)
            return Finding(UNDECIDED, open_first[0].reason, tuple(mention.span for mention in mentions))
        return Finding(NOT_FOUND, NO_FORM)

    def _mentions(self, occupation: str, text: str, number: str | None) -> Iterator[Mention]:
        forms = self._forms_of(occupation)
        longest = max(map(len, forms))
        tokens = words(text)
        position = 0
        while position < len(tokens):
            for length in range(min(longest, len(tokens) - position), 0, -1):
                readings = forms.get(tuple(token.key for token in tokens[position : position + length]))
                if readings is not None:
                    yield self._mention(text, tokens, position, position + length, readings, number)
                    position += length
                    break
            else:
                position += 1

    def _forms_of(self, occupation: str) -> dict[tuple[str, ...], Readings]:
        """All forms of an occupation by their words, epicene ones with readings of no gender."""
        if occupation not in self._forms:
            entry = self.pack.occupation(occupation)
            forms: dict[tuple[str, ...], Readings] = {}
            for table in (entry.epicene, entry.forms):  # a form that is also in `forms` can decide
                by_words: dict[tuple[str, ...], Readings] = {}
                for form, readings in table.items():
                    by_words[keys(form)] = by_words.get(keys(form), frozenset()) | readings
                forms |= by_words
            self._forms[occupation] = forms
        return self._forms[occupation]

    def _mention(
        self, text: str, tokens: list[Word], first: int, last: int, readings: Readings, number: str | None
    ) -> Mention:
        span = Span(tokens[first].start, tokens[last - 1].end)
        if self._is_inclusive(text, span):
            return Mention(span, readings, BOTH, BOTH_FORMS)
        if number is not None:
            readings = unify(readings, frozenset({Reading("", number)}))
            if not readings:
                return Mention(span, readings, UNDECIDED, WRONG_NUMBER)
        genders = {reading.gender for reading in readings}
        if genders == {""}:
            return Mention(span, readings, UNDECIDED, EPICENE)
        deciders: list[Span] = []
        if len(genders) > 1:
            beside, paired = self._noun_phrase(text, tokens, first, last)
            if paired:
                return Mention(span, readings, BOTH, BOTH_FORMS, paired)
            for word, allowed in beside:
                narrowed = unify(readings, allowed)
                if narrowed and narrowed != readings:
                    readings = narrowed
                    deciders.append(Span(word.start, word.end))
            genders = {reading.gender for reading in readings}
        if len(genders) > 1:
            return Mention(span, readings, UNDECIDED, SAME_FORM)
        gender = genders.pop()
        by = ", ".join(f"“{text[slice(*decider)]}”" for decider in deciders)
        reason = f"“{text[slice(*span)]}”" + (f" with {by}" if by else "")
        return Mention(span, readings, _NAMES[gender], reason, tuple(deciders))

    def _noun_phrase(
        self, text: str, tokens: list[Word], first: int, last: int
    ) -> tuple[list[tuple[Word, Readings]], tuple[Span, ...]]:
        """The words that can tell a noun's gender, determiners first; and a pair of determiners ("le/la") if there is one."""
        determiners: list[tuple[Word, Readings]] = []
        adjectives: list[tuple[Word, Readings]] = []
        for index in range(first - 1, -1, -1):
            token = tokens[index]
            gap = text[token.end : tokens[index + 1].start]
            allowed = self._determiner(text, token)
            if allowed is not None and _PAIR_GAP.fullmatch(gap) and (pair := self._pair(text, tokens, index)):
                return [], pair
            if not _JOINED.fullmatch(gap):
                break
            if allowed is not None:
                determiners.append((token, allowed))
            elif not determiners and token.key in self._adjectives:
                adjectives.append((token, self._adjectives[token.key]))
            elif determiners or token.key not in self._adverbs:
                break
        for index in range(last, len(tokens)):
            token = tokens[index]
            if not _JOINED.fullmatch(text[tokens[index - 1].end : token.start]):
                break
            if token.key in self._adjectives:
                adjectives.append((token, self._adjectives[token.key]))
            elif token.key not in self._adverbs:
                break
        return determiners + adjectives, ()

    def _determiner(self, text: str, token: Word) -> Readings | None:
        """A determiner's readings; an elided form with its apostrophe comes first (Italian "un'" is not "un")."""
        if text[token.end : token.end + 1] in ("'", "’") and token.key + "'" in self._determiners:
            return self._determiners[token.key + "'"]
        return self._determiners.get(token.key)

    def _pair(self, text: str, tokens: list[Word], index: int) -> tuple[Span, ...]:
        """Both determiners of "le/la", "o(a)" or "der oder die" that ends at ``index``; empty if it is no such pair."""
        right = self._determiner(text, tokens[index])
        before = index - 1
        conjunction = before > 0 and tokens[before].key in self._or_words
        if conjunction:
            before -= 1
        left = self._determiner(text, tokens[before]) if before >= 0 else None
        if left is None or right is None or unify(left, right):
            return ()
        gap = text[tokens[before].end : tokens[index].start]
        if not conjunction and not _SLASH.fullmatch(gap):
            return ()
        return Span(tokens[before].start, tokens[before].end), Span(tokens[index].start, tokens[index].end)

    @cached_property
    def _or_words(self) -> set[str]:
        return {key(word) for word in self.pack.or_words}

    @cached_property
    def _determiners(self) -> dict[str, Readings]:
        return {key(word): readings for word, readings in self.pack.determiners.items()}

    @cached_property
    def _adjectives(self) -> dict[str, Readings]:
        return {key(word): readings for word, readings in self.pack.adjectives.items()}

    @cached_property
    def _adverbs(self) -> set[str]:
        return {key(word) for word in self.pack.adverbs}

    def _is_inclusive(self, text: str, span: Span) -> bool:
        """Whether the form carries an inclusive ending: after it (``*in``, ``/a``), or as its own (``IngenieurIn``)."""
        for suffix in self.pack.inclusive_suffixes:
            if suffix[0].isalpha():
                stem = text[span.start : span.end].removesuffix(suffix)
                if len(stem) < span.end - span.start and stem[-1:].islower() and suffix[0].isupper():
                    return True
            elif text.startswith(suffix, span.end) and not text[span.end + len(suffix) :][:1].isalnum():
                return True
        return False
