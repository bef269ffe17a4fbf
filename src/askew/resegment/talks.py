"""Resegment talks: each talk of a hypothesis, joined by its id with that of the reference."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from askew.core.errors import InputError, first_five
from askew.formats.segments import Talk
from askew.formats.talks import join_talks
from askew.resegment.segment import HARDLY_ALIGNED, Protocol, resegment
from askew.resegment.tokens import Unit
from askew.text.unspaced import UNSPACED


@dataclass(frozen=True)
class Resegmented:
    """One segment of the reference with what the hypothesis says in it."""

    doc_id: str
    seg_id: str
    text: str
    margin: float | None

    def to_json(self) -> dict[str, Any]:
        """A row of the JSON Lines file."""
        return {"doc_id": self.doc_id, "seg_id": self.seg_id, "text": self.text, "margin": self.margin}


def whole_text(talk: Talk, unit: Unit) -> str:
    """What a talk says, as one text."""
    return ("" if unit == "char" else " ").join(talk.texts)


def resegment_talks(
    versions: Sequence[Sequence[Talk]],
    said: Sequence[Talk],
    *,
    target: str,
    unit: Unit | None = None,
    protocol: Protocol = "askew",
    names: Sequence[str],
    where: str,
    partial: bool = False,
    timed: bool = False,
) -> list[Resegmented]:
    """Every segment of the first version of the reference, in its order, with its part of what was said.

    ``names`` and ``where`` say where the versions and the hypothesis come from, for errors. ``timed``: cuts keep to the
    times, which both sides must have.
    """
    for version, name in zip(versions[1:], names[1:], strict=True):
        _check_same_segments(versions[0], version, str(name))
    by_id = [{talk.id: talk for talk in version} for version in versions]
    chosen = unit or unit_of(target)
    rows = []
    for talk, answered in join_talks(versions[0], said, where, partial=partial):
        text = whole_text(answered, "word" if timed else chosen)
        times = (_segment_times(talk, names[0]), _word_times(answered, where)) if timed else None
        segments = resegment(
            [version[talk.id].texts for version in by_id], text, unit=chosen, protocol=protocol, times=times
        )
        if text.strip() and segments.aligned < HARDLY_ALIGNED:
            warnings.warn(
                f"{where}: hardly anything of {answered.id or talk.id} aligns with the reference "
                f"({100 * segments.aligned:.0f}% of its words): is it another talk, or another language?",
                stacklevel=2,
            )
        rows += [
            Resegmented(talk.id, segment.id, cut.text, cut.margin)
            for segment, cut in zip(talk.segments, segments, strict=True)
        ]
    return rows


def _segment_times(talk: Talk, where: str) -> list[tuple[float, float]]:
    times = [(segment.start, segment.end) for segment in talk.segments]
    lacking = [segment.id for segment in talk.segments if segment.start is None or segment.end is None]
    if lacking:
        raise InputError(
            f"{talk.id} has no times (segments {first_five(lacking)}); captions and MuST-C's YAML have", where=where
        )
    return [(start, end) for start, end in times if start is not None and end is not None]


def _word_times(talk: Talk, where: str) -> list[tuple[float, float]]:
    """Every word's times, if a segment's time is shared among its words by their length."""
    times = []
    for (start, end), segment in zip(_segment_times(talk, where), talk.segments, strict=True):
        words = segment.text.split()
        ends = [sum(map(len, words[: k + 1])) / sum(map(len, words)) for k in range(len(words))]
        bounds = [start, *(start + share * (end - start) for share in ends)]
        times += list(pairwise(bounds))
    return times


def unit_of(target: str) -> Unit:
    """What a language is cut between."""
    return "char" if target in UNSPACED else "word"


def _check_same_segments(first: Sequence[Talk], other: Sequence[Talk], where: str) -> None:
    """Several references must have the same talks with as many segments each."""
    sizes, others = ({talk.id: len(talk.segments) for talk in version} for version in (first, other))
    differing = [name for name in {**sizes, **others} if sizes.get(name) != others.get(name)]
    if differing:
        shown = first_five(f"{name} ({sizes.get(name, 0)} and {others.get(name, 0)} segments)" for name in differing)
        raise InputError(f"not the same segments as the first reference: {shown}", where=where)
