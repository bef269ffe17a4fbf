"""Runs of a system over time: its versions in order, the trend of a score, and what changed since a release.

Runs called ``NAME@VERSION`` are versions of one system, and so are runs of one name that were made at different times.
Versions are in one line where their numbers may be compared: on the same items, under signatures that differ in nothing
that changes what a score means.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from askew.analyses.comparable import why_not_comparable
from askew.analyses.findings import Claim
from askew.analyses.flips import flips
from askew.core.run import Run
from askew.report import figures
from askew.report.changed import changed_content
from askew.report.content import Block, Cell, Figure, Section, Table, change_cell, score_row
from askew.report.findings import claim_between
from askew.report.links import sentences_link
from askew.report.sets import RunSet, axis_title, family, told_apart

Compare = Callable[[Run, Run], Mapping[str, Sequence[float | None]] | None]
"""Two runs to each score's baseline, value, difference, interval and p-values; None where they can't be compared."""


@dataclass(frozen=True)
class Line:
    """A system's versions in one table, the oldest first: their places in it, and what to call each."""

    system: str
    places: Sequence[int]
    labels: Sequence[str]

    @property
    def latest(self) -> int:
        """The place of the newest version."""
        return self.places[-1]


def lines_of(run_set: RunSet) -> list[Line]:
    """The systems of a table with their versions; runs of whole talks and of segments are not versions of each other."""
    found: dict[tuple[str, str], list[int]] = {}
    for place, run in enumerate(run_set.runs):
        form = run.signature.fields.get("segmentation", "")
        found.setdefault((family(run.system)[0], form), []).append(place)
    lines = []
    for (system, _), places in found.items():
        places.sort(key=lambda place: run_set.runs[place].created)
        runs = [run_set.runs[place] for place in places]
        lines.append(Line(system, places, told_apart([family(run.system)[1] or run.created[:10] for run in runs])))
    return lines


@dataclass(frozen=True)
class History:
    """What a site knows of its runs' past: the marked releases, the comparisons, and where each table's page is."""

    releases: frozenset[int]
    """Runs, by their identity."""
    compare: Compare
    claims: Callable[[RunSet], Sequence[Claim]]

    def release(self, run_set: RunSet, line: Line) -> int | None:
        """The place of a system's newest version that is marked as released."""
        return next((place for place in reversed(line.places) if id(run_set.runs[place]) in self.releases), None)

    def headings(self, before: str) -> list[str]:
        """Headings of the cells of ``since``."""
        return [f"since {before}", "lost", "won"]

    def since(self, run_set: RunSet, place: int, before: int | None, page: str) -> list[Cell]:
        """How far the first score moved against another run, and how many of these very items were lost and won; each
        number leads to its sentences on ``page``.
        """
        if before is None or before == place:
            return [Cell(""), Cell(""), Cell("")]
        old, new, name = run_set.runs[before], run_set.runs[place], next(iter(run_set.columns()))
        changes = self.compare(old, new)
        if changes is None or name not in changes:
            why = why_not_comparable(old, new) or "not measured for both"
            return [Cell("–", note=why), Cell("–", note=why), Cell("–", note=why)]
        _, _, difference, low, high, *_ = changes[name]
        claim = claim_between(self.claims(run_set), before, place)
        moved = change_cell(difference, low, high, sure=claim is not None and claim.is_sure)
        return [moved, *_flipped(run_set, place, before, page)]


def _flipped(run_set: RunSet, place: int, before: int, page: str) -> list[Cell]:
    found = flips(run_set.runs[before], run_set.runs[place])
    if not found.compared:
        return [Cell("–", note="verdicts here are not right or wrong")] * 2
    leads = partial(sentences_link, run_set, page, system=run_set.names[place], beside=run_set.names[before])
    return [
        Cell(f"{many:,}", number=many, href=leads(differ=how) if many and page else "")
        for how, many in (("lost", len(found.lost)), ("won", len(found.won)))
    ]


def trend(sets: Sequence[RunSet], history: History, system: str = "") -> Figure | None:
    """The first score of each table over its systems' versions, or over one system's; None where none has two."""
    variants = {run_set.label: rows for run_set in sets if (rows := list(_points(run_set, history, system)))}
    if not variants:
        return None
    first = next(run_set for run_set in sets if run_set.label in variants)
    name = next(iter(first.columns()))
    same = all(next(iter(run_set.columns())) == name for run_set in sets if run_set.label in variants)
    caption = (
        "A point per version, the oldest first, with its 95% interval; a line joins versions whose numbers may be "
        "compared. A square is a release."
    )
    spec = figures.trend(axis_title(first, name) if same else "first score of the suite")
    return Figure("trend", "Over time", caption, spec, variants, choose="suite, language")


def _points(run_set: RunSet, history: History, system: str) -> Iterable[dict[str, object]]:
    name = next(iter(run_set.columns()), "")
    for line in lines_of(run_set):
        if len(line.places) < 2 or system not in ("", line.system):
            continue
        chain, before = 0, None
        for order, (place, label) in enumerate(zip(line.places, line.labels, strict=True)):
            run = run_set.runs[place]
            if before is not None and why_not_comparable(before, run):
                chain += 1
            before = run
            if name in run.scores and run.scores[name].value is not None:
                kind = "release" if id(run) in history.releases else "version"
                yield {
                    "system": line.system, "version": label, "kind": kind, "made": run.created[:10], "order": order,
                    "chain": f"{line.system} {chain}", **score_row(run.scores[name]),
                }  # fmt: skip


def versions(sets: Sequence[RunSet], history: History, pages: str, system: str) -> Section | None:
    """A system's versions, table by table, each against the one before it; None where there is one of each. The pages
    of the tables are in ``pages``.
    """
    blocks: list[Block] = []
    for run_set in sets:
        for line in lines_of(run_set):
            if line.system == system and len(line.places) > 1:
                blocks.append(_versions_table(run_set, line, history, f"{pages}{run_set.id}.html"))
    if not blocks:
        return None
    figure = trend(sets, history, system)
    return Section("versions", "Versions", [*([figure] if figure else []), *blocks])


def _versions_table(run_set: RunSet, line: Line, history: History, page: str) -> Table:
    name, heading = next(iter(run_set.columns().items()))
    rows = []
    for index, (place, label) in reversed(list(enumerate(zip(line.places, line.labels, strict=True)))):
        run, before = run_set.runs[place], line.places[index - 1] if index else None
        released = " (release)" if id(run) in history.releases else ""
        moved = history.since(run_set, place, before, page)
        rows.append([Cell(f"{label}{released}"), Cell(run.created[:10]), run_set.cell(run, name), *moved])
    headings = ["version", "made", heading, *history.headings("the one before")]
    note = (
        "The newest first. Lost and won are counted on these very items: right before and not now, and the other way "
        "round; a number leads to its sentences."
    )
    return Table(run_set.label, headings, rows, left=2, note=note, strong_means="more than chance")


def since_release(run_set: RunSet, history: History) -> Section | None:
    """What each system's newest version changed against its release, sentence by sentence, on the table's page."""
    blocks: list[Block] = []
    for line in lines_of(run_set):
        release = history.release(run_set, line)
        if release is not None and release != line.latest:
            blocks += changed_content(run_set, release, [line.latest])
    return Section("release", "Since the release", blocks) if blocks else None
