"""The first section: each suite in one sentence, its systems as dots with intervals, two sentences, then what
stands out and the tables.
"""

import re
from collections.abc import Callable, Iterable, Sequence

from askew.report import figures
from askew.report.content import Block, Cell, Figure, Fold, Prose, Quotes, Section, Table, count_cell, score_row
from askew.report.findings import Findings, together
from askew.report.numbers import count, number
from askew.report.sets import RunSet, axis_title, language
from askew.report.striking import striking

MOST_COLUMNS = 7
MOST_HEADLINES = 3  # languages of a suite that have a sentence each; of more, what they have in common is said


def section(sets: Sequence[RunSet], findings: Sequence[Findings], quoted: Callable[[RunSet], bool]) -> Section:
    """At a glance; sentences are ``quoted`` of the sets whose sentences may be shown here."""
    found = {run_set.id: each for run_set, each in zip(sets, findings, strict=True)}
    blocks: list[Block] = []
    groups = _alike(sets)
    for group in groups:
        blocks += _headlines(group, [found[run_set.id] for run_set in group], named=len(groups) > 1)
        blocks += _suite(group, [found[run_set.id] for run_set in group], quoted)
    return Section("glance", "At a glance", [*blocks, *_cares(sets, [found[run_set.id] for run_set in sets])])


def _cares(sets: Sequence[RunSet], found: Sequence[Findings]) -> Iterable[Block]:
    """What limits the numbers: one of each kind, and below it those that differ from it in nothing but numbers."""
    kinds: dict[str, list[str]] = {}
    for run_set, each in zip(sets, found, strict=True):
        for care in each.take_care:
            kind = re.sub(r"\d[\d.,]*", "", care.partition(": ")[2] or care)
            kinds.setdefault(kind, []).append(f"{run_set.label}: {care}" if len(sets) > 1 else care)
    if not kinds:
        return
    yield Prose("", [cares[0] for cares in kinds.values()], lead="Take care", careful=True)
    if more := [care for cares in kinds.values() for care in cares[1:]]:
        yield Fold(f"The same of other runs ({len(more)})", [Prose("", more, careful=True)])


def _alike(sets: Sequence[RunSet]) -> list[list[RunSet]]:
    """Sets that can share a table: the same suite and protocol."""
    groups: dict[tuple[str, str], list[RunSet]] = {}
    for run_set in sets:
        groups.setdefault((run_set.first.asked.suite, run_set.first.protocol), []).append(run_set)
    return list(groups.values())


def _suite(group: Sequence[RunSet], found: Sequence[Findings], quoted: Callable[[RunSet], bool]) -> Iterable[Block]:
    """One suite's story."""
    if sum(len(run_set.runs) for run_set in group) > 1:
        yield _dots(group, found)
    if quoted(group[0]) and (quotes := striking(group[0], found[0].ranked)):
        yield Quotes(quotes)
    yield from _tested(group, found)
    yield _key_numbers(group)


def _headlines(group: Sequence[RunSet], found: Sequence[Findings], named: bool) -> Iterable[Block]:
    """A suite in one sentence, and what it asks; ``named`` where there are others."""
    yield from _said(group, found, named)
    yield Prose(_asks(group), quiet=True)


def _asks(group: Sequence[RunSet]) -> str:
    """What a suite is about, and how much of it is here."""
    first = group[0]
    here = [count(len(first.first.items), "item")]
    if talks := {item.attributes["talk"] for item in first.first.items if "talk" in item.attributes}:
        here.append(count(len(talks), "talk"))
    each = " in each language" if len(group) > 1 else ""
    return f"{as_sentence(first.suite.title)} Here: {' of '.join(here)}{each}."


def _said(group: Sequence[RunSet], found: Sequence[Findings], named: bool) -> Iterable[Block]:
    if len(group) == 1:
        said = found[0].headline
        yield Prose("", lead=f"{group[0].label}: {_after_colon(said)}" if named else said)
    elif len(group) <= MOST_HEADLINES:
        each = zip(group, found, strict=True)
        points = [f"{language(run_set.target)}: {_after_colon(own.headline)}" for run_set, own in each]
        yield Prose("", points, lead=f"{group[0].title} in {count(len(group), 'language')}")
    else:
        yield Prose("", together(group, found), lead=f"{group[0].title} in {count(len(group), 'language')}")


def _after_colon(headline: str) -> str:
    """A headline that goes on after a colon; one that begins with a system's name stays as it is."""
    return f"of {headline[3:]}" if headline.startswith("Of ") else headline


def _dots(group: Sequence[RunSet], found: Sequence[Findings]) -> Figure:
    """The suite's first score, a dot with its interval per system, the best first."""
    first = group[0]
    name = next(iter(first.columns()))
    rows = [
        {"measure": name, "system": system, "language": language(run_set.target), "group_order": place,
         "order": each.ranked.index(index), **score_row(run.scores[name])}
        for place, (run_set, each) in enumerate(zip(group, found, strict=True))
        for index, (system, run) in enumerate(run_set.pairs())
        if index in each.ranked
    ]  # fmt: skip
    spec = figures.forest({name: axis_title(first, name)}, groups="language" if len(group) > 1 else None)
    title = f"{first.title}: {first.words(name)}"
    caption = "Points are scores, bars 95% intervals; the best on top."
    return Figure(f"glance-{first.id}", title, caption, spec, {"": rows})


def _tested(group: Sequence[RunSet], found: Sequence[Findings]) -> Iterable[Block]:
    """What tests are sure of; what they can't tell is one line that opens."""
    named = len(group) > 1
    sure = [
        Prose(run_set.label if named else "", each.stands_out)
        for run_set, each in zip(group, found, strict=True)
        if each.stands_out
    ]
    if sure:
        how = (
            f"{found[0].family}: a difference is stated where its adjusted p-value is below 0.05. "
            f"It is about {group[0].protocol.population.shown}."
        )
        yield Prose(how, lead="What stands out")
        yield from sure if len(group) <= MOST_HEADLINES else [Fold("Language by language", sure)]
    unsure = [
        Prose(run_set.label if named else "", each.cannot_tell)
        for run_set, each in zip(group, found, strict=True)
        if each.cannot_tell
    ]
    if unsure:
        points = sum(len(each.cannot_tell) for each in found)
        yield Fold(f"What these items can't tell ({count(points, 'question')})", unsure)


def _key_numbers(sets: Sequence[RunSet]) -> Table:
    first, suite = sets[0], sets[0].suite
    if len(sets) > 1:
        return _by_language(sets)
    columns = first.columns()
    chosen = {name: columns[name] for index, name in enumerate(columns) if index < MOST_COLUMNS or name == "coverage"}
    rows = [
        [Cell(system), count_cell(len(run.outputs)), *(first.cell(run, name) for name in chosen)]
        for system, run in first.pairs()
    ]
    note = f"95% intervals below each number. {_signed([first])} {suite.citation}"
    return Table(first.label, ["system", "items", *chosen.values()], rows, note=note)


def _by_language(sets: Sequence[RunSet]) -> Table:
    """Several languages: the suite's first score, systems down and languages across."""
    first = sets[0]
    name = next(iter(first.columns()))
    rows = [
        [Cell(system), *(_language_cell(run_set, system, name) for run_set in sets)]
        for system in dict.fromkeys(system for run_set in sets for system in run_set.names)
    ]
    labels = [language(run_set.target) for run_set in sets]
    if len(set(labels)) < len(labels):
        labels = [run_set.label for run_set in sets]
    judged = ", then the share of items that could be judged" if "coverage" in first.first.scores else ""
    note = f"95% intervals below each number{judged}. {_signed(sets)} {first.suite.citation}"
    return Table(f"{first.title}: {first.words(name)} by language", ["system", *labels], rows, note=note)


def _language_cell(run_set: RunSet, system: str, name: str) -> Cell:
    run = dict(run_set.pairs()).get(system)
    if run is None:
        return Cell("", note="no run")
    coverage = run.scores["coverage"].value if "coverage" in run.scores else None
    return run_set.cell(run, name, extra="" if coverage is None else f"{number(coverage)} judged")


def _signed(sets: Sequence[RunSet]) -> str:
    """The signatures' digests, which the table of signatures spells out."""
    digests = list(dict.fromkeys(run.signature.digest for run_set in sets for run in run_set.runs))
    return f"Signature{'s' if len(digests) > 1 else ''} {', '.join(digests)}."


def as_sentence(text: str) -> str:
    """With a full stop, unless it ends in a mark of its own."""
    return text if text.endswith((".", "?", "!")) else f"{text}."
