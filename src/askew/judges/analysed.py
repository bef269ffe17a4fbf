"""WinoMT in a language without a pack: word alignment finds the person, an installed analyser reads the gender.

Less sure than a pack (no lexicon says which noun is meant, and taggers guess at rare feminines), and its signature says so.
"""

from collections.abc import Mapping, Sequence

from askew.core.records import Item, Output, Span, Verdict
from askew.judges import analysers
from askew.judges.analysers import Analysed
from askew.judges.gender import NO_FORM, NOT_FOUND, UNDECIDED
from askew.judges.winomt import keys_by_token, linked_by_token, verdict_on
from askew.text.align import align
from askew.text.words import words

ARTICLES = ("the", "a", "an")
NOUNS, DETERMINERS = ("NOUN", "PROPN", "ADJ"), ("DET",)


class AnalysedJudge:
    """Judges with alignment and an analyser."""

    def __init__(self, target: str) -> None:
        self._analyser = analysers.find(target)

    @property
    def signature(self) -> Mapping[str, str]:
        """That there is no pack, and which analyser stands in."""
        return {"judge": "winomt-analysed-1", "aligner": "fast_align", "pack": f"none ({self._analyser.signature})"}

    def judge(self, items: Sequence[Item], outputs: Sequence[Output]) -> list[Verdict]:
        """One verdict per item."""
        sources = [keys_by_token(item.source) for item in items]
        targets = [words(output.text) for output in outputs]
        flat = [[word for token in source for word in token] for source in sources]
        links = align([(source, [word.key for word in target]) for source, target in zip(flat, targets, strict=True)])
        analysed = self._analyser.analyse([output.text for output in outputs])
        verdicts = []
        for item, source, target, pairs, tagged in zip(items, sources, targets, links, analysed, strict=True):
            linked = linked_by_token(source, pairs)
            first = int(item.attributes["token"])
            # The article belongs to the noun, and in some languages is written onto it.
            before = first > 0 and item.source.split(" ")[first - 1].lower() in ARTICLES
            tokens = range(first - before, first + len(item.attributes["entity"].split()))
            places = [
                Span(target[place].start, target[place].end) for token in tokens for place in linked.get(token, ())
            ]
            verdicts.append(_verdict(item, places, tagged))
        return verdicts


def _verdict(item: Item, places: Sequence[Span], tagged: Sequence[Analysed]) -> Verdict:
    """The gender of the first aligned noun that has one; else of the determiner right before it."""
    nouns = [
        (index, word)
        for index, word in enumerate(tagged)
        if word.part_of_speech in NOUNS and any(word.start < end and start < word.end for start, end in places)
    ]
    predicted, reason, decided = (UNDECIDED, "the analyser shows no gender", ()) if nouns else (NOT_FOUND, NO_FORM, ())
    deciders: tuple[Span, ...] = decided
    for index, noun in nouns:
        before = tagged[index - 1] if index and tagged[index - 1].part_of_speech in DETERMINERS else None
        word = noun if noun.gender else before
        if word is not None and word.gender:
            predicted, reason, deciders = word.gender, "by the analyser", (Span(word.start, word.end),)
            break
    labels = {
        "verdict": verdict_on(item.attributes["gold"], predicted),
        "predicted": predicted,
        "covered": "yes" if nouns else "no",
        "found_by": "alignment" if nouns else "",
        "other_mark": "",
        "agreement": "",
    }
    found = tuple(Span(word.start, word.end) for _, word in nouns)
    return Verdict(item.id, item.attributes["entity"], labels, reason, found, deciders)
