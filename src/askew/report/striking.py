"""Two sentences that show what a table's numbers are about, chosen by a rule and not by hand.

Of sentences about people's gender: one that every system gets wrong though it gets the same words right with the
other pronoun, and one in
which the first system of the ranking and the last differ. Of segments of talks: those in which these two lie
furthest apart.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from askew.core.records import Item, Verdict
from askew.core.run import Run
from askew.report.content import Cell, Mark, Quote
from askew.report.links import item_link
from askew.report.numbers import number
from askew.report.readings import asked_and_given
from askew.report.sentences import numbers_of, says_gender
from askew.report.sets import RunSet

LONGEST = 180  # characters of a sentence that can be read at a glance
FEWEST_WORDS = 6  # of a segment that says something


def striking(run_set: RunSet, ranked: Sequence[int]) -> list[Quote]:
    """At most two sentences; ``ranked`` are the runs, the best first."""
    if not ranked or not all(run_set.runs[place].verdicts for place in ranked):
        return []
    if "gold" in run_set.first.items[0].attributes:
        return list(_about_gender(run_set, ranked))
    return list(_about_quality(run_set, ranked))


def _about_gender(run_set: RunSet, ranked: Sequence[int]) -> Iterable[Quote]:
    items = {item.id: item for item in run_set.first.items}
    verdicts = [_first_verdicts(run_set.runs[place]) for place in ranked]
    wrong = [item for item in items.values() if _is_misgendered(item, verdicts[0])]
    twins = _twins(items.values())
    everywhere = [
        item
        for item in wrong
        if all(_is_misgendered(item, own) for own in verdicts)
        and any(_verdict(own, twin) == "correct" for own in verdicts for twin in twins.get(item.id, []))
    ]
    if first := _shortest(everywhere) or _shortest(wrong):
        every = " by every system" if len(ranked) > 1 and first in everywhere else ""
        other = {"female": "masculine", "male": "feminine"}[first.attributes["gold"]]
        twin = f"; the same sentence asking for the {other} is right" if first in everywhere else ""
        yield _gender_quote(run_set, ranked[0], first, every + twin)
    differing = [
        item
        for item in items.values()
        if _is_misgendered(item, verdicts[-1]) and _verdict(verdicts[0], item.id) == "correct" and item is not first
    ]
    if len(ranked) > 1 and (second := _shortest(differing)):
        yield _gender_quote(run_set, ranked[-1], second, f"; {run_set.names[ranked[0]]} gets it right")


def _first_verdicts(run: Run) -> dict[str, Verdict]:
    found: dict[str, Verdict] = {}
    for verdict in run.verdicts:
        found.setdefault(verdict.item, verdict)
    return found


def _verdict(verdicts: Mapping[str, Verdict], item: str) -> str:
    return verdicts[item].labels.get("verdict", "") if item in verdicts else ""


def _is_misgendered(item: Item, verdicts: Mapping[str, Verdict]) -> bool:
    """Whether the person is given the other gender, not merely none."""
    verdict = verdicts.get(item.id)
    return (
        verdict is not None
        and len(item.source) <= LONGEST
        and {verdict.labels.get("predicted"), item.attributes["gold"]} == {"female", "male"}
    )


def _twins(items: Iterable[Item]) -> dict[str, list[str]]:
    """Items whose sentences differ in nothing but the words that say the gender."""
    by_frame: dict[str, list[str]] = {}
    frames = {}
    for item in items:
        frame = item.source
        for span in reversed(says_gender(item)):
            frame = f"{frame[: span.start]}\N{BLACK SQUARE}{frame[span.end :]}"
        frames[item.id] = frame
        by_frame.setdefault(frame, []).append(item.id)
    return {item: [other for other in by_frame[frame] if other != item] for item, frame in frames.items()}


def _shortest(items: Iterable[Item]) -> Item | None:
    return min(items, key=lambda item: (len(item.source), item.id), default=None)


def _gender_quote(run_set: RunSet, place: int, item: Item, more: str) -> Quote:
    run = run_set.runs[place]
    verdict = _first_verdicts(run)[item.id]
    output = next(output.text for output in run.outputs if output.id == item.id)
    marks = [Mark(*span, "found") for span in verdict.found] + [Mark(*span, "decided") for span in verdict.decided_by]
    source = Cell(
        item.source, marks=[*_mentioned(item.source, verdict.unit), *(Mark(*s, "says") for s in says_gender(item))]
    )
    whom = f"“{verdict.unit}” " if verdict.unit in item.source else ""
    says = f"{whom}{asked_and_given(item.attributes['gold'], verdict.labels['predicted'])}{more}"
    return Quote(
        source, Cell(output, marks=marks), run_set.names[place], says, item_link(run_set, item.id), run_set.target
    )


def _mentioned(source: str, unit: str) -> list[Mark]:
    """Where the source names whom a verdict is about."""
    found = re.search(rf"\b{re.escape(unit)}\b", source, re.IGNORECASE) if unit else None
    return [Mark(*found.span(), "found")] if found else []


def _about_quality(run_set: RunSet, ranked: Sequence[int]) -> Iterable[Quote]:
    """The segments in which the best is furthest ahead of the last, and the last of the best."""
    best, last = ranked[0], ranked[-1]
    name, values = _by_segment(run_set, best)
    theirs = _by_segment(run_set, last)[1]
    items = {item.id: item for item in run_set.first.items}
    usual = [item for item in values if item in theirs and _is_readable(items[item])]
    if not usual:
        return
    if best == last:
        worst = sorted(usual, key=lambda item: (values[item], item))[:2]
        yield from (_quality_quote(run_set, best, items[item], f"{name} {number(values[item])}") for item in worst)
        return
    for place, other, sign in ((last, best, 1), (best, last, -1)):
        item = max(usual, key=lambda item: (sign * (values[item] - theirs[item]), item))
        own, others = (theirs, values) if place == last else (values, theirs)
        if own[item] < others[item]:
            says = f"{name} {number(own[item])}, where {run_set.names[other]} has {number(others[item])}"
            yield _quality_quote(run_set, place, items[item], says)


def _by_segment(run_set: RunSet, place: int) -> tuple[str, dict[str, float]]:
    """The first score that single segments have, of which more is better, by item."""
    run = run_set.runs[place]
    for name, values in numbers_of(run, run_set.protocol).items():
        if name in ("chrf", "bleu"):
            pairs = zip(run.verdicts, values, strict=True)
            return run_set.heading(name), {verdict.item: value for verdict, value in pairs if value is not None}
    return "", {}


def _is_readable(item: Item) -> bool:
    reference = item.references[0] if item.references else item.source
    return len(reference) <= LONGEST and len(reference.split()) >= FEWEST_WORDS


def _quality_quote(run_set: RunSet, place: int, item: Item, says: str) -> Quote:
    output = next((output.text for output in run_set.runs[place].outputs if output.id == item.id), "")
    asked = Cell(item.source or (f"reference: {item.references[0]}" if item.references else ""))
    return Quote(asked, Cell(output), run_set.names[place], says, item_link(run_set, item.id), run_set.target)
