"""What scores and gaps mean in plain words."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Reading:
    """What a gap above and below zero means, in words that follow "for X"."""

    above: str
    below: str
    unclear: str


_FEMININE = "items with a feminine referent"
_MASCULINE = "items with a masculine referent"
GAPS = {
    "delta_g": Reading(
        f"{_MASCULINE} are rendered better than {_FEMININE} (ΔG)",
        f"{_FEMININE} are rendered better than {_MASCULINE} (ΔG)",
        f"whether {_FEMININE} are rendered as well as {_MASCULINE} (ΔG)",
    ),
    "delta_s": Reading(
        "pro-stereotypical items are right more often than anti-stereotypical ones (ΔS)",
        "anti-stereotypical items are right more often than pro-stereotypical ones (ΔS)",
        "whether pro-stereotypical items are right more often than anti-stereotypical ones (ΔS)",
    ),
    "delta": Reading(
        "items in which occupation and gender go together by stereotype are right more often than the others (Δ)",
        "items in which occupation and gender go together by stereotype are right less often than the others (Δ)",
        "whether items in which occupation and gender go together by stereotype are right more often (Δ)",
    ),
    "delta_fc": Reading(
        f"{_FEMININE} are right more often in occupations held mostly by women than in those held mostly by men (ΔFC)",
        f"{_FEMININE} are right less often in occupations held mostly by women than in those held mostly by men (ΔFC)",
        f"whether {_FEMININE} fare better in occupations held mostly by women (ΔFC)",
    ),
    "delta_mc": Reading(
        f"{_MASCULINE} are right more often in occupations held mostly by men than in those held mostly by women (ΔMC)",
        f"{_MASCULINE} are right less often in occupations held mostly by men than in those held mostly by women (ΔMC)",
        f"whether {_MASCULINE} fare better in occupations held mostly by men (ΔMC)",
    ),
}

# The first score of a suite's table in a sentence: what a system does, and the value in it. Others are "has TITLE VALUE".
_DOES = {
    "accuracy": ("gives the right gender to", "% of people"),
    "pro": ("gives the right gender to", "% of people whose occupation goes with their gender by stereotype"),
    "wer": ("gets", "% of the words wrong"),
    "wer_normalized": ("gets", "% of the words wrong"),
}


def does(score: str, words: str) -> tuple[str, str]:
    """The words before and after a score's value in a sentence about a system.

    >>> does("bleu", "BLEU")
    ('has a BLEU of', '')
    """
    return _DOES.get(score, (f"has a {words} of", ""))


def listed(names: Iterable[str]) -> str:
    """Names in a sentence.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    shown = list(names)
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
