"""The first section: what was measured, each system's key numbers, what stands out."""

from collections.abc import Sequence

from askew.report.content import Block, Cell, Fold, Prose, Section, Table
from askew.report.findings import Findings, findings_of, together
from askew.report.numbers import number
from askew.report.sets import RunSet, language

MOST_COLUMNS = 6


def section(sets: Sequence[RunSet]) -> Section:
    """At a glance."""
    groups = _alike(sets)
    found = {run_set.id: each for run_set, each in zip(sets, findings_of(sets), strict=True)}
    blocks: list[Block] = [_key_numbers(group) for group in groups]
    if any(each.stands_out for each in found.values()):
        text = (
            f"{sum(each.tests for each in found.values())} tests were made; a difference is stated only where its p-value, adjusted by Holm's method over all tests of "
            "a table, is below 0.05. It is about these items and no others."
        )
        blocks.append(Prose(text, lead="What stands out"))
        blocks += [
            block for group in groups for block in _standing_out(group, [found[s.id] for s in group], len(sets) > 1)
        ]
    if any(each.take_care for each in found.values()):
        cares = [
            f"{run_set.label}: {care}" if len(sets) > 1 else care
            for run_set in sets
            for care in found[run_set.id].take_care
        ]
        blocks.append(Prose("", cares, lead="Take care"))
    return Section("glance", "At a glance", blocks)


def _alike(sets: Sequence[RunSet]) -> list[list[RunSet]]:
    """Sets that can share a table: the same suite and protocol."""
    groups: dict[tuple[str, str], list[RunSet]] = {}
    for run_set in sets:
        groups.setdefault((run_set.first.asked.suite, run_set.first.protocol), []).append(run_set)
    return list(groups.values())


def _standing_out(group: Sequence[RunSet], found: Sequence[Findings], named: bool) -> list[Block]:
    """One set's sentences; for several languages what they have in common, and each of them folded away."""
    each = [
        Prose(run_set.label if named else "", f.stands_out)
        for run_set, f in zip(group, found, strict=True)
        if f.stands_out
    ]
    if len(group) < 3:
        return list(each)
    return [Prose(group[0].title, together(group, found)), Fold(f"{group[0].title}: language by language", each)]


def _key_numbers(sets: Sequence[RunSet]) -> Table:
    first, suite = sets[0], sets[0].suite
    if len(sets) > 1:
        return _by_language(sets)
    columns = first.columns()
    chosen = {name: columns[name] for index, name in enumerate(columns) if index < MOST_COLUMNS or name == "coverage"}
    rows = [
        [
            Cell(system),
            Cell(f"{len(run.outputs):,}", number=len(run.outputs)),
            *(first.cell(run, name) for name in chosen),
        ]
        for system, run in first.pairs()
    ]
    note = f"{_sentence(suite.title)} 95% intervals below each number. {_signed([first])} {suite.citation}"
    return Table(first.label, ["system", "items", *chosen.values()], rows, note=note)


def _by_language(sets: Sequence[RunSet]) -> Table:
    """Several languages: the suite's first score, systems down and languages across."""
    first = sets[0]
    name = next(iter(first.columns()))
    rows = []
    for system in dict.fromkeys(system for run_set in sets for system in run_set.names):
        cells = []
        for run_set in sets:
            run = dict(run_set.pairs()).get(system)
            coverage = run.scores["coverage"].value if run and "coverage" in run.scores else None
            found = "" if coverage is None else f"{number(coverage)} found"
            cells.append(run_set.cell(run, name, extra=found) if run else Cell("", note="no run"))
        rows.append([Cell(system), *cells])
    labels = [language(run_set.target) for run_set in sets]
    if len(set(labels)) < len(labels):
        labels = [run_set.label for run_set in sets]
    found = ", then the share of items that could be judged" if "coverage" in first.first.scores else ""
    note = (
        f"{_sentence(first.suite.title)} 95% intervals below each number{found}. {_signed(sets)} {first.suite.citation}"
    )
    return Table(f"{first.title}: {first.words(name)} by language", ["system", *labels], rows, note=note)


def _signed(sets: Sequence[RunSet]) -> str:
    """The signatures' digests, which the table of signatures spells out."""
    digests = list(dict.fromkeys(run.signature.digest for run_set in sets for run in run_set.runs))
    return f"Signature{'s' if len(digests) > 1 else ''} {', '.join(digests)}."


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else f"{text}."
