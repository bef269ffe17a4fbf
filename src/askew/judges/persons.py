"""Where a translation names the person that is asked about: by the language pack, else by alignment and place.

The pack's forms of the entity are candidates, and so are its forms of the other person; where several could be meant,
word alignment and word order choose, and one place is never given to both. What the pack does not list for this entity
may still be a noun that names a person: another occupation, a general word (the owner, the man), or any noun where the
person must stand.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter

from askew.judges.agreement import joined
from askew.judges.forms import Form, Match
from askew.judges.gender import GenderReader
from askew.judges.sentence import Sentence
from askew.lang.readings import Readings, parse_readings, unify
from askew.text.words import Word

PACK, ALIGNMENT, PLACE = "pack", "alignment", "place"  # how a person was found

# How candidates for the person are weighed against each other.
ALIGNED, DETERMINED, EXTRA_WORD = 1.0, 0.3, 0.1
KNOWN, LOOKS_SO, ORDER = 0.6, 0.2, 0.5  # names a person by the pack, by its ending; in the source's order
ENOUGH = 0.35  # what a noun outside the entity's entry needs
OPENING = 2  # a subject begins within so many words


@dataclass(frozen=True)
class Place:
    """Where the person is named and how it was found; ``thing``: a noun that names no person stands there."""

    match: Match
    how: str
    thing: bool = False


class PersonFinder:
    """Finds people in one language."""

    def __init__(self, reader: GenderReader) -> None:
        self._reader = reader
        self._lexicon = reader.lexicon
        self._pack = reader.pack

    def matches(self, sentence: Sentence, who: str) -> Sequence[Match]:
        """Every form of the entity or of the other person, by the pack."""
        name = sentence.item.attributes["entity"] if who == "entity" else sentence.person.other
        if name not in self._pack.occupations:
            return ()
        return list(self._lexicon.matches(name, sentence.text, sentence.tokens))

    def find(self, sentence: Sentence, candidates: Sequence[Match]) -> Place | None:
        """The place of the entity, out of the pack's ``candidates`` if one fits."""
        rivals = self.matches(sentence, "other")
        if candidates:
            chosen = self._choose(sentence, candidates, rivals)
            if chosen is not None:
                return Place(chosen, PACK)
        return self._elsewhere(sentence, rivals)

    def _choose(self, sentence: Sentence, candidates: Sequence[Match], rivals: Sequence[Match]) -> Match | None:
        """The candidate that best names the entity while the best of the rest names the other person."""
        if len(candidates) == 1 and not rivals:
            return candidates[0]
        own = [(self._fit(sentence, match, "entity"), match) for match in candidates]
        if not rivals:
            return max(own, key=_first)[1]
        others = [(self._fit(sentence, match, "other"), match) for match in rivals]
        pairs = [
            (fit + rival_fit, match)
            for (fit, match), (rival_fit, rival) in itertools.product(own, others)
            if match.last <= rival.first or rival.last <= match.first
        ]
        if pairs:
            return max(pairs, key=_first)[1]
        # One place for two people: it goes to the one it fits better.
        fit, best = max(own, key=_first)
        return best if fit >= max(others, key=_first)[0] else None

    def _fit(self, sentence: Sentence, match: Match, who: str) -> float:
        """How well a place fits a person: aligned to them, not to the other, at about the right place, with a
        determiner.
        """
        own, others = sentence.entity_links, sentence.other_links
        position: int | None = sentence.person.token
        if who == "other":
            own, others, position = others, own, sentence.person.other_token
        place = range(match.first, match.last)
        fit = EXTRA_WORD * len(place) + DETERMINED * self._has_determiner(sentence, match.first)
        fit += ALIGNED * (not own.isdisjoint(place)) - ALIGNED * (not others.isdisjoint(place))
        return fit - _distance(sentence, match.first, position)

    def _has_determiner(self, sentence: Sentence, first: int) -> bool:
        """Whether the word before shows that a noun follows; a preposition that governs a case does not."""
        if first == 0:
            return False
        allowed = self._lexicon.determiner(sentence.text, sentence.tokens[first - 1])
        return allowed is not None and any(reading.gender or reading.number for reading in allowed)

    # Nouns that the pack does not list for the entity

    def _elsewhere(self, sentence: Sentence, rivals: Sequence[Match]) -> Place | None:
        """The noun that best stands for the entity though the pack does not list it there."""
        rival = max(rivals, key=lambda match: self._fit(sentence, match, "other"), default=None)
        best: tuple[float, Place] | None = None
        for place, weight in self._nouns(sentence, rival):
            first = place.match.first
            fit = weight + ALIGNED * (first in sentence.entity_links)
            # A form of the other person, who is named elsewhere too, is aligned to them wherever it stands.
            if not any(match.first == first for match in rivals):
                fit -= ALIGNED * (first in sentence.other_links)
            fit += ORDER * self._in_order(sentence, first, rival)
            fit -= _distance(sentence, first, sentence.person.token)
            if fit >= ENOUGH and (best is None or fit > best[0]):
                best = fit, place
        return best[1] if best else None

    def _nouns(self, sentence: Sentence, rival: Match | None) -> Iterator[tuple[Place, float]]:
        """Nouns outside the rival's place that may name a person, with the weight of what shows it."""
        others = self._named_besides(sentence)
        for first, token in enumerate(sentence.tokens):
            if rival is not None and rival.first <= first < rival.last:
                continue
            aligned = first in sentence.entity_links
            if first in others or self._is_indefinite(sentence, first):
                continue
            if not aligned and self._is_predicate(sentence, first):
                continue
            how = ALIGNMENT if aligned else PLACE
            determined = self._is_determined(sentence, first)
            if self._is_whoever(sentence, first):
                allowed = self._lexicon.determiner(sentence.text, token) or frozenset()
                yield Place(Match(first, first + 1, Form(allowed)), how), 0.0
            if not (determined or not self._pack.articles or first == 0) or self._is_adjective(sentence, first):
                continue
            form = self._lexicon.person(token)
            if form is not None:
                if self._is_singular(sentence, first, form.readings):
                    yield Place(Match(first, first + 1, form), how), KNOWN
            elif self._may_be_noun(sentence, first) and self._is_singular(sentence, first, self._person(False)):
                yield from self._unknown(sentence, first, how, determined)

    def _named_besides(self, sentence: Sentence) -> set[int]:
        """Where somebody stands whom the source names besides the two: "elected him to be the employee of the day"."""
        two = f"{sentence.item.attributes['entity']} {sentence.person.other}".lower().split()
        names = {word for word in sentence.source if word in self._pack.occupations}.difference(two)
        found = [list(self._lexicon.matches(name, sentence.text, sentence.tokens)) for name in names]
        # Of two such nouns one may be the person after all.
        sure = (matches[0] for matches in found if len(matches) == 1)
        return {place for match in sure for place in range(match.first, match.last)} - sentence.entity_links

    def _is_indefinite(self, sentence: Sentence, first: int) -> bool:
        """Whether a bare noun can't be the source's "the" person, in a language that writes the article onto nouns (he,
        ar).
        """
        token, tokens = sentence.tokens[first], sentence.tokens
        if not self._pack.article_prefixes or self._lexicon.has_article(token) or first < OPENING:
            return False
        own = sentence.person.token
        if own == 0 or sentence.item.source.split(" ")[own - 1].lower() != "the":
            return False
        genitive = first + 1 < len(tokens) and self._lexicon.has_article(tokens[first + 1])  # "עובד הבניין"
        # A preposition swallows the article: "לחייט" is to a tailor and to the tailor.
        return not genitive and self._lexicon.is_bare_person(token)

    def _is_predicate(self, sentence: Sentence, first: int) -> bool:
        """Whether a noun is what somebody is said to be ("era il colpevole"), so that it names nobody itself."""
        before = first - 1
        if before > 0 and self._lexicon.is_preposition(sentence.tokens[before]):  # "mostró al jefe"
            return False
        if before > 0 and self._lexicon.determiner(sentence.text, sentence.tokens[before]) is not None:
            before -= 1
        return before > 0 and self._lexicon.is_copula(sentence.tokens[before])

    def _unknown(self, sentence: Sentence, first: int, how: str, determined: bool) -> Iterator[tuple[Place, float]]:
        """A noun of which only place and ending are known: a thing, or a person where one must stand."""
        token = sentence.tokens[first]
        ending = self._lexicon.by_ending(token)
        person = self._person(first < OPENING and _is_subject(sentence))
        opens = first < OPENING and _is_subject(sentence)
        if self._lexicon.is_thing(token) or self._is_neuter(sentence, first, ending):
            if how == ALIGNMENT:
                yield Place(Match(first, first + 1, Form(person)), how, thing=True), 0.0
        elif ending is not None:
            if (
                determined or opens or how == ALIGNMENT or self._follows_as_in_source(sentence, first)
            ):  # an article says more than the ending of a word nobody knows
                readings = person if self._article_decides(sentence, first) else ending
                yield Place(Match(first, first + 1, Form(readings)), how), LOOKS_SO
        elif determined and (how == ALIGNMENT or opens or self._follows_as_in_source(sentence, first)):
            yield Place(Match(first, first + 1, Form(person)), how), 0.0

    def _is_determined(self, sentence: Sentence, first: int) -> bool:
        """Whether an article shows that the word is a noun: before it, or written onto it."""
        if self._pack.article_prefixes:
            return self._lexicon.has_article(sentence.tokens[first])
        return self._has_determiner(sentence, first)

    def _article_decides(self, sentence: Sentence, first: int) -> bool:
        """Whether the determiner before a noun is of one gender."""
        allowed = self._lexicon.determiner(sentence.text, sentence.tokens[first - 1]) if first else None
        return allowed is not None and {reading.gender for reading in allowed if reading.number != "pl"} in (
            {"m"},
            {"f"},
        )

    def _follows_as_in_source(self, sentence: Sentence, first: int) -> bool:
        """Whether the word before is aligned to the one before the entity: a rare word's own alignment says little."""
        token = sentence.person.token
        if token == 0 or first == 0:
            return False
        before = sentence.linked_to(token - 1, 1) if self._pack.articles else sentence.linked_to(max(token - 2, 0), 2)
        return first - 1 in before

    def _is_whoever(self, sentence: Sentence, first: int) -> bool:
        """Whether a determiner and a relative stand for the person where one must stand: "la que se mudó"."""
        tokens = sentence.tokens
        if first + 1 >= len(tokens) or tokens[first + 1].key not in self._pack.relatives:
            return False
        in_place = first == 0 and _is_subject(sentence)
        in_place = in_place or not sentence.entity_links.isdisjoint((first, first + 1))
        allowed = self._lexicon.determiner(sentence.text, tokens[first])
        return (
            in_place and allowed is not None and {(r.gender, r.number) for r in allowed} <= {("m", "sg"), ("f", "sg")}
        )

    def _is_adjective(self, sentence: Sentence, first: int) -> bool:
        """Whether a word that may be an adjective has its noun right after it: "une bonne journée"."""
        if self._pack.adjective_place == "after" or first + 1 >= len(sentence.tokens):
            return False
        token, after = sentence.tokens[first], sentence.tokens[first + 1]
        if self._lexicon.adjective(token) is None or not joined(sentence.text, token, after):
            return False
        if self._lexicon.person(token) is not None:  # a noun too, as often as not: only a known noun after it tells
            return self._lexicon.is_thing(after) or self._lexicon.person(after) is not None
        return not self._lexicon.is_function_word(sentence.text, after) and self._lexicon.verb(after) is None

    def _is_singular(self, sentence: Sentence, first: int, readings: Readings) -> bool:
        """Whether a noun can name one person: not a plural ("dei clienti"), which names others."""
        if first > 0 and (allowed := self._lexicon.determiner(sentence.text, sentence.tokens[first - 1])) is not None:
            readings = unify(readings, allowed) or allowed
        return any(reading.number != "pl" for reading in readings)

    def _may_be_noun(self, sentence: Sentence, first: int) -> bool:
        token = sentence.tokens[first]
        if self._lexicon.is_function_word(sentence.text, token) or _is_foreign(token, self._pack.code):
            return False
        if self._pack.code == "de" and not sentence.text[token.start].isupper():
            return False
        return self._lexicon.joined_verb(token) is None

    def _is_neuter(self, sentence: Sentence, first: int, ending: Readings | None) -> bool:
        """Whether the determiner makes the noun a neuter, which names a thing: "das Auto", and "dem Auto" too."""
        if ending is not None or first == 0:
            return False
        allowed = self._lexicon.determiner(sentence.text, sentence.tokens[first - 1]) or frozenset()
        return any(reading.gender == "n" for reading in allowed)

    def _person(self, opens: bool) -> Readings:
        """What a noun can be of which only its place is known: a person, and the subject if it opens the sentence."""
        return self._subject if opens else self._anybody

    @cached_property
    def _anybody(self) -> Readings:
        return parse_readings("m.sg f.sg", self._pack.cases)

    @cached_property
    def _subject(self) -> Readings:
        return parse_readings("m.sg.nom f.sg.nom", self._pack.cases) if "nom" in self._pack.cases else self._anybody

    def _in_order(self, sentence: Sentence, first: int, rival: Match | None) -> int:
        """1 if the two people stand in the source's order, -1 if not; without the other person, who is expected nearer
        by.
        """
        own, other = sentence.person.token, sentence.person.other_token
        if other is None:
            return 0
        if rival is not None:
            return 1 if (first < rival.first) == (own < other) else -1
        return 1 if _distance(sentence, first, own) <= _distance(sentence, first, other) else -1


_first = itemgetter(0)


def _distance(sentence: Sentence, place: int, token: int | None) -> float:
    """How far a word stands from where the source has a token, as shares of the two sentences."""
    if token is None:
        return 0.0
    expected = token / max(sentence.item.source.count(" ") + 1, 1)
    return abs(place / max(len(sentence.tokens), 1) - expected)


def _is_subject(sentence: Sentence) -> bool:
    """Whether the entity opens the source."""
    return sentence.person.token <= 1


def _is_foreign(token: Word, language: str) -> bool:
    """Whether a word is in Latin letters where the language has others: what was left untranslated names nobody."""
    return language in ("ar", "he", "ru", "uk") and token.key[:1].isascii()
