"""The interface of a judge."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from askew.core.records import Item, Output, Person, Verdict


class Judge(Protocol):
    """Decides, for the outputs of a whole run at once (some judges learn an alignment from all of them)."""

    def signature(self, items: Sequence[Item], outputs: Sequence[Output]) -> Mapping[str, str]:
        """What, of this judge, can change a verdict on these outputs; known before anything is judged."""
        ...

    def judge(self, items: Sequence[Item], outputs: Sequence[Output]) -> list[Verdict]:
        """One verdict or more per item; items and outputs correspond one for one."""
        ...


def person_of(item: Item) -> Person:
    """The person an item asks about; an item without one was not made by a suite that asks about people."""
    if item.person is None:
        raise ValueError(f"item {item.id} does not say which person it asks about")
    return item.person
