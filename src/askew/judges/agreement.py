"""The words that agree with a noun and so can tell its gender: determiners, adjectives, its verb or predicate."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from askew.core.records import Span
from askew.judges.forms import Match
from askew.judges.lexicon import Lexicon
from askew.lang.readings import Reading, Readings, unify
from askew.text.words import Word

MODIFIER, PREDICATE = "modifier", "predicate"
VERB_DISTANCE = 4  # how many words on a noun's verb is looked for

# What may stand between two words of one noun phrase (al "designer"); after and within a pair of determiners, "le/la"
# or "o(a)".
_JOINED = re.compile(r"[\s'’‑\"“”„«»‘-]*")
_COMMA = re.compile(r"\s*,\s*")
_PLURAL = frozenset({Reading("", "pl")})
_MASCULINE = frozenset({Reading("m", "")})
_PAIR_GAP = re.compile(r"\)?[\s'’]*")
_SLASH = re.compile(r"['’]?\s?[/(*:_]-?\s?")


class Agreeing(NamedTuple):
    """A word that agrees with the noun, what it allows, and which kind of word it is."""

    word: Word
    allowed: Readings
    kind: str


def joined(text: str, left: Word, right: Word) -> bool:
    """Whether two words can be of one noun phrase: only spaces, apostrophes, hyphens or quotation marks stand between
    them.
    """
    return _JOINED.fullmatch(text, left.end, right.start) is not None


class Agreement:
    """Finds what agrees with a noun in one language."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._pack = lexicon.pack

    def words(self, text: str, tokens: Sequence[Word], match: Match) -> Iterator[Agreeing]:
        """The words that can tell a noun's gender, the surest first: determiners, adjectives, the verb or predicate."""
        lexicon, adjectives, determined = self._lexicon, [], False
        before = match.first - 1
        while before >= 0 and joined(text, tokens[before], tokens[before + 1]):
            token = tokens[before]
            if (allowed := lexicon.determiner(text, token)) is not None:
                determined = True
                if lexicon.masculine_before_consonant(token, tokens[before + 1]):  # "son secrétaire"
                    allowed = unify(allowed, _MASCULINE)
                yield Agreeing(token, allowed, MODIFIER)
            elif determined:
                break
            elif self._pack.adjective_place != "after" and (allowed := lexicon.adjective(token)) is not None:
                adjectives.append(Agreeing(token, allowed, MODIFIER))
            elif not lexicon.is_adverb(token):
                break
            before -= 1
        after = match.last
        while (
            self._pack.adjective_place != "before"
            and after < len(tokens)
            and joined(text, tokens[after - 1], tokens[after])
        ):
            token = tokens[after]
            if (allowed := lexicon.adjective(token)) is not None:
                adjectives.append(Agreeing(token, allowed, MODIFIER))
            elif not lexicon.is_adverb(token):
                break
            after += 1
        yield from adjectives
        yield from self._after_comma(text, tokens, after)
        if self._can_be_subject(text, tokens, match, before):
            yield from self._verbs(text, tokens, before, match.last)
        if self._pack.copulas and not self._follows_preposition(tokens, before, match.first):
            yield from self._predicate(text, tokens, match.last)

    def _after_comma(self, text: str, tokens: Sequence[Word], after: int) -> Iterator[Agreeing]:
        """What a comma parts from its noun: a relative pronoun ("врач, которая") or an adjective between two commas
        ("leur secrétaire, très gentille, …").
        """
        if after >= len(tokens) or not _COMMA.fullmatch(text, tokens[after - 1].end, tokens[after].start):
            return
        if (allowed := self._lexicon.relative(tokens[after])) is not None:
            yield Agreeing(tokens[after], allowed, MODIFIER)
            return
        while after + 1 < len(tokens) and self._lexicon.is_adverb(tokens[after]):
            after += 1
        closed = after + 1 < len(tokens) and _COMMA.fullmatch(text, tokens[after].end, tokens[after + 1].start)
        if closed and (allowed := self._lexicon.adjective(tokens[after])) is not None:
            yield Agreeing(tokens[after], allowed, MODIFIER)

    def _can_be_subject(self, text: str, tokens: Sequence[Word], match: Match, before: int) -> bool:
        """Where nouns decline, their readings tell, unless another subject stands before it in the clause; elsewhere
        the noun must open its clause, with nothing but an article on it.
        """
        if self._pack.cases:
            return not self._has_subject_before(text, tokens, before)
        opens = before < 0 or not joined(text, tokens[before], tokens[before + 1])
        return (opens or self._pack.verb_before_noun) and match.prefix in ("", *self._pack.article_prefixes)

    def _has_subject_before(self, text: str, tokens: Sequence[Word], before: int) -> bool:
        """Whether another subject stands in the same clause, from ``before`` back."""
        while before >= 0 and joined(text, tokens[before], tokens[before + 1]):
            if self._lexicon.ends_clause(tokens[before]):
                return False
            if self._lexicon.is_subject(tokens[before]):
                return True
            before -= 1
        return False

    def _follows_preposition(self, tokens: Sequence[Word], before: int, first: int) -> bool:
        """Whether a preposition governs the noun ("el jefe de la docente estaba …"), so that no predicate can be its
        own; ``before`` is the place before the noun and what agrees with it.
        """
        return any(self._lexicon.is_preposition(token) for token in tokens[max(before - 1, 0) : first])

    def _verbs(self, text: str, tokens: Sequence[Word], before: int, last: int) -> Iterator[Agreeing]:
        """A verb that opens the clause right before the noun, where the language has that; else the one that follows it
        soon.
        """
        lexicon = self._lexicon
        if self._pack.verb_before_noun and before >= 0 and joined(text, tokens[before], tokens[before + 1]):
            start = before
            while start > 0 and lexicon.is_adverb(tokens[start - 1]):  # "yesterday came the doctor"
                start -= 1
            opens = start == 0 or not joined(text, tokens[start - 1], tokens[start])
            if opens and (allowed := lexicon.verb(tokens[before])) is not None:
                yield Agreeing(tokens[before], allowed, PREDICATE)
                return
        for index in range(last, min(last + VERB_DISTANCE, len(tokens))):
            token = tokens[index]
            if not joined(text, tokens[index - 1], token) or lexicon.ends_clause(token) or lexicon.is_subject(token):
                return
            if not self._pack.cases and lexicon.determiner(text, token) is not None:  # "a une amie heureuse"
                return
            if (allowed := lexicon.verb(token)) is not None:
                yield Agreeing(token, allowed, PREDICATE)
                return

    def _predicate(self, text: str, tokens: Sequence[Word], last: int) -> Iterator[Agreeing]:
        """What is said of the noun with a form of to be: "l'insegnante era negata", "leur secrétaire est intelligente"."""
        place = predicate_after(self._lexicon, text, tokens, last)
        if place is not None and (allowed := self._lexicon.participle(tokens[place])) is not None:
            yield Agreeing(tokens[place], allowed, PREDICATE)

    def pair_before(self, text: str, tokens: Sequence[Word], first: int) -> tuple[Span, ...]:
        """Both determiners of a pair right before a noun, "le/la", "los y las" or "der oder die"; empty if there is
        none.
        """
        if first > 2 and self._lexicon.determiner(text, tokens[first - 2]) is not None:  # "todas y todos los"
            article = self._lexicon.determiner(text, tokens[first - 1])
            if article is not None and unify(article, _PLURAL) and (pair := self.pair_before(text, tokens, first - 1)):
                return pair
        near, far = first - 1, first - 2
        if far < 0 or not _PAIR_GAP.fullmatch(text[tokens[near].end : tokens[first].start]):
            return ()
        conjunction = (self._lexicon.joins_pairs(tokens[far]) or self._lexicon.is_and(tokens[far])) and far > 0
        if conjunction:
            far -= 1
        elif not _SLASH.fullmatch(text[tokens[far].end : tokens[near].start]):
            return ()
        left, right = (self._lexicon.determiner(text, tokens[index]) for index in (far, near))
        if left is None or right is None or unify(left, right):
            return ()
        return Span(tokens[far].start, tokens[far].end), Span(tokens[near].start, tokens[near].end)

    def naming(self, text: str, tokens: Sequence[Word], matches: Sequence[Match]) -> Sequence[Match]:
        """Of several places, those that name the person: no adjective ("el problema mecánico"), participle ("ha
        impiegato due ore"), predicate ("la dottoressa è un medico") or field ("al mecánico le gusta la mecánica") with
        the form's name; all of them if none is left.
        """
        if self._pack.adjective_place == "before":
            return matches
        kept = [
            match
            for match in matches
            if not self._is_said_of_another(text, tokens, match) and not self._is_their_field(tokens, match, matches)
        ]
        return kept or matches

    def _is_said_of_another(self, text: str, tokens: Sequence[Word], match: Match) -> bool:
        """Whether a form of one word is said of what stands before it: after a form of to be or an auxiliary, or
        without an article right after a noun that names no person.
        """
        first = match.first
        if match.last - first != 1 or first < 2 or not joined(text, tokens[first - 1], tokens[first]):
            return False
        noun, before = tokens[first - 1], tokens[first - 2]
        if self._lexicon.is_copula(noun) or self._lexicon.is_auxiliary(noun):
            return True
        if self._lexicon.is_copula(before) and self._lexicon.determiner(text, noun) is not None:
            return not self._lexicon.is_preposition(noun)
        if self._lexicon.is_function_word(text, noun) or self._lexicon.person(noun) or self._lexicon.title(noun):
            return False
        allowed = self._lexicon.determiner(text, before)
        if allowed is None:
            return self._lexicon.is_preposition(before)
        return bool(unify(allowed, match.form.readings)) and joined(text, before, noun)

    def _is_their_field(self, tokens: Sequence[Word], match: Match, matches: Sequence[Match]) -> bool:
        """Whether a feminine form names the field of a person who was named in the masculine before, with no "and" or
        "or" between.
        """
        if match.last - match.first != 1 or not self._lexicon.is_field(tokens[match.first]):
            return False
        other = next((earlier for earlier in matches if earlier.last <= match.first), None)
        if other is None or not any(reading.gender == "m" for reading in other.form.readings):
            return False
        between = tokens[other.last : match.first]
        return not any(self._lexicon.is_and(word) or self._lexicon.joins_pairs(word) for word in between)

    def clashing_determiner(self, text: str, tokens: Sequence[Word], match: Match) -> Word | None:
        """The determiner right before a noun that has no reading in common with it: "la ingeniero", "a carpinteiro"."""
        if match.first == 0 or not joined(text, tokens[match.first - 1], tokens[match.first]):
            return None
        allowed = self._lexicon.determiner(text, tokens[match.first - 1])
        if allowed is None or any(reading.gender == "n" for reading in allowed) or unify(allowed, match.form.readings):
            return None
        if self._lexicon.masculine_before_vowel(tokens[match.first - 1], tokens[match.first]):
            return None
        return tokens[match.first - 1]


def predicate_after(lexicon: Lexicon, text: str, tokens: Sequence[Word], start: int) -> int | None:
    """The place of the word that a copula says of what stands before ``start``; None if no copula follows at once."""
    place, copula = start, False
    while place < len(tokens) and place < start + VERB_DISTANCE + 2:
        token = tokens[place]
        if place > 0 and not joined(text, tokens[place - 1], token):
            return None
        if lexicon.is_copula(token):
            copula = True
        elif copula and not lexicon.is_adverb(token):
            return place
        elif not copula and not lexicon.is_before_copula(token):
            return None
        place += 1
    return None
