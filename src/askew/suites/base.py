"""What a suite is."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Protocol

from askew.core.errors import UsageError
from askew.core.files import to_json_lines
from askew.core.records import Item
from askew.core.run import Counts
from askew.judges.base import Judge
from askew.measures.ratio import Measure
from askew.measures.table import Condition, Table


class Suite(Protocol):
    """A list of items, and how their answers are judged and measured.

    The first edition, subset and protocol are the defaults.
    """

    name: str
    title: str
    citation: str
    editions: tuple[str, ...]
    subsets: tuple[str, ...]
    protocols: tuple[str, ...]
    clusters: tuple[str, ...]
    """The attributes (one or two) whose values are the independent draws; intervals resample them."""
    exchange: str
    """The attribute whose values change sides as wholes when two systems are compared by randomisation."""
    measures: tuple[Measure, ...]
    groups: Mapping[str, tuple[Measure, ...]]
    """Attributes to group by, each with the measures that mean something within one of its values."""
    covered: Condition
    """Which rows could be judged at all; their share is the coverage."""
    columns: Mapping[str, str]
    """The scores of the suite's own table, as the paper prints it: name to heading."""

    def targets(self, protocol: str) -> list[str]:
        """The languages a protocol can judge."""
        ...

    def items(self, edition: str, subset: str) -> list[Item]:
        """What is asked."""
        ...

    def judge(self, protocol: str, target: str) -> Judge:
        """Who decides."""
        ...

    def counts(self, table: Table) -> Counts:
        """The plain counts that belong beside the scores."""
        ...


def revision(items: Sequence[Item]) -> str:
    """What was asked, in eight hex digits: any change of an id, a source or an attribute shows."""
    return hashlib.sha256(to_json_lines(item.to_json() for item in items).encode()).hexdigest()[:8]


def check_target(suite: Suite, protocol: str, target: str) -> None:
    """Refuse a language that the protocol can't judge, naming those it can."""
    known = suite.targets(protocol)
    if target not in known:
        raise UsageError(
            f"{suite.name} with protocol {protocol!r} can't judge {target!r}; it can judge {', '.join(known)} (ISO 639-1 codes)"
        )
