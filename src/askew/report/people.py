"""A talk is one person. What a published site may show of people: no single speaker, no group of fewer than five."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from askew.core.records import Item, Score
from askew.core.run import Groups, Run

PERSON = ("speaker", "speaker_id", "talk", "doc_id")  # attributes that tell one person from another, the best first
FEWEST = 5


def has_speakers(run: Run) -> bool:
    """Whether the items were spoken by people who can be told apart."""
    return _person(run.items) is not None


def speakers_in(run: Run) -> int:
    """How many people spoke."""
    attribute = _person(run.items)
    return 0 if attribute is None else len({item.attributes.get(attribute, "") for item in run.items})


def without_individuals(run: Run) -> Run:
    """The run without groups that show fewer than five speakers, and without warnings, which may name a talk."""
    attribute = _person(run.items)
    if attribute is None:
        return run
    groups: Groups = {}
    for name, by_value in run.groups.items():
        if name not in PERSON and (kept := _large_enough(run.items, attribute, name, by_value)):
            groups[name] = kept
    return replace(run, groups=groups, warnings=())


def _large_enough(
    items: Sequence[Item], person: str, name: str, by_value: Mapping[str, dict[str, Score]]
) -> dict[str, dict[str, Score]]:
    """The groups of enough speakers; none where those left out are so few that what is shown and the total would
    give them away.
    """
    speakers = {
        value: {item.attributes.get(person, "") for item in items if item.attributes.get(name, "") == value}
        for value in by_value
    }
    hidden: set[str] = set().union(*(found for found in speakers.values() if len(found) < FEWEST))
    if 0 < len(hidden) < FEWEST:
        return {}
    return {value: scores for value, scores in by_value.items() if len(speakers[value]) >= FEWEST}


def _person(items: Sequence[Item]) -> str | None:
    return next((name for name in PERSON if items and name in items[0].attributes), None)
