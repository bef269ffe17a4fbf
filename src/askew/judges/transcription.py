"""Transcribed segments against their references: hits, substitutions, deletions, insertions.

Two counts stand side by side: with case and punctuation as they are, as in Salesky et al. 2023 (§2.2), and normalised
(``text/normalisers.py``). Languages without spaces are counted in characters.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

from askew.core.records import Item, Output, Verdict
from askew.judges.content import content_counts
from askew.judges.neural import neural_counts
from askew.judges.translation import reference_versions
from askew.text.language import tell, teller
from askew.text.normalisers import Name, Words, normaliser
from askew.text.unspaced import UNSPACED

EDITS = ("hits", "substitutions", "deletions", "insertions")


class Pair(NamedTuple):
    """A word of the reference and what was transcribed in its place; one of them is None where there is no such word."""

    said: str | None
    transcribed: str | None


class TranscriptionJudge:
    """Judges transcripts in one language."""

    def __init__(self, target: str, normalised_by: Name = "askew") -> None:
        self.target = target
        self._normaliser = normaliser(normalised_by, target)
        self.words: dict[str, Words] = {
            "wer": _characters if target in UNSPACED else str.split,
            "wer_normalized": self._normaliser.words,
        }

    def signature(self, items: Sequence[Item], outputs: Sequence[Output]) -> Mapping[str, str]:
        """The rules."""
        del items, outputs  # the same whatever is judged
        unit = "characters" if self.target in UNSPACED else "words"
        rules = {"wer": f"{unit},case:kept,punctuation:kept", "wer_normalized": self._normaliser.signed}
        return {"judge": "transcription-2", **rules, "language": teller()}

    def judge(self, items: Sequence[Item], outputs: Sequence[Output]) -> list[Verdict]:
        """One verdict per segment."""
        reference_versions(items)  # refuses items without any
        return [
            Verdict(
                item.id,
                "segment",
                {"language": tell(output.text, self.target) or "unclear"},
                counts={
                    **{
                        f"{name}_{kind}": float(count)
                        for name, words in self.words.items()
                        for kind, count in zip(EDITS, _edits(item, output, words), strict=True)
                    },
                    **content_counts(item, output, self.target),
                    **neural_counts(output),
                },
            )
            for item, output in zip(items, outputs, strict=True)
        ]

    def alignment(self, item: Item, output: Output, name: str = "wer") -> list[Pair]:
        """The words of the closest reference beside those of the transcript."""
        words = self.words[name]
        transcribed = words(output.text)
        said = min((words(text) for text in item.references), key=lambda said: Levenshtein.distance(said, transcribed))
        return list(_aligned(said, transcribed))


def _edits(item: Item, output: Output, words: Words) -> tuple[int, int, int, int]:
    """Hits, substitutions, deletions, insertions against the reference with the lowest error rate."""
    transcribed = words(output.text)
    best: tuple[float, tuple[int, int, int, int]] | None = None
    for text in item.references:
        said = words(text)
        tags = [operation.tag for operation in Levenshtein.editops(said, transcribed)]
        replaced, deleted, inserted = (tags.count(tag) for tag in ("replace", "delete", "insert"))
        rate = len(tags) / max(len(said), 1)
        if best is None or rate < best[0]:
            best = rate, (len(said) - replaced - deleted, replaced, deleted, inserted)
    assert best is not None
    return best[1]


def _aligned(said: Sequence[str], transcribed: Sequence[str]) -> Iterator[Pair]:
    for operation in Levenshtein.opcodes(said, transcribed):
        left, right = (
            said[operation.src_start : operation.src_end],
            transcribed[operation.dest_start : operation.dest_end],
        )
        for k in range(max(len(left), len(right))):
            yield Pair(left[k] if k < len(left) else None, right[k] if k < len(right) else None)


def _characters(text: str) -> list[str]:
    return list("".join(text.split()))
