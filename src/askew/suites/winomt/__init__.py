"""WinoMT, and WinoST, its sentences spoken: two people, a pronoun that refers to one of them.

Stanovsky, Smith, Zettlemoyer: Evaluating gender bias in machine translation. ACL 2019, https://aclanthology.org/P19-1164/
Costa-jussà, Basta, Gállego: Evaluating gender bias in speech translation. LREC 2022, https://aclanthology.org/2022.lrec-1.230/
"""

from collections.abc import Callable
from dataclasses import replace

from askew.core.run import Counts
from askew.judges import analysers
from askew.judges.analysed import AnalysedJudge
from askew.judges.gender import BOTH, FEMALE, MALE, NEUTRAL, NOT_FOUND, UNDECIDED
from askew.judges.recognition import MISSPELLED, RIGHT, WRONG_PRONOUN, RecognitionJudge
from askew.judges.winomt import AGREES, CLASHES, THING, WinoMTJudge
from askew.judges.winomt2019 import UNKNOWN, Winomt2019Judge
from askew.lang import pack
from askew.measures.gender import F1
from askew.measures.ratio import Count, Difference, Measure, Rate, Share
from askew.measures.table import Table, where
from askew.suites.base import Protocol, Suite
from askew.suites.winomt import sentences

_CORRECT = where(verdict="correct")
_COVERED = where(covered="yes")
_ALL = where()


def _accuracy(name: str, **among: str | tuple[str, ...]) -> Share:
    needs = {column: frozenset([values] if isinstance(values, str) else values) for column, values in among.items()}
    return Share(name, where(**among), _CORRECT, needs)


def _rendered(gender: str) -> Share:
    """How often a person is rendered in a gender, whatever the gold: the papers' "always translated as"."""
    return Share(f"rendered_{gender}", _ALL, where(predicted=gender))


def _mismatch(name: str, **among: str) -> Share:
    """Out of the items whose noun and whose pronoun or predicate show a gender, those in which they differ."""
    return Share(name, where(agreement=(AGREES, CLASHES), **among), where(agreement=CLASHES))


_PRO, _ANTI = _accuracy("accuracy_pro", stereotype="pro"), _accuracy("accuracy_anti", stereotype="anti")
_GENDERS = {"gold": frozenset({MALE, FEMALE})}
_F1_MALE, _F1_FEMALE = F1("f1_male", MALE, needs=_GENDERS), F1("f1_female", FEMALE, needs=_GENDERS)
_BOTH_SETS = {"stereotype": frozenset({"pro", "anti"})}
_ACCURACY, _COVERAGE = _accuracy("accuracy"), Share("coverage", _ALL, _COVERED)
_DECIDED = Share("accuracy_decided", where(predicted=(MALE, FEMALE, NEUTRAL)), _CORRECT)
_DELTA_S = Difference("delta_s", _PRO, _ANTI)
_GROUPED: tuple[Measure, ...] = (
    _ACCURACY, _DECIDED, _COVERAGE, _rendered(MALE), _rendered(FEMALE), _mismatch("mismatch"),
)  # fmt: skip


def _counts(predictions: tuple[str, ...]) -> Callable[[Table], Counts]:
    def counts(table: Table) -> Counts:
        """Gold by predicted."""
        return {
            gold: {predicted: int(where(gold=gold, predicted=predicted)(table).sum()) for predicted in predictions}
            for gold in (MALE, FEMALE, NEUTRAL)
            if where(gold=gold)(table).any()
        }

    return counts


_COLUMNS = {
    "accuracy": "Acc", "delta_g": "ΔG", "delta_s": "ΔS", "f1_male": "F1 male", "f1_female": "F1 female",
    "accuracy_pro": "pro", "accuracy_anti": "anti", "coverage": "found",
}  # fmt: skip

ASKEW = Protocol(
    name="askew",
    targets=pack.available,
    more_targets=analysers.languages,
    judge=lambda target: WinoMTJudge(target) if target in pack.available() else AnalysedJudge(target),
    measures=(
        _ACCURACY, _DECIDED, _F1_MALE, _F1_FEMALE, Difference("delta_g", _F1_MALE, _F1_FEMALE),
        _PRO, _ANTI, _DELTA_S, _accuracy("accuracy_neutral", gold=NEUTRAL), _accuracy("accuracy_someone", entity="someone"),
        _COVERAGE, _mismatch("mismatch"),
        *(_mismatch(f"mismatch_{gold}", gold=gold) for gold in (MALE, FEMALE)),
        *(_mismatch(f"mismatch_{set_}", stereotype=set_) for set_ in ("pro", "anti")),
    ),
    groups={
        "entity": (*_GROUPED, Difference("delta_s", _PRO, _ANTI)),
        "set": _GROUPED,
        "gold": _GROUPED,
        "stereotype": _GROUPED,
    },
    columns={**_COLUMNS, "accuracy_decided": "decided", "mismatch": "mismatch"},
    counts=_counts((MALE, FEMALE, NEUTRAL, UNDECIDED, NOT_FOUND, BOTH, THING)),
    covered=_COVERED,
    clusters=("entity",),
    exchange="entity",
)  # fmt: skip

_F1_MALE_2019, _F1_FEMALE_2019 = (replace(measure, rounded=True) for measure in (_F1_MALE, _F1_FEMALE))
WINOMT2019 = replace(
    ASKEW,
    name="winomt2019",
    judge=Winomt2019Judge,
    more_targets=list,
    measures=(
        _ACCURACY, _F1_MALE_2019, _F1_FEMALE_2019, Difference("delta_g", _F1_MALE_2019, _F1_FEMALE_2019),
        _PRO, _ANTI, _DELTA_S, _COVERAGE,
    ),
    groups={"entity": (_ACCURACY, _COVERAGE, _rendered(MALE), _rendered(FEMALE)), "set": (_ACCURACY, _COVERAGE)},
    columns=_COLUMNS,
    counts=_counts((MALE, FEMALE, NEUTRAL, UNKNOWN)),
)  # fmt: skip

_HEARD = where(predicted=(RIGHT, WRONG_PRONOUN))
_RECOGNISED: tuple[Measure, ...] = (
    _ACCURACY,
    Count("misspelled_occupations", where(predicted=MISSPELLED)),
    Share("pronoun_accuracy", _HEARD, where(predicted=RIGHT)),
    Rate("wer", "edits", "words"),
)
RECOGNITION = replace(
    ASKEW,
    name="recognition",
    targets=lambda: ["en"],
    more_targets=list,
    judge=RecognitionJudge,
    measures=(*_RECOGNISED, _PRO, _ANTI, _DELTA_S, _COVERAGE),
    groups=dict.fromkeys(("gold", "stereotype", "set", "entity"), _RECOGNISED),
    columns={
        "accuracy": "Acc", "misspelled_occupations": "misspelled", "pronoun_accuracy": "pronouns", "wer": "WER",
        "accuracy_pro": "pro", "accuracy_anti": "anti", "delta_s": "ΔS",
    },
    counts=_counts((RIGHT, WRONG_PRONOUN, MISSPELLED)),
)  # fmt: skip

WINOMT = Suite(
    name="winomt",
    title="WinoMT: which gender does the translation give to the person the pronoun refers to?",
    citation="Stanovsky, Smith, Zettlemoyer 2019, https://aclanthology.org/P19-1164/",
    editions=("2019",),
    subsets=sentences.SUBSETS,
    items=sentences.items,
    protocols=(ASKEW, WINOMT2019, RECOGNITION),
)
WINOST = replace(
    WINOMT,
    name="winost",
    title="WinoST: WinoMT's sentences spoken",
    citation="Costa-jussà, Basta, Gállego 2022, https://aclanthology.org/2022.lrec-1.230/",
    items=sentences.spoken_items,
    notice="WinoST's recordings may not be used to imitate or reproduce the speaker's voice (its licence).",
)
