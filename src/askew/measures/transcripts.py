"""Measures of a cascade's transcripts: they join a protocol's own wherever outputs come with transcripts."""

from collections.abc import Set

from askew.judges.transcripts import EDITS, ENTITIES, ENTITIES_RECOGNISED, GENDERS_RECOGNISED, WORDS
from askew.measures.base import Better, Measure
from askew.measures.ratio import Rate

_OF_WORDS = (Rate("wer", EDITS, WORDS, heading="WER", better=Better.LOWER),)
_OF_ENTITIES = (
    Rate("asr_accuracy", GENDERS_RECOGNISED, ENTITIES, heading="ASR acc"),
    Rate("asr_pronouns", GENDERS_RECOGNISED, ENTITIES_RECOGNISED, heading="ASR pronouns"),
)


def transcript_measures(counts: Set[str]) -> tuple[Measure, ...]:
    """Those that verdicts with these counts allow."""
    return (*(_OF_WORDS if WORDS in counts else ()), *(_OF_ENTITIES if ENTITIES in counts else ()))
