"""The records that flow: what is asked, answered, decided and scored."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from askew.core.files import from_builtins
from askew.core.shown import Shown


@dataclass(frozen=True, slots=True)
class Person:
    """The person whose gender is asked about: where they, the other person and the pronoun stand in the source.

    Places are tokens of the source split at single spaces, counted from 0; None where there is no such word.
    """

    token: int
    """Where the person stands."""
    other: str = ""
    """The other person in the sentence."""
    other_token: int | None = None
    """Where the other person stands."""
    pronoun_token: int | None = None
    """Where the pronoun stands."""

    def to_json(self) -> dict[str, Any]:
        """A plain object."""
        return {name: getattr(self, name) for name in ("token", "other", "other_token", "pronoun_token")}


class Term(NamedTuple):
    """A technical term that occurs in a source, the translations of it that are accepted, and the words it is said in
    there.
    """

    text: str
    """As the glossary has it."""
    accepted: tuple[str, ...]
    """Translations that count."""
    said: str
    """The words of the source it is said in."""


@dataclass(frozen=True, slots=True)
class Item:
    """One question of a suite: an id, a source, and attributes to group by.

    What a judge must know besides is typed: the ``person`` that is asked about, the ``terms`` of a segment (None if
    none were looked for).
    """

    id: str
    """What outputs are joined by."""
    source: str
    """The sentence that is to be translated, or what is said in the recording."""
    attributes: Mapping[str, str] = field(default_factory=dict)
    """What there is to group by: gold, occupation, talk, speaker …"""
    references: tuple[str, ...] = ()
    """Right translations; of MT-GenEval the right one, then the one with the other gender."""
    audio: str | None = None
    """The recording's file."""
    person: Person | None = None
    """Who is asked about."""
    terms: tuple[Term, ...] | None = None
    """The technical terms of a segment, where some were looked for."""

    def to_json(self) -> dict[str, Any]:
        """A plain object; ``from_json`` gives the item back."""
        row: dict[str, Any] = {"id": self.id, "source": self.source, **self.attributes}
        if self.references:
            row["references"] = list(self.references)
        if self.audio is not None:
            row["audio"] = self.audio
        if self.person is not None:
            row["person"] = self.person.to_json()
        if self.terms is not None:
            row["terms"] = [[term.text, list(term.accepted), term.said] for term in self.terms]
        return row

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> "Item":
        """The item a row was made from; whatever is not a field of its own is an attribute. InputError where it is
        none.
        """
        known = {key: row[key] for key in ITEM_FIELDS if key in row}
        rest = {key: str(value) for key, value in row.items() if key not in ITEM_FIELDS}
        return from_builtins({**known, "attributes": rest}, cls, where="")


ITEM_FIELDS = ("id", "source", "references", "audio", "person", "terms")
"""Names that an attribute can't have."""


@dataclass(frozen=True, slots=True)
class Emissions:
    """When each unit of an output (a word; in a script without spaces a character) came out, as simultaneous systems
    log it.

    Times are in milliseconds after the segment began to be spoken; a unit that came before that has a negative one.
    """

    delays: tuple[float, ...]
    """How much had been spoken when the unit came out, as if computing took no time."""
    source_length: float
    """How long the segment is spoken."""
    elapsed: tuple[float, ...] | None = None
    """The same with the time that computing took; None where it was not logged."""
    remaining: float | None = None
    """Of a segment of a talk that was translated whole: the time from its beginning to the end of the talk."""

    def to_json(self) -> dict[str, Any]:
        """A plain object, times rounded to a thousandth of a millisecond."""
        row: dict[str, Any] = {"delays": [round(time, 3) for time in self.delays], "source_length": self.source_length}
        if self.elapsed is not None:
            row["elapsed"] = [round(time, 3) for time in self.elapsed]
        if self.remaining is not None:
            row["remaining"] = self.remaining
        return row


@dataclass(frozen=True, slots=True)
class Output:
    """One answer of a system; what is not known of it is None."""

    id: str
    """The item's."""
    text: str
    """The answer, one line."""
    seconds: float | None = None
    """How long after the one before it came."""
    tokens_in: int | None = None
    """Tokens that a service read."""
    tokens_out: int | None = None
    """Tokens that a service wrote."""
    transcript: str | None = None
    """What a cascade recognised, where the output is its translation."""
    audio_seconds: float | None = None
    """How long the recording is."""
    recognition_seconds: float | None = None
    """What recognising took, in a cascade."""
    translation_seconds: float | None = None
    """What translating took, in a cascade."""
    margin: float | None = None
    """How sure its cut from a whole talk is."""
    metrics: Mapping[str, float] = field(default_factory=dict)
    """What neural metrics gave it, by their names."""
    emissions: Emissions | None = None
    """When its words came out, where a simultaneous system said it."""
    speakers: Mapping[str, str] = field(default_factory=dict)
    """Of a talk's first segment: all that each speaker said in the talk, where the transcript says who speaks."""

    def to_json(self) -> dict[str, Any]:
        """A plain object, one line of the journal."""
        row: dict[str, Any] = {"id": self.id, "output": self.text}
        for name in _OPTIONAL:
            value = getattr(self, name)
            if value is not None:
                row[name] = round(value, 6) if isinstance(value, float) else value
        if self.metrics:
            row["metrics"] = dict(self.metrics)
        if self.emissions is not None:
            row["emissions"] = self.emissions.to_json()
        if self.speakers:
            row["speakers"] = dict(self.speakers)
        return row

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> "Output":
        """The output a journal line was made from; InputError where it is none."""
        return from_builtins({**row, "text": row.get("output")}, cls, where="")


_OPTIONAL = (
    "transcript", "seconds", "tokens_in", "tokens_out", "audio_seconds", "recognition_seconds", "translation_seconds", "margin",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Failure:
    """An item the system could not answer, and why; other items may have been answered."""

    id: str
    """The item's."""
    reason: str
    """What went wrong."""

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
    """The item's id."""
    unit: str
    """What of it was judged: the person, the segment, one occurrence of a term."""
    labels: Mapping[str, str]
    """What was decided, such as ``verdict`` and ``predicted``."""
    reason: str = ""
    """Why, for people: the words that decided it."""
    found: tuple[Span, ...] = ()
    """Where in the output it was found: pairs of character offsets, the end exclusive."""
    decided_by: tuple[Span, ...] = ()
    """Where stands what settled it."""
    counts: Mapping[str, float] = field(default_factory=dict)
    """What measures add up: edits, words, matches."""

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


@dataclass(frozen=True, slots=True)
class Score(Shown):
    """One number, with its interval, what it is out of, and how much of that could be judged at all.

    ``value`` is None where the measure is undefined, and ``reason`` then says why. A value without an interval has a
    reason too.
    """

    value: float | None
    """The number itself; percentages run from 0 to 100."""
    low: float | None = None
    """Where its interval begins (95% unless the signature says otherwise)."""
    high: float | None = None
    """Where its interval ends."""
    n: int = 0
    """How many units it is out of."""
    coverage: float | None = None
    """Which share of those could be judged at all, in percent."""
    reason: str | None = None
    """Why there is no value, or no interval."""

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
