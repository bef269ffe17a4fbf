"""WinoMT in a language without a pack: word alignment finds the person, an installed analyser reads the gender.

Less sure than a pack (no lexicon says which noun is meant, and taggers guess at rare feminines), and its signature says
so.
"""

from collections.abc import Mapping, Sequence

from askew.core.records import Item, Output, Span, Verdict
from askew.judges import analysers
from askew.judges.agreement import MODIFIER
from askew.judges.analysers import Analysed
from askew.judges.gender import NO_FORM, NOT_FOUND, NOUN, UNDECIDED
from askew.judges.sentence import Sentence, aligned_sentences
from askew.judges.winomt import verdict_on

ARTICLES = ("the", "a", "an")
NOUNS, DETERMINERS = ("NOUN", "PROPN", "ADJ"), ("DET",)


class AnalysedJudge:
    """Judges with alignment and an analyser."""

    def __init__(self, target: str) -> None:
        self._analyser = analysers.find(target)

    def signature(self, items: Sequence[Item], outputs: Sequence[Output]) -> Mapping[str, str]:
        """That there is no pack, and which analyser stands in."""
        del items, outputs  # the same whatever is judged
        return {"judge": "winomt-analysed-1", "aligner": "fast_align", "pack": f"none ({self._analyser.signature})"}

    def judge(self, items: Sequence[Item], outputs: Sequence[Output]) -> list[Verdict]:
        """One verdict per item."""
        analysed = self._analyser.analyse([output.text for output in outputs])
        sentences = aligned_sentences(items, outputs)
        return [_verdict(sentence, tagged) for sentence, tagged in zip(sentences, analysed, strict=True)]


def _verdict(sentence: Sentence, tagged: Sequence[Analysed]) -> Verdict:
    """The gender of the first aligned noun that has one; else of the determiner right before it."""
    item, places = sentence.item, _places(sentence)
    nouns = [
        (index, word)
        for index, word in enumerate(tagged)
        if word.part_of_speech in NOUNS and any(word.start < end and start < word.end for start, end in places)
    ]
    predicted, reason, decided = (UNDECIDED, "the analyser shows no gender", ()) if nouns else (NOT_FOUND, NO_FORM, ())
    deciders: tuple[Span, ...] = decided
    kind = ""
    for index, noun in nouns:
        before = tagged[index - 1] if index and tagged[index - 1].part_of_speech in DETERMINERS else None
        word = noun if noun.gender else before
        if word is not None and word.gender:
            predicted, reason, deciders = word.gender, "by the analyser", (Span(word.start, word.end),)
            kind = NOUN if word is noun else MODIFIER
            break
    labels = {
        "verdict": verdict_on(item.attributes["gold"], predicted),
        "predicted": predicted,
        "covered": "yes" if nouns else "no",
        "found_by": "alignment" if nouns else "",
        "decider": kind,
        "noun": predicted,
        "article": "",
        "other_mark": "",
        "agreement": "",
    }
    found = tuple(Span(word.start, word.end) for _, word in nouns)
    return Verdict(item.id, item.attributes["entity"], labels, reason, found, deciders)


def _places(sentence: Sentence) -> list[Span]:
    """What is aligned to the person, and to the article before: in some languages it is written onto the noun."""
    first = sentence.person.token
    before = first > 0 and sentence.item.source.split(" ")[first - 1].lower() in ARTICLES
    linked = sentence.linked_to(first - before, len(sentence.item.attributes["entity"].split()) + before)
    return [Span(sentence.tokens[place].start, sentence.tokens[place].end) for place in sorted(linked)]
