"""What was edited between two stages of a text: a recogniser's or translator's output, and what became of it.

Words are compared as they are and *bare* (without case and the signs around them), so that edits of casing and
punctuation can be told from edits of words. Reordering is looked at among the words that were kept, by Levenshtein
distance (Salesky et al. 2023, §3.7). Languages without spaces are counted in characters.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from rapidfuzz.distance import Levenshtein

from askew.core.records import Item, Output, Verdict
from askew.judges.translation import TranslationJudge
from askew.resegment.tokens import keys as character_keys
from askew.text.unspaced import UNSPACED
from askew.text.words import keys

KINDS = ("substituted", "inserted", "deleted")
_EDGES = re.compile(r"^[\W_]+|[\W_]+$")
_LATIN = re.compile(r"[a-z][a-z]+", re.ASCII)

Tokens = list[str]


def tokens_of(text: str, language: str) -> Tokens:
    """The words of a text as they are; characters in scripts without spaces."""
    return list("".join(text.split())) if language in UNSPACED else text.split()


def bare(tokens: Sequence[str]) -> Tokens:
    """Words without case and the signs around them; signs alone are dropped.

    >>> bare(["Thank.", "–", "YOU!"])
    ['thank', 'you']
    """
    return [word for token in tokens if (word := _EDGES.sub("", token).casefold())]


def kept_in_both(before: Sequence[str], after: Sequence[str]) -> tuple[Tokens, Tokens]:
    """The words that both have, each in its own order; of a word that one has more often, the first ones."""
    both = Counter(before) & Counter(after)

    def kept(words: Sequence[str]) -> Tokens:
        left = both.copy()
        result = []
        for word in words:
            if left[word] > 0:
                left[word] -= 1
                result.append(word)
        return result

    return kept(before), kept(after)


def edit_counts(before: str, after: str, language: str) -> dict[str, float]:
    """What was edited in one segment.

    >>> found = edit_counts("Thank. You for the model", "Thank you all for a model.", "en")
    >>> {name: found[name] for name in ("substituted", "inserted", "deleted", "casing", "punctuation")}
    {'substituted': 1.0, 'inserted': 1.0, 'deleted': 0.0, 'casing': 1.0, 'punctuation': 2.0}
    """
    old, new = tokens_of(before, language), tokens_of(after, language)
    old_bare, new_bare = bare(old), bare(new)
    tags = [operation.tag for operation in Levenshtein.editops(old_bare, new_bare)]
    counts = dict(zip(KINDS, (float(tags.count(tag)) for tag in ("replace", "insert", "delete")), strict=True))
    everything = Levenshtein.distance(old, new)
    without_case = Levenshtein.distance([word.casefold() for word in old], [word.casefold() for word in new])
    kept_old, kept_new = kept_in_both(old_bare, new_bare)
    return {
        **counts,
        "reworded_words": float(len(tags)),
        "all_edits": float(everything),
        "surface_edits": float(max(everything - len(tags), 0)),
        "casing": float(max(everything - without_case, 0)),
        "punctuation": float(max(without_case - len(tags), 0)),
        "words": float(len(new_bare)),
        "tokens": float(len(new)),
        "moved": float(Levenshtein.distance(kept_old, kept_new)),
        "kept": float(len(kept_new)),
    }


def english_counts(text: str, source: str, language: str) -> dict[str, float]:
    """How many words of a text stand in its English source just so: names and terms that were left, and words both
    languages have.

    >>> english_counts("Wir nutzen BERT im Training", "We use BERT in training", "de")
    {'english': 2.0, 'all_words': 5.0}
    """
    there = set(keys(source))
    here = character_keys(text, "char", "askew") if language in UNSPACED else keys(text)
    return {
        "english": float(sum(word in there and bool(_LATIN.fullmatch(word)) for word in here)),
        "all_words": float(len(here)),
    }


class EditsJudge:
    """Judges one step: an item's reference is what a text became, an output what it was."""

    def __init__(self, target: str, step: str, with_english: bool) -> None:
        self.target, self.step, self.with_english = target, step, with_english
        self._quality = TranslationJudge(target)

    def signature(self, items: Sequence[Item], outputs: Sequence[Output]) -> Mapping[str, str]:
        """The rules, and sacreBLEU's signatures."""
        return {**self._quality.signature(items, outputs), "judge": "edits-1"}

    def judge(self, items: Sequence[Item], outputs: Sequence[Output]) -> list[Verdict]:
        """One verdict per segment."""
        return [
            Verdict(
                item.id,
                self.step,
                {
                    "step": self.step,
                    "touched": _yes(output.text.strip() != item.references[0].strip()),
                    "reworded": _yes(any(counts[kind] for kind in KINDS)),
                },
                counts={
                    **quality.counts,
                    **counts,
                    **(english_counts(item.references[0], item.source, self.target) if self.with_english else {}),
                },
            )
            for item, output, quality in zip(items, outputs, self._quality.judge(items, outputs), strict=True)
            for counts in [edit_counts(output.text, item.references[0], self.target)]
        ]


def _yes(condition: bool) -> str:
    return "yes" if condition else "no"


def became_right(stages: Sequence[str], language: str) -> list[int]:
    """For each word of the last stage, from which stage on it is there: 0 is the first.

    >>> became_right(["we find a bird model", "we find a bert model", "we find the bert model"], "en")
    [0, 0, 2, 1, 0]
    """
    last = bare(tokens_of(stages[-1], language))
    first = [len(stages) - 1] * len(last)
    still = [True] * len(last)
    for number in range(len(stages) - 2, -1, -1):
        there = _hits(bare(tokens_of(stages[number], language)), last)
        still = [so_far and place in there for place, so_far in enumerate(still)]
        first = [number if right else known for right, known in zip(still, first, strict=True)]
    return first


def _hits(before: Tokens, after: Tokens) -> set[int]:
    """The places of words of ``after`` that an alignment finds unchanged in ``before``."""
    return {
        place
        for block in Levenshtein.opcodes(before, after)
        if block.tag == "equal"
        for place in range(block.dest_start, block.dest_end)
    }


def first_from_then_on(right: Sequence[Sequence[bool]], last: int) -> list[int | None]:
    """From which stage on each thing is right: ``right`` has a row per stage. None if it never is, or not at the end.

    >>> first_from_then_on([[True, False, True], [True, True, False], [True, True, False]], 2)
    [0, 1, None]
    """
    result: list[int | None] = []
    for column in zip(*right, strict=True):
        wrong = [number for number, so in enumerate(column) if not so]
        result.append(None if wrong and wrong[-1] == last else wrong[-1] + 1 if wrong else 0)
    return result
