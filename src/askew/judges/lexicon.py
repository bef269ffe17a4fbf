"""A language pack made ready for looking words up: everything by key, forms by their words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from askew.lang.pack import LanguagePack, Readings
from askew.text.words import Word, key, keys


@dataclass(frozen=True)
class Form:
    """What a form of an occupation can be; ``generic``: masculine unless something that agrees is feminine."""

    readings: Readings
    generic: bool = False
    both: bool = False  # an inclusive form: emplead@s, enfermerx


@dataclass(frozen=True)
class Match:
    """A form of an occupation in a text: the words ``first`` to ``last`` (exclusive), and what is written onto their front."""

    first: int
    last: int
    form: Form
    prefix: str = ""


class Lexicon:
    """One language's words by key."""

    def __init__(self, pack: LanguagePack) -> None:
        self.pack = pack
        self._forms: dict[str, dict[tuple[str, ...], Form]] = {}
        self._stems_of: dict[str, tuple[tuple[str, str], ...]] = {}
        self._longest: dict[str, dict[str, int]] = {}  # first word of a form -> words in the longest that begins so

    def matches(self, occupation: str, tokens: Sequence[Word]) -> Iterator[Match]:
        """Where the occupation (by its English name) is named: longest form first, left to right, no overlaps."""
        forms, longest = self.forms(occupation), self._longest[occupation]
        prefixed = bool(self._prefixes)
        after = 0
        for position, token in enumerate(tokens):
            # Most words begin no form of this occupation: that must cost next to nothing.
            if position < after or not (prefixed or token.key in longest):
                continue
            for prefix, stem in self._stems(token.key):
                if stem in longest:
                    match = _match_at(forms, tokens, position, longest[stem], prefix, stem)
                    if match is not None:
                        yield match
                        after = match.last
                        break

    def _stems(self, word: str) -> Sequence[tuple[str, str]]:
        """The word itself, then without each prefix that can be written onto it (Hebrew, Arabic)."""
        known = self._stems_of.get(word)
        if known is None:
            stems = [(prefix, word[len(prefix) :]) for prefix in self._prefixes if word.startswith(prefix)]
            known = self._stems_of[word] = (("", word), *(pair for pair in stems if len(pair[1]) > 1))
        return known

    def forms(self, occupation: str) -> Mapping[tuple[str, ...], Form]:
        """All forms of an occupation by their words; epicene ones have readings of no gender."""
        if occupation not in self._forms:
            entry = self.pack.occupation(occupation)
            readings: dict[tuple[str, ...], Readings] = {}
            for form, allowed in entry.forms.items():
                readings[keys(form)] = readings.get(keys(form), frozenset()) | allowed
            for form, allowed in entry.epicene.items():  # a form that is listed otherwise too can decide
                readings.setdefault(keys(form), allowed)
            generic = {keys(form) for form in entry.generic}
            self._forms[occupation] = {form: Form(allowed, form in generic) for form, allowed in readings.items()}
            self._add_inclusive(occupation)
            longest: dict[str, int] = {}
            for parts in self._forms[occupation]:
                longest[parts[0]] = max(longest.get(parts[0], 0), len(parts))
            self._longest[occupation] = longest
        return self._forms[occupation]

    def _add_inclusive(self, occupation: str) -> None:
        """Forms whose masculine ending is replaced by an inclusive one, where that gives no form there is."""
        forms = self._forms[occupation]
        for form, allowed in self.pack.occupation(occupation).forms.items():
            for ending, others in self.pack.inclusive_endings.items():
                if form.endswith(ending) and {reading.gender for reading in allowed} == {"m"}:
                    for other in others:
                        forms.setdefault(keys(form.removesuffix(ending) + other), Form(allowed, both=True))

    def person(self, token: Word) -> Form | None:
        """What a word can be that names any occupation at all."""
        return next((self._people[stem] for _, stem in self._stems(token.key) if stem in self._people), None)

    @cached_property
    def _people(self) -> dict[str, Form]:
        """Every single-word form of every occupation."""
        people: dict[str, Form] = {}
        for occupation in self.pack.occupations:
            for parts, form in self.forms(occupation).items():
                if len(parts) == 1:
                    known = people.get(parts[0])
                    people[parts[0]] = (
                        Form(form.readings | known.readings, form.generic or known.generic) if known else form
                    )
        return people

    def determiner(self, text: str, token: Word) -> Readings | None:
        """A determiner's readings; an elided form with its apostrophe comes first (Italian "un'" is not "un")."""
        if text[token.end : token.end + 1] in ("'", "’") and token.key + "'" in self._determiners:
            return self._determiners[token.key + "'"]
        return self._determiners.get(token.key)

    def adjective(self, token: Word) -> Readings | None:
        """An adjective's readings, its prefix (the article, in Hebrew and Arabic) set aside."""
        stems = (token.key, *(token.key.removeprefix(article) for article in self.pack.article_prefixes))
        return next((self._adjectives[stem] for stem in stems if stem in self._adjectives), None)

    def pronoun(self, token: Word) -> Readings | None:
        """What a pronoun says of the person it refers to."""
        return self._pronouns.get(token.key)

    def object_pronoun(self, token: Word) -> Readings | None:
        """The same for a word that is known to be an object pronoun, so that it can't be the article it looks like."""
        return self._clitics.get(token.key) or self._pronouns.get(token.key)

    def verb(self, token: Word) -> Readings | None:
        """What a verb form says of its subject, by the whole word or by its ending."""
        if token.key in self._verbs:
            return self._verbs[token.key]
        return next((allowed for ending, allowed in self._verb_endings if token.key.endswith(ending)), None)

    def joined_verb(self, token: Word) -> Readings | None:
        """The same for a verb that a conjunction may be written onto ("שהיה"): it has a subject of its own clause."""
        stems = (self._verbs[stem] for _, stem in self._stems(token.key) if stem in self._verbs)
        return next(stems, None) or self.verb(token)

    def is_adverb(self, token: Word) -> bool:
        """Whether the word may stand between a noun and what agrees with it."""
        return token.key in self._adverbs

    def joins_pairs(self, token: Word) -> bool:
        """Whether the word means "or", as in "der oder die"."""
        return token.key in self._or_words

    @cached_property
    def _prefixes(self) -> list[str]:
        return [key(prefix) for prefix in self.pack.prefixes]

    @cached_property
    def _determiners(self) -> dict[str, Readings]:
        return _by_key(self.pack.determiners)

    @cached_property
    def _pronouns(self) -> dict[str, Readings]:
        return _by_key(self.pack.pronouns)

    @cached_property
    def _clitics(self) -> dict[str, Readings]:
        return _by_key(self.pack.clitics)

    @cached_property
    def _adjectives(self) -> dict[str, Readings]:
        return _by_key(self.pack.adjectives)

    @cached_property
    def _verbs(self) -> dict[str, Readings]:
        return _by_key(self.pack.verbs)

    @cached_property
    def _verb_endings(self) -> list[tuple[str, Readings]]:
        """Longest first: -лась before -сь."""
        return sorted(_by_key(self.pack.verb_endings).items(), key=lambda pair: -len(pair[0]))

    @cached_property
    def _adverbs(self) -> set[str]:
        return {key(word) for word in self.pack.adverbs}

    @cached_property
    def _or_words(self) -> set[str]:
        return {key(word) for word in self.pack.or_words}


def _match_at(
    forms: Mapping[tuple[str, ...], Form], tokens: Sequence[Word], position: int, longest: int, prefix: str, stem: str
) -> Match | None:
    """The longest form that begins with ``stem`` at a position."""
    rest = [token.key for token in tokens[position + 1 : position + longest]]
    for length in range(len(rest), -1, -1):
        form = forms.get((stem, *rest[:length]))
        if form is not None:
            return Match(position, position + length + 1, form, prefix)
    return None


def _by_key(words: Mapping[str, Readings]) -> dict[str, Readings]:
    return {key(word): readings for word, readings in words.items()}
