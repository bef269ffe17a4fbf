"""BLEU and chrF as a suite like any other: counts per segment, added up and only then divided.

The counts are sacreBLEU's (Post 2018, https://aclanthology.org/W18-6319/; Popović 2015, https://aclanthology.org/W15-3049/), and so are the
values of the whole set; a resample only weights the counts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from askew.core.records import Item, Output, Verdict
from askew.measures.ratio import Floats
from askew.measures.table import Mask, Table, where
from askew.suites.base import Protocol, Suite
from askew.sweep.parallel import QualitySet

_BLEU_COUNTS = tuple(
    f"bleu{k}" for k in range(10)
)  # lengths of output and reference, matches of order 1-4, n-grams of order 1-4
_CHRF_COUNTS = tuple(f"chrf{k}" for k in range(18))  # of output, of reference, matched; for orders 1-6


@lru_cache(maxsize=4)
def _metrics(references: tuple[tuple[str | None, ...], ...]) -> tuple[Any, Any]:
    """BLEU and chrF with their counts of the references made: all cells of a sweep are held against the same ones."""
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.metrics.chrf import CHRF

    versions: Any = [list(version) for version in references]  # sacreBLEU takes None for a version that a segment lacks
    # Without force, BLEU takes segments that end in " ." for tokenised ones and says so in the log.
    return BLEU(force=True, references=versions), CHRF(references=versions)


class QualityJudge:
    """Counts what BLEU and chrF are made of."""

    def __init__(self, target: str) -> None:
        del target  # both are the same for all languages that are written with blanks (sacreBLEU's tokeniser 13a)

    @property
    def signature(self) -> Mapping[str, str]:
        """How sacreBLEU signs the two."""
        import sacrebleu

        return {"judge": "sacrebleu", "sacrebleu": sacrebleu.__version__, "bleu": "13a,exp", "chrf": "6,0,2"}

    def judge(self, items: Sequence[Item], outputs: Sequence[Output]) -> list[Verdict]:
        """A row of counts per segment."""
        texts = [output.text for output in outputs]
        most = max(len(item.references) for item in items)
        references = tuple(
            tuple(item.references[k] if k < len(item.references) else None for item in items) for k in range(most)
        )
        counted = [metric._extract_corpus_statistics(texts, None) for metric in _metrics(references)]
        return [
            Verdict(
                item.id,
                "segment",
                {},
                counts=dict(zip((*_BLEU_COUNTS, *_CHRF_COUNTS), map(float, (*b, *c)), strict=True)),
            )
            for item, b, c in zip(items, *counted, strict=True)
        ]


@dataclass(frozen=True)
class _Counted:
    """What both measures share: they speak about all segments."""

    name: str
    columns: tuple[str, ...]
    needs: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @property
    def width(self) -> int:
        """How many counts."""
        return len(self.columns)

    def units(self, table: Table) -> Mask:
        """All segments."""
        return np.ones(table.size, dtype=bool)

    def counts(self, table: Table) -> Floats:
        """The counts."""
        return np.stack([table.counts(name) for name in self.columns], axis=1)


class Bleu(_Counted):
    """Corpus BLEU with exponential smoothing of orders without a match."""

    def value(self, sums: Floats) -> Floats:
        """Brevity penalty times the geometric mean of the precisions."""
        lengths, matches, totals = sums[..., :2], sums[..., 2:6], sums[..., 6:10]
        unmatched = np.cumsum(matches == 0, axis=-1)  # the k-th order without a match counts as a match of 1 / 2^k
        with np.errstate(divide="ignore", invalid="ignore"):
            precision = 100 * np.where(matches > 0, matches, 0.5**unmatched) / totals
            brevity = np.exp(np.minimum(0.0, 1 - lengths[..., 1] / lengths[..., 0]))
            score = brevity * np.exp(np.log(precision).mean(axis=-1))
        none = (matches.sum(axis=-1) == 0) | (totals == 0).any(axis=-1)
        return np.where(lengths[..., 1] == 0, np.nan, np.where(none, 0.0, score))


class ChrF(_Counted):
    """Corpus chrF2 over character n-grams of orders 1 to 6."""

    def value(self, sums: Floats) -> Floats:
        """F2 of the precision and the recall averaged over the orders that occur on both sides."""
        counts = sums.reshape(*sums.shape[:-1], 6, 3)
        both = (counts[..., 0] > 0) & (counts[..., 1] > 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            orders = both.sum(axis=-1)
            precision = np.where(both, counts[..., 2] / counts[..., 0], 0.0).sum(axis=-1) / orders
            recall = np.where(both, counts[..., 2] / counts[..., 1], 0.0).sum(axis=-1) / orders
            score = 100 * 5 * precision * recall / (4 * precision + recall)
        unreferenced = counts[..., 1].sum(axis=-1) == 0
        return np.where(unreferenced, np.nan, np.where(precision + recall > 0, score, 0.0))


def quality_suite(quality: QualitySet) -> Suite:
    """A suite that asks for the translations of a quality set."""
    protocol = Protocol(
        name="quality",
        targets=list,
        more_targets=list,
        judge=QualityJudge,
        measures=(Bleu("bleu", _BLEU_COUNTS), ChrF("chrf", _CHRF_COUNTS)),
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
