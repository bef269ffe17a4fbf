"""A language pack made ready for looking words up: everything by key, forms by their words."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from askew.judges.forms import Form, Match, as_written, match_at
from askew.lang.pack import Endings, LanguagePack, Occupation
from askew.lang.readings import Readings
from askew.text.words import Word, key, keys

VOWELS = tuple("aeiouyhàâéèêëîïôöœùû")  # a French word that begins so may be elided before
SHORTEST_PARTICIPLE = 4  # letters; shorter words end so by chance


class Lexicon:
    """One language's words by key."""

    def __init__(self, pack: LanguagePack) -> None:
        self.pack = pack
        self._forms: dict[str, dict[tuple[str, ...], Form]] = {}
        self._stems_of: dict[str, tuple[tuple[str, str], ...]] = {}
        self._longest: dict[str, dict[str, int]] = {}  # first word of a form -> words in the longest that begins so

    def matches(self, occupation: str, text: str, tokens: Sequence[Word]) -> Iterator[Match]:
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
                    match = match_at(forms, tokens, position, longest[stem], prefix, stem)
                    if match is not None and as_written(match, text, tokens):
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
        """All forms of an occupation by their words."""
        if occupation not in self._forms:
            forms = self._forms[occupation] = self._forms_of(self.pack.occupation(occupation))
            longest: dict[str, int] = {}
            for parts in forms:
                longest[parts[0]] = max(longest.get(parts[0], 0), len(parts))
            self._longest[occupation] = longest
        return self._forms[occupation]

    def _forms_of(self, entry: Occupation) -> dict[tuple[str, ...], Form]:
        readings: dict[tuple[str, ...], Readings] = {}
        for form, allowed in entry.forms.items():
            readings[keys(form)] = readings.get(keys(form), frozenset()) | allowed
        generic = {keys(form) for form in entry.generic}
        forms = {form: Form(allowed, form in generic) for form, allowed in readings.items()}
        for form, allowed in entry.epicene.items():  # a form that is listed otherwise too can decide
            forms.setdefault(keys(form), Form(allowed, epicene=True))
        self._add_inclusive(entry, forms)
        return forms

    def _add_inclusive(self, entry: Occupation, forms: dict[tuple[str, ...], Form]) -> None:
        """Forms whose masculine ending is replaced by an inclusive one, where that gives no form there is."""
        for form, allowed in entry.forms.items():
            for ending, others in self.pack.inclusive_endings.items():
                if form.endswith(ending) and {reading.gender for reading in allowed} == {"m"}:
                    for other in others:
                        written = form.removesuffix(ending) + other
                        known = forms.get(keys(written))
                        if known is None or known.both:
                            spelt = known.written if known else frozenset()
                            forms[keys(written)] = Form(allowed, written=spelt | {key(written)})

    def person(self, token: Word) -> Form | None:
        """What a word can be that names any occupation at all, or a person in general."""
        return next((self._people[stem] for _, stem in self._stems(token.key) if stem in self._people), None)

    def is_bare_person(self, token: Word) -> bool:
        """Whether a word names a person with no article written onto it, nor a preposition that swallows one ("לחייט")."""
        if token.key not in self._people:
            return False
        articles = self.pack.article_prefixes
        return not any(
            article + stem in self._people for prefix, stem in self._stems(token.key) if prefix for article in articles
        )

    @cached_property
    def _people(self) -> dict[str, Form]:
        """Every single-word form of every occupation, and of the general words for people."""
        people: dict[str, Form] = {}
        general = self._forms_of(self.pack.people)
        for forms in (general, *(self.forms(occupation) for occupation in self.pack.occupations)):
            for parts, form in forms.items():
                if len(parts) == 1 and not form.both:
                    known = people.get(parts[0])
                    if known is None or (known.epicene and not form.epicene):
                        people[parts[0]] = form
                    elif known.epicene == form.epicene:
                        generic = form.generic or known.generic
                        people[parts[0]] = Form(form.readings | known.readings, generic, form.epicene)
        return people

    def by_ending(self, token: Word) -> Readings | None:
        """What an unknown word can be that ends as names of people do; None if it ends otherwise."""
        word = self.without_article(token)
        return next((allowed for ending, allowed in self._person_endings if word.endswith(ending)), None)

    def is_thing(self, token: Word) -> bool:
        """Whether a word that is no form of an occupation names a thing, a place, an event or a field."""
        stems = {token.key, self.without_article(token)}
        return not self._things.isdisjoint(stems) or _ends(token.key, self.pack.things)

    def is_field(self, token: Word) -> bool:
        """Whether a feminine form also names a field of study: es "mecánica"."""
        return token.key in self._fields

    def has_article(self, token: Word) -> bool:
        """Whether the article is written onto the word (Hebrew, Arabic)."""
        return self.without_article(token) != token.key

    def without_article(self, token: Word) -> str:
        """The word without an article that is written onto it."""
        for prefix in self.pack.article_prefixes:
            if token.key.startswith(prefix) and len(token.key) > len(prefix) + 1:
                return token.key.removeprefix(prefix)
        return token.key

    def title(self, token: Word) -> Readings | None:
        """What a title before a noun says of the person: "Frau Doktor"."""
        return self._titles.get(token.key)

    def determiner(self, text: str, token: Word) -> Readings | None:
        """A determiner's readings; an elided form with its apostrophe comes first (Italian "un'" is not "un")."""
        if text[token.end : token.end + 1] in ("'", "’") and token.key + "'" in self._determiners:
            return self._determiners[token.key + "'"]
        return self._determiners.get(token.key)

    def adjective(self, token: Word) -> Readings | None:
        """An adjective's readings, its prefix (the article, in Hebrew and Arabic) set aside."""
        stems = (token.key, *(token.key.removeprefix(article) for article in self.pack.article_prefixes))
        return next((self._adjectives[stem] for stem in stems if stem in self._adjectives), None)

    def verb(self, token: Word) -> Readings | None:
        """What a verb form says of its subject, by the whole word or by its ending."""
        known = self._verbs.get(token.key)
        if known is not None or not token.key.endswith(self._verb_ends):
            return known
        return next((allowed for ending, allowed in self._verb_endings if token.key.endswith(ending)), None)

    def joined_verb(self, token: Word) -> Readings | None:
        """The same for a verb that a conjunction may be written onto ("שהיה"): it has a subject of its own clause."""
        stems = (self._verbs[stem] for _, stem in self._stems(token.key) if stem in self._verbs)
        return next(stems, None) or self.verb(token)

    @cached_property
    def has_verbs(self) -> bool:
        """Whether there are verbs that show their subject's gender."""
        return bool(self.pack.verbs or self.pack.verb_endings)

    def opens_clause(self, token: Word) -> bool:
        """Whether a conjunction other than "and" is written onto a verb ("שיחזור"): an "and" goes on with the subject
        before.
        """
        if not self._prefixes or self.verb(token) is not None:
            return False
        return any(stem in self._verbs for prefix, stem in self._stems(token.key) if prefix not in self._and_prefixes)

    def is_adverb(self, token: Word) -> bool:
        """Whether the word may stand between a noun and what agrees with it."""
        return token.key in self._adverbs

    def is_joined_adverb(self, token: Word) -> bool:
        """Whether a conjunction is written onto an adverb ("שתמיד"), so that a clause begins with it."""
        return any(prefix in self._conjunctions and stem in self._adverbs for prefix, stem in self._stems(token.key))

    def participle(self, token: Word) -> Readings | None:
        """What a participle or adjective of regular form says; to be asked only where one is expected."""
        known = self.adjective(token)
        if known is not None or len(token.key) < SHORTEST_PARTICIPLE:
            return known
        return next((allowed for ending, allowed in self._participles if token.key.endswith(ending)), None)

    def is_copula(self, token: Word) -> bool:
        """Whether the word is a form of to be, seem, become."""
        return token.key in self._copulas

    def is_auxiliary(self, token: Word) -> bool:
        """Whether a participle may follow the word: it "ha", fr "avait"."""
        return token.key in self._have

    def is_before_copula(self, token: Word) -> bool:
        """Whether the word may stand between a noun and the form of to be: adverbs, "qui", the reflexive."""
        return token.key in self._adverbs or token.key in self._before_copula

    def is_subject(self, token: Word) -> bool:
        """Whether a word after a noun begins another subject: a pronoun, or a noun for a person, in the nominative."""
        readings = self._pronouns.get(token.key)
        if readings is None:
            form = self._people.get(token.key) if self.pack.cases else None
            readings = form.readings if form is not None else None
        return readings is not None and all(reading.case in ("nom", "") for reading in readings)

    def masculine_before_vowel(self, determiner: Word, noun: Word) -> bool:
        """Whether a masculine determiner may stand before a feminine noun for its sound: es "el ama"."""
        return determiner.key in self._before_vowel and noun.key.startswith(("a", "á", "ha", "há"))

    def masculine_before_consonant(self, determiner: Word, after: Word) -> bool:
        """Whether a determiner stands before a feminine only where a vowel follows (fr "son amie"), and none does here."""
        return determiner.key in self.pack.feminine_before_vowel and not after.key.startswith(VOWELS)

    def relative(self, token: Word) -> Readings | None:
        """What a relative pronoun says of the noun before it: ru "которая"."""
        return self._relative_pronouns.get(token.key)

    def is_preposition(self, token: Word) -> bool:
        """Whether the word is a preposition; in some languages one that governs a case stands under determiners too."""
        return token.key in self._prepositions

    def ends_clause(self, token: Word) -> bool:
        """Whether a new clause begins with the word."""
        return token.key in self._conjunctions

    def joins_pairs(self, token: Word) -> bool:
        """Whether the word means "or", as in "der oder die"."""
        return token.key in self._or_words

    def is_and(self, token: Word) -> bool:
        """Whether the word means "and"."""
        return token.key in self._and_words

    def is_but(self, token: Word) -> bool:
        """Whether the word means "but"."""
        return token.key in self._but_words

    def is_function_word(self, text: str, token: Word) -> bool:
        """Whether the word can't be the noun that a determiner before it announces."""
        return (
            self.is_adverb(token)
            or self.is_preposition(token)
            or self.ends_clause(token)
            or self.is_copula(token)
            or token.key in self._pronouns
            or token.key in self._auxiliaries
            or self.determiner(text, token) is not None
        )

    @cached_property
    def _prefixes(self) -> list[str]:
        return [key(prefix) for prefix in self.pack.prefixes]

    @cached_property
    def _and_prefixes(self) -> set[str]:
        return {key(prefix) for prefix in self.pack.and_prefixes}

    @cached_property
    def _determiners(self) -> dict[str, Readings]:
        return _by_key(self.pack.determiners)

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
    def _verb_ends(self) -> tuple[str, ...]:
        return tuple(ending for ending, _ in self._verb_endings)

    @cached_property
    def _participles(self) -> list[tuple[str, Readings]]:
        return sorted(_by_key(self.pack.participles).items(), key=lambda pair: -len(pair[0]))

    @cached_property
    def _person_endings(self) -> list[tuple[str, Readings]]:
        return sorted(_by_key(self.pack.person_endings).items(), key=lambda pair: -len(pair[0]))

    @cached_property
    def _titles(self) -> dict[str, Readings]:
        return _by_key(self.pack.titles)

    @cached_property
    def _relative_pronouns(self) -> dict[str, Readings]:
        return _by_key(self.pack.relative_pronouns)

    @cached_property
    def _pronouns(self) -> dict[str, Readings]:
        return _by_key(self.pack.pronouns.words)

    @cached_property
    def _auxiliaries(self) -> set[str]:
        pronouns = self.pack.pronouns
        return {key(word) for word in (*pronouns.auxiliaries, *pronouns.clitic_verbs.words)}

    @cached_property
    def _have(self) -> set[str]:
        return {key(word) for word in self.pack.pronouns.auxiliaries}

    @cached_property
    def _before_copula(self) -> set[str]:
        return {key(word) for word in self.pack.before_copulas}

    @cached_property
    def _before_vowel(self) -> set[str]:
        return {key(word) for word in self.pack.before_stressed_a}

    @cached_property
    def _things(self) -> set[str]:
        return {key(word) for word in self.pack.things.words}

    @cached_property
    def _fields(self) -> set[str]:
        return {key(word) for word in self.pack.fields}

    @cached_property
    def _copulas(self) -> set[str]:
        return {key(word) for word in self.pack.copulas}

    @cached_property
    def _prepositions(self) -> set[str]:
        return {key(word) for word in self.pack.prepositions}

    @cached_property
    def _conjunctions(self) -> set[str]:
        return {key(word) for word in (*self.pack.conjunctions, *self.pack.and_words, *self.pack.but_words)}

    @cached_property
    def _and_words(self) -> set[str]:
        return {key(word) for word in self.pack.and_words}

    @cached_property
    def _but_words(self) -> set[str]:
        return {key(word) for word in self.pack.but_words}

    @cached_property
    def _adverbs(self) -> set[str]:
        return {key(word) for word in self.pack.adverbs}

    @cached_property
    def _or_words(self) -> set[str]:
        return {key(word) for word in self.pack.or_words}


def _ends(word: str, kind: Endings) -> bool:
    """Whether a word ends as those of a kind do, and is none that only looks so."""
    return word.endswith(kind.endings) and word not in kind.but


def _by_key(words: Mapping[str, Readings]) -> dict[str, Readings]:
    return {key(word): readings for word, readings in words.items()}
