"""WinoMT's judge: which gender does the translation give to the person that the pronoun refers to? Protocol ``askew``.

1. *Find* the person: every form of the entity in the language pack, and every form of the other person in the sentence.
   Where several could be meant, word alignment and word order choose; one place is never given to both.
2. Where the pack has no such form, what is aligned to the entity: a noun that names another occupation, or a noun phrase with a
   determiner of the language.
3. *Read* its gender from noun, determiner, adjective and verb in context (``gender``).
4. Read what refers to the person (``coreferents``): it decides where the noun leaves the gender open, and otherwise agrees or clashes.
"""

import itertools
from collections.abc import Mapping, Sequence

from askew.core.records import Item, Output, Span, Verdict
from askew.judges.coreferents import CoreferentReader
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
from askew.judges.sentence import Sentence, aligned_sentences
from askew.lang.pack import Readings, parse_readings

AGREES, CLASHES = "agrees", "clashes"
UNTRANSLATED = "output repeats the source"
RIGHT_FOR_NEUTRAL = (NEUTRAL, BOTH, UNDECIDED)

# How candidates for the person are weighed against each other.
ALIGNED, DETERMINED, EXTRA_WORD = 1.0, 0.3, 0.1


class WinoMTJudge:
    """Judges one language with its pack."""

    def __init__(self, target: str) -> None:
        self._reader = reader_of(target)
        self._coreferents = CoreferentReader(self._reader.lexicon)

    @property
    def signature(self) -> Mapping[str, str]:
        """The rules and the pack's content."""
        return {"judge": "winomt-1", "aligner": "fast_align", "pack": self._reader.pack.signature}

    def judge(self, items: Sequence[Item], outputs: Sequence[Output]) -> list[Verdict]:
        """One verdict per item; the alignment is learnt from all of them."""
        return [self._verdict(sentence) for sentence in aligned_sentences(items, outputs)]

    def _verdict(self, sentence: Sentence) -> Verdict:
        attributes = sentence.item.attributes
        mention, how = self._person(sentence)
        finding = combine([mention] if mention else [])
        mark = self._coreferents.read(sentence, mention.span if mention else None)
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
