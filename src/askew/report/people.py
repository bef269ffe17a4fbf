"""A talk is one person. What a published site may show of people: no single speaker, no group of fewer than five."""

from collections.abc import Sequence
from dataclasses import replace

from askew.core.records import Item
from askew.core.run import Run

PERSON = ("speaker", "speaker_id", "talk", "doc_id")  # attributes that tell one person from another, the best first
FEWEST = 5


def has_speakers(run: Run) -> bool:
    """Whether the items were spoken by people who can be told apart."""
    return bool(run.items) and _person_attribute(run.items) is not None


def without_individuals(run: Run) -> Run:
    """The run without groups of fewer than five speakers; without its sentences too, which would show whose they are."""
    attribute = _person_attribute(run.items)
    if attribute is None:
        return run
    speakers = {item.attributes[attribute] for item in run.items if attribute in item.attributes}
    groups = {
        name: kept
        for name, by_value in run.groups.items()
        if name not in PERSON
        and (
            kept := {
                value: scores
                for value, scores in by_value.items()
                if len({i.attributes.get(attribute) for i in run.items if i.attributes.get(name) == value}) >= FEWEST
            }
        )
    }
    enough = len(speakers) >= FEWEST
    return replace(
        run, groups=groups, items=[], outputs=[], verdicts=[],
        scores=run.scores if enough else {}, counts=run.counts if enough else {},
    )  # fmt: skip


def _person_attribute(items: Sequence[Item]) -> str | None:
    return next((name for name in PERSON if name in items[0].attributes), None)
