"""GATE: English leaves a person's gender open. Which one does the translation choose?

Rarrick, Naik, Mathur, Poudel, Chowdhary: GATE: A challenge set for gender-ambiguous translation examples. AIES 2023,
https://arxiv.org/abs/2303.03975
"""

from askew.core.run import Counts
from askew.judges.ambiguous import FAIR, GENDERED, KEY_WORD, PACK, PERSON, REFERENCE, SAME_KEY_WORD, AmbiguousJudge
from askew.judges.ambiguous import SEGMENT as OF_SEGMENT
from askew.judges.gender import BOTH, FEMALE, MALE, NEUTRAL, NOT_FOUND
from askew.measures.base import Measure, Role
from askew.measures.ratio import Share, gap
from askew.measures.table import Table, label
from askew.measures.translation import Bleu, ChrF
from askew.suites.ambiguous import sentences
from askew.suites.base import Population, Protocol, Suite
from askew.suites.options import SuiteOptions

_PEOPLE, _COVERED = label(row=PERSON), label(covered="yes")
_GENDERED = label(verdict=GENDERED)
_HOW = {KEY_WORD: "key_word", SAME_KEY_WORD: "same_key_word", PACK: "pack", REFERENCE: "reference"}


def _rendered(name: str, predicted: str, heading: str) -> Share:
    """How often people are rendered so, out of all."""
    return Share(name, _PEOPLE, label(predicted=predicted), heading=heading, better=None)


_MALE = _rendered("rendered_male", MALE, "masculine")
_FEMALE = _rendered("rendered_female", FEMALE, "feminine")
_NEUTRAL = _rendered("rendered_neutral", NEUTRAL, "neutral")
_BOTH = _rendered("rendered_both", BOTH, "both")
_DELTA = gap("delta_rendered", _MALE, _FEMALE, "Δ")
_FAIR = Share("gender_fair", _PEOPLE & _COVERED, label(verdict=FAIR), heading="gender-fair", role=Role.AMONG_DECIDED)
_MALE_OF_GENDERED = Share(
    "masculine_of_gendered", _PEOPLE & _GENDERED, label(predicted=MALE), heading="masc. of gendered", better=None,
    role=Role.AMONG_DECIDED,
)  # fmt: skip
_COVERAGE = Share("coverage", _PEOPLE, _COVERED, role=Role.COVERAGE)
_MIXED = Share(
    "mixed",
    label(row=OF_SEGMENT, several="yes"),
    label(mixed="yes"),
    heading="mixed",
    better=None,
    role=Role.DIAGNOSTIC,
)
_GROUPED: tuple[Measure, ...] = (_MALE, _FEMALE, _NEUTRAL, _BOTH, _DELTA, _MALE_OF_GENDERED, _FAIR, _COVERAGE)
_FOUND_BY: tuple[Measure, ...] = tuple(
    Share(
        f"found_by_{name}",
        _PEOPLE & _COVERED,
        label(found_by=how),
        heading=f"by {how}",
        better=None,
        role=Role.DIAGNOSTIC,
    )
    for how, name in _HOW.items()
)


def _counts(table: Table) -> Counts:
    """What people are rendered as, by the kind of person."""
    people, kinds = _PEOPLE(table), table.attributes["kind"]
    predicted = table.labels["predicted"]
    return {
        kind: {
            name: int(((predicted == name) & (kinds == kind) & people).sum())
            for name in (MALE, FEMALE, NEUTRAL, BOTH, NOT_FOUND)
        }
        for kind in table.values("kind")
    }


ASKEW = Protocol(
    name="askew",
    targets=lambda: list(sentences.TARGETS),
    judge=lambda selection: AmbiguousJudge(selection.target),
    measures=(
        *_GROUPED, _MIXED, ChrF("chrf", heading="chrF"), Bleu("bleu", heading="BLEU"), *_FOUND_BY,
    ),
    groups=dict.fromkeys(("entity", "kind", "role", "number", "people"), _GROUPED),
    shown=(
        "rendered_male", "rendered_female", "rendered_neutral", "rendered_both", "delta_rendered",
        "masculine_of_gendered", "gender_fair", "mixed", "chrf", "bleu", "coverage",
    ),
    counts=_counts,
    covered=_COVERED,
    clusters=("sentence",),
    exchange="sentence",
    population=Population("sentence", "sentences", "like"),
)  # fmt: skip

SUITE = Suite(
    name="ambiguous",
    title="GATE: which gender does the translation give to people whose gender the English leaves open?",
    citation="Rarrick et al. 2023, https://arxiv.org/abs/2303.03975",
    editions=sentences.EDITIONS,
    subsets=tuple(sentences.SUBSETS),
    items=sentences.items,
    protocols=(ASKEW,),
    options=SuiteOptions,
)
