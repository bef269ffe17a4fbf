"""A talk and its segments."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Segment:
    """One segment of a talk: its text, and where they are known its times (seconds) and its speaker."""

    id: str
    text: str
    start: float | None = None
    end: float | None = None
    speaker: str = ""


@dataclass(frozen=True)
class Talk:
    """One talk: its segments in order. A transcript of a whole talk is one segment with an empty id."""

    id: str
    segments: tuple[Segment, ...]

    @property
    def texts(self) -> list[str]:
        """The segments' texts."""
        return [segment.text for segment in self.segments]
