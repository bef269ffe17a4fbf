"""The records that flow: what is asked, answered, decided and scored."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from askew.core.shown import Shown


@dataclass(frozen=True, slots=True)
class Item:
    """One question of a suite: an id, a source, and attributes to group by."""

    id: str
    source: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    references: tuple[str, ...] = ()
    audio: str | None = None

    def to_json(self) -> dict[str, Any]:
        """A plain object; ``from_json`` gives the item back."""
        row: dict[str, Any] = {"id": self.id, "source": self.source, **self.attributes}
        if self.references:
            row["references"] = list(self.references)
        if self.audio is not None:
            row["audio"] = self.audio
        return row

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> "Item":
        """The item a row was made from; whatever is not a field of its own is an attribute."""
        fields = ("id", "source", "references", "audio")
        rest = {key: str(value) for key, value in row.items() if key not in fields}
        return cls(str(row["id"]), str(row["source"]), rest, tuple(row.get("references", ())), row.get("audio"))


@dataclass(frozen=True, slots=True)
class Output:
    """One answer of a system; how long after the one before it came and how many tokens it took, where that is known.

    ``numbers`` came with it: how sure its cut from a whole talk is (``margin``), what a neural metric gave it, the parts of its time.
    ``transcript`` is what a cascade heard, where the output is its translation.
    """

    id: str
    text: str
    seconds: float | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    numbers: Mapping[str, float] = field(default_factory=dict)
    transcript: str | None = None

    def to_json(self) -> dict[str, Any]:
        """A plain object, one line of the journal."""
        row: dict[str, Any] = {"id": self.id, "output": self.text}
        if self.transcript is not None:
            row["transcript"] = self.transcript
        if self.seconds is not None:
            row["seconds"] = round(self.seconds, 6)
        if self.tokens_in is not None:
            row["tokens_in"] = self.tokens_in
        if self.tokens_out is not None:
            row["tokens_out"] = self.tokens_out
        if self.numbers:
            row["numbers"] = dict(self.numbers)
        return row

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> "Output":
        """The output a journal line was made from."""
        if not isinstance(row["output"], str):
            raise TypeError("an output must be a string")
        numbers = row.get("numbers", {})
        if not isinstance(numbers, Mapping):
            raise TypeError("an output's numbers must have names")
        if not isinstance(row.get("transcript", ""), str):
            raise TypeError("a transcript must be a string")
        tokens = row.get("tokens_in"), row.get("tokens_out")
        return cls(str(row["id"]), row["output"], row.get("seconds"), *tokens, numbers, row.get("transcript"))


@dataclass(frozen=True, slots=True)
class Failure:
    """An item the system could not answer, and why; other items may have been answered."""

    id: str
    reason: str

    def to_json(self) -> dict[str, Any]:
        """A plain object, one line of ``failures.jsonl``."""
        return {"id": self.id, "reason": self.reason}


Answer = Output | Failure


class Span(NamedTuple):
    """Where in the output something was found: character offsets, end exclusive."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a judge decided about one unit of one item: labels and counts, never a rate.

    ``found`` are the places in the output that were judged, ``decided_by`` those that settled it
    (the article beside a noun that has one form for both genders, say).
    """

    item: str
    unit: str
    labels: Mapping[str, str]
    reason: str = ""
    found: tuple[Span, ...] = ()
    decided_by: tuple[Span, ...] = ()
    counts: Mapping[str, float] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """A plain object, one line of ``verdicts.jsonl``."""
        row: dict[str, Any] = {
            "item": self.item,
            "unit": self.unit,
            "labels": dict(self.labels),
            "reason": self.reason,
        }
        if self.counts:
            row["counts"] = dict(self.counts)
        if self.found:
            row["found"] = [list(span) for span in self.found]
        if self.decided_by:
            row["decided_by"] = [list(span) for span in self.decided_by]
        return row

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> "Verdict":
        """The verdict a line was made from."""
        return cls(
            str(row["item"]),
            str(row["unit"]),
            row["labels"],
            row.get("reason", ""),
            tuple(Span(*span) for span in row.get("found", ())),
            tuple(Span(*span) for span in row.get("decided_by", ())),
            row.get("counts", {}),
        )


@dataclass(frozen=True, slots=True)
class Score(Shown):
    """One number, with its interval, what it is out of, and how much of that could be judged at all.

    ``value`` is None where the measure is undefined, and ``reason`` then says why. A value without an interval has a
    reason too.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    n: int = 0
    coverage: float | None = None
    reason: str | None = None

    def to_json(self) -> dict[str, Any]:
        """A plain object with all six fields."""
        return {
            "value": self.value,
            "low": self.low,
            "high": self.high,
            "n": self.n,
            "coverage": self.coverage,
            "reason": self.reason,
        }

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> "Score":
        """The score an object was made from."""
        return cls(**row)
