"""BLEU and chrF as a suite like any other: counts per segment, added up and only then divided.

The counts are sacreBLEU's (Post 2018, https://aclanthology.org/W18-6319/; Popović 2015, https://aclanthology.org/W15-3049/), and so are the
values of the whole set; a resample only weights the counts.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from askew.core.records import Item, Output, Verdict
from askew.judges.translation import BLEU_COUNTS, CHRF_COUNTS, TOKENISERS, reference_versions
from askew.measures.table import where
from askew.measures.translation import Bleu, ChrF
from askew.suites.base import Protocol, Suite
from askew.sweep.parallel import QualitySet


@lru_cache(maxsize=4)
def _metrics(tokeniser: str, references: tuple[tuple[str | None, ...], ...]) -> tuple[Any, Any]:
    """BLEU and chrF with the references counted already: all cells of a sweep are held against the same ones."""
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.metrics.chrf import CHRF

    versions: Any = [list(version) for version in references]
    return BLEU(tokenize=tokeniser, force=True, references=versions), CHRF(references=versions)


class QualityJudge:
    """Counts what BLEU and chrF are made of, and nothing else: a sweep has many cells."""

    def __init__(self, target: str) -> None:
        self._tokeniser = TOKENISERS.get(target, "13a")

    @property
    def signature(self) -> Mapping[str, str]:
        """What can change BLEU and chrF."""
        import sacrebleu

        return {
            "judge": "sacrebleu",
            "sacrebleu": sacrebleu.__version__,
            "bleu": f"{self._tokeniser},exp",
            "chrf": "6,0,2",
        }

    def judge(self, items: Sequence[Item], outputs: Sequence[Output]) -> list[Verdict]:
        """A row of counts per segment."""
        texts = [output.text for output in outputs]
        references = tuple(tuple(version) for version in reference_versions(items))
        # sacreBLEU has no public way to get at the counts.
        counted = [metric._extract_corpus_statistics(texts, None) for metric in _metrics(self._tokeniser, references)]
        names = (*BLEU_COUNTS, *CHRF_COUNTS)
        return [
            Verdict(item.id, "segment", {}, counts=dict(zip(names, map(float, (*bleu, *chrf)), strict=True)))
            for item, bleu, chrf in zip(items, *counted, strict=True)
        ]


def quality_suite(quality: QualitySet) -> Suite:
    """A suite that asks for the translations of a quality set."""
    protocol = Protocol(
        name="quality",
        targets=list,
        more_targets=list,
        judge=QualityJudge,
        measures=(Bleu("bleu"), ChrF("chrf")),
        groups={},
        columns={"bleu": "BLEU", "chrf": "chrF"},
        counts=lambda table: {"segments": {"all": table.size}},
        covered=where(),
        clusters=("item",),
        exchange="item",
    )
    return Suite(
        name=quality.name,
        title=f"{quality.name}: sources with references",
        citation="",
        editions=("own",),
        subsets=("all",),
        items=lambda *_: list(quality.items),
        protocols=(protocol,),
    )
