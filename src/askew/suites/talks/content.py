"""What is missing from outputs for talks, and what is too much: for each talk, and what whoever reads the scores must
know of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from askew.core.run import Counts
from askew.judges.content import COVERED, EMPTY, LOOPED, OUTPUT, REFERENCE
from askew.measures.base import Measure, Role
from askew.measures.ratio import Share
from askew.measures.table import Mask, Table
from askew.measures.translation import SEGMENTS
from askew.stats.influence import most_influential

LITTLE, MUCH = 2 / 3, 1.5
"""The share of a reference that is covered, and the ratio of lengths, from which on a talk is warned of."""


@dataclass(frozen=True)
class Content:
    """How much of a talk is there. Lengths are in words, or in characters where there are no spaces."""

    segments: int
    empty: int
    """Segments without any output."""
    covered: float
    """The share of the reference that can be there, by the lengths of the segments (``judges/content.py``)."""
    length_ratio: float
    """The output's length over the reference's."""
    looped: int
    """Words that only repeat what was said just before."""
    loops: tuple[str, ...]
    """The segments that have some."""


def content_by_talk(table: Table) -> dict[str, Content]:
    """Every talk's content, from the verdicts on its segments; none where items are not of talks."""
    if "talk" not in table.attributes:
        return {}
    segments, talks = SEGMENTS(table), table.attributes["talk"]
    return {talk: _content(table, segments & np.asarray(talks == talk, dtype=bool)) for talk in table.values("talk")}


def _content(table: Table, rows: Mask) -> Content:
    meant, said, covered, looped, empty = (
        table.counts(name)[rows] for name in (REFERENCE, OUTPUT, COVERED, LOOPED, EMPTY)
    )
    whole = max(float(meant.sum()), 1.0)
    return Content(
        int(rows.sum()),
        int(empty.sum()),
        float(covered.sum()) / whole,
        float(said.sum()) / whole,
        int(looped.sum()),
        tuple(table.items[rows][looped > 0].tolist()),
    )


def content_totals(table: Table) -> Counts:
    """The counts of content over all talks."""
    names = {"reference": REFERENCE, "output": OUTPUT, "covered": COVERED, "looped": LOOPED, "empty segments": EMPTY}
    return {"content": {name: int(table.counts(column).sum()) for name, column in names.items()}}


def remarks(measures: Sequence[Measure], table: Table, target: str) -> list[str]:
    """Talks of which much is missing or too much, loops, and scores that hang on one segment."""
    del target  # they are found alike in every language
    found = [line for talk, content in content_by_talk(table).items() for line in _talk_remarks(talk, content)]
    for measure in measures:
        if isinstance(measure, Share) or measure.role is Role.DIAGNOSTIC:  # in a share every segment weighs the same
            continue
        influence = most_influential(measure, table)
        if influence is not None and influence.outweighs:
            found.append(
                f"{measure.name} hangs on one segment: {influence.item} moves it from {influence.without:.1f} to "
                f"{influence.value:.1f}, further than chance does among the others (±{influence.half_width:.1f})"
            )
    return found


def _talk_remarks(talk: str, content: Content) -> list[str]:
    found = []
    if content.covered < LITTLE:
        found.append(
            f"{talk}: at most {100 * content.covered:.0f}% of the reference is there; "
            f"{content.empty} of {content.segments} segments are empty"
        )
    if content.looped:
        found.append(
            f"{talk}: {content.looped} words are said over and over, in {', '.join(content.loops[:5])}"
            + (" and others" if len(content.loops) > 5 else "")
        )
    if content.length_ratio > MUCH:
        found.append(f"{talk}: the output is {content.length_ratio:.1f} times as long as the reference")
    return found
