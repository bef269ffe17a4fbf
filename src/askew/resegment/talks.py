"""Resegment talks: each talk of a hypothesis, joined by its id with that of the reference."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from askew.core.errors import InputError, first_five
from askew.core.segments import Talk
from askew.core.talks import join_talks
from askew.resegment.segment import HARDLY_ALIGNED, Protocol, resegment
from askew.resegment.tokens import Unit

BY_CHARACTER = ("zh", "ja")  # written without spaces between words


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
) -> list[Resegmented]:
    """Every segment of the first version of the reference, in its order, with its part of what was said.

    ``names`` and ``where`` say where the versions and the hypothesis come from, for errors.
    """
    for version, name in zip(versions[1:], names[1:], strict=True):
        _check_same_segments(versions[0], version, str(name))
    by_id = [{talk.id: talk for talk in version} for version in versions]
    chosen = unit or unit_of(target)
    rows = []
    for talk, heard in join_talks(versions[0], said, where, partial=partial):
        text = whole_text(heard, chosen)
        segments = resegment([version[talk.id].texts for version in by_id], text, unit=chosen, protocol=protocol)
        if text.strip() and segments.aligned < HARDLY_ALIGNED:
            warnings.warn(
                f"{where}: hardly anything of {heard.id or talk.id} aligns with the reference "
                f"({100 * segments.aligned:.0f}% of its words): is it another talk, or another language?",
                stacklevel=2,
            )
        rows += [
            Resegmented(talk.id, segment.id, cut.text, cut.margin)
            for segment, cut in zip(talk.segments, segments, strict=True)
        ]
    return rows


def unit_of(target: str) -> Unit:
    """What a language is cut between."""
    return "char" if target in BY_CHARACTER else "word"


def _check_same_segments(first: Sequence[Talk], other: Sequence[Talk], where: str) -> None:
    """Several references must have the same talks with as many segments each."""
    sizes, others = ({talk.id: len(talk.segments) for talk in version} for version in (first, other))
    differing = [name for name in {**sizes, **others} if sizes.get(name) != others.get(name)]
    if differing:
        shown = first_five(f"{name} ({sizes.get(name, 0)} and {others.get(name, 0)} segments)" for name in differing)
        raise InputError(f"not the same segments as the first reference: {shown}", where=where)
