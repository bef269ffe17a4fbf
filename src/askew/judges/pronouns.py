"""Which words of a translation are pronouns that show a person's gender, and which only look so."""

from collections.abc import Iterator, Sequence
from functools import cached_property

from askew.judges.agreement import joined
from askew.judges.lexicon import Lexicon
from askew.lang.readings import Readings
from askew.text.words import Word, key

APOSTROPHES = ("'", "’")
LONG_ENDING = 3  # letters of a possessive ending that few other words have
SHORTEST_OWNED = 4  # letters of a noun with a possessive ending; shorter words end so by chance


class PronounReader:
    """The pronouns of one language."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._pronouns = lexicon.pack.pronouns

    def places(self, tokens: Sequence[Word], first: int) -> list[int]:
        """From ``first`` on, the words that may be personal or possessive pronouns."""
        known = self._words
        return [place for place in range(first, len(tokens)) if tokens[place].key in known]

    def free(self, text: str, tokens: Sequence[Word], place: int) -> Readings | None:
        """A personal or possessive pronoun that is a word of its own; none where it refers to nobody, or is an
        infinitive.
        """
        readings = self._words.get(tokens[place].key)
        if readings is None or self._is_impersonal(tokens, place) or self._is_infinitive(text, tokens, place):
            return None
        return readings

    def aligned_object(self, text: str, tokens: Sequence[Word], place: int) -> Readings | None:
        """The same for a word that is known to be an object, so that it can't be the article it looks like."""
        return self._clitics.get(tokens[place].key) or self.free(text, tokens, place)

    def objects(self, text: str, tokens: Sequence[Word], first: int) -> Iterator[tuple[int, Readings]]:
        """From ``first`` on, what is an object pronoun by its place or form, or agrees with one: no alignment is asked."""
        for place in range(first, len(tokens)):
            readings = (
                self._enclitic(tokens[place])
                or self._clitic(text, tokens, place)
                or self._stressed(tokens, place)
                or self._participle(text, tokens, place)
            )
            if readings:
                yield place, readings

    def reflexives(self, tokens: Sequence[Word], first: int) -> Iterator[tuple[int, Readings]]:
        """From ``first`` on, the word after a reflexive that agrees with the person: "por si mesma"."""
        for place in range(max(first, 1), len(tokens)) if self._pronouns.reflexives else ():
            if tokens[place - 1].key not in self._reflexive:
                continue
            said = self._pronouns.reflexives.get(f"{tokens[place - 1].key} {tokens[place].key}")
            if said is not None:
                yield place, said

    def owners(self, tokens: Sequence[Word], first: int) -> Iterator[tuple[int, Readings]]:
        """From ``first`` on, nouns with a possessive ending (Hebrew, Arabic), and what it says of their owner."""
        for place in range(first, len(tokens)) if self._owner_endings else ():
            if readings := self.owner(tokens[place]):
                yield place, readings

    def owner(self, token: Word) -> Readings | None:
        """What a possessive ending says of the owner; nothing after an article, which no such noun has."""
        if not token.key.endswith(self._owner_ends) or len(token.key) < SHORTEST_OWNED or not self._may_be_owned(token):
            return None
        article = self._lexicon.has_article(token)
        endings = (pair for pair in self._owner_endings if token.key.endswith(pair[0]))
        # What begins like an article may be part of the word: a long ending is surer.
        return next((allowed for ending, allowed in endings if not article or len(ending) >= LONG_ENDING), None)

    def aligned_owner(self, token: Word) -> Readings | None:
        """The same for a noun known to be owned, whose ending may be one that other words have too; it has no article."""
        if not self._aligned_owners or not self._may_be_owned(token) or self._lexicon.has_article(token):
            return None
        return next((allowed for ending, allowed in self._aligned_owners.items() if token.key.endswith(ending)), None)

    def _may_be_owned(self, token: Word) -> bool:
        """Whether a word can be a noun with a possessive ending: no verb, adverb or adjective, and no other noun as it
        stands.
        """
        lexicon = self._lexicon
        if lexicon.joined_verb(token) or lexicon.is_adverb(token):
            return False
        if lexicon.person(token) or lexicon.is_thing(token) or lexicon.adjective(token):
            return False
        return not lexicon.adjective(token._replace(key=token.key[:-1] + "ة"))

    def _is_impersonal(self, tokens: Sequence[Word], place: int) -> bool:
        """Whether the next word makes it the subject of nothing: "il faut", "il y a"."""
        return place + 1 < len(tokens) and tokens[place + 1].key in self._impersonal

    def _is_infinitive(self, text: str, tokens: Sequence[Word], place: int) -> bool:
        """Whether a possessive is the infinitive it looks like ("sein", "zijn"): then no noun follows."""
        if tokens[place].key not in self._only_before_nouns:
            return False
        if place + 1 == len(tokens) or not joined(text, tokens[place], tokens[place + 1]):
            return True
        after = tokens[place + 1]
        return (
            after.key in self._after_infinitives
            or self._lexicon.is_adverb(after)
            or self._lexicon.is_preposition(after)
            or self._lexicon.ends_clause(after)
            or self._lexicon.determiner(text, after) is not None
        )

    def _enclitic(self, token: Word) -> Readings | None:
        """A pronoun written onto an infinitive or gerund: "contattarlo", "evaluarla"."""
        if not token.key.endswith(self._enclitic_ends):
            return None
        for ending, allowed in self._enclitics:
            host = token.key.removesuffix(ending)
            if host != token.key and host.endswith(self._pronouns.enclitic_hosts) and len(host) > 2:
                return None if self._lexicon.is_thing(token) or self._lexicon.person(token) else allowed
        return None

    def _clitic(self, text: str, tokens: Sequence[Word], place: int) -> Readings | None:
        """What looks like an article, but stands where only a pronoun can: before a verb, after a hyphen or a subject
        pronoun.
        """
        token = tokens[place]
        allowed = self._clitics.get(token.key)
        if allowed is None or text[token.end : token.end + 1] in APOSTROPHES:
            return None
        if token.start > 0 and text[token.start - 1] in "-‑":
            return allowed
        if place + 1 == len(tokens) or not joined(text, token, tokens[place + 1]):
            return None
        after = tokens[place + 1]
        if after.key in self._clitic_verbs or self._looks_like_verb(after):
            return allowed
        return allowed if place > 0 and tokens[place - 1].key in self._before_clitics else None

    def _looks_like_verb(self, token: Word) -> bool:
        verbs = self._pronouns.clitic_verbs
        if not token.key.endswith(verbs.endings) or token.key in verbs.but:
            return False
        return self._lexicon.person(token) is None and not self._lexicon.is_thing(token)

    def _stressed(self, tokens: Sequence[Word], place: int) -> Readings | None:
        """A pronoun that shows a gender only after a preposition: "avec lui"."""
        allowed = self._stressed_forms.get(tokens[place].key)
        return allowed if allowed and place > 0 and self._lexicon.is_preposition(tokens[place - 1]) else None

    def _participle(self, text: str, tokens: Sequence[Word], place: int) -> Readings | None:
        """The participle that agrees with an elided object pronoun: "l'a aidée", "l'ha invitata"."""
        before = place - 1
        while before > 0 and self._lexicon.is_adverb(tokens[before]):
            before -= 1
        if before < 1 or tokens[before].key not in self._auxiliaries:
            return None
        elided = tokens[before - 1]
        if elided.key != "l" or text[elided.end : elided.end + 1] not in APOSTROPHES:
            return None
        return self._lexicon.participle(tokens[place])

    @cached_property
    def _words(self) -> dict[str, Readings]:
        return {key(word): readings for word, readings in self._pronouns.words.items()}

    @cached_property
    def _clitics(self) -> dict[str, Readings]:
        return {key(word): readings for word, readings in self._pronouns.clitics.items()}

    @cached_property
    def _stressed_forms(self) -> dict[str, Readings]:
        return {key(word): readings for word, readings in self._pronouns.stressed.items()}

    @cached_property
    def _enclitics(self) -> list[tuple[str, Readings]]:
        return sorted(self._pronouns.enclitics.items(), key=lambda pair: -len(pair[0]))

    @cached_property
    def _enclitic_ends(self) -> tuple[str, ...]:
        return tuple(ending for ending, _ in self._enclitics)

    @cached_property
    def _reflexive(self) -> set[str]:
        return {pair.split()[0] for pair in self._pronouns.reflexives}

    @cached_property
    def _owner_endings(self) -> list[tuple[str, Readings]]:
        return sorted(self._pronouns.possessive_endings.items(), key=lambda pair: -len(pair[0]))

    @cached_property
    def _aligned_owners(self) -> dict[str, Readings]:
        return {key(ending): readings for ending, readings in self._pronouns.aligned_possessive_endings.items()}

    @cached_property
    def _owner_ends(self) -> tuple[str, ...]:
        return tuple(ending for ending, _ in self._owner_endings)

    @cached_property
    def _clitic_verbs(self) -> set[str]:
        return {key(word) for word in self._pronouns.clitic_verbs.words}

    @cached_property
    def _before_clitics(self) -> set[str]:
        return {key(word) for word in self._pronouns.before_clitics}

    @cached_property
    def _auxiliaries(self) -> set[str]:
        return {key(word) for word in self._pronouns.auxiliaries}

    @cached_property
    def _impersonal(self) -> set[str]:
        return {key(word) for word in self._pronouns.impersonal}

    @cached_property
    def _only_before_nouns(self) -> set[str]:
        return {key(word) for word in self._pronouns.only_before_nouns}

    @cached_property
    def _after_infinitives(self) -> set[str]:
        return {key(word) for word in self._pronouns.after_infinitives}
