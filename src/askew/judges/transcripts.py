"""A cascade's transcripts, counted beside whatever its translations are judged by, so that one run shows both."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rapidfuzz.distance import Levenshtein

from askew.core.records import Item, Output, Verdict
from askew.judges.base import Judge
from askew.judges.recognition import MISSPELLED, RIGHT, RecognitionJudge
from askew.text.words import keys

RULES = "recognition-1 nfkc-casefold"
EDITS, WORDS = "transcript_edits", "transcript_words"
ENTITIES, ENTITIES_RECOGNISED, GENDERS_RECOGNISED = "asr_entities", "asr_entities_recognised", "asr_genders_recognised"
"""Items that ask about a person; those in whose transcript the person stands; those in which the pronoun is right
besides.
"""


@dataclass(frozen=True)
class WithTranscripts:
    """A judge of outputs that also counts what is right in their transcripts, where they came with any."""

    of_outputs: Judge

    def signature(self, items: Sequence[Item], outputs: Sequence[Output]) -> Mapping[str, str]:
        """That of the outputs' judge, and the way transcripts are compared, if there are any."""
        any_transcript = any(output.transcript is not None for output in outputs)
        return {**self.of_outputs.signature(items, outputs), **({"transcripts": RULES} if any_transcript else {})}

    def judge(self, items: Sequence[Item], outputs: Sequence[Output]) -> list[Verdict]:
        """The outputs' verdicts, each item's first one with the counts of its transcript."""
        verdicts = self.of_outputs.judge(items, outputs)
        transcribed = {output.id: output.transcript for output in outputs if output.transcript is not None}
        return list(_counted({item.id: item for item in items}, transcribed, verdicts)) if transcribed else verdicts


def _counted(items: Mapping[str, Item], transcripts: dict[str, str], verdicts: Sequence[Verdict]) -> Iterator[Verdict]:
    for verdict in verdicts:
        item, transcript = items[verdict.item], transcripts.pop(verdict.item, None)
        if transcript is None or not item.source:
            yield verdict
        else:
            yield replace(verdict, counts={**verdict.counts, **_counts(item, transcript)})


def _counts(item: Item, transcript: str) -> dict[str, float]:
    if item.person is None:
        said = keys(item.source)
        return {EDITS: float(Levenshtein.distance(said, keys(transcript))), WORDS: float(len(said))}
    (told,) = RecognitionJudge("en").judge([item], [Output(item.id, transcript)])
    predicted = told.labels["predicted"]
    return {
        EDITS: told.counts["edits"],
        WORDS: told.counts["words"],
        ENTITIES: 1.0,
        ENTITIES_RECOGNISED: float(predicted != MISSPELLED),
        GENDERS_RECOGNISED: float(predicted == RIGHT),
    }
