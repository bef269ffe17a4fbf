"""The sentences: items the baseline gets right and a faster cell wrong, the most frequent people first."""

from dataclasses import dataclass
from typing import Any

from askew.core.run import Run
from askew.suites import REGISTRY

RIGHT = "correct"


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
    before, after = ({(v.item, v.unit): v for v in run.verdicts if "verdict" in v.labels} for run in (baseline, cell))
    items = {item.id: item for item in baseline.items}
    texts = [{output.id: output.text for output in run.outputs} for run in (baseline, cell)]
    groups: dict[str, dict[str, list[Any]]] = {}
    for key, verdict in before.items():
        if key not in after:
            continue
        group = groups.setdefault(items[key[0]].attributes.get(attribute, ""), {"right": [], "lost": [], "won": []})
        now = after[key]
        if verdict.labels["verdict"] == RIGHT:
            group["right"].append(key)
            if now.labels["verdict"] != RIGHT:
                item = items[key[0]]
                shown = LostItem(
                    item.id, item.source, texts[0][item.id], texts[1][item.id], now.labels["verdict"], now.reason
                )
                group["lost"].append(shown)
        elif now.labels["verdict"] == RIGHT:
            group["won"].append(key)
    found = [
        LostGroup(value, len(group["lost"]), len(group["won"]), len(group["right"]), tuple(group["lost"]))
        for value, group in groups.items()
        if group["lost"]
    ]
    return sorted(found, key=lambda group: (-group.lost, group.value))
