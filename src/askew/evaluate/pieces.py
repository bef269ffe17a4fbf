"""Talks that were heard in pieces: put together, then cut into the reference's segments as any output for whole talks is."""

from collections.abc import Sequence
from pathlib import Path

from askew.core.files import to_json_lines, write_atomically
from askew.core.records import Item, Output
from askew.core.run import TALKS
from askew.evaluate.score import Plan
from askew.speech.pieces import rows_of
from askew.suites.base import Answers

PIECES = "pieces"  # the folder in a run's that has the pieces and their outputs
TRANSCRIPTS = "transcripts.jsonl"  # what a cascade heard of whole talks; 'askew score --target en' takes it


def answers_from_pieces(
    plan: Plan, items: Sequence[Item], pieces: Sequence[Item], outputs: Sequence[Output], folder: Path
) -> Answers:
    """An output for every item, cut from what was said of its talk."""
    if any(output.transcript is not None for output in outputs):
        write_atomically(folder / TRANSCRIPTS, to_json_lines(rows_of(pieces, outputs, transcripts=True)))
    said = folder / PIECES / TALKS
    write_atomically(said, to_json_lines(rows_of(pieces, outputs)))
    (folder / "outputs.jsonl").unlink(missing_ok=True)  # of an earlier scoring
    answers = plan.suite.read(said, items, plan.target, plan.options, None, False)
    return answers if plan.suite.complete is None else plan.suite.complete(answers, items, plan.options)
