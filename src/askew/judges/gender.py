"""Which gender a translation gives to a named person: find the noun with the language pack, then read it in context.

1. Every form of the occupation is looked up as whole words, longest first.
2. A noun's readings (gender, number, case) decide by themselves if they are of one gender.
3. Otherwise the determiner before it and the adjectives beside it narrow them down, word by word, as far as they agree.
4. What is still open is *undecided*; a masculine form with an inclusive ending, or forms of both genders, is *both*.
"""

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
            for word, beside in self._agreeing_words(text, tokens, first, last):
                narrowed = unify(readings, beside)
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

    def _agreeing_words(self, text: str, tokens: list[Word], first: int, last: int) -> Iterator[tuple[Word, Readings]]:
        """The words of the noun phrase that can tell its gender: its determiner first, then its adjectives."""
        before: list[tuple[Word, Readings]] = []
        for index in range(first - 1, -1, -1):
            token = tokens[index]
            if not _joined(text, token.end, tokens[index + 1].start):
                break
            if token.key in self._determiners:
                before.append((token, self._determiners[token.key]))
                break
            if token.key in self._adjectives:
                before.append((token, self._adjectives[token.key]))
            elif token.key not in self._adverbs:
                break
        yield from reversed(before)
        for index in range(last, len(tokens)):
            token = tokens[index]
            if not _joined(text, tokens[index - 1].end, token.start):
                return
            if token.key in self._adjectives:
                yield token, self._adjectives[token.key]
            elif token.key not in self._adverbs:
                return

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


def _joined(text: str, end: int, start: int) -> bool:
    """Whether only spaces, apostrophes or hyphens stand between two words, so that they can be one phrase."""
    return all(sign.isspace() or sign in "'’-‑" for sign in text[end:start])
