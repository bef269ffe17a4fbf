"""Review a share of the segments: draw some, let a person count the errors in each, and give rates with intervals.

It is the last check ACL 60/60's transcripts and translations went through (Salesky et al. 2023, §3.1): 10 to 20% of the
segments are drawn at random and looked at.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from askew.analyses.audit import wilson
from askew.core.errors import InputError, JoinError, UsageError, first_five
from askew.core.files import write_atomically
from askew.core.run import Run
from askew.formats.sheets import read_sheet_rows, sheet
from askew.stats.clustered import jackknife, without_each
from askew.text.unspaced import UNSPACED

COLUMNS = ("id", "talk", "source", "reference", "output", "errors", "note")
LEVEL = 0.95


@dataclass(frozen=True)
class Review:
    """What a person found in the segments they looked at: how many have an error, and errors per 100 words.

    Both intervals are about segments like these, of these talks.
    """

    reviewed: int
    left: int
    """Rows without a count yet."""
    with_errors: int
    low: float
    high: float
    errors: int
    words: int
    rate_low: float | None
    rate_high: float | None

    @property
    def share(self) -> float:
        """Segments with an error, in percent."""
        return 100 * self.with_errors / self.reviewed

    @property
    def rate(self) -> float | None:
        """Errors per 100 words (characters in scripts without spaces)."""
        return 100 * self.errors / self.words if self.words else None

    def to_json(self) -> dict[str, Any]:
        """A plain object."""
        return {**self.__dict__, "share": self.share, "rate": self.rate}


def write_review(run: Run, path: Path, n: int, seed: int) -> int:
    """Write a sheet of ``n`` segments drawn at random, a column left for the number of errors; how many were drawn."""
    if path.exists():
        raise UsageError(f"{path} exists: it may hold somebody's review")
    outputs = {output.id: output.text for output in run.outputs}
    answered = [item for item in run.items if item.id in outputs]
    drawn = random.Random(seed).sample(answered, min(n, len(answered)))
    order = {item.id: place for place, item in enumerate(run.items)}
    rows = [
        (
            item.id,
            item.attributes.get("talk", ""),
            _one_line(item.source),
            _one_line(item.references[0] if item.references else ""),
            _one_line(outputs[item.id]),
            "",
            "",
        )
        for item in sorted(drawn, key=lambda each: order[each.id])
    ]
    write_atomically(path, sheet([COLUMNS, *rows], separator="\t"))
    return len(drawn)


def read_review(run: Run, path: Path) -> Review:
    """What a filled-in sheet says; rows without a count are left out and counted.

    Raises InputError for a sheet of other columns, a count that is none, or no count at all, and JoinError for segments
    that are not the run's.
    """
    rows = list(read_sheet_rows(path, separator="\t"))
    if not rows or tuple(rows[0][1]) != COLUMNS:
        raise InputError(f"expected the columns {', '.join(COLUMNS)}", where=str(path), line=1)
    outputs = {output.id: output.text for output in run.outputs}
    counted: list[tuple[int, int]] = []
    strangers, left = [], 0
    for number, row in rows[1:]:
        if len(row) != len(COLUMNS):
            raise InputError(f"expected {len(COLUMNS)} columns, found {len(row)}", where=str(path), line=number)
        if row[0] not in outputs:
            strangers.append(row[0])
        elif not row[5].strip():
            left += 1
        else:
            text = outputs[row[0]]
            words = len("".join(text.split())) if run.asked.target in UNSPACED else len(text.split())
            counted.append((_count(row[5], path, number), words))
    if strangers:
        raise JoinError(f"not in this run: {first_five(strangers)}", where=str(path))
    if not counted:
        raise InputError("no row has a count yet: write how many errors each segment has, 0 for none", where=str(path))
    return _rates(counted, left)


def _rates(counted: Sequence[tuple[int, int]], left: int) -> Review:
    counts = np.array(counted, float)
    errors, words = counts.sum(axis=0)
    bad = int((counts[:, 0] > 0).sum())
    interval: tuple[float | None, float | None] = (None, None)
    rest = without_each(counts, np.arange(len(counts)))
    if words and (rest[:, 1] > 0).all():
        estimate = jackknife(100 * errors / words, 100 * rest[:, 0] / rest[:, 1])
        interval = (None, None) if estimate is None else estimate.interval(LEVEL)
    low = None if interval[0] is None else max(interval[0], 0.0)
    return Review(len(counted), left, bad, *wilson(bad, len(counted)), int(errors), int(words), low, interval[1])


def _count(text: str, path: Path, line: int) -> int:
    if not (text.strip().isascii() and text.strip().isdigit() and len(text.strip()) < 6):
        raise InputError(f"{text[:40]!r} is no number of errors: write 0, 1, 2 …", where=str(path), line=line)
    return int(text)


def _one_line(text: str) -> str:
    """Text for a person to read in one cell."""
    return " ".join(text.split())
