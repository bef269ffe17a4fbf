"""Talks that were transcribed or translated in pieces: put together, then cut into the reference's segments as any
output for whole talks is.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from askew.core.files import to_json_lines, write_atomically
from askew.core.records import Emissions, Item, Output
from askew.core.run import TALKS
from askew.evaluate.folder import LOG, PIECES, TRANSCRIPTS
from askew.evaluate.plan import Plan
from askew.speech.audio import split_place
from askew.speech.pieces import rows_of
from askew.suites.base import Answers, OutputsFile


def answers_from_pieces(
    plan: Plan, items: Sequence[Item], pieces: Sequence[Item], outputs: Sequence[Output], folder: Path
) -> Answers:
    """An output for every item, cut from what was said of its talk."""
    if any(output.transcript is not None for output in outputs):
        write_atomically(folder / TRANSCRIPTS, to_json_lines(rows_of(pieces, outputs, transcripts=True)))
    if any(output.emissions is not None for output in outputs):
        return _answers_with_times(plan, items, pieces, outputs, folder)
    said = folder / PIECES / TALKS
    write_atomically(said, to_json_lines(rows_of(pieces, outputs)))
    (folder / "outputs.jsonl").unlink(missing_ok=True)  # of an earlier scoring
    return plan.suite.read(OutputsFile(said), items, plan.selection)


def _answers_with_times(
    plan: Plan, items: Sequence[Item], talks: Sequence[Item], outputs: Sequence[Output], folder: Path
) -> Answers:
    """The same from a simultaneous run, which leaves the log of it: whole talks with when each word came out."""
    log, by_id = folder / LOG, {output.id: output for output in outputs}
    rows = [_instance(place, talk, by_id[talk.id]) for place, talk in enumerate(talks)]
    write_atomically(log, to_json_lines(rows))
    (folder / "outputs.jsonl").unlink(missing_ok=True)
    options = replace(plan.selection.options, latency=str(log))
    return plan.suite.read(OutputsFile(log), items, replace(plan.selection, options=options))


def _instance(index: int, talk: Item, output: Output) -> dict[str, Any]:
    """A row of SimulEval's log."""
    said = output.emissions or Emissions((), 0.0, ())
    return {
        "index": index,
        "prediction": output.text,
        "delays": [round(time, 3) for time in said.delays],
        "elapsed": [round(time, 3) for time in said.elapsed or ()],
        "prediction_length": len(said.delays),
        "reference": "",
        "source": [Path(split_place(str(talk.audio))[0]).name],
        "source_length": said.source_length,
    }
