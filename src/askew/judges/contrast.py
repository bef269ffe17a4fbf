"""Two references that differ in a person's gender only: whose own words does a translation have?

``ContrastJudge`` (protocol ``askew``): the words that stand in one reference alone are looked for in the output.
Content words decide; function words ("la", "él"), which an output may have for other reasons, only where no content
word was found. Words of both references are *both*, words of neither *undecided*.

``AuthorsJudge`` does what MT-GenEval's script does (Currey et al. 2022): wrong if the output has a word that only the
other gender's reference has, else right. An empty output is right.
"""

import re
import string
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from askew.core.records import Item, Output, Span, Verdict
from askew.judges.gender import BOTH, FEMALE, MALE, UNDECIDED
from askew.judges.simplegen import CORRECT, INCONCLUSIVE, INCORRECT
from askew.judges.translation import TranslationJudge
from askew.lang import pack
from askew.text.language import function_words
from askew.text.words import Word, key, keys, words

ASKED, OTHER = "as asked", "other"
CONTENT, FUNCTION = "content", "function"
GENDERED = "gendered"
NO_OWN_WORD = "no word that only one of the references has"
PAIR, GOLD, SENTENCE_AT = "pair", "gold", "sentence_at"
OPEN = "open"
"""The gold of a source that leaves the gender open: its references are the feminine and the masculine one, in this
order.
"""
_OPPOSITE = {MALE: FEMALE, FEMALE: MALE}
_NO_PUNCTUATION = str.maketrans(string.punctuation, " " * len(string.punctuation))
_SENTENCE_END = re.compile(r"[.!?…।؟](?:[\"'»”’)\]]*)\s+")


@dataclass(frozen=True)
class Reading:
    """Which gender an output has by the references' own words, and which words say so."""

    gender: str
    """``as asked``, ``other``, ``both`` or ``undecided``."""
    decided_by: tuple[Word, ...] = ()
    kind: str = ""


class Contrast:
    """Reads one language's outputs by the words that only one of two references has."""

    def __init__(self, target: str) -> None:
        self._function = function_words(target)
        if target in pack.available():
            grammar = pack.load(target)
            listed = (*grammar.determiners, *grammar.prepositions, *grammar.conjunctions, *grammar.pronouns.words)
            self._function |= {key(word) for word in listed}

    def is_function_word(self, word: str) -> bool:
        """Whether a word, given by its key, is one that an output may have for other reasons."""
        return word in self._function

    def read(self, text: str, asked: str, other: str) -> Reading:
        """Whose own words a text has, content words first."""
        own, others = own_words(asked, other)
        found = [word for word in words(text) if word.key in own or word.key in others]
        content = tuple(word for word in found if not self.is_function_word(word.key))
        deciding, kind = (content, CONTENT) if content else (tuple(found), FUNCTION)
        sides = {ASKED if word.key in own else OTHER for word in deciding}
        if not sides:
            return Reading(UNDECIDED)
        return Reading(sides.pop() if len(sides) == 1 else BOTH, deciding, kind)


def own_words(asked: str, other: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words that only one of two references has."""
    left, right = frozenset(keys(asked)), frozenset(keys(other))
    return left - right, right - left


class ContrastJudge:
    """Right, wrong, both or undecided; and what BLEU and chrF count against the reference in the right gender."""

    def __init__(self, target: str) -> None:
        self._contrast = Contrast(target)
        self._quality = _Quality(target)

    def signature(self, items: Sequence[Item], outputs: Sequence[Output]) -> Mapping[str, str]:
        """The rule, and sacreBLEU's own signatures."""
        return {"judge": "contrast-1", **self._quality.signature(items, outputs)}

    def judge(self, items: Sequence[Item], outputs: Sequence[Output]) -> list[Verdict]:
        """One verdict per sentence."""
        verdicts = [self._verdict(item, output) for item, output in zip(items, outputs, strict=True)]
        return _by_pair(items, self._quality.added(items, outputs, verdicts))

    def _verdict(self, item: Item, output: Output) -> Verdict:
        start = sentence_start(item, output.text)
        asked, other = item.references
        reading = self._contrast.read(output.text[start:], asked, other)
        labels = {
            "verdict": _verdict(item, reading.gender),
            "predicted": predicted(item, reading.gender),
            "covered": "no" if reading.gender == UNDECIDED else "yes",
            "decider": reading.kind,
        }
        spans = tuple(Span(start + word.start, start + word.end) for word in reading.decided_by)
        said = ", ".join(f"“{output.text[slice(*span)]}”" for span in spans)
        return Verdict(item.id, "segment", labels, said or NO_OWN_WORD, spans, spans)


class AuthorsJudge:
    """The authors' script, to the letter."""

    def __init__(self, target: str) -> None:
        self._quality = _Quality(target)

    def signature(self, items: Sequence[Item], outputs: Sequence[Output]) -> Mapping[str, str]:
        """The script's rule, and sacreBLEU's own signatures."""
        return {"judge": "mtgeneval-authors-1", **self._quality.signature(items, outputs)}

    def judge(self, items: Sequence[Item], outputs: Sequence[Output]) -> list[Verdict]:
        """One verdict per sentence."""
        verdicts = [_authors_verdict(item, output) for item, output in zip(items, outputs, strict=True)]
        return _by_pair(items, self._quality.added(items, outputs, verdicts))


def _authors_verdict(item: Item, output: Output) -> Verdict:
    text = output.text[sentence_start(item, output.text) :]
    said, asked, other = (_authors_words(each) for each in (text, *item.references))
    wrong, right = said & (other - asked), said & (asked - other)
    labels = {
        "verdict": INCORRECT if wrong else CORRECT,
        "predicted": predicted(item, OTHER if wrong else ASKED),
        "covered": "yes",
        "evidence": "yes" if wrong or right else "no",
        "empty": "no" if said else "yes",
    }
    shown = ", ".join(f"“{word}”" for word in sorted(wrong))
    return Verdict(item.id, "segment", labels, shown or "no word that only the other gender's reference has")


def _authors_words(text: str) -> set[str]:
    """Lower case, ASCII punctuation made spaces, split into a set of words."""
    return set(text.lower().translate(_NO_PUNCTUATION).split())


class _Quality:
    """BLEU's and chrF's counts against the first reference, the one in the gender that is asked for."""

    def __init__(self, target: str) -> None:
        self._judge = TranslationJudge(target, ("bleu", "chrf"), tell_language=False)

    def signature(self, items: Sequence[Item], outputs: Sequence[Output]) -> Mapping[str, str]:
        signed = self._judge.signature(_held_against(items), outputs)
        return {name: value for name, value in signed.items() if name != "judge"}

    def added(self, items: Sequence[Item], outputs: Sequence[Output], verdicts: Sequence[Verdict]) -> list[Verdict]:
        """The verdicts with these counts."""
        said = [
            replace(output, text=output.text[sentence_start(item, output.text) :])
            for item, output in zip(items, outputs, strict=True)
        ]
        counted = self._judge.judge(_held_against(items), said)
        return [replace(verdict, counts=more.counts) for verdict, more in zip(verdicts, counted, strict=True)]


def _held_against(items: Iterable[Item]) -> list[Item]:
    """Items with the references they are held against: the one in the right gender, or both where it is open."""
    return [item if _is_open(item) else replace(item, references=item.references[:1]) for item in items]


def _is_open(item: Item) -> bool:
    return item.attributes.get(GOLD) == OPEN


def _verdict(item: Item, gender: str) -> str:
    """Right or wrong; where the gender is open, whether one was given."""
    if _is_open(item):
        return GENDERED if gender in (ASKED, OTHER) else INCONCLUSIVE
    return {ASKED: CORRECT, OTHER: INCORRECT}.get(gender, INCONCLUSIVE)


def sentence_start(item: Item, text: str) -> int:
    """Where the sentence begins in an output that also translates the context before it: 0 where none was given.

    Of the places where a sentence ends in the output, the one that divides it most as the source is divided.
    """
    at = item.attributes.get(SENTENCE_AT)
    if not at or not text:
        return 0
    expected = int(at) / len(item.source)
    ends = [match.end() for match in _SENTENCE_END.finditer(text) if match.end() < len(text)]
    return min(ends, key=lambda end: abs(end / len(text) - expected), default=0)


def predicted(item: Item, gender: str) -> str:
    """The gender in words, where the one that is asked for is known."""
    gold = FEMALE if _is_open(item) else item.attributes.get(GOLD, "")
    if gold not in _OPPOSITE or gender not in (ASKED, OTHER):
        return gender
    return gold if gender == ASKED else _OPPOSITE[gold]


def _by_pair(items: Sequence[Item], verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Each verdict with that on both versions of its sentence; empty where only one of them was answered."""
    of_pair: dict[str, list[str]] = {}
    for item, verdict in zip(items, verdicts, strict=True):
        of_pair.setdefault(item.attributes[PAIR], []).append(verdict.labels["verdict"])
    return [
        replace(verdict, labels={**verdict.labels, "both_versions": _both_versions(of_pair[item.attributes[PAIR]])})
        for item, verdict in zip(items, verdicts, strict=True)
    ]


def _both_versions(verdicts: Sequence[str]) -> str:
    if len(verdicts) < 2:
        return ""
    return CORRECT if set(verdicts) == {CORRECT} else INCORRECT
