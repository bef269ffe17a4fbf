"""What a suite is: a list of items, and the protocols by which answers to them are judged and measured."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from askew.core.errors import UsageError
from askew.core.files import to_json_lines
from askew.core.records import Item
from askew.core.registry import choose
from askew.core.run import Counts
from askew.judges.base import Judge
from askew.measures.ratio import Measure
from askew.measures.table import Condition, Table


@dataclass(frozen=True)
class Protocol:
    """How answers are judged and measured."""

    name: str
    targets: Callable[[], list[str]]
    """The languages it can judge."""
    judge: Callable[[str], Judge]
    """The judge for a language."""
    measures: tuple[Measure, ...]
    groups: Mapping[str, tuple[Measure, ...]]
    """Attributes to group by, each with the measures that mean something within one of its values."""
    columns: Mapping[str, str]
    """The scores of the table as the paper prints it: name to heading."""
    counts: Callable[[Table], Counts]
    """The plain counts that belong beside the scores."""
    covered: Condition
    """Which rows could be judged at all; their share is the coverage."""
    clusters: tuple[str, ...]
    """The attributes (one or two) whose values are the independent draws; intervals resample them."""
    exchange: str
    """The attribute whose values change sides as wholes when two systems are compared by randomisation."""
    more_targets: Callable[[], list[str]] = list
    """Languages that something installed lets it judge besides; looking for that takes time, so it is asked last."""

    def judges(self, target: str) -> bool:
        """Whether it can judge a language."""
        return target in self.targets() or target in self.more_targets()

    def all_targets(self) -> list[str]:
        """Every language it can judge on this machine."""
        return sorted({*self.targets(), *self.more_targets()})


@dataclass(frozen=True)
class Suite:
    """What is asked. The first edition, subset and protocol (that can judge the language) are the defaults."""

    name: str
    title: str
    citation: str
    editions: tuple[str, ...]
    subsets: tuple[str, ...]
    items: Callable[[str, str], list[Item]]
    """The items of an edition and a subset."""
    protocols: tuple[Protocol, ...]
    notice: str = ""
    """What whoever runs it must know, such as a condition of the data's licence."""

    def protocol(self, name: str | None, target: str) -> Protocol:
        """The protocol of that name, or the first that can judge the language; an error names what there is."""
        able = [protocol for protocol in self.protocols if protocol.judges(target)]
        known = {protocol.name: protocol for protocol in self.protocols}
        if name is None and able:
            return able[0]
        chosen = known[choose(f"{self.name} protocol", name, list(known), self.protocols[0].name)]
        if chosen not in able:
            raise UsageError(
                f"{self.name} with protocol {chosen.name!r} can't judge {target!r}; "
                f"it can judge {', '.join(chosen.all_targets())} (ISO 639-1 codes)"
            )
        return chosen


def revision(items: Sequence[Item]) -> str:
    """What was asked, in eight hex digits: any change of an id, a source or an attribute shows."""
    return hashlib.sha256(to_json_lines(item.to_json() for item in items).encode()).hexdigest()[:8]
