"""Segments with times, written and read: MuST-C's YAML, SubRip, WebVTT, JSON Lines."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from askew.core.errors import InputError
from askew.core.files import read_lines, to_json_lines
from askew.formats.captions import read_captions
from askew.formats.mustc import read_times
from askew.formats.segments import Segment

FORMATS = ("jsonl", "yaml", "srt", "vtt")


def written(
    segments: Sequence[Segment], format: str, recording: str, lines_of: Callable[[str], list[str]] = str.splitlines
) -> str:
    """Segments in a format; ``recording`` is the name of the audio file, ``lines_of`` breaks a caption's text into lines."""
    if format == "yaml":
        return "".join(
            f"- {{duration: {_length(each):.3f}, offset: {each.start or 0.0:.3f}, speaker_id: {each.speaker or 'NA'}, wav: {recording}}}\n"
            for each in segments
        )
    if format == "jsonl":
        return to_json_lines(
            {
                "doc_id": Path(recording).stem, "seg_id": each.id, "start": each.start, "end": each.end,
                **({"text": each.text} if each.text else {}),
            }
            for each in segments
        )  # fmt: skip
    head, mark = ("", ",") if format == "srt" else ("WEBVTT\n\n", ".")
    return head + "\n".join(
        f"{each.id}\n{_clock(each.start or 0.0, mark)} --> {_clock(each.end or 0.0, mark)}\n"
        + "".join(f"{line}\n" for line in lines_of(each.text))
        for each in segments
    )


def read_segments(path: str | Path) -> list[Segment]:
    """Segments with times from any of the formats; texts where the file itself has them."""
    name = str(path).removesuffix(".gz")
    if name.endswith((".yaml", ".yml")):
        return [Segment(str(k), "", row.start, row.end) for k, row in enumerate(read_times(Path(path)), 1)]
    lines = read_lines(path)
    if name.endswith((".jsonl", ".ndjson")):
        return [_from_row(line, number, str(path)) for number, line in enumerate(lines, 1)]
    return list(read_captions(lines, str(path)).segments)


def _from_row(line: str, number: int, where: str) -> Segment:
    try:
        row = json.loads(line)
        return Segment(str(row.get("seg_id", number)), str(row.get("text", "")), float(row["start"]), float(row["end"]))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InputError(
            f"expected an object with start and end in seconds, found {line[:60]!r}", where=where, line=number
        ) from None


def _length(segment: Segment) -> float:
    return (segment.end or 0.0) - (segment.start or 0.0)


def _clock(seconds: float, mark: str) -> str:
    """A time as captions have it.

    >>> _clock(3723.5, ","), _clock(0.0004, ".")
    ('01:02:03,500', '00:00:00.000')
    """
    thousandths = round(1000 * seconds)
    hours, rest = divmod(thousandths, 3_600_000)
    minutes, rest = divmod(rest, 60_000)
    return f"{hours:02}:{minutes:02}:{rest // 1000:02}{mark}{rest % 1000:03}"
