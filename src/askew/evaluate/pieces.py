"""Talks that were transcribed or translated in pieces: put together, then cut into the reference's segments as any
output for whole talks is.
"""

from collections.abc import Sequence
from pathlib import Path

from askew.core.files import to_json_lines, write_atomically
from askew.core.records import Item, Output
from askew.core.run import TALKS
from askew.evaluate.folder import PIECES, TRANSCRIPTS
from askew.evaluate.plan import Plan
from askew.speech.pieces import rows_of
from askew.suites.base import Answers, OutputsFile


def answers_from_pieces(
    plan: Plan, items: Sequence[Item], pieces: Sequence[Item], outputs: Sequence[Output], folder: Path
) -> Answers:
    """An output for every item, cut from what was said of its talk."""
    if any(output.transcript is not None for output in outputs):
        write_atomically(folder / TRANSCRIPTS, to_json_lines(rows_of(pieces, outputs, transcripts=True)))
    said = folder / PIECES / TALKS
    write_atomically(said, to_json_lines(rows_of(pieces, outputs)))
    (folder / "outputs.jsonl").unlink(missing_ok=True)  # of an earlier scoring
    return plan.suite.read(OutputsFile(said), items, plan.selection)
