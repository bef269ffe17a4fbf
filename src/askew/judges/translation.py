"""Translated segments against their references: what sacreBLEU counts for BLEU, chrF and TER, and whether it is the
target language.

sacreBLEU: Post 2018, https://aclanthology.org/W18-6319/. The counts of a corpus are the sums of its segments' counts;
so one pass over the segments is all that ten thousand resamples need.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

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
METRICS = ("bleu", "chrf", "ter")
TOKENISERS = {"zh": "zh", "ja": "ja-mecab", "th": "char", "km": "char", "lo": "char", "my": "char"}
"""As the paper has it: characters for Chinese, MeCab for Japanese; characters also for the other languages without
spaces; 13a for all others.
"""
SPACED_OUT = ("th", "km", "lo", "my")
"""Languages whose characters TER takes for words; sacreBLEU does so itself only in Chinese and Japanese."""


class TranslationJudge:
    """Judges translations into one language by some of sacreBLEU's metrics, and tells whether they are in that
    language.
    """

    def __init__(self, target: str, metrics: Sequence[str] = METRICS, *, tell_language: bool = True) -> None:
        self.target = target
        self._names = tuple(metrics)
        self._tell_language = tell_language
        if "bleu" in metrics:
            _bleu(target, None)  # what it needs is missed before anything is read

    def signature(self, items: Sequence[Item], outputs: Sequence[Output]) -> Mapping[str, str]:
        """SacreBLEU's own signatures (with commas for its bars), and what tells the language."""
        del outputs
        metrics = _metrics(self.target, self._names, _hashable(reference_versions(items)))
        signatures = {name: metric.get_signature().format().replace("|", ",") for name, (metric, _) in metrics.items()}
        if "ter" in signatures and self.target in SPACED_OUT:
            signatures["ter"] += ",units:characters"
        return {"judge": "translation-1", **signatures, **({"language": teller()} if self._tell_language else {})}

    def judge(self, items: Sequence[Item], outputs: Sequence[Output]) -> list[Verdict]:
        """One verdict per segment."""
        metrics = _metrics(self.target, self._names, _hashable(reference_versions(items)))
        texts = [output.text for output in outputs]
        counted: list[dict[str, float]] = [{} for _ in items]
        for name, (metric, names) in metrics.items():
            said = [_spaced_out(text) for text in texts] if name == "ter" and self.target in SPACED_OUT else texts
            # sacreBLEU has no public way to get at the counts.
            for counts, row in zip(counted, metric._extract_corpus_statistics(said, None), strict=True):
                counts.update(zip(names, map(float, row), strict=True))
        return [
            self._verdict(item, output, counts) for item, output, counts in zip(items, outputs, counted, strict=True)
        ]

    def _verdict(self, item: Item, output: Output, counts: Mapping[str, float]) -> Verdict:
        labels = self._labels(output)
        neural = neural_counts(output, labels.get("language"))
        return Verdict(item.id, "segment", labels, counts={**counts, **self._content(item, output), **neural})

    def _content(self, item: Item, output: Output) -> Mapping[str, float]:
        return content_counts(item, output, self.target) if self._tell_language else {}

    def _labels(self, output: Output) -> dict[str, str]:
        return {"language": tell(output.text, self.target) or "unclear"} if self._tell_language else {}


References = tuple[tuple[str | None, ...], ...]


def _hashable(versions: Sequence[Sequence[str | None]]) -> References:
    return tuple(map(tuple, versions))


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


@lru_cache(maxsize=4)
def _metrics(
    target: str, chosen: tuple[str, ...], references: References
) -> "dict[str, tuple[Metric, tuple[str, ...]]]":
    """Each metric with the names of what it counts; references are counted once for all systems held against them."""
    from sacrebleu.metrics.chrf import CHRF
    from sacrebleu.metrics.ter import TER

    versions: Any = [list(version) for version in references]  # None stands for a version that a segment lacks
    found: dict[str, tuple[Metric, tuple[str, ...]]] = {}
    if "bleu" in chosen:
        found["bleu"] = _bleu(target, versions), BLEU_COUNTS
    if "chrf" in chosen:
        found["chrf"] = CHRF(references=versions), CHRF_COUNTS
    if "ter" in chosen:
        if target in SPACED_OUT:
            versions = [[None if text is None else _spaced_out(text) for text in version] for version in versions]
        found["ter"] = TER(normalized=True, asian_support=True, references=versions), TER_COUNTS
    return found


def _spaced_out(text: str) -> str:
    """A text with a space between any two characters."""
    return " ".join("".join(text.split()))


def _bleu(target: str, references: Any) -> "Metric":
    from sacrebleu.metrics.bleu import BLEU

    try:  # force: or it would log that text with ' .' at its ends looks tokenised
        return BLEU(tokenize=TOKENISERS.get(target, "13a"), force=True, references=references)
    except (ImportError, RuntimeError):
        raise UsageError(f"BLEU for {target!r} needs MeCab and its dictionary: pip install 'askew[{target}]'") from None
