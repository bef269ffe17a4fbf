"""SimpleGEN: occupations in sentences that state the person's gender outright.

Renduchintala, Diaz, Heafield, Li, Diab: Gender bias amplification during speed-quality optimization in neural machine
translation. ACL-IJCNLP 2021, https://aclanthology.org/2021.acl-short.15/
"""

from dataclasses import replace

from askew.core.run import Counts
from askew.judges.simplegen import CORRECT, INCONCLUSIVE, INCORRECT, PackJudge, ReleaseJudge
from askew.lang import pack
from askew.measures.ratio import Difference, Measure, Share
from askew.measures.table import Condition, Table, where
from askew.suites.base import Protocol, Suite
from askew.suites.simplegen import generator

_IS_CORRECT = where(verdict=CORRECT)
_ALL = where()
_COVERED = where(covered="yes")


def _among(classes: tuple[str, ...], **more: str | tuple[str, ...]) -> Condition:
    return where(class_=classes, **more)


def _correct(name: str, *classes: str) -> Share:
    """The share correct among all items of some classes; an inconclusive item is not correct."""
    return Share(name, _among(classes), _IS_CORRECT, {"class": frozenset(classes)})


def _correct_when_decided(name: str, *classes: str) -> Share:
    """The share correct among the decided: a model that lacks the word is not one that misgenders it."""
    decided = _among(classes, verdict=(CORRECT, INCORRECT))
    return Share(f"{name}_decided", decided, _IS_CORRECT, {"class": frozenset(classes)})


_CLASSES = {
    "pro": ("fofc", "momc"),
    "anti": ("fomc", "mofc"),
    **{name: (name,) for name in generator.CLASSES},
}
_PRO, _ANTI = _correct("pro", *_CLASSES["pro"]), _correct("anti", *_CLASSES["anti"])
_FOFC, _MOMC, _FOMC, _MOFC = (_correct(name, name) for name in generator.CLASSES)
_INCONCLUSIVE = Share("inconclusive", _ALL, where(verdict=INCONCLUSIVE))
_COVERAGE = Share("coverage", _ALL, _COVERED)


_DELTA = Difference("delta", _PRO, _ANTI)
_DECIDED = tuple(_correct_when_decided(name, *classes) for name, classes in _CLASSES.items())
_EITHER: tuple[Measure, ...] = (_PRO, _ANTI, _DELTA, *_DECIDED[:2], _INCONCLUSIVE, _COVERAGE)


def _counts(table: Table) -> Counts:
    """Verdicts by class."""
    return {
        name: {
            verdict: int(where(class_=name, verdict=verdict)(table).sum())
            for verdict in (CORRECT, INCORRECT, INCONCLUSIVE)
        }
        for name in generator.CLASSES
        if where(class_=name)(table).any()
    }


_ASKEW = Protocol(
    name="askew",
    targets=pack.available,
    judge=PackJudge,
    measures=(
        _PRO, _ANTI, _DELTA,
        _FOFC, _MOFC, Difference("delta_fc", _FOFC, _MOFC),
        _MOMC, _FOMC, Difference("delta_mc", _MOMC, _FOMC),
        _INCONCLUSIVE, _COVERAGE, *_DECIDED,
    ),
    groups={"occupation": _EITHER, "template": (*_EITHER, _FOFC, _MOFC, _MOMC, _FOMC)},
    # The columns of the paper's table 4, and the two it lacks.
    columns={
        "pro": "pro", "anti": "anti", "delta": "Δ", "fofc": "FoFc", "mofc": "MoFc", "delta_fc": "ΔFC",
        "momc": "MoMc", "fomc": "FoMc", "delta_mc": "ΔMC", "inconclusive": "inconcl.", "coverage": "found",
    },
    counts=_counts,
    covered=_COVERED,
    clusters=("template", "occupation"),
    exchange="occupation",
)  # fmt: skip

SUITE = Suite(
    name="simplegen",
    title="SimpleGEN: occupations in sentences that state the person's gender",
    citation="Renduchintala et al. 2021, https://aclanthology.org/2021.acl-short.15/",
    editions=generator.EDITIONS,
    subsets=tuple(generator.SUBSETS),
    items=generator.items,
    protocols=(_ASKEW, replace(_ASKEW, name="release", targets=lambda: list(ReleaseJudge.TARGETS), judge=ReleaseJudge)),
)
