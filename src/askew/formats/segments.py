"""A talk and its segments."""

import re
from dataclasses import dataclass
from pathlib import PurePosixPath

_RECORDING = re.compile(r"\.(?:wav|flac|mp3|ogg|opus|m4a)$")


@dataclass(frozen=True)
class Segment:
    """One segment of a talk: its text, and where they are known its times (seconds), its speaker and its recording.

    ``recording`` is the audio file it is spoken in, as the file that names it does: MuST-C's YAML has no other name for
    a talk. ``margin`` is of a segment that was cut from the output for a whole talk: how much worse (in words) the best
    other place for the cut at its end would be; None where no other place competes.
    """

    id: str
    text: str
    start: float | None = None
    end: float | None = None
    speaker: str = ""
    recording: str = ""
    margin: float | None = None

    @property
    def talk(self) -> str:
        """The talk the recording is of: its name without folder and ending.

        >>> Segment("1", "", recording="wav/ted_1.wav").talk
        'ted_1'
        """
        return _RECORDING.sub("", PurePosixPath(self.recording).name)

    @property
    def seconds(self) -> float:
        """How long it is; 0 where its times are not known."""
        return (self.end or 0.0) - (self.start or 0.0)


@dataclass(frozen=True)
class Talk:
    """One talk: its segments in order. A transcript of a whole talk is one segment with an empty id."""

    id: str
    segments: tuple[Segment, ...]

    @property
    def texts(self) -> list[str]:
        """The segments' texts."""
        return [segment.text for segment in self.segments]
