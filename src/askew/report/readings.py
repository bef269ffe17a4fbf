"""What scores and gaps mean in plain words."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Reading:
    """What a gap above and below zero means, in words that follow "for X"."""

    above: str
    below: str
    unclear: str


GENDERS = {"female": "feminine", "male": "masculine"}
_NO_GENDER = {
    "not_found": "person not found", "undecided": "gender undecided", "thing": "read as a thing",
    "inconclusive": "gender undecided",
}  # fmt: skip
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

# The first score of a suite's table in a sentence: what a system does, and the value in it. Others are "has TITLE
# VALUE".
_DOES = {
    "accuracy": ("gives the right gender to", "% of people"),
    "pro": ("gives the right gender to", "% of people whose occupation goes with their gender by stereotype"),
    "rendered_male": ("gives", "% of people the masculine"),
    "wer": ("gets", "% of the words wrong"),
    "wer_normalized": ("gets", "% of the words wrong"),
}


def reading(gap: str, heading: str) -> Reading:
    """What a gap means; of one that has no words here, on which side of zero it lies."""
    return GAPS.get(gap) or Reading(
        f"{heading} is above zero", f"{heading} is below zero", f"whether {heading} is zero"
    )


def does(score: str, words: str, protocol: str = "") -> tuple[str, str]:
    """The words before and after a score's value in a sentence about a system; transcripts give nobody a gender.

    >>> does("bleu", "BLEU"), does("accuracy", "accuracy", "recognition")
    (('has BLEU', ''), ('has accuracy', ''))
    """
    usual = f"has {words}", ""
    return usual if protocol == "recognition" and score not in ("wer", "wer_normalized") else _DOES.get(score, usual)


def asked_and_given(asked: str, given: str) -> str:
    """What a sentence says of somebody's gender and what the translation says; empty where it is about neither.

    >>> asked_and_given("female", "male"), asked_and_given("female", "not_found"), asked_and_given("", "")
    ('asked feminine → given masculine', 'asked feminine → person not found', '')
    """
    if not asked or not given:
        return ""
    return f"asked {GENDERS.get(asked, asked)} → {_NO_GENDER.get(given) or f'given {GENDERS.get(given, given)}'}"


def listed(names: Iterable[str]) -> str:
    """Names in a sentence.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    shown = list(names)
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
