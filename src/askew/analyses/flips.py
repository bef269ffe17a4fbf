"""Items on which two runs differ in being right: counted and shown, about these very items; nothing is inferred from
them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from askew.core.records import Item
from askew.core.run import Run

RIGHT = "correct"


@dataclass(frozen=True)
class Flip:
    """One verdict that changed between right and not right."""

    item: Item
    unit: str
    baseline: str
    """The baseline's output."""
    candidate: str
    """The candidate's output."""
    before: str
    """The baseline's verdict."""
    after: str
    """The candidate's verdict."""
    given: str
    """What the candidate's output says of what was asked, such as a gender; empty where a verdict says no such thing.
    """
    reason: str
    """Why the candidate's output got its verdict."""


@dataclass(frozen=True)
class Flips:
    """What a candidate lost and won against the baseline, in the items' order."""

    compared: int
    """How many verdicts both runs have."""
    right_before: Sequence[Item]
    """The items that were right, one entry per verdict."""
    lost: Sequence[Flip]
    won: Sequence[Flip]
    changed: int = 0
    """How many outputs are not word for word the baseline's."""


def flips(baseline: Run, candidate: Run) -> Flips:
    """The verdicts both runs have that are right in one and not in the other; ``compared`` is 0 where verdicts are not
    right or wrong.
    """
    before, after = (
        {(v.item, v.unit): v for v in run.verdicts if "verdict" in v.labels} for run in (baseline, candidate)
    )
    items = {item.id: item for item in baseline.items}
    texts = [{output.id: output.text for output in run.outputs} for run in (baseline, candidate)]
    right: list[Item] = []
    lost: list[Flip] = []
    won: list[Flip] = []
    for (name, unit), verdict in before.items():
        now = after.get((name, unit))
        if now is None:
            continue
        was, is_now = verdict.labels["verdict"], now.labels["verdict"]
        if was == RIGHT:
            right.append(items[name])
        if (was == RIGHT) != (is_now == RIGHT):
            given = now.labels.get("predicted", "")
            flip = Flip(items[name], unit, texts[0][name], texts[1][name], was, is_now, given, now.reason)
            (lost if was == RIGHT else won).append(flip)
    changed = sum(text != texts[1].get(name, text) for name, text in texts[0].items())
    return Flips(len(before.keys() & after.keys()), right, lost, won, changed)
