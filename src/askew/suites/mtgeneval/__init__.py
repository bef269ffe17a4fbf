"""MT-GenEval: sentences from Wikipedia in a feminine and a masculine version.

Currey, Nadejde, Pappagari, Mayer, Lauly, Niu, Hsu, Dinu: MT-GenEval: A counterfactual and contextual dataset for
evaluating gender accuracy in machine translation. EMNLP 2022, https://aclanthology.org/2022.emnlp-main.288/
"""

from collections.abc import Sequence
from dataclasses import replace

from askew.core.run import Counts
from askew.judges.contrast import ASKED, CONTENT, FUNCTION, GOLD, OPEN, OTHER, PAIR, AuthorsJudge, ContrastJudge
from askew.judges.gender import BOTH, FEMALE, MALE, UNDECIDED
from askew.judges.simplegen import CORRECT, INCORRECT
from askew.measures.base import Better, Measure, Role
from askew.measures.ratio import Among, Share, gap
from askew.measures.table import EVERY_ROW, Table, attribute, label
from askew.measures.translation import Bleu, ChrF
from askew.suites.base import Population, Protocol, Suite
from askew.suites.mtgeneval import sentences
from askew.suites.options import MTGenEvalOptions

_CORRECT, _COVERED = label(verdict=CORRECT), label(covered="yes")


def _of(measure: Measure, gender: str) -> Among:
    """A measure of one gender's sentences."""
    needs = {GOLD: frozenset([gender])}
    return Among(
        f"{measure.name}_{gender}", measure, attribute(gold=gender), heading=f"{measure.heading} {gender}", needs=needs
    )


_ACCURACY = Share("accuracy", EVERY_ROW, _CORRECT, heading="right")
_WRONG = Share("wrong", EVERY_ROW, label(verdict=INCORRECT), better=Better.LOWER)
_BOTH = Share("both", EVERY_ROW, label(predicted=BOTH), better=Better.LOWER)
_UNDECIDED = Share("undecided", EVERY_ROW, label(predicted=UNDECIDED), better=Better.LOWER)
_COVERAGE = Share("coverage", EVERY_ROW, _COVERED, role=Role.COVERAGE)
_DECIDED = Share(
    "accuracy_decided", label(verdict=(CORRECT, INCORRECT)), _CORRECT, heading="right decided", role=Role.AMONG_DECIDED
)
_BOTH_VERSIONS = Share(
    "accuracy_both_versions", label(both_versions=(CORRECT, INCORRECT)), label(both_versions=CORRECT),
    heading="both versions right",
)  # fmt: skip
_BLEU, _CHRF = Bleu("bleu", heading="BLEU"), ChrF("chrf", heading="chrF")
_BY_CONTENT = Share(
    "decided_by_content", label(decider=(CONTENT, FUNCTION)), label(decider=CONTENT), heading="by content words",
    better=None, role=Role.DIAGNOSTIC,
)  # fmt: skip


def _by_gender(measure: Measure, delta: str) -> tuple[Measure, ...]:
    """A measure of each gender's sentences, and how far the masculine ones are ahead."""
    male, female = _of(measure, MALE), _of(measure, FEMALE)
    return male, female, gap(f"delta_{measure.name}", male, female, delta)


_QUALITY: tuple[Measure, ...] = (_CHRF, *_by_gender(_CHRF, "ΔchrF"), _BLEU, *_by_gender(_BLEU, "ΔBLEU"))
_ACCURACIES: tuple[Measure, ...] = (*_by_gender(_ACCURACY, "Δ right"), _BOTH_VERSIONS)


def _counts(table: Table) -> Counts:
    """Gold by predicted; sentences whose gender could not be told from their context stand under "untold"."""
    golds, predictions = table.attributes[GOLD], table.labels["predicted"]
    found: dict[str, dict[str, int]] = {}
    for gold in (MALE, FEMALE, OPEN, ""):
        rows = predictions[golds == gold]
        if rows.size:
            names = (MALE, FEMALE, ASKED, OTHER, BOTH, UNDECIDED)
            found[gold or "untold"] = {name: int(n) for name in names if (n := (rows == name).sum())}
    return found


ASKEW = Protocol(
    name="askew",
    targets=lambda: list(sentences.TARGETS),
    judge=lambda selection: ContrastJudge(selection.target),
    measures=(_ACCURACY, _WRONG, _BOTH, _UNDECIDED, _DECIDED, _COVERAGE, *_ACCURACIES, *_QUALITY, _BY_CONTENT),
    groups={GOLD: (_ACCURACY, _WRONG, _BOTH, _UNDECIDED, _DECIDED, _COVERAGE, _CHRF, _BLEU)},
    shown=(
        "accuracy", "wrong", "both", "undecided", "accuracy_male", "accuracy_female", "delta_accuracy", "chrf",
        "delta_chrf", "bleu", "delta_bleu", "coverage",
    ),
    counts=_counts,
    covered=_COVERED,
    clusters=(PAIR,),
    exchange=PAIR,
    population=Population(PAIR, "sentences", "like"),
)  # fmt: skip

_NO_EVIDENCE = Share(
    "right_without_evidence", _CORRECT, label(evidence="no"), heading="right without evidence", better=None,
    role=Role.DIAGNOSTIC,
)  # fmt: skip


def _authors_remarks(measures: Sequence[Measure], table: Table, target: str) -> list[str]:
    """What the authors' rule counts as right, beside the number."""
    del measures, target
    empty = int(label(empty="yes")(table).sum())
    unseen = int((_CORRECT & label(evidence="no"))(table).sum())
    return [
        "protocol authors counts an output as right unless it has a word that only the other gender's reference has, "
        f"so also an empty one ({empty} of {table.size}) or one with neither reference's own words "
        f"({unseen} of {table.size})"
    ]


AUTHORS = replace(
    ASKEW,
    name="authors",
    judge=lambda selection: AuthorsJudge(selection.target),
    measures=(_ACCURACY, _WRONG, *_ACCURACIES, *_QUALITY, _NO_EVIDENCE, _COVERAGE),
    groups={GOLD: (_ACCURACY, _WRONG, _NO_EVIDENCE, _CHRF, _BLEU)},
    shown=(
        "accuracy", "accuracy_both_versions", "accuracy_male", "accuracy_female", "delta_accuracy", "chrf",
        "delta_chrf", "bleu", "delta_bleu", "right_without_evidence",
    ),
    remarks=_authors_remarks,
)  # fmt: skip

SUITE = Suite(
    name="mtgeneval",
    title="MT-GenEval: sentences from Wikipedia in a feminine and a masculine version",
    citation="Currey et al. 2022, https://aclanthology.org/2022.emnlp-main.288/",
    editions=sentences.EDITIONS,
    subsets=sentences.SUBSETS,
    items=sentences.items,
    protocols=(ASKEW, AUTHORS),
    options=MTGenEvalOptions,
    signed=lambda options: {"context": options.context},
)
