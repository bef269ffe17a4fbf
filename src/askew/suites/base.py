"""What a suite is: a list of items, and the protocols by which answers to them are judged and measured."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

from askew.core.errors import UsageError
from askew.core.files import to_json_lines
from askew.core.options import read_options
from askew.core.records import Item, Output, Verdict
from askew.core.registry import choose
from askew.core.run import Counts
from askew.formats.outputs import read_outputs
from askew.judges.base import Judge
from askew.measures.base import Measure
from askew.measures.table import Condition, Table
from askew.measures.transcripts import transcript_measures
from askew.suites.options import SuiteOptions

O = TypeVar("O", bound=SuiteOptions)  # noqa: E741
O_co = TypeVar("O_co", bound=SuiteOptions, covariant=True)


@dataclass(frozen=True)
class Selection(Generic[O_co]):
    """What of a suite is asked for: a target language (empty if only the sources are), an edition, a subset, the
    suite's own options.
    """

    target: str
    edition: str
    subset: str
    options: O_co


@dataclass(frozen=True)
class Population:
    """What inference is about: the units a suite has (its talks, its occupations), or others like them.

    ``unit`` is the attribute whose values are those units. ``main`` is what the intervals and tests in tables are
    about; the other reading stands beside it in comparisons.
    """

    unit: str
    plural: str
    main: Literal["these", "like"]

    @property
    def these(self) -> str:
        """The reading about the very units that were asked about; only their items could have been others."""
        return f"these {self.plural}"

    @property
    def like(self) -> str:
        """The reading about units of the same kind, of which these are a sample."""
        return f"{self.plural} like these"

    @property
    def shown(self) -> str:
        """What the main reading is about, in words."""
        return self.these if self.main == "these" else self.like

    @property
    def other(self) -> str:
        """What the other reading is about, in words."""
        return self.like if self.main == "these" else self.these


@dataclass(frozen=True)
class Protocol:
    """How answers are judged and measured."""

    name: str
    targets: Callable[[], list[str]]
    """The languages it can judge."""
    judge: Callable[[Selection[Any]], Judge]
    """The judge for what was selected."""
    measures: tuple[Measure, ...]
    groups: Mapping[str, tuple[Measure, ...]]
    """Attributes to group by, each with the measures that mean something within one of its values."""
    shown: tuple[str, ...]
    """The names of the measures in the table, in the order the paper prints them."""
    counts: Callable[[Table], Counts]
    """The plain counts that belong beside the scores."""
    covered: Condition
    """Which rows could be judged at all; their share is the coverage."""
    clusters: tuple[str, ...]
    """The attributes (one or two) whose values are sampled independently; intervals resample them."""
    exchange: str
    """The attribute whose values change sides as wholes when two systems are compared by randomisation."""
    population: Population
    """What the intervals and tests are about."""
    strata: str | None = None
    """An attribute within whose values the clusters are sampled, each value keeping its size: segments within their
    talk.
    """
    fit: "Callable[[Protocol, frozenset[str], frozenset[str]], Protocol] | None" = None
    """Adds the scores and groups that only some runs have, told from the names of their items' attributes and verdicts'
    counts.
    """
    explain: Callable[[str, Item, Output, Verdict], str] | None = None
    """What to say of one item besides its verdict, as lines of text: target, item, output and verdict to text."""
    cautions: Callable[[Sequence[Item]], list[str]] | None = None
    """What whoever reads the scores must know, told from the items."""
    remarks: Callable[[Sequence[Measure], Table, str], list[str]] | None = None
    """What whoever reads the scores must know, told from the measures, the table of verdicts and the target language.
    """
    more_targets: Callable[[], list[str]] = list
    """Languages that something installed lets it judge besides; looking for that takes time, so it is asked last."""

    @property
    def columns(self) -> dict[str, str]:
        """The scores of the table: name to heading."""
        return {name: self.measure(name).heading for name in self.shown}

    def measure(self, name: str) -> Measure:
        """The measure of that name; raises KeyError if it has none."""
        for measure in self.measures:
            if measure.name == name:
                return measure
        raise KeyError(name)

    def judges(self, target: str) -> bool:
        """Whether it can judge a language."""
        return target in self.targets() or target in self.more_targets()

    def fitted(self, attributes: Iterable[str], counts: Iterable[str]) -> "Protocol":
        """The protocol with the scores and groups of runs whose items have these attributes and whose verdicts these
        counts.
        """
        named = frozenset(counts)
        fitted = self if self.fit is None else self.fit(self, frozenset(attributes), named)
        of_transcripts = transcript_measures(named)
        if not of_transcripts:
            return fitted
        return replace(
            fitted,
            measures=(*fitted.measures, *of_transcripts),
            groups={attribute: (*measures, *of_transcripts) for attribute, measures in fitted.groups.items()},
            shown=(*fitted.shown, *(measure.name for measure in of_transcripts)),
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
class OutputsFile:
    """A file of outputs, its format (told from the file if None), and whether it may lack some."""

    path: str | Path
    format: str | None = None
    partial: bool = False


@dataclass(frozen=True)
class Answers:
    """Outputs as they were read or given, with what of that can change a number (for the signature)."""

    outputs: list[Output]
    signed: Mapping[str, str] = field(default_factory=dict)
    talks: Sequence[Mapping[str, str]] = ()
    """Outputs for whole talks, before they were cut into the items' segments."""


def read_by_item(file: OutputsFile, items: Sequence[Item], selection: Selection[Any]) -> Answers:
    """Outputs that are one per item already."""
    del selection
    return Answers(read_outputs(file.path, items, format=file.format, partial=file.partial))


@dataclass(frozen=True)
class Suite(Generic[O]):
    """What is asked. The first edition, subset and protocol (that can judge the language) are the defaults."""

    name: str
    title: str
    citation: str
    editions: tuple[str, ...]
    subsets: tuple[str, ...]
    items: Callable[[Selection[O]], list[Item]]
    """The items of what was selected."""
    protocols: tuple[Protocol, ...]
    options: type[O]
    """The suite's own options: a dataclass whose fields are keyword-only."""
    read: Callable[[OutputsFile, Sequence[Item], Selection[O]], Answers] = read_by_item
    """The outputs in a file."""
    complete: Callable[[Answers, Sequence[Item], Selection[O]], Answers] | None = None
    """What is done with outputs from wherever before they are judged."""
    signed: Callable[[O], dict[str, str]] | None = None
    """Those of the options that can change a number, with their values, for the signature."""
    default_target: Callable[[O], str] | None = None
    """The language of the outputs where none is given; without it one must be."""
    default_protocol: Callable[[str, O], str | None] | None = None
    """The protocol for a target, where it isn't the first that can judge it."""
    notice: str = ""
    """What whoever runs it must know, such as a condition of the data's licence."""

    def read_options(self, given: Mapping[str, object]) -> O:
        """The suite's options from their names, None for one not given; UsageError for one it doesn't have or a wrong
        value.
        """
        named = {name: value for name, value in given.items() if value is not None}
        return self.options(**read_options(self.name, self.options, named))

    def select(self, target: str, edition: str | None, subset: str | None, given: Mapping[str, object]) -> Selection[O]:
        """What is asked for, defaults filled in; an unknown name is an error with a suggestion."""
        return Selection(
            target,
            choose(f"{self.name} edition", edition, list(self.editions), self.editions[0]),
            choose(f"{self.name} subset", subset, list(self.subsets), self.subsets[0]),
            self.read_options(given),
        )

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
