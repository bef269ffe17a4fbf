"""The interface of a judge."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from askew.core.records import Item, Output, Verdict


class Judge(Protocol):
    """Decides, for the outputs of a whole run at once (some judges learn an alignment from all of them)."""

    @property
    def signature(self) -> Mapping[str, str]:
        """What, of this judge, can change a verdict."""
        ...

    def judge(self, items: Sequence[Item], outputs: Sequence[Output]) -> list[Verdict]:
        """One verdict or more per item; items and outputs correspond one for one."""
        ...
