"""When the words of outputs came out: the log of a simultaneous system, put to the segments its words are cut into."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from askew.core.errors import InputError, JoinError, UsageError, first_five
from askew.core.records import Emissions, Item, Output
from askew.formats.emissions import Emitted, Unit, unit_starts
from askew.formats.mustc import read_times
from askew.formats.segments import Segment, Talk
from askew.resegment.talks import unit_of
from askew.suites.base import Selection
from askew.suites.options import PublishedTalkOptions

Spoken = Mapping[str, Sequence[tuple[float, float]]]
"""When the segments of each talk are spoken: starts and ends in seconds."""
TimesOf = Callable[[Selection[PublishedTalkOptions]], Sequence[Talk]]
"""A suite's references with the times of their segments, as far as it knows them."""


def talks_of_log(emitted: Sequence[Emitted], where: str) -> list[Talk]:
    """The outputs of a log as whole talks."""
    unnamed = sum(not each.name for each in emitted)
    if unnamed and len(emitted) > 1:
        raise InputError(
            f"{unnamed} of {len(emitted)} rows don't say which recording they are of; "
            "if they are one per segment, say --segmented",
            where=where,
        )
    return [Talk(each.name, (Segment("", each.text),)) for each in emitted]


def segments_of_log(emitted: Sequence[Emitted], items: Sequence[Item], where: str, *, partial: bool) -> list[Output]:
    """The outputs of a log that has one per segment: joined by ids where all rows have them, or by order."""
    by_id = {each.name: each for each in emitted}
    if not set(by_id) <= {item.id for item in items}:
        if len(emitted) != len(items):
            raise JoinError(f"expected a row for each of the {len(items)} segments, found {len(emitted)}", where=where)
        by_id = {item.id: each for item, each in zip(items, emitted, strict=True)}
    if not partial and (missing := [item.id for item in items if item.id not in by_id]):
        raise JoinError(f"no output for {first_five(missing)}", where=where)
    if lacking := [name for name, each in by_id.items() if each.length is None]:
        raise InputError(f"no source_length for {first_five(lacking)}: latency needs it", where=where)
    return [Output(item.id, by_id[item.id].text, emissions=_own(by_id[item.id])) for item in items if item.id in by_id]


def _own(said: Emitted) -> Emissions | None:
    return Emissions(said.delays, said.length, said.elapsed, said.remaining) if said.length is not None else None


def check_same_words(said: Mapping[str, str], logged: Mapping[str, str], log: str, where: str) -> None:
    """The outputs in ``--hyp`` must be those of the log; JoinError names those that are not."""
    ours, theirs = ({name: text.split() for name, text in texts.items()} for texts in (said, logged))
    if len(ours) == len(theirs) == 1:  # one talk may be called anything
        theirs = dict(zip(ours, theirs.values(), strict=True))
    if differing := [name for name in {**ours, **theirs} if ours.get(name) != theirs.get(name)]:
        raise JoinError(f"other words than in {log}: {first_five(differing)}; is it another system's?", where=where)


def spoken_segments(selection: Selection[PublishedTalkOptions], items: Sequence[Item], times_of: TimesOf) -> Spoken:
    """When the items' segments are spoken, as ``--times`` or the references say; joined by talk and by order in it.

    Raises UsageError where neither says it, JoinError where a talk has another number of segments.
    """
    path = selection.options.times
    talks = timed_talks(path) if path else times_of(selection)
    found = {
        talk.id: [(each.start, each.end) for each in talk.segments if each.start is not None and each.end is not None]
        for talk in talks
    }
    if not any(found.values()):
        raise UsageError(
            "latency needs to know when segments are spoken, and the references don't say: give --times FILE.yaml, "
            "a row per segment with its offset, duration and wav"
        )
    asked = {name: len(list(group)) for name, group in groupby(items, key=lambda item: item.attributes["talk"])}
    if differing := [name for name, size in asked.items() if len(found.get(name, ())) != size]:
        shown = first_five(f"{name} ({len(found.get(name, ()))} and {asked[name]})" for name in differing)
        raise JoinError(f"not as many segments with times as in the references: {shown}", where=path or "")
    return {name: found[name] for name in asked}


def timed_talks(path: str) -> list[Talk]:
    """The talks of MuST-C's YAML: when their segments are spoken."""
    by_talk: dict[str, list[Segment]] = {}
    for segment in read_times(path):
        by_talk.setdefault(segment.talk, []).append(segment)
    return [Talk(name, tuple(segments)) for name, segments in by_talk.items()]


def with_emissions(
    outputs: Sequence[Output], items: Sequence[Item], emitted: Sequence[Emitted], spoken: Spoken, target: str
) -> list[Output]:
    """Outputs that were cut from the talks of a log, each with its own words' times."""
    talk_of = {item.id: item.attributes["talk"] for item in items}
    log = {each.name: each for each in emitted}
    timed = []
    for name, group in groupby(outputs, key=lambda output: talk_of[output.id]):
        said = log.get(name, emitted[0])  # a single talk may be called anything
        timed += _timed(list(group), said, spoken[name], unit_of(target))
    return timed


def _timed(outputs: Sequence[Output], said: Emitted, spoken: Sequence[tuple[float, float]], unit: Unit) -> list[Output]:
    starts, at, end = unit_starts(said.text, unit), 0, max(stop for _, stop in spoken)
    timed = []
    for output, (begin, stop) in zip(outputs, spoken, strict=True):
        first = said.text.index(output.text, at)
        at = first + len(output.text)
        units = [place for place, start in enumerate(starts) if first <= start < at]
        emissions = Emissions(
            tuple(_milliseconds(said.delays[place] / 1000 - begin) for place in units),
            _milliseconds(stop - begin),
            None
            if said.elapsed is None
            else tuple(_milliseconds(said.elapsed[place] / 1000 - begin) for place in units),
            _milliseconds(end - begin),
        )
        timed.append(replace(output, emissions=emissions))
    return timed


def _milliseconds(seconds: float) -> float:
    """Rounded to a microsecond: a word that came out just at the end of a segment must be found to have done so."""
    return round(1000 * seconds, 3)


def signed_times(spoken: Spoken) -> str:
    """When segments are spoken, in eight hex digits, for the signature."""
    shown = ";".join(f"{name}:{[(round(a, 3), round(b, 3)) for a, b in spoken[name]]}" for name in sorted(spoken))
    return hashlib.sha256(shown.encode()).hexdigest()[:8]
