"""The sentences: items the baseline gets right and a faster cell wrong, the most frequent people first."""

from collections import Counter
from dataclasses import dataclass

from askew.analyses.flips import flips
from askew.core.run import Run
from askew.suites import REGISTRY


@dataclass(frozen=True)
class LostItem:
    """One item that was right before."""

    id: str
    source: str
    baseline: str
    cell: str
    verdict: str
    reason: str


@dataclass(frozen=True)
class LostGroup:
    """The lost items of one occupation (or whichever attribute the suite exchanges), and how many were right before."""

    value: str
    lost: int
    won: int
    right_before: int
    items: tuple[LostItem, ...]


def lost_items(baseline: Run, cell: Run) -> list[LostGroup]:
    """What a cell lost against the baseline, by the suite's own groups; those that lost most come first."""
    attribute = REGISTRY.get(baseline.asked.suite).protocol(baseline.protocol, baseline.asked.target).exchange
    found = flips(baseline, cell)
    right = Counter(item.attributes.get(attribute, "") for item in found.right_before)
    won = Counter(flip.item.attributes.get(attribute, "") for flip in found.won)
    lost: dict[str, list[LostItem]] = {}
    for flip in found.lost:
        shown = LostItem(flip.item.id, flip.item.source, flip.baseline, flip.candidate, flip.after, flip.reason)
        lost.setdefault(flip.item.attributes.get(attribute, ""), []).append(shown)
    groups = [LostGroup(value, len(items), won[value], right[value], tuple(items)) for value, items in lost.items()]
    return sorted(groups, key=lambda group: (-group.lost, group.value))
