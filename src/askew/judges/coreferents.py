"""What else in a translation shows a person's gender besides the noun: the pronoun, possessive or predicate that refers
to them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from askew.core.records import Span
from askew.judges.agreement import PREDICATE, joined, predicate_after
from askew.judges.gender import FEMALE, MALE, NEUTRAL
from askew.judges.lexicon import Lexicon
from askew.judges.pronouns import PronounReader
from askew.judges.sentence import Sentence
from askew.lang.readings import Readings, unify

PRONOUN = "pronoun"

BE = frozenset({
    "is", "was", "are", "were", "be", "been", "being", "feel", "feels", "felt", "seemed", "looked", "became", "got"
})  # fmt: skip
# What may stand between "was" and the adjective.
BEFORE_ADJECTIVE = frozenset({
    "very", "so", "too", "more", "most", "extremely", "quite", "really", "not", "also", "still", "always", "just",
    "already", "feeling", "being", "rather", "pretty", "such", "completely", "totally", "especially",
    "particularly", "constantly", "often", "never", "highly"
})  # fmt: skip
# What follows an object pronoun, and hardly ever a possessive.
AFTER_OBJECT = frozenset({
    "to", "a", "an", "the", "for", "because", "and", "but", "if", "when", "about", "with", "in", "on", "at", "out",
    "up", "off", "into", "from", "by", "not", "that", "as", "so", "while", "after", "before", "during", "how",
    "what", "why", "where", "who", "some", "all", "more", "very", "too", "instead", "anyways", "alone", "away",
    "anywhere", "often", "something", "nothing", "many", "every", "upon", "safe", "satisfied", "less",
})  # fmt: skip


MODALS = frozenset({"can", "could", "may", "might", "must", "should", "will", "would"})

SUBJECT, OBJECT, POSSESSIVE = "subject", "object", "possessive"
GOES_ON = 4  # how many words before a pronoun the "and" is looked for that it goes on from
GENITIVE = frozenset({"de", "del", "da", "do", "di", "della", "dello", "du", "des", "d", "dell"})  # Romance
OWNED = 4  # how many words on from a possessive what is owned is looked for

# After these a "her" is the person something is done or given to, whatever follows.
BEFORE_OBJECT = frozenset({
    "help", "helped", "make", "made", "let", "lets", "watched", "heard", "gave", "give", "offered", "offer", "handed",
    "told", "tell", "showed", "charged", "sent", "paid", "pay", "taught", "sold", "bought", "lent", "brought", "promised",
    "wished", "wish", "granted", "provided", "recommended", "issued", "explained", "owed", "forced", "invited", "thanked",
})  # fmt: skip

# A pronoun right after one of these is told to do something: the translation may have it as an object ("gli chiese di
# pagare").
BEFORE_TOLD = frozenset(
    {"demanded", "suggested", "insisted", "requested", "recommended", "proposed", "wished", "asked", "advised"}
)

# One of two forms, "muerto/a", "él/ella", "ferito(a)": it chooses neither.
_PAIRED_AFTER = re.compile(r"[/*·:_]-?\w|\(-?\w{1,4}\)")


@dataclass(frozen=True)
class Mark:
    """What else shows the person's gender, and where."""

    gender: str
    span: Span
    neuter_too: bool  # German "sein" also refers to a neuter noun
    kind: str  # PRONOUN or PREDICATE


class Spot(NamedTuple):
    """A word that may refer to the person, and what it says."""

    place: int
    readings: Readings | None
    kind: str = PRONOUN


class CoreferentReader:
    """Reads the marks of one language."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._pronouns = PronounReader(lexicon)

    def read(self, sentence: Sentence, mention: Span | None) -> Mark | None:
        """The gender of the pronoun, possessive or predicate that refers to the person, where the translation shows
        one.
        """
        if sentence.person.pronoun_token is None:
            return None
        for place, readings, kind in self._spots(sentence, mention.end if mention else 0):
            word = sentence.tokens[place]
            if mention and mention.start <= word.start < mention.end:
                continue
            if _PAIRED_AFTER.match(sentence.text, word.end) or sentence.text[: word.start].endswith("/"):
                continue
            readings = readings or frozenset()
            if sentence.item.attributes["gold"] == NEUTRAL and any(reading.number == "pl" for reading in readings):
                continue  # "they" may have become a plural, which says nothing
            genders = {reading.gender for reading in readings if reading.number != "pl"}
            if genders in ({"m"}, {"f"}, {"m", "n"}):  # German "sein" is his or its: of a person, his
                return Mark(FEMALE if genders == {"f"} else MALE, Span(word.start, word.end), "n" in genders, kind)
        return None

    def _spots(self, sentence: Sentence, end: int) -> Iterator[Spot]:
        """Words that may refer to the person, the surest first; ``end`` is where the noun ends in the text."""
        source = sentence.item.source.split(" ")
        token = sentence.person.pronoun_token
        assert token is not None
        role = _role(source, token)
        after = next((place for place, word in enumerate(sentence.tokens) if word.start >= end), len(sentence.tokens))
        yield from self._aligned(sentence, token, role)
        for place, readings in self._pronouns.reflexives(sentence.tokens, after):
            yield Spot(place, readings)
        if "it" not in sentence.source:  # which may have become an object too
            if role == OBJECT or _is_passive(source, token) or _is_told(source, token):
                for place, readings in self._pronouns.objects(sentence.text, sentence.tokens, after):
                    yield Spot(place, readings)
            if role == POSSESSIVE:
                yield from self._owners_by_alignment(sentence, token, after)
            if role != SUBJECT or _is_passive(
                source, token
            ):  # in Hebrew and Arabic an object is written onto its verb as an owner is onto the noun
                yield from self._owners(sentence, token, after)
        if (
            token + 1 < len(source) and source[token + 1].lower() in BE
        ):  # "she was angry": the adjective speaks of her too
            yield from self._predicates(sentence, source, token, after)
        yield from self._others(sentence, source, token, role, after)

    def _aligned(self, sentence: Sentence, token: int, role: str) -> Iterator[Spot]:
        """What is aligned to the source's pronoun."""
        look_up = self._pronouns.aligned_object if role == OBJECT else self._pronouns.free
        for place in sorted(sentence.linked_to(token, 1)):
            yield Spot(place, look_up(sentence.text, sentence.tokens, place))

    def _owners(self, sentence: Sentence, token: int, after: int) -> Iterator[Spot]:
        """Nouns with a possessive ending: those aligned to what is owned, then any after the noun."""
        owned = self._pronouns.owners(sentence.tokens, after)
        linked = sentence.linked_to(token, OWNED)
        for place, readings in sorted(owned, key=lambda pair: pair[0] not in linked):
            yield Spot(place, readings)

    def _owners_by_alignment(self, sentence: Sentence, token: int, after: int) -> Iterator[Spot]:
        """Nouns aligned to what is owned, whose ending says of an owner only there: other words end so too."""
        for place in sorted(sentence.linked_to(token + 1, OWNED - 1)):
            if place >= after and (readings := self._pronouns.aligned_owner(sentence.tokens[place])):
                yield Spot(place, readings)

    def _predicates(self, sentence: Sentence, source: Sequence[str], token: int, after: int) -> Iterator[Spot]:
        """The adjective that is said of the pronoun: after a form of to be that opens its clause, or by alignment."""
        lexicon, tokens = self._lexicon, sentence.tokens
        expected = token / len(source)
        places = self._clause_predicates(sentence, after)
        for place in sorted(places, key=lambda place: abs(place / len(tokens) - expected)):
            yield Spot(place, self._said(sentence, place), PREDICATE)
        said = (k for k in range(token + 2, len(source)) if source[k].lower() not in BEFORE_ADJECTIVE)
        for place in sorted(sentence.linked_to(next(said, len(source)), 1)):
            if place >= after and not self._is_of_head(sentence, after, place):
                yield Spot(place, lexicon.adjective(tokens[place]), PREDICATE)

    def _said(self, sentence: Sentence, place: int) -> Readings | None:
        """What a predicate says: an adjective by itself, a noun by its article ("perché era un bullo")."""
        lexicon, text, tokens = self._lexicon, sentence.text, sentence.tokens
        article = lexicon.determiner(text, tokens[place]) if place + 1 < len(tokens) else None
        if article is None or not joined(text, tokens[place], tokens[place + 1]):
            return lexicon.participle(tokens[place])
        noun = tokens[place + 1]
        known = lexicon.person(noun)
        if known is not None:
            return None if known.epicene or known.generic else unify(known.readings, article) or known.readings
        return article if lexicon.by_ending(noun) is not None else None

    def _clause_predicates(self, sentence: Sentence, after: int) -> Iterator[int]:
        """Where a clause without a subject of its own says something with a form of to be: "porque estaba cansada"."""
        lexicon, tokens = self._lexicon, sentence.tokens
        for place in range(max(after, 1), len(tokens)) if lexicon.pack.copulas else ():
            if lexicon.ends_clause(tokens[place - 1]) or not joined(sentence.text, tokens[place - 1], tokens[place]):
                predicate = predicate_after(lexicon, sentence.text, tokens, place)
                if predicate is not None and not self._is_of_head(sentence, after, predicate):
                    yield predicate

    def _is_of_head(self, sentence: Sentence, after: int, predicate: int) -> bool:
        """Whether it may be said of the noun that governs the person ("el cuerpo de la víctima … mutilado"): their
        genders agree.
        """
        lexicon, tokens = self._lexicon, sentence.tokens
        governed = [place for place in range(max(after - 4, 0), after) if tokens[place].key in GENITIVE]
        if not governed or governed[-1] < 2:
            return False
        head = lexicon.determiner(sentence.text, tokens[governed[-1] - 2])
        said = lexicon.participle(tokens[predicate])
        return bool(head and said and unify(head, said))

    def _others(self, sentence: Sentence, source: Sequence[str], token: int, role: str, after: int) -> Iterator[Spot]:
        """The pronouns after the noun, if all say the same; without any, the verb whose subject may have been dropped."""
        text, tokens = sentence.text, sentence.tokens
        pronouns = [
            (place, readings)
            for place in self._pronouns.places(tokens, after)
            if (readings := self._pronouns.free(text, tokens, place)) and {r.gender for r in readings} - {"n"}
        ]
        if role != SUBJECT:  # "and he asked her": the subject of the sentence goes on, and is somebody else
            pronouns = [(place, said) for place, said in pronouns if not self._goes_on(sentence, place)]
        said = [{reading.gender for reading in readings} - {"n"} for _, readings in pronouns]
        # Not where the source has an "it", which may have become a pronoun too ("il était dangereux de …").
        if pronouns and "it" not in sentence.source and all(genders == said[0] for genders in said):
            yield Spot(*pronouns[0])
        if not pronouns and source[token].lower() in ("he", "she"):
            yield from self._dropped(sentence, token, after)
        if not pronouns and role == OBJECT and token + 1 < len(source) and source[token + 1] == "to":
            yield from self._clause_verbs(sentence, after)

    def _dropped(self, sentence: Sentence, token: int, after: int) -> Iterator[Spot]:
        """Verbs whose subject, the pronoun, may have been dropped: those aligned to it, then those that open a clause."""
        tokens, lexicon = sentence.tokens, self._lexicon
        for place in sorted(sentence.linked_to(token, 2)):
            yield Spot(place, lexicon.joined_verb(tokens[place]), PREDICATE)
        yield from self._clause_verbs(sentence, after)

    def _clause_verbs(self, sentence: Sentence, after: int) -> Iterator[Spot]:
        """Verbs that open a clause after the noun, so that their subject was dropped; an adverb may come first."""
        tokens, lexicon = sentence.tokens, self._lexicon
        for place in range(max(after, 1), len(tokens)) if lexicon.has_verbs else ():
            before = place - 1
            while before > after and lexicon.is_adverb(tokens[before]) and not lexicon.ends_clause(tokens[before]):
                before -= 1
            opens = lexicon.ends_clause(tokens[before]) and not lexicon.is_and(tokens[before])
            opens = opens or lexicon.is_joined_adverb(tokens[before])
            if opens or lexicon.opens_clause(tokens[place]):
                yield Spot(place, lexicon.joined_verb(tokens[place]), PREDICATE)

    def _goes_on(self, sentence: Sentence, place: int) -> bool:
        """Whether a pronoun is the subject of a clause that an "and", a "but" or a comma joins to the one before, whose
        subject is another person.
        """
        person, tokens = sentence.person, sentence.tokens
        if person.other_token is not None and person.token < person.other_token:
            return False
        for before in range(place - 1, max(place - GOES_ON, 0) - 1, -1):
            if self._lexicon.is_and(tokens[before]) or self._lexicon.is_but(tokens[before]):
                return True
            if self._lexicon.ends_clause(tokens[before]):  # "and said that she": a clause of its own
                return False
            if not joined(sentence.text, tokens[before], tokens[before + 1]):
                return before + 1 == place
        return False


def _is_passive(source: Sequence[str], token: int) -> bool:
    """Whether something is done to the pronoun ("she was suspected"): in the translation it may be an object."""
    near = [word.lower() for word in source[token + 1 : token + 5]]
    after = [word for word in near if word not in BEFORE_ADJECTIVE and not word.endswith("ly")]
    if after and after[0] in MODALS:  # "so she could be assessed"
        after = after[1:]
    return len(after) > 1 and after[0] in BE and after[1].rstrip(".,;").endswith("ed")


def _is_told(source: Sequence[str], token: int) -> bool:
    """Whether the pronoun is told to do something ("demanded he pay")."""
    return token > 0 and source[token - 1].lower() in BEFORE_TOLD


def _role(source: Sequence[str], token: int) -> str:
    """What a pronoun is in its sentence: subject, object ("asked her to leave") or possessive ("her idea")."""
    word = source[token].lower()
    bare = word.rstrip(".,;!?")
    if bare in ("he", "she", "they"):
        return SUBJECT
    if bare != word and bare in ("him", "her", "them"):
        return OBJECT
    if bare in ("him", "them"):
        return OBJECT
    before, after = (
        source[token - 1].lower() if token else "",
        source[token + 1].lower() if token + 1 < len(source) else "",
    )
    ends = after.rstrip(".,;!?")
    adverb = ends != after and (ends.endswith("ly") or ends == "back")  # "greeted her warmly.", "called her back."
    if bare == "her" and (not after or ends in AFTER_OBJECT or adverb or before in BEFORE_OBJECT):
        return OBJECT
    return POSSESSIVE
