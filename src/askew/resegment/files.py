"""Resegment whole files: talks of a hypothesis, put back into the segments of a reference."""

from collections.abc import Sequence
from pathlib import Path

from askew.core.files import to_json_lines
from askew.formats.talks import read_talks
from askew.resegment import Protocol, Unit
from askew.resegment.talks import Resegmented, resegment_talks


def resegment_files(
    references: Sequence[str | Path],
    hypothesis: str | Path,
    *,
    target: str,
    unit: Unit | None = None,
    protocol: Protocol = "askew",
    timed: bool = False,
) -> list[Resegmented]:
    """Every segment of the first reference, in its order, with its part of the hypothesis.

    Several references are versions of the same segments. A talk's hypothesis may be one text or cut in any way.
    With ``timed`` cuts keep to the times, which both sides must have.
    """
    versions = [read_talks(path, target) for path in references]
    said = read_talks(hypothesis, target)
    return resegment_talks(
        versions,
        said,
        target=target,
        unit=unit,
        protocol=protocol,
        timed=timed,
        names=[str(path) for path in references],
        where=str(hypothesis),
    )


def as_lines(rows: Sequence[Resegmented]) -> str:
    """One line per segment."""
    return "".join(" ".join(row.text.split()) + "\n" for row in rows)


def as_json_lines(rows: Sequence[Resegmented]) -> str:
    """One JSON object per segment."""
    return to_json_lines(row.to_json() for row in rows)
