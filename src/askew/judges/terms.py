"""Did a technical term come through? One verdict per occurrence of a term, beside the verdict of its segment.

| came        | one of the accepted translations is                                                     |
|-------------|---------------------------------------------------------------------------------------|
| `exact`     | in the segment's output, but for case                                                  |
| `inflected` | there in another form (same stems), or spaced otherwise                                |
| `compound`  | there as a part of a compound (German; ``text/compounds.py``)                          |
| `english`   | not there, but the term itself, untranslated, is ('english' whatever the source is)    |
| `neighbour` | only in the output of the segment before or after                                      |
| `missing`   | nowhere near                                                                           |

A place in the output serves one occurrence only: a term that is said twice must be there twice.
"""

import itertools
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from askew.core.records import Item, Output, Span, Verdict
from askew.judges.base import Judge
from askew.text.phrases import How, SpacedText, UnspacedText, phrases_of
from askew.text.stems import stemmer_name
from askew.text.words import keys

OCCURRENCES = "term_occurrences"  # the count that tells verdicts on terms
CAME = ("exact", "inflected", "compound", "english", "neighbour", "missing")
WAYS: tuple[How, ...] = ("exact", "inflected", "compound")
_TEXTS = tuple[SpacedText | UnspacedText, list[Span]]


@dataclass
class Occurrence:
    """One occurrence of a term in a source, and what becomes of it."""

    term: str
    accepted: tuple[str, ...]
    said: str
    """The term as it stands in the source: perhaps in the other number, or spaced otherwise."""
    came: str = ""
    rendering: str = ""
    spans: list[Span] = field(default_factory=list)


@dataclass(frozen=True)
class WithTerms:
    """A judge of segments that also judges the terms in them, where items have any."""

    of_segments: Judge
    target: str

    def signature(self, items: Sequence[Item], outputs: Sequence[Output]) -> Mapping[str, str]:
        """That of the segments' judge, and the way terms are matched, if there are any."""
        matching = {"term_match": f"terms-2,{stemmer_name(self.target)}"} if _any_terms(items) else {}
        return {**self.of_segments.signature(items, outputs), **matching}

    def judge(self, items: Sequence[Item], outputs: Sequence[Output]) -> list[Verdict]:
        """The segments' verdicts, then one per occurrence of a term."""
        verdicts = self.of_segments.judge(items, outputs)
        return [*verdicts, *judge_terms(items, outputs, self.target)] if _any_terms(items) else verdicts


def _any_terms(items: Sequence[Item]) -> bool:
    return any(item.terms is not None for item in items)


def judge_terms(items: Sequence[Item], outputs: Sequence[Output], target: str) -> list[Verdict]:
    """One verdict per occurrence. Items are in the order of their talk, so that neighbours are known."""
    occurrences = [[Occurrence(*term) for term in item.terms or ()] for item in items]
    known = _vocabulary(items, outputs)
    texts: list[_TEXTS] = [(phrases_of(output.text, target, known), []) for output in outputs]
    for here, text in zip(occurrences, texts, strict=True):
        _match(here, text)
    for k, here in enumerate(occurrences):
        for neighbour in (k - 1, k + 1):
            if 0 <= neighbour < len(items) and items[neighbour].attributes.get("talk") == items[k].attributes.get(
                "talk"
            ):
                for occurrence in (each for each in here if not each.came):
                    if any(_take(occurrence, texts[neighbour], how) for how in WAYS):
                        occurrence.came, occurrence.spans = "neighbour", []  # spans are places in one's own output
    usual = _usual_renderings(items, occurrences)
    return [
        _verdict(item, number, occurrence, usual)
        for item, here in zip(items, occurrences, strict=True)
        for number, occurrence in enumerate(here, 1)
    ]


def _vocabulary(items: Sequence[Item], outputs: Sequence[Output]) -> frozenset[str]:
    """The words of the references and the outputs, by their keys."""
    texts = [*(text for item in items for text in item.references), *(output.text for output in outputs)]
    return frozenset(key for text in texts for key in keys(text))


def _match(occurrences: Sequence[Occurrence], text: _TEXTS) -> None:
    """Find occurrences in their own segment: long terms first, and all exact ones before any other."""
    ordered = sorted(occurrences, key=lambda each: -len(keys(each.term)))
    for how in WAYS:
        for occurrence in (each for each in ordered if not each.came):
            _take(occurrence, text, how)
    for occurrence in (each for each in ordered if not each.came):
        untranslated = itertools.product(WAYS, dict.fromkeys((occurrence.said, occurrence.term)))
        if any(_take_phrase(occurrence, phrase, text, how) for how, phrase in untranslated):
            occurrence.came, occurrence.rendering = "english", "=" + " ".join(keys(occurrence.term))


def _take(occurrence: Occurrence, text: _TEXTS, how: How) -> bool:
    """Take a free place of one of the accepted translations, the longest first."""
    for phrase in sorted(occurrence.accepted, key=len, reverse=True):
        if _take_phrase(occurrence, phrase, text, how):
            # In a transcript singular and plural are one rendering.
            rendering = occurrence.term if phrase == occurrence.said else phrase
            occurrence.came, occurrence.rendering = how, rendering.casefold()
            return True
    return False


def _take_phrase(occurrence: Occurrence, phrase: str, text: _TEXTS, how: How) -> bool:
    said, taken = text
    for span in said.find(phrase, how):
        if all(span.end <= other.start or other.end <= span.start for other in taken):
            taken.append(span)
            occurrence.spans = [span]
            return True
    return False


def _usual_renderings(items: Sequence[Item], occurrences: Sequence[Sequence[Occurrence]]) -> dict[tuple[str, str], str]:
    """How each talk renders each term most often, where it renders it twice or more."""
    found: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for item, here in zip(items, occurrences, strict=True):
        for occurrence in here:
            if occurrence.rendering:
                found[item.attributes.get("talk", ""), occurrence.term.casefold()][occurrence.rendering] += 1
    return {name: counts.most_common(1)[0][0] for name, counts in found.items() if counts.total() > 1}


def _verdict(item: Item, number: int, occurrence: Occurrence, usual: Mapping[tuple[str, str], str]) -> Verdict:
    most = usual.get((item.attributes.get("talk", ""), occurrence.term.casefold()))
    consistent = "" if most is None or not occurrence.rendering else "yes" if occurrence.rendering == most else "no"
    came = occurrence.came or "missing"
    accepted = " or ".join(occurrence.accepted)
    return Verdict(
        item.id,
        f"term {number}",
        {
            "term": " ".join(keys(occurrence.term)),
            "came": came,
            "rendering": occurrence.rendering,
            "consistent": consistent,
        },
        f"{occurrence.term!r} should be {accepted}: {came}",
        tuple(occurrence.spans),
        counts={OCCURRENCES: 1.0},
    )
