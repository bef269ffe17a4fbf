"""What a suite is: a list of items, and the protocols by which answers to them are judged and measured."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from askew.core.errors import UsageError
from askew.core.files import to_json_lines
from askew.core.records import Item, Output, Verdict
from askew.core.registry import choose, unknown
from askew.core.run import Counts
from askew.formats.outputs import read_outputs
from askew.judges.base import Judge
from askew.measures.heard import COLUMNS, heard_measures
from askew.measures.ratio import Measure
from askew.measures.table import Condition, Table

Options = Mapping[str, Any]
"""Choices only some suites have, by name: the references of one's own talks, say."""


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
    strata: str | None = None
    """An attribute within whose values the clusters are drawn, each value keeping its size: segments within their talk."""
    fit: "Callable[[Protocol, frozenset[str], frozenset[str]], Protocol] | None" = None
    """Adds the scores and groups that only some runs have, told from the names of their items' attributes and verdicts' counts."""
    explain: Callable[[str, Item, Output, Verdict], str] | None = None
    """What to say of one item besides its verdict, as lines of text: target, item, output and verdict to text."""
    cautions: Callable[[Sequence[Item]], list[str]] | None = None
    """What whoever reads the scores must know, told from the items."""
    remarks: Callable[[Sequence[Measure], Table], list[str]] | None = None
    """What whoever reads the scores must know, told from the measures and the table of verdicts."""
    more_targets: Callable[[], list[str]] = list
    """Languages that something installed lets it judge besides; looking for that takes time, so it is asked last."""

    def judges(self, target: str) -> bool:
        """Whether it can judge a language."""
        return target in self.targets() or target in self.more_targets()

    def fitted(self, attributes: Iterable[str], counts: Iterable[str]) -> "Protocol":
        """The protocol with the scores and groups of runs whose items have these attributes and whose verdicts these counts."""
        named = frozenset(counts)
        fitted = self if self.fit is None else self.fit(self, frozenset(attributes), named)
        heard = heard_measures(named)
        if not heard:
            return fitted
        return replace(
            fitted,
            measures=(*fitted.measures, *heard),
            groups={attribute: (*measures, *heard) for attribute, measures in fitted.groups.items()},
            columns={**fitted.columns, **{measure.name: COLUMNS[measure.name] for measure in heard}},
        )

    def all_targets(self) -> list[str]:
        """Every language it can judge on this machine."""
        return sorted({*self.targets(), *self.more_targets()})


def names_in(items: Iterable[Item], verdicts: Iterable[Verdict]) -> tuple[set[str], set[str]]:
    """The attributes some items have, and the counts of their verdicts: what a protocol is fitted to."""
    return {name for item in items for name in item.attributes}, {
        name for verdict in verdicts for name in verdict.counts
    }


@dataclass(frozen=True)
class Answers:
    """Outputs as they were read, with what of the reading can change a number (for the signature)."""

    outputs: list[Output]
    signed: Mapping[str, str] = field(default_factory=dict)
    talks: Sequence[Mapping[str, str]] = ()
    """Outputs for whole talks, before they were cut into the items' segments."""


def read_by_item(
    path: str | Path, items: Sequence[Item], target: str, options: Options, format: str | None, partial: bool
) -> Answers:
    """Outputs that are one per item already."""
    del target, options
    return Answers(read_outputs(path, items, format=format, partial=partial))


@dataclass(frozen=True)
class Suite:
    """What is asked. The first edition, subset and protocol (that can judge the language) are the defaults."""

    name: str
    title: str
    citation: str
    editions: tuple[str, ...]
    subsets: tuple[str, ...]
    items: Callable[[str, str, str, Options], list[Item]]
    """The items of an edition and a subset, for a target language (empty if only the sources are asked for)."""
    protocols: tuple[Protocol, ...]
    read: Callable[[str | Path, Sequence[Item], str, Options, str | None, bool], Answers] = read_by_item
    """The outputs in a file: path, items, target, options, format, and whether some may be missing."""
    complete: Callable[[Answers, Sequence[Item], Options], Answers] | None = None
    """What is done with outputs from wherever before they are judged."""
    options: tuple[str, ...] = ()
    """The options it knows."""
    signed: Callable[[Options], dict[str, str]] | None = None
    """Those of the options that can change a number, with their values, for the signature."""
    default_target: Callable[[Options], str] | None = None
    """The language of the outputs where none is given; without it one must be."""
    default_protocol: Callable[[str, Options], str | None] | None = None
    """The protocol for a target, where it isn't the first that can judge it."""
    notice: str = ""
    """What whoever runs it must know, such as a condition of the data's licence."""

    def check_options(self, options: Options) -> None:
        """Refuse options it doesn't have."""
        for name in options:
            if name not in self.options:
                raise UsageError(unknown(f"option of {self.name}", name, list(self.options)))

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
