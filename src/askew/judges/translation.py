"""Translated segments against their references: what sacreBLEU counts for BLEU, chrF and TER, and whether it is the target language.

sacreBLEU: Post 2018, https://aclanthology.org/W18-6319/. The counts of a corpus are the sums of its segments' counts; so one pass over the
segments is all that ten thousand resamples need.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from askew.core.errors import UsageError, first_five
from askew.core.records import Item, Output, Verdict
from askew.judges.content import content_counts
from askew.judges.neural import neural_counts
from askew.text.language import tell, teller

if TYPE_CHECKING:
    from sacrebleu.metrics.base import Metric

_ORDERS = range(1, 5)
BLEU_COUNTS = (
    "bleu_length", "bleu_reference_length",
    *(f"bleu_correct_{n}" for n in _ORDERS), *(f"bleu_total_{n}" for n in _ORDERS),
)  # fmt: skip
"""These and the others in the order in which sacreBLEU has them."""
CHRF_COUNTS = tuple(f"chrf_{kind}_{n}" for n in range(1, 7) for kind in ("output", "reference", "both"))
TER_COUNTS = ("ter_edits", "ter_words")
TOKENISERS = {"zh": "zh", "ja": "ja-mecab", "th": "char", "km": "char", "lo": "char", "my": "char"}
"""As the paper has it: characters for Chinese, MeCab for Japanese; characters also for the other languages without spaces; 13a for all others."""
SPACED_OUT = ("th", "km", "lo", "my")
"""Languages whose characters TER takes for words; sacreBLEU does so itself only in Chinese and Japanese."""


class TranslationJudge:
    """Judges translations into one language."""

    def __init__(self, target: str) -> None:
        self.target = target
        self._metrics = _metrics(target)

    @property
    def signature(self) -> Mapping[str, str]:
        """SacreBLEU's own signatures (with commas for its bars), once there are references to count."""
        signatures = {
            name: metric.get_signature().format().replace("|", ",")
            for name, (metric, _) in self._metrics.items()
            if hasattr(metric, "num_refs")
        }
        if "ter" in signatures and self.target in SPACED_OUT:
            signatures["ter"] += ",units:characters"
        return {"judge": "translation-1", **signatures, "language": teller()}

    def judge(self, items: Sequence[Item], outputs: Sequence[Output]) -> list[Verdict]:
        """One verdict per segment."""
        versions = reference_versions(items)
        texts = [output.text for output in outputs]
        counted: list[dict[str, float]] = [{} for _ in items]
        for name, (metric, names) in self._metrics.items():
            spaced_out = name == "ter" and self.target in SPACED_OUT
            rows = (
                _counted(metric, *_by_characters(texts, versions)) if spaced_out else _counted(metric, texts, versions)
            )
            for counts, row in zip(counted, rows, strict=True):
                counts.update(zip(names, map(float, row), strict=True))
        return [
            Verdict(
                item.id,
                "segment",
                {"language": tell(output.text, self.target) or "unclear"},
                counts={**counts, **content_counts(item, output, self.target), **neural_counts(output)},
            )
            for item, output, counts in zip(items, outputs, counted, strict=True)
        ]


def _by_characters(
    texts: Sequence[str], versions: list[list[str | None]]
) -> tuple[Sequence[str], list[list[str | None]]]:
    """Texts with a space between any two characters."""

    def spaced(text: str | None) -> str | None:
        return None if text is None else " ".join("".join(text.split()))

    return [spaced(text) or "" for text in texts], [[spaced(text) for text in version] for version in versions]


def _counted(metric: "Metric", texts: Sequence[str], versions: list[list[str | None]]) -> list[list[float]]:
    """A row of counts per segment. (sacreBLEU has no public way to get at them; it takes None for a version that is missing.)"""
    rows: list[list[float]] = metric._extract_corpus_statistics(texts, versions)  # type: ignore[arg-type]
    return rows


def reference_versions(items: Sequence[Item]) -> list[list[str | None]]:
    """The references as sacreBLEU wants them: a list per version; None where an item has fewer versions than others."""
    lacking = [item.id for item in items if not item.references]
    if lacking:
        raise UsageError(f"no reference for {len(lacking)} of {len(items)} segments: {first_five(lacking)}")
    most = max(len(item.references) for item in items)
    return [
        [item.references[version] if version < len(item.references) else None for item in items]
        for version in range(most)
    ]


def _metrics(target: str) -> "dict[str, tuple[Metric, tuple[str, ...]]]":
    """Each metric with the names of what it counts."""
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.metrics.chrf import CHRF
    from sacrebleu.metrics.ter import TER

    tokeniser = TOKENISERS.get(target, "13a")
    try:
        bleu = BLEU(tokenize=tokeniser, force=True)  # or it would log that text with ' .' at its ends looks tokenised
    except (ImportError, RuntimeError):
        raise UsageError(f"BLEU for {target!r} needs MeCab and its dictionary: pip install 'askew[{target}]'") from None
    ter = TER(normalized=True, asian_support=True)
    return {"bleu": (bleu, BLEU_COUNTS), "chrf": (CHRF(), CHRF_COUNTS), "ter": (ter, TER_COUNTS)}
