"""What a cascade heard: its transcripts, counted beside whatever its translations are judged by, so that one run shows both."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rapidfuzz.distance import Levenshtein

from askew.core.records import Item, Output, Verdict
from askew.judges.recognition import MISSPELLED, RIGHT, RecognitionJudge
from askew.text.words import keys

SIGNATURE = "recognition-1 nfkc-casefold"
EDITS, WORDS = "heard_edits", "heard_words"
PEOPLE, NAMED, CLEAR = "heard_people", "heard_named", "heard_clear"
"""Items that ask about a person; those in whose transcript the person stands; those in which the pronoun is right besides."""


def with_transcripts(items: Sequence[Item], outputs: Sequence[Output], verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts, each item's first one with the counts of its transcript."""
    asked = {item.id: item for item in items}
    heard = {output.id: output for output in outputs if output.transcript is not None}
    return list(_counted(asked, heard, verdicts))


def _counted(asked: dict[str, Item], heard: dict[str, Output], verdicts: Sequence[Verdict]) -> Iterator[Verdict]:
    judge = RecognitionJudge("en")
    for verdict in verdicts:
        item, output = asked[verdict.item], heard.pop(verdict.item, None)
        if output is None or not item.source:
            yield verdict
            continue
        if {"entity", "pronoun_token"} <= set(item.attributes):
            (told,) = judge.judge([item], [Output(item.id, output.transcript or "")])
            predicted = told.labels["predicted"]
            counts = {EDITS: told.counts["edits"], WORDS: told.counts["words"], PEOPLE: 1.0}
            counts |= {NAMED: float(predicted != MISSPELLED), CLEAR: float(predicted == RIGHT)}
        else:
            said = keys(item.source)
            edits = Levenshtein.distance(said, keys(output.transcript or ""))
            counts = {EDITS: float(edits), WORDS: float(len(said))}
        yield replace(verdict, counts={**verdict.counts, **counts})
