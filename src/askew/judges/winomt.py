"""WinoMT's judge: which gender does the translation give to the person that the pronoun refers to? Protocol ``askew``.

1. *Find* the person (``persons``): by the pack's forms, else by alignment and place. A noun that names a thing there is
   a verdict of its own.
2. *Read* its gender from noun, determiner, adjective, verb and predicate in context (``gender``).
3. Read what refers to the person (``coreferents``): it decides where the noun leaves the gender open, and otherwise
   agrees or clashes. A pronoun that merely agrees with an epicene noun ("la víctima … ella") decides nothing.
"""

from collections.abc import Mapping, Sequence

from askew.core.records import Item, Output, Span, Verdict
from askew.judges.coreferents import CoreferentReader, Mark
from askew.judges.forms import Match
from askew.judges.gender import (
    BOTH,
    BOTH_FORMS,
    FEMALE,
    GENDER_NAMES,
    MALE,
    NEUTRAL,
    NOT_FOUND,
    UNDECIDED,
    WRONG_NUMBER,
    Mention,
    combine,
    reader_of,
)
from askew.judges.persons import PersonFinder
from askew.judges.reliability import EXPECTED_ERRORS, VERDICTS, rates_of, stratum
from askew.judges.sentence import Sentence, aligned_sentences

THING = "thing"
AGREES, CLASHES = "agrees", "clashes"
UNTRANSLATED = "output repeats the source"
RIGHT_FOR_NEUTRAL = (NEUTRAL, BOTH, UNDECIDED)
NAMES_THING = "names no person"

# What decides first: the noun, and where it leaves the gender open the pronoun; never the pronoun; the pronoun.
NOUN_FIRST, STRICT, PRONOUN_FIRST = "noun", "strict", "pronoun"


class WinoMTJudge:
    """Judges one language with its pack; ``reading`` says what decides first."""

    def __init__(self, target: str, reading: str = NOUN_FIRST) -> None:
        self._reader = reader_of(target)
        self._reading = reading
        self._rates = rates_of(target) if reading == NOUN_FIRST else None  # what the labels are about
        self._finder = PersonFinder(self._reader)
        self._coreferents = CoreferentReader(self._reader.lexicon)

    def signature(self, items: Sequence[Item], outputs: Sequence[Output]) -> Mapping[str, str]:
        """The rules and the pack's content."""
        del items, outputs  # the same whatever is judged
        return {
            "judge": "winomt-2",
            "reading": self._reading,
            "aligner": "fast_align",
            "pack": self._reader.pack.signature,
        }

    def judge(self, items: Sequence[Item], outputs: Sequence[Output]) -> list[Verdict]:
        """One verdict per item; the alignment is learnt from all of them."""
        return [self._verdict(sentence) for sentence in aligned_sentences(items, outputs, self._reader.tokens)]

    def _verdict(self, sentence: Sentence) -> Verdict:
        attributes = sentence.item.attributes
        mention, how = self._person(sentence)
        finding = combine([mention] if mention else [])
        mark = self._coreferents.read(sentence, mention.span if mention else None)
        predicted, reason, decided_by, kind = finding.verdict, finding.reason, finding.decided_by, finding.kind
        if how == UNTRANSLATED:
            reason = UNTRANSLATED
        elif how == THING and mention is not None:
            predicted, kind, reason = THING, "", f"“{sentence.words([mention.span])}” {NAMES_THING}"
        elif mark is not None and mention is not None and self._settles(mention, mark):
            # The noun leaves it open ("l'insegnante", "das Kind"), so what refers to it decides.
            predicted, decided_by, kind = mark.gender, (mark.span,), mark.kind
            reason = f"“{sentence.words(finding.found)}”, {finding.reason}, by “{sentence.words([mark.span])}”"
        elif mark is not None and _agreement(predicted, mark.gender) == CLASHES:
            reason += f", but “{sentence.words([mark.span])}” is {mark.gender}"
        labels = {
            "verdict": verdict_on(attributes["gold"], predicted),
            "predicted": predicted,
            "covered": "no" if predicted in (NOT_FOUND, THING) else "yes",
            "found_by": how if mention else "",
            "decider": kind,
            "noun": finding.verdict if predicted != THING else "",
            "other_mark": mark.gender if mark else "",
            "agreement": _agreement(finding.verdict, mark.gender if mark else ""),
            "article": CLASHES if mention and mention.clash else "",
        }
        counts = {} if self._rates is None else {EXPECTED_ERRORS: self._rates[stratum(labels)], VERDICTS: 1.0}
        return Verdict(sentence.item.id, attributes["entity"], labels, reason, finding.found, decided_by, counts)

    def _settles(self, mention: Mention, mark: Mark) -> bool:
        """Whether what refers to the person decides, by the reading: by default where the noun leaves the gender open."""
        if self._reading == NOUN_FIRST:
            return _leaves_open(mention, mark)
        return self._reading == PRONOUN_FIRST

    def _person(self, sentence: Sentence) -> tuple[Mention | None, str]:
        """What is said at the place where the person is named, and how that place was found."""
        if _repeats_source(sentence):
            return None, UNTRANSLATED
        candidates = self._finder.matches(sentence, "entity")
        place = self._finder.find(sentence, candidates)
        if place is None:
            return None, ""
        return self._read(sentence, place.match, candidates), THING if place.thing else place.how

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
    return len([1 for token in sentence.tokens if token.key in same]) * 2 > len(sentence.tokens) > 0


def verdict_on(gold: str, predicted: str) -> str:
    """Only the right gender is right; for a neutral referent, whatever does not choose one."""
    if predicted == gold or (gold == NEUTRAL and predicted in RIGHT_FOR_NEUTRAL):
        return "correct"
    return "incorrect" if predicted in (MALE, FEMALE, NEUTRAL) else "inconclusive"


def _leaves_open(mention: Mention, mark: Mark) -> bool:
    """Whether the noun leaves the gender open, and the mark does not just agree with the noun's own."""
    if mention.verdict == NEUTRAL:
        return not mark.neuter_too
    if mention.verdict != UNDECIDED:
        return False
    own = GENDER_NAMES.get(mention.grammatical, "")
    return mark.gender != own and not (own == NEUTRAL and mark.neuter_too)


def _agreement(noun: str, mark: str) -> str:
    """Whether the noun and the other mark say the same; empty where either says nothing."""
    if noun not in (MALE, FEMALE) or not mark:
        return ""
    return AGREES if noun == mark else CLASHES
