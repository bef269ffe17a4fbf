"""What else in a translation shows a person's gender besides the noun: the pronoun, possessive or predicate that refers to them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from askew.core.records import Span
from askew.judges.gender import FEMALE, MALE, NEUTRAL
from askew.judges.lexicon import Lexicon
from askew.judges.sentence import Sentence
from askew.lang.pack import Readings
from askew.text.words import Word

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
    "what", "why", "where", "who", "some", "all", "more", "very", "too"
})  # fmt: skip


@dataclass(frozen=True)
class Mark:
    """What else shows the person's gender, and where."""

    gender: str
    span: Span
    neuter_too: bool  # German "sein" also refers to a neuter noun


class CoreferentReader:
    """Reads the marks of one language."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon

    def read(self, sentence: Sentence, mention: Span | None) -> Mark | None:
        """The gender of the pronoun, possessive or predicate that refers to the person, where the translation shows one."""
        if not sentence.item.attributes["pronoun_token"]:
            return None
        for target, look_up in self._spots(sentence):
            word = sentence.tokens[target]
            if mention and mention.start <= word.start < mention.end:
                continue
            readings = look_up(word) or ()
            if sentence.item.attributes["gold"] == NEUTRAL and any(reading.number == "pl" for reading in readings):
                continue  # "they" may have become a plural, which says nothing
            genders = {reading.gender for reading in readings if reading.number != "pl"}
            if genders in ({"m"}, {"f"}, {"m", "n"}):  # German "sein" is his or its: of a person, his
                return Mark(FEMALE if genders == {"f"} else MALE, Span(word.start, word.end), "n" in genders)
        return None

    def _spots(self, sentence: Sentence) -> Iterator[tuple[int, Callable[[Word], Readings | None]]]:
        """Words that may refer to the person: those aligned to the source's pronoun, then to the predicate after it."""
        lexicon, source = self._lexicon, sentence.item.source.split(" ")
        token = int(sentence.item.attributes["pronoun_token"])
        look_up = lexicon.object_pronoun if _is_object(source, token) else lexicon.pronoun
        for target in sorted(sentence.linked_to(token, 1)):
            yield target, look_up
        if look_up == lexicon.object_pronoun:  # "l'ha invitata": the participle agrees with the elided pronoun
            for place, word in enumerate(sentence.tokens[:-2]):
                if word.key == "l" and sentence.text[word.end : word.end + 1] in ("'", "’"):
                    yield place + 2, lexicon.adjective
        if token + 1 < len(source) and source[token + 1].lower() in BE:
            # "she was angry": the adjective speaks of her too
            after = (k for k in range(token + 2, len(source)) if source[k].lower() not in BEFORE_ADJECTIVE)
            for target in sorted(sentence.linked_to(next(after, len(source)), 1)):
                yield target, lexicon.adjective
        pronouns = [
            (place, genders)
            for place, word in enumerate(sentence.tokens)
            if (genders := {reading.gender for reading in lexicon.pronoun(word) or ()} - {"n"})
        ]
        # Not where the source has an "it", which may have become a pronoun too ("il était dangereux de …").
        if pronouns and "it" not in sentence.source and all(genders == pronouns[0][1] for _, genders in pronouns):
            yield pronouns[0][0], lexicon.pronoun  # all there are say the same, whoever they refer to
        if not pronouns and source[token].lower() in ("he", "she"):  # it may be dropped, and its verb show the gender
            for target in sorted(sentence.linked_to(token, 2)):
                yield target, lexicon.joined_verb


def _is_object(source: Sequence[str], token: int) -> bool:
    """Whether a pronoun is an object ("asked her to leave"), not a possessive ("her idea")."""
    word = source[token].lower()
    if word.rstrip(".,;!?") != word:
        return word.startswith(("him", "her"))
    return word == "him" or (word == "her" and (token + 1 == len(source) or source[token + 1].lower() in AFTER_OBJECT))
