"""Segments with times, written and read: MuST-C's YAML, SubRip, WebVTT, JSON Lines."""

from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from askew.core.errors import located
from askew.core.files import read_lines, to_json_lines
from askew.formats.captions import read_captions
from askew.formats.ids import Id, as_id
from askew.formats.json_lines import rows_of
from askew.formats.mustc import read_times
from askew.formats.segments import Segment

FORMATS = ("jsonl", "yaml", "srt", "vtt")


def written(
    segments: Sequence[Segment], format: str, recording: str, lines_of: Callable[[str], list[str]] = str.splitlines
) -> str:
    """Segments in a format; ``recording`` is the name of the audio file, ``lines_of`` breaks a caption's text into
    lines.
    """
    if format == "yaml":
        return "".join(
            f"- {{duration: {each.seconds:.3f}, offset: {each.start or 0.0:.3f}, "
            f"speaker_id: {each.speaker or 'NA'}, wav: {recording}}}\n"
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


class SegmentRow(Struct):
    """A row of JSON Lines: a segment with its times."""

    start: float
    end: float
    seg_id: Id | None = None
    text: str = ""

    def segment(self, number: int) -> Segment:
        """The segment; times that are none are a ValueError."""
        if self.start < 0 or self.end < self.start:
            raise ValueError(
                f"a segment from {self.start:g} to {self.end:g} s ends before it begins, or begins before 0"
            )
        return Segment(str(number) if self.seg_id is None else as_id(self.seg_id), self.text, self.start, self.end)


def read_segments(path: str | Path) -> list[Segment]:
    """Segments with times from any of the formats; texts where the file itself has them."""
    name = str(path).removesuffix(".gz")
    if name.endswith((".yaml", ".yml")):
        return read_times(path)
    lines = read_lines(path)
    if not name.endswith((".jsonl", ".ndjson")):
        return list(read_captions(lines, str(path)).segments)
    segments = []
    for number, row in rows_of(lines, SegmentRow, str(path)):
        with located(str(path), number):
            segments.append(row.segment(number))
    return segments


def _clock(seconds: float, mark: str) -> str:
    """A time as captions have it.

    >>> _clock(3723.5, ","), _clock(0.0004, ".")
    ('01:02:03,500', '00:00:00.000')
    """
    thousandths = round(1000 * seconds)
    hours, rest = divmod(thousandths, 3_600_000)
    minutes, rest = divmod(rest, 60_000)
    return f"{hours:02}:{minutes:02}:{rest // 1000:02}{mark}{rest % 1000:03}"
