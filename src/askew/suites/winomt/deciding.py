"""What decided, and whether noun and pronoun are right: measures of WinoMT's verdicts, and what a reader must know of
them.
"""

from collections.abc import Sequence

import numpy as np

from askew.judges.agreement import MODIFIER, PREDICATE
from askew.judges.coreferents import PRONOUN
from askew.judges.gender import FEMALE, MALE, NEUTRAL, NOUN
from askew.judges.reliability import ALL, EXPECTED_ERRORS, VERDICTS, labelled
from askew.judges.winomt import CLASHES
from askew.measures.base import Better, Measure, Role
from askew.measures.ratio import Rate, Share
from askew.measures.table import EVERY_ROW, Condition, Table, attribute, label

DECIDERS = (NOUN, MODIFIER, PREDICATE, PRONOUN)
MANY_BY_PRONOUN = 30.0  # percent; above it a language can't be compared with others

_TWO = attribute(gold=(MALE, FEMALE))
_NOUN_SHOWS, _PRONOUN_SHOWS = label(noun=(MALE, FEMALE)), label(other_mark=(MALE, FEMALE))
_SHOWS_BOTH = _TWO & _NOUN_SHOWS & _PRONOUN_SHOWS


def _is_gold(name: str, right: bool = True) -> Condition:
    """The rows in which a label is, or is not, the gold gender."""
    return Condition(lambda table: (table.labels[name] == table.attributes["gold"]) == right)


def _square(name: str, noun: bool, pronoun: bool) -> Share:
    """One field of the 2×2 of noun and pronoun."""
    counted = _is_gold("noun", noun) & _is_gold("other_mark", pronoun)
    return Share(name, _SHOWS_BOTH, counted, better=None, role=Role.DIAGNOSTIC)


PAPERS = Share("accuracy_papers", EVERY_ROW, _is_gold("predicted"), heading="Acc as in the papers")
SQUARE = (
    _square("both_right", True, True),
    _square("noun_only_right", True, False),
    _square("pronoun_only_right", False, True),
    _square("neither_right", False, False),
)
MEASURES: tuple[Measure, ...] = (
    PAPERS,
    Share("accuracy_noun", _TWO & _NOUN_SHOWS, _is_gold("noun"), heading="noun"),
    Share("accuracy_pronoun", _TWO & _PRONOUN_SHOWS, _is_gold("other_mark"), heading="pronoun"),
    *SQUARE,
    *(
        Share(
            f"decided_by_{decider}", label(predicted=(MALE, FEMALE, NEUTRAL)), label(decider=decider),
            heading=f"by {decider}", better=None, role=Role.DIAGNOSTIC,
        )
        for decider in DECIDERS
    ),
    Share(
        "article_mismatch", _NOUN_SHOWS, label(article=CLASHES), heading="article against noun", better=Better.LOWER,
        role=Role.DIAGNOSTIC,
    ),
)  # fmt: skip
JUDGE_ERROR = Rate("judge_error", EXPECTED_ERRORS, VERDICTS, heading="judge errs", better=None, role=Role.DIAGNOSTIC)


def remarks(measures: Sequence[Measure], table: Table, target: str) -> list[str]:
    """Whether too much was decided by pronouns, and how far the judge's own errors can move the accuracy."""
    values = {
        measure.name: float(measure.value(measure.counts(table).sum(axis=0)))
        for measure in measures
        if measure.name in ("accuracy", "decided_by_pronoun", "judge_error")
    }
    found = []
    by_pronoun = values.get("decided_by_pronoun", np.nan)
    if by_pronoun > MANY_BY_PRONOUN:
        found.append(
            f"{by_pronoun:.0f}% of the decided verdicts are decided by a pronoun: these scores can't be compared with "
            "those of a language or a reading in which the nouns decide"
        )
    return [*found, _reliability(values, target)]


def _reliability(values: dict[str, float], target: str) -> str:
    error, accuracy = values.get("judge_error"), values["accuracy"]
    if error is None:
        return f"how often the judge errs is not known for {target!r} in this reading: no outputs are labelled"
    labels = sum(count for _, count in labelled()[target].values())
    every = sum(count for _, count in labelled()[ALL].values())
    low, high = max(accuracy - error, 0.0), min(accuracy + error, 100.0)
    return (
        f"accuracy {accuracy:.1f}; the judge errs in about {error:.1f}% of verdicts like these, so {low:.0f} to "
        f"{high:.0f} "
        f"({labels} outputs in this language, {every} in all, labelled by a language model)"
    )
