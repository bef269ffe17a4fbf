"""Audit a judge: draw items, let a person label them without seeing the verdicts, and say how often the judge was
wrong.
"""

import random
from dataclasses import dataclass
from pathlib import Path

from askew.core.errors import InputError, JoinError, UsageError, first_five
from askew.core.files import write_atomically
from askew.core.run import Run
from askew.formats.sheets import read_sheet_rows, sheet

COLUMNS = ("id", "person", "source", "output", "label")
LABELS = {"m": "male", "f": "female", "n": "neutral", "b": "both", "u": "undecided", "x": "not_found"}


@dataclass(frozen=True)
class Audit:
    """How often a judge disagreed with a person, with its 95% interval, and where."""

    labelled: int
    unlabelled: int
    wrong: int
    low: float
    high: float
    disagreements: tuple[tuple[str, str, str], ...]  # id, label, predicted

    @property
    def error_rate(self) -> float:
        """In percent."""
        return 100 * self.wrong / self.labelled


def write_sheet(run: Run, path: Path, n: int, seed: int) -> int:
    """Write a sheet of ``n`` items drawn at random, its last column left for labels; how many were drawn."""
    if path.exists():
        raise UsageError(f"{path} exists: it may hold somebody's labels")
    judged = [verdict for verdict in run.verdicts if "predicted" in verdict.labels]  # others are of whole sentences
    if not judged:
        raise UsageError(
            f"{run.asked.suite} with protocol {run.protocol!r} predicts no gender, so there is nothing to audit"
        )
    items = {item.id: item for item in run.items}
    outputs = {output.id: output.text for output in run.outputs}
    drawn = random.Random(seed).sample(judged, min(n, len(judged)))
    rows = [
        (verdict.item, verdict.unit, _one_line(items[verdict.item].source), _one_line(outputs[verdict.item]), "")
        for verdict in drawn
    ]
    write_atomically(path, sheet([COLUMNS, *rows], separator="\t"))
    return len(drawn)


def read_sheet(run: Run, path: Path) -> Audit:
    """Compare a filled-in sheet with the run's verdicts."""
    rows = list(read_sheet_rows(path, separator="\t"))
    if not rows or tuple(rows[0][1]) != COLUMNS:
        raise InputError(f"expected the columns {', '.join(COLUMNS)}", where=str(path), line=1)
    predicted = {
        (verdict.item, verdict.unit): verdict.labels["predicted"]
        for verdict in run.verdicts
        if "predicted" in verdict.labels
    }
    compared, strangers, blank = [], [], 0
    for number, row in rows[1:]:
        if len(row) != len(COLUMNS):
            raise InputError(f"expected {len(COLUMNS)} columns, found {len(row)}", where=str(path), line=number)
        item, person, _, _, label = row
        if (item, person) not in predicted:
            strangers.append(item)
        elif not label.strip():
            blank += 1
        else:
            compared.append((item, _label(label, path, number), predicted[item, person]))
    if strangers:
        raise JoinError(f"not in this run: {first_five(strangers)}", where=str(path))
    if not compared:
        raise InputError(f"no row has a label yet: write one of {_choices()} in the last column", where=str(path))
    wrong = tuple(row for row in compared if row[1] != row[2])
    return Audit(len(compared), blank, len(wrong), *wilson(len(wrong), len(compared)), wrong)


def _one_line(text: str) -> str:
    """Text for a person to read in one cell."""
    return " ".join(text.split())


def _label(label: str, path: Path, line: int) -> str:
    word = label.strip().lower()
    if word in LABELS.values():
        return word
    if word in LABELS:
        return LABELS[word]
    raise InputError(f"{label!r} is no label: write one of {_choices()}", where=str(path), line=line)


def _choices() -> str:
    return ", ".join(f"{letter} ({word})" for letter, word in LABELS.items())


def wilson(hits: int, n: int) -> tuple[float, float]:
    """Wilson's 95% score interval for a share, in percent (Wilson 1927).

    >>> [round(bound, 1) for bound in wilson(5, 100)]
    [2.2, 11.2]
    """
    z = 1.959963984540054
    share = hits / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)) ** 0.5
    return 100 * max(0.0, middle - half), 100 * min(1.0, middle + half)
