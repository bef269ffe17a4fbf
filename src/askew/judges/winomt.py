"""WinoMT's judge: which gender does the translation give to the person that the pronoun refers to? Protocol ``askew``.

1. *Find* the person: every form of the entity in the language pack, and every form of the other person in the sentence.
   Where several could be meant, word alignment and word order choose; one place is never given to both.
2. Where the pack has no form that is there, the noun phrase aligned to the entity, if it has a determiner of the language.
3. *Read* its gender from noun, determiner and adjective in context (``gender``), never from a pronoun elsewhere.
4. Besides, read the pronoun and the predicate that refer to the person, and say whether they agree with the noun.
"""

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from askew.core.records import Item, Output, Span, Verdict
from askew.judges.gender import (
    BOTH,
    BOTH_FORMS,
    FEMALE,
    MALE,
    NEUTRAL,
    NOT_FOUND,
    UNDECIDED,
    WRONG_NUMBER,
    Mention,
    combine,
    reader_of,
)
from askew.judges.lexicon import Form, Match
from askew.lang.pack import Readings, parse_readings
from askew.text.align import align
from askew.text.words import Word, key, keys, words

AGREES, CLASHES = "agrees", "clashes"
UNTRANSLATED = "output repeats the source"
BE = frozenset(
    {"is", "was", "are", "were", "be", "been", "being", "feel", "feels", "felt", "seemed", "looked", "became", "got"}
)
# What may stand between "was" and the adjective.
BEFORE_ADJECTIVE = frozenset(
    [
        "very",
        "so",
        "too",
        "more",
        "most",
        "extremely",
        "quite",
        "really",
        "not",
        "also",
        "still",
        "always",
        "just",
        "already",
        "always",
        "feeling",
        "being",
        "rather",
        "pretty",
        "such",
        "completely",
        "totally",
        "especially",
        "particularly",
        "constantly",
        "often",
        "never",
        "highly",
    ]
)
# What follows an object pronoun, and hardly ever a possessive.
AFTER_OBJECT = frozenset(
    [
        "to",
        "a",
        "an",
        "the",
        "for",
        "because",
        "and",
        "but",
        "if",
        "when",
        "about",
        "with",
        "in",
        "on",
        "at",
        "out",
        "up",
        "off",
        "into",
        "from",
        "by",
        "not",
        "that",
        "as",
        "so",
        "while",
        "after",
        "before",
        "during",
        "how",
        "what",
        "why",
        "where",
        "who",
        "some",
        "all",
        "more",
        "very",
        "too",
    ]
)
RIGHT_FOR_NEUTRAL = (NEUTRAL, BOTH, UNDECIDED)

# How candidates for the person are weighed against each other.
ALIGNED, DETERMINED, EXTRA_WORD = 1.0, 0.3, 0.1


@dataclass(frozen=True)
class Sentence:
    """A source and its translation, in words, with the links between them."""

    item: Item
    text: str
    tokens: Sequence[Word]
    linked: Mapping[int, Sequence[int]]  # source word -> target words
    source: Sequence[str]
    entity_links: frozenset[int]
    other_links: frozenset[int]

    @classmethod
    def of(
        cls, item: Item, text: str, tokens: Sequence[Word], linked: Mapping[int, Sequence[int]], source: Sequence[str]
    ) -> "Sentence":
        """The sentence, with what its two people are aligned to."""
        links = []
        for who, where in (("entity", "token"), ("other", "other_token")):
            first = item.attributes[where]
            places = range(int(first), int(first) + len(item.attributes[who].split())) if first else range(0)
            links.append(frozenset(target for place in places for target in linked.get(place, ())))
        return cls(item, text, tokens, linked, source, *links)

    def words(self, spans: Sequence[Span]) -> str:
        """The text at some places."""
        return " ".join(self.text[slice(*span)] for span in spans)

    def linked_to(self, first: int, count: int) -> set[int]:
        """The target words aligned to ``count`` source words from ``first`` on."""
        return {target for position in range(first, first + count) for target in self.linked.get(position, ())}


@dataclass(frozen=True)
class Mark:
    """What else shows the person's gender, and where."""

    gender: str
    span: Span
    neuter_too: bool  # German "sein" also refers to a neuter noun


class WinoMTJudge:
    """Judges one language with its pack."""

    def __init__(self, target: str) -> None:
        self._reader = reader_of(target)

    @property
    def signature(self) -> Mapping[str, str]:
        """The rules and the pack's content."""
        return {"judge": "winomt-1", "aligner": "fast_align", "pack": self._reader.pack.signature}

    def judge(self, items: Sequence[Item], outputs: Sequence[Output]) -> list[Verdict]:
        """One verdict per item; the alignment is learnt from all of them."""
        sources = [keys_by_token(item.source) for item in items]
        targets = [words(output.text) for output in outputs]
        flat = [[word for token in source for word in token] for source in sources]
        links = align([(source, [word.key for word in target]) for source, target in zip(flat, targets, strict=True)])
        verdicts = []
        for item, output, source, tokens, pairs in zip(items, outputs, sources, targets, links, strict=True):
            verdicts.append(
                self._verdict(
                    Sentence.of(
                        item, output.text, tokens, linked_by_token(source, pairs), [w for t in source for w in t]
                    )
                )
            )
        return verdicts

    def _verdict(self, sentence: Sentence) -> Verdict:
        attributes = sentence.item.attributes
        mention, how = self._person(sentence)
        finding = combine([mention] if mention else [])
        mark = self._other_mark(sentence, mention)
        predicted, reason, decided_by = finding.verdict, finding.reason, finding.decided_by
        if how == UNTRANSLATED:
            reason = UNTRANSLATED
        elif mark is not None and (predicted == UNDECIDED or (predicted == NEUTRAL and not mark.neuter_too)):
            # The noun leaves it open ("l'insegnante", "das Kind"), so what refers to it decides.
            predicted, decided_by = mark.gender, (mark.span,)
            reason = f"“{sentence.words(finding.found)}”, {finding.reason}, by “{sentence.words([mark.span])}”"
        elif mark is not None and _agreement(predicted, mark.gender) == CLASHES:
            reason += f", but “{sentence.words([mark.span])}” is {mark.gender}"
        labels = {
            "verdict": verdict_on(attributes["gold"], predicted),
            "predicted": predicted,
            "covered": "no" if predicted == NOT_FOUND else "yes",
            "found_by": how if mention else "",
            "other_mark": mark.gender if mark else "",
            "agreement": _agreement(finding.verdict, mark.gender if mark else ""),
        }
        return Verdict(sentence.item.id, attributes["entity"], labels, reason, finding.found, decided_by)

    # Finding the person

    def _person(self, sentence: Sentence) -> tuple[Mention | None, str]:
        """What is said at the place where the person is named, and how that place was found."""
        if _repeats_source(sentence):
            return None, UNTRANSLATED
        candidates = list(self._matches(sentence, "entity"))
        rivals = list(self._matches(sentence, "other"))
        if candidates:
            chosen = self._choose(sentence, candidates, rivals)
            if chosen is not None:
                return self._read(sentence, chosen, candidates), "pack"
        aligned = self._aligned_noun(sentence, rivals)
        return (self._read(sentence, aligned, []), "alignment") if aligned else (None, "")

    def _matches(self, sentence: Sentence, who: str) -> Sequence[Match]:
        name = sentence.item.attributes[who]
        if name not in self._reader.pack.occupations:
            return ()
        return list(self._reader.lexicon.matches(name, sentence.tokens))

    def _choose(self, sentence: Sentence, candidates: Sequence[Match], rivals: Sequence[Match]) -> Match | None:
        """The candidate that best names the entity while the best of the rest names the other person."""
        if len(candidates) == 1 and not rivals:
            return candidates[0]
        own = {match: self._fit(sentence, match, "entity") for match in candidates}
        if not rivals:
            return max(candidates, key=lambda match: own[match])
        others = {match: self._fit(sentence, match, "other") for match in rivals}
        pairs = [(a, b) for a, b in itertools.product(candidates, rivals) if a.last <= b.first or b.last <= a.first]
        if pairs:
            return max(pairs, key=lambda pair: own[pair[0]] + others[pair[1]])[0]
        # One place for two people: it goes to the one it fits better.
        best, rival = max(candidates, key=lambda match: own[match]), max(rivals, key=lambda match: others[match])
        return best if own[best] >= others[rival] else None

    def _fit(self, sentence: Sentence, match: Match, who: str) -> float:
        """How well a place fits a person: aligned to them, not to the other, at about the right place, with a determiner."""
        own, others = sentence.entity_links, sentence.other_links
        position = sentence.item.attributes["token" if who == "entity" else "other_token"]
        if who == "other":
            own, others = others, own
        place = range(match.first, match.last)
        fit = EXTRA_WORD * len(place) + DETERMINED * self._has_determiner(sentence, match.first)
        fit += ALIGNED * (not own.isdisjoint(place)) - ALIGNED * (not others.isdisjoint(place))
        if position:
            expected = int(position) / max(sentence.item.source.count(" ") + 1, 1)
            fit -= abs(match.first / max(len(sentence.tokens), 1) - expected)
        return fit

    def _has_determiner(self, sentence: Sentence, first: int) -> bool:
        return first > 0 and self._reader.lexicon.determiner(sentence.text, sentence.tokens[first - 1]) is not None

    def _aligned_noun(self, sentence: Sentence, rivals: Sequence[Match]) -> Match | None:
        """What is aligned to the entity though the pack does not list it there: first a noun that names another occupation.

        Any other word counts only right after a determiner, which shows it to be a noun.
        """
        lexicon = self._reader.lexicon
        rival = max(rivals, key=lambda match: self._fit(sentence, match, "other"), default=None)
        taken = set(range(rival.first, rival.last)) if rival else set()
        aligned = sorted(sentence.entity_links - taken)
        for token in aligned:
            if (form := lexicon.person(sentence.tokens[token])) is not None:
                return Match(token, token + 1, form)
        for token in aligned:
            word = sentence.tokens[token]
            known = lexicon.determiner(sentence.text, word) or lexicon.is_adverb(word) or lexicon.pronoun(word)
            if not known and self._has_determiner(sentence, token):
                return Match(token, token + 1, Form(self._unknown_person(opens=token == 1)))
        return None

    def _unknown_person(self, opens: bool) -> Readings:
        """What a noun can be of which only its place is known: a person, and the subject if it opens the sentence."""
        cases = self._reader.pack.cases
        return parse_readings("m.sg.nom f.sg.nom" if opens and "nom" in cases else "m.sg f.sg", cases)

    def _read(self, sentence: Sentence, match: Match, candidates: Sequence[Match]) -> Mention:
        mention = self._mention(sentence, match)
        for other in candidates:  # "der Arzt oder die Ärztin"
            if other != match and self._is_pair(sentence, match, other):
                twin = self._mention(sentence, other)
                if {mention.verdict, twin.verdict} == {MALE, FEMALE}:
                    return Mention(Span(*sorted((*mention.span, *twin.span))[::3]), BOTH, BOTH_FORMS)
        return mention

    def _mention(self, sentence: Sentence, match: Match) -> Mention:
        mention = self._reader.mention(sentence.text, sentence.tokens, match, "sg")
        if mention.reason == WRONG_NUMBER:  # a plural names the person too
            mention = self._reader.mention(sentence.text, sentence.tokens, match)
        return mention

    def _is_pair(self, sentence: Sentence, left: Match, right: Match) -> bool:
        first, second = sorted((left, right), key=lambda match: match.first)
        between = sentence.tokens[first.last : second.first]
        gap = sentence.text[sentence.tokens[first.last - 1].end : sentence.tokens[second.first].start]
        joined = "/" in gap or any(self._reader.lexicon.joins_pairs(word) for word in between)
        return joined and len(between) <= 3

    # What else refers to the person

    def _other_mark(self, sentence: Sentence, mention: Mention | None) -> Mark | None:
        """The gender of the pronoun, possessive or predicate that refers to the person, where the translation shows one."""
        if not sentence.item.attributes["pronoun_token"]:
            return None
        for target, look_up in self._spots(sentence):
            word = sentence.tokens[target]
            if mention and mention.span.start <= word.start < mention.span.end:
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
        lexicon, source = self._reader.lexicon, sentence.item.source.split(" ")
        token = int(sentence.item.attributes["pronoun_token"])
        look_up = lexicon.object_pronoun if _is_object(source, token) else lexicon.pronoun
        for target in sorted(sentence.linked_to(token, 1)):
            yield target, look_up
        if look_up == lexicon.object_pronoun:  # "l'ha invitata": the participle agrees with the elided pronoun
            for place, word in enumerate(sentence.tokens[:-2]):
                if word.key == "l" and sentence.text[word.end : word.end + 1] in ("'", "’"):
                    yield place + 2, lexicon.adjective
        if (
            token + 1 < len(source) and source[token + 1].lower() in BE
        ):  # "she was angry": the adjective speaks of her too
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


@lru_cache(maxsize=8192)
def keys_by_token(sentence: str) -> list[tuple[str, ...]]:
    """The words of each token of a sentence split at spaces: WinoMT counts tokens, the aligner words."""
    return [(key(token),) if token.isalpha() else keys(token) for token in sentence.split(" ")]


def linked_by_token(source: Sequence[Sequence[str]], pairs: Sequence[tuple[int, int]]) -> dict[int, list[int]]:
    """Links from words, as links from tokens."""
    token_of_word = [token for token, token_words in enumerate(source) for _ in token_words]
    linked: dict[int, list[int]] = {}
    for word, target in pairs:
        linked.setdefault(token_of_word[word], []).append(target)
    return linked


def _repeats_source(sentence: Sentence) -> bool:
    """Whether the output is the English sentence again, more or less: most of its words are the source's."""
    same = set(sentence.source)
    return sum(token.key in same for token in sentence.tokens) * 2 > len(sentence.tokens) > 0


def verdict_on(gold: str, predicted: str) -> str:
    """Only the right gender is right; for a neutral referent, whatever does not choose one."""
    if predicted == gold or (gold == NEUTRAL and predicted in RIGHT_FOR_NEUTRAL):
        return "correct"
    return "incorrect" if predicted in (MALE, FEMALE, NEUTRAL) else "inconclusive"


def _agreement(noun: str, mark: str) -> str:
    """Whether the noun and the other mark say the same; empty where either says nothing."""
    if noun not in (MALE, FEMALE) or not mark:
        return ""
    return AGREES if noun == mark else CLASHES
