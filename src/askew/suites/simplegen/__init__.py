"""SimpleGEN: occupations in sentences that state the person's gender outright.

Renduchintala, Diaz, Heafield, Li, Diab: Gender bias amplification during speed-quality optimization in neural machine
translation. ACL-IJCNLP 2021, https://aclanthology.org/2021.acl-short.15/
"""

from dataclasses import dataclass

from askew.core.records import Item
from askew.core.run import Counts
from askew.judges.base import Judge
from askew.judges.simplegen import CORRECT, INCONCLUSIVE, INCORRECT, PackJudge, ReleaseJudge
from askew.lang import pack
from askew.measures.ratio import Difference, Measure, Share
from askew.measures.table import Condition, Table, where
from askew.suites.simplegen import generator

_IS_CORRECT = where(verdict=CORRECT)
_ALL = where()
_FOUND = where(covered="yes")


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
_COVERAGE = Share("coverage", _ALL, _FOUND)


@dataclass(frozen=True)
class SimpleGEN:
    """The suite; its table has the columns of the paper's table 4."""

    name: str = "simplegen"
    title: str = "SimpleGEN: occupations in sentences that state the person's gender"
    citation: str = "Renduchintala et al. 2021, https://aclanthology.org/2021.acl-short.15/"
    editions: tuple[str, ...] = generator.EDITIONS
    subsets: tuple[str, ...] = tuple(generator.SUBSETS)
    protocols: tuple[str, ...] = ("askew", "release")
    clusters: tuple[str, ...] = ("template", "occupation")
    exchange: str = "occupation"
    covered: Condition = _FOUND

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The paper's measures, then what is inconclusive, what was found, and the shares among the decided."""
        return (
            _PRO, _ANTI, Difference("delta", _PRO, _ANTI),
            _FOFC, _MOFC, Difference("delta_fc", _FOFC, _MOFC),
            _MOMC, _FOMC, Difference("delta_mc", _MOMC, _FOMC),
            _INCONCLUSIVE, _COVERAGE,
            *(_correct_when_decided(name, *classes) for name, classes in _CLASSES.items()),
        )  # fmt: skip

    @property
    def groups(self) -> dict[str, tuple[Measure, ...]]:
        """By occupation the two stereotypes; by template the four classes too."""
        decided = tuple(_correct_when_decided(name, *_CLASSES[name]) for name in ("pro", "anti"))
        both: tuple[Measure, ...] = (
            _PRO, _ANTI, Difference("delta", _PRO, _ANTI), *decided, _INCONCLUSIVE, _COVERAGE,
        )  # fmt: skip
        return {"occupation": both, "template": (*both, _FOFC, _MOFC, _MOMC, _FOMC)}

    @property
    def columns(self) -> dict[str, str]:
        """The columns of the paper's table 4, and the two it lacks."""
        return {
            "pro": "pro", "anti": "anti", "delta": "Δ", "fofc": "FoFc", "mofc": "MoFc", "delta_fc": "ΔFC",
            "momc": "MoMc", "fomc": "FoMc", "delta_mc": "ΔMC", "inconclusive": "inconcl.", "coverage": "found",
        }  # fmt: skip

    def targets(self, protocol: str) -> list[str]:
        """``release`` has the authors' two dictionaries, ``askew`` every language pack."""
        return list(ReleaseJudge.TARGETS) if protocol == "release" else pack.available()

    def items(self, edition: str, subset: str) -> list[Item]:
        """The sentences of a subset in an edition."""
        return generator.items(edition, subset)

    def judge(self, protocol: str, target: str) -> Judge:
        """The judge of a protocol."""
        return ReleaseJudge(target) if protocol == "release" else PackJudge(target)

    def counts(self, table: Table) -> Counts:
        """Verdicts by class."""
        return {
            name: {
                verdict: int(where(class_=name, verdict=verdict)(table).sum())
                for verdict in (CORRECT, INCORRECT, INCONCLUSIVE)
            }
            for name in generator.CLASSES
            if where(class_=name)(table).any()
        }


SUITE = SimpleGEN()
