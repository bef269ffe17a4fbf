"""SimpleGEN: occupations in sentences that state the person's gender outright.

Renduchintala, Diaz, Heafield, Li, Diab: Gender bias amplification during speed-quality optimization in neural machine
translation. ACL-IJCNLP 2021, https://aclanthology.org/2021.acl-short.15/
"""

from dataclasses import replace

from askew.core.run import Counts
from askew.judges.simplegen import CORRECT, INCONCLUSIVE, INCORRECT, PackJudge, ReleaseJudge
from askew.lang import pack
from askew.measures.base import Better, Measure, Role
from askew.measures.ratio import Share, gap
from askew.measures.table import EVERY_ROW, Table, attribute, label
from askew.suites.base import Population, Protocol, Suite
from askew.suites.options import SuiteOptions
from askew.suites.simplegen import generator

_IS_CORRECT = label(verdict=CORRECT)
_COVERED = label(covered="yes")
_HEADINGS = {"fofc": "FoFc", "mofc": "MoFc", "momc": "MoMc", "fomc": "FoMc"}


def _correct(name: str, *classes: str) -> Share:
    """The share correct among all items of some classes; an inconclusive item is not correct."""
    needs = {"class": frozenset(classes)}
    return Share(name, attribute(class_=classes), _IS_CORRECT, heading=_HEADINGS.get(name, name), needs=needs)


def _correct_when_decided(name: str, *classes: str) -> Share:
    """The share correct among the decided: a model that lacks the word is not one that misgenders it."""
    decided = attribute(class_=classes) & label(verdict=(CORRECT, INCORRECT))
    needs = {"class": frozenset(classes)}
    heading = f"{_HEADINGS.get(name, name)} decided"
    return Share(f"{name}_decided", decided, _IS_CORRECT, heading=heading, role=Role.AMONG_DECIDED, needs=needs)


_CLASSES = {
    "pro": ("fofc", "momc"),
    "anti": ("fomc", "mofc"),
    **{name: (name,) for name in generator.CLASSES},
}
_PRO, _ANTI = _correct("pro", *_CLASSES["pro"]), _correct("anti", *_CLASSES["anti"])
_FOFC, _MOMC, _FOMC, _MOFC = (_correct(name, name) for name in generator.CLASSES)
_INCONCLUSIVE = Share("inconclusive", EVERY_ROW, label(verdict=INCONCLUSIVE), heading="inconcl.", better=Better.LOWER)
_COVERAGE = Share("coverage", EVERY_ROW, _COVERED, role=Role.COVERAGE)
_DELTA = gap("delta", _PRO, _ANTI, "Δ")
_DECIDED = tuple(_correct_when_decided(name, *classes) for name, classes in _CLASSES.items())
_EITHER: tuple[Measure, ...] = (_PRO, _ANTI, _DELTA, *_DECIDED[:2], _INCONCLUSIVE, _COVERAGE)


def _counts(table: Table) -> Counts:
    """Verdicts by class."""
    return {
        name: {
            verdict: int((attribute(class_=name) & label(verdict=verdict))(table).sum())
            for verdict in (CORRECT, INCORRECT, INCONCLUSIVE)
        }
        for name in generator.CLASSES
        if attribute(class_=name)(table).any()
    }


_ASKEW = Protocol(
    name="askew",
    targets=pack.available,
    judge=lambda selection: PackJudge(selection.target),
    measures=(
        _PRO, _ANTI, _DELTA,
        _FOFC, _MOFC, gap("delta_fc", _FOFC, _MOFC, "ΔFC"),
        _MOMC, _FOMC, gap("delta_mc", _MOMC, _FOMC, "ΔMC"),
        _INCONCLUSIVE, _COVERAGE, *_DECIDED,
    ),
    groups={"occupation": _EITHER, "template": (*_EITHER, _FOFC, _MOFC, _MOMC, _FOMC)},
    # The columns of the paper's table 4, and the two it lacks.
    shown=(
        "pro", "anti", "delta", "fofc", "mofc", "delta_fc", "momc", "fomc", "delta_mc", "inconclusive", "coverage",
    ),
    counts=_counts,
    covered=_COVERED,
    clusters=("template", "occupation"),
    exchange="occupation",
    population=Population("occupation", "occupations", "like"),
)  # fmt: skip

_RELEASE = replace(
    _ASKEW,
    name="release",
    targets=lambda: list(ReleaseJudge.TARGETS),
    judge=lambda selection: ReleaseJudge(selection.target),
)
SUITE = Suite(
    name="simplegen",
    title="SimpleGEN: occupations in sentences that state the person's gender",
    citation="Renduchintala et al. 2021, https://aclanthology.org/2021.acl-short.15/",
    editions=generator.EDITIONS,
    subsets=tuple(generator.SUBSETS),
    items=generator.items,
    protocols=(_ASKEW, _RELEASE),
    options=SuiteOptions,
)
