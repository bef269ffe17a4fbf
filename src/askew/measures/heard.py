"""Measures of what a cascade heard: they join a protocol's own wherever outputs come with transcripts."""

from collections.abc import Set

from askew.judges.heard import CLEAR, EDITS, NAMED, PEOPLE, WORDS
from askew.measures.ratio import Measure, Rate

COLUMNS = {"wer": "WER", "asr_accuracy": "ASR acc", "asr_pronouns": "ASR pronouns"}


def heard_measures(counts: Set[str]) -> tuple[Measure, ...]:
    """Those that verdicts with these counts allow."""
    of_words = (Rate("wer", EDITS, WORDS),) if WORDS in counts else ()
    of_people = (Rate("asr_accuracy", CLEAR, PEOPLE), Rate("asr_pronouns", CLEAR, NAMED)) if PEOPLE in counts else ()
    return (*of_words, *of_people)
