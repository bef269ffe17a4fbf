"""WinoMT, and WinoST, its sentences spoken: two people, a pronoun that refers to one of them.

Stanovsky, Smith, Zettlemoyer: Evaluating gender bias in machine translation. ACL 2019,
https://aclanthology.org/P19-1164/ Costa-jussà, Basta, Gállego: Evaluating gender bias in speech translation. LREC 2022,
https://aclanthology.org/2022.lrec-1.230/
"""

from collections.abc import Callable
from dataclasses import replace

from askew.core.errors import UsageError
from askew.core.run import Counts
from askew.judges import analysers
from askew.judges.analysed import AnalysedJudge
from askew.judges.base import Judge
from askew.judges.gender import BOTH, FEMALE, MALE, NEUTRAL, NOT_FOUND, UNDECIDED
from askew.judges.recognition import MISSPELLED, RIGHT, WRONG_PRONOUN, RecognitionJudge
from askew.judges.reliability import EXPECTED_ERRORS
from askew.judges.winomt import AGREES, CLASHES, NOUN_FIRST, THING, WinoMTJudge
from askew.judges.winomt2019 import UNKNOWN, Winomt2019Judge
from askew.lang import pack
from askew.measures.base import Better, Measure, Role
from askew.measures.gender import F1
from askew.measures.ratio import Count, Rate, Share, gap
from askew.measures.table import EVERY_ROW, Table, attribute, label
from askew.suites.base import Population, Protocol, Selection, Suite
from askew.suites.options import WinoMTOptions
from askew.suites.winomt import deciding, sentences

_CORRECT = label(verdict="correct")
_COVERED = label(covered="yes")


def _accuracy(name: str, heading: str = "", **among: str) -> Share:
    needs = {column: frozenset([value]) for column, value in among.items()}
    return Share(name, attribute(**among), _CORRECT, heading=heading, needs=needs)


def _rendered(gender: str) -> Share:
    """How often a person is rendered in a gender, whatever the gold: the papers' "always translated as"."""
    return Share(f"rendered_{gender}", EVERY_ROW, label(predicted=gender), better=None)


def _mismatch(name: str, **among: str) -> Share:
    """Out of the items whose noun and whose pronoun or predicate show a gender, those in which they differ."""
    shows_both = attribute(**among) & label(agreement=(AGREES, CLASHES))
    return Share(name, shows_both, label(agreement=CLASHES), better=Better.LOWER)


_PRO, _ANTI = _accuracy("accuracy_pro", "pro", stereotype="pro"), _accuracy("accuracy_anti", "anti", stereotype="anti")
_GENDERS = {"gold": frozenset({MALE, FEMALE})}
_F1_MALE = F1("f1_male", MALE, heading="F1 male", needs=_GENDERS)
_F1_FEMALE = F1("f1_female", FEMALE, heading="F1 female", needs=_GENDERS)
_ACCURACY = _accuracy("accuracy", "Acc")
_COVERAGE = Share("coverage", EVERY_ROW, _COVERED, role=Role.COVERAGE)
_DECIDED = Share(
    "accuracy_decided", label(predicted=(MALE, FEMALE, NEUTRAL)), _CORRECT, heading="decided", role=Role.AMONG_DECIDED
)
_DELTA_G, _DELTA_S = gap("delta_g", _F1_MALE, _F1_FEMALE, "ΔG"), gap("delta_s", _PRO, _ANTI, "ΔS")
_GROUPED: tuple[Measure, ...] = (
    _ACCURACY, _DECIDED, _COVERAGE, _rendered(MALE), _rendered(FEMALE), _mismatch("mismatch"),
)  # fmt: skip


def _counts(predictions: tuple[str, ...]) -> Callable[[Table], Counts]:
    def counts(table: Table) -> Counts:
        """Gold by predicted."""
        return {
            gold: {
                predicted: int((attribute(gold=gold) & label(predicted=predicted))(table).sum())
                for predicted in predictions
            }
            for gold in (MALE, FEMALE, NEUTRAL)
            if attribute(gold=gold)(table).any()
        }

    return counts


_SHOWN = (
    "accuracy", "delta_g", "delta_s", "f1_male", "f1_female", "accuracy_pro", "accuracy_anti", "coverage",
)  # fmt: skip


def _judge(selection: Selection[WinoMTOptions]) -> Judge:
    """By the language's pack, or by an installed analyser where it has none."""
    if selection.target in pack.available():
        return WinoMTJudge(selection.target, selection.options.reading)
    return AnalysedJudge(_target(selection))


def _target(selection: Selection[WinoMTOptions]) -> str:
    """The language, for a judge that knows one way of reading only."""
    if selection.options.reading != NOUN_FIRST:
        raise UsageError(
            f"reading {selection.options.reading!r} needs protocol askew and a language with a pack: "
            f"{', '.join(pack.available())}"
        )
    return selection.target


def _fit(protocol: Protocol, attributes: frozenset[str], counts: frozenset[str]) -> Protocol:
    """With the judge's own error rate, where outputs in the language are labelled; without what an analyser can't say."""
    del attributes
    if EXPECTED_ERRORS in counts:
        return replace(protocol, measures=(*protocol.measures, deciding.JUDGE_ERROR))
    return protocol


ASKEW = Protocol(
    name="askew",
    targets=pack.available,
    more_targets=analysers.languages,
    judge=_judge,
    measures=(
        _ACCURACY, _DECIDED, _F1_MALE, _F1_FEMALE, _DELTA_G,
        _PRO, _ANTI, _DELTA_S, _accuracy("accuracy_neutral", gold=NEUTRAL), _accuracy("accuracy_someone", entity="someone"),
        *deciding.MEASURES, _COVERAGE, _mismatch("mismatch"),
        *(_mismatch(f"mismatch_{gold}", gold=gold) for gold in (MALE, FEMALE)),
        *(_mismatch(f"mismatch_{set_}", stereotype=set_) for set_ in ("pro", "anti")),
    ),
    groups={
        "entity": (*_GROUPED, _DELTA_S),
        "set": _GROUPED,
        "gold": (*_GROUPED, *deciding.SQUARE),
        "stereotype": _GROUPED,
    },
    shown=(*_SHOWN, "accuracy_decided", "accuracy_papers", "accuracy_pronoun", "mismatch"),
    counts=_counts((MALE, FEMALE, NEUTRAL, UNDECIDED, NOT_FOUND, BOTH, THING)),
    covered=_COVERED,
    clusters=("entity",),
    exchange="entity",
    fit=_fit,
    remarks=deciding.remarks,
    population=Population("entity", "occupations", "like"),
)  # fmt: skip

_F1_MALE_2019, _F1_FEMALE_2019 = (replace(measure, rounded=True) for measure in (_F1_MALE, _F1_FEMALE))
WINOMT2019 = replace(
    ASKEW,
    name="winomt2019",
    judge=lambda selection: Winomt2019Judge(_target(selection)),
    more_targets=list,
    fit=None,
    remarks=None,
    measures=(
        _ACCURACY, _F1_MALE_2019, _F1_FEMALE_2019, gap("delta_g", _F1_MALE_2019, _F1_FEMALE_2019, "ΔG"),
        _PRO, _ANTI, _DELTA_S, _COVERAGE,
    ),
    groups={"entity": (_ACCURACY, _COVERAGE, _rendered(MALE), _rendered(FEMALE)), "set": (_ACCURACY, _COVERAGE)},
    shown=_SHOWN,
    counts=_counts((MALE, FEMALE, NEUTRAL, UNKNOWN)),
)  # fmt: skip

_RECOGNISED: tuple[Measure, ...] = (
    _ACCURACY,
    Count("misspelled_occupations", label(predicted=MISSPELLED), heading="misspelled", better=Better.LOWER),
    Share("pronoun_accuracy", label(predicted=(RIGHT, WRONG_PRONOUN)), label(predicted=RIGHT), heading="pronouns"),
    Rate("wer", "edits", "words", heading="WER", better=Better.LOWER),
)
RECOGNITION = replace(
    ASKEW,
    name="recognition",
    targets=lambda: ["en"],
    more_targets=list,
    judge=lambda selection: RecognitionJudge(_target(selection)),
    fit=None,
    remarks=None,
    measures=(*_RECOGNISED, _PRO, _ANTI, _DELTA_S, _COVERAGE),
    groups=dict.fromkeys(("gold", "stereotype", "set", "entity"), _RECOGNISED),
    shown=(
        "accuracy", "misspelled_occupations", "pronoun_accuracy", "wer", "accuracy_pro", "accuracy_anti", "delta_s",
    ),
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
    options=WinoMTOptions,
)
WINOST = replace(
    WINOMT,
    name="winost",
    title="WinoST: WinoMT's sentences spoken",
    citation="Costa-jussà, Basta, Gállego 2022, https://aclanthology.org/2022.lrec-1.230/",
    items=sentences.spoken_items,
    notice="WinoST's recordings may not be used to imitate or reproduce the speaker's voice (its licence).",
)
