"""Resegment whole files: talks of a hypothesis, put back into the segments of a reference."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from askew.core.errors import InputError, first_five
from askew.core.files import to_json_lines
from askew.core.talks import Talk, join_talks, read_talks
from askew.resegment import HARDLY_ALIGNED, resegment

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


def resegment_files(
    references: Sequence[str | Path],
    hypothesis: str | Path,
    *,
    target: str,
    unit: Literal["word", "char"] | None = None,
    protocol: Literal["askew", "mwer"] = "askew",
) -> list[Resegmented]:
    """Every segment of the first reference, in its order, with its part of the hypothesis.

    Several references are versions of the same segments. A talk's hypothesis may be one text or cut in any way.
    """
    versions = [read_talks(path) for path in references]
    for path, version in zip(references[1:], versions[1:], strict=True):
        _check_same_segments(versions[0], version, str(path))
    by_id = [{talk.id: talk for talk in version} for version in versions]
    chosen = unit or ("char" if target in BY_CHARACTER else "word")
    rows = []
    for talk, said in join_talks(versions[0], read_talks(hypothesis), str(hypothesis)):
        joiner = "" if chosen == "char" else " "
        text = joiner.join(said.texts)
        segments = resegment([version[talk.id].texts for version in by_id], text, unit=chosen, protocol=protocol)
        if text.strip() and segments.aligned < HARDLY_ALIGNED:
            warnings.warn(
                f"{hypothesis}: hardly anything of {said.id or talk.id} aligns with the reference "
                f"({100 * segments.aligned:.0f}% of its words): is it another talk, or another language?",
                stacklevel=2,
            )
        rows += [
            Resegmented(talk.id, segment.id, cut.text, cut.margin)
            for segment, cut in zip(talk.segments, segments, strict=True)
        ]
    return rows


def _check_same_segments(first: Sequence[Talk], other: Sequence[Talk], where: str) -> None:
    """Several references must have the same talks with as many segments each."""
    sizes, others = ({talk.id: len(talk.segments) for talk in version} for version in (first, other))
    differing = [name for name in {**sizes, **others} if sizes.get(name) != others.get(name)]
    if differing:
        shown = first_five(f"{name} ({sizes.get(name, 0)} and {others.get(name, 0)} segments)" for name in differing)
        raise InputError(f"not the same segments as the first reference: {shown}", where=where)


def as_lines(rows: Sequence[Resegmented]) -> str:
    """One line per segment."""
    return "".join(" ".join(row.text.split()) + "\n" for row in rows)


def as_json_lines(rows: Sequence[Resegmented]) -> str:
    """One JSON object per segment."""
    return to_json_lines(row.to_json() for row in rows)
