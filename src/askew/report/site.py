"""A static site over many runs, fit to publish and to keep: an index, a page per table, a page per system with its
versions, a page that compares any two.

Rebuilding touches only what changed: ``site.json`` remembers, for every page, a key made of the runs it shows and of
the code that draws it; ``comparisons.json`` keeps the paired tests, which are the slow part.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from askew.core.errors import InputError, RunError, UsageError, first_five
from askew.core.files import from_json, read_bytes, text_of, write_atomically
from askew.core.lock import only_writer
from askew.core.run import Run, load
from askew.report import people
from askew.report.content import Cell, Section, Table, count_cell
from askew.report.decisions import Decisions
from askew.report.history import History, lines_of, since_release, trend, versions
from askew.report.page import render, render_compare
from askew.report.pairs import Pairs, comparable_sets, decide_for_site
from askew.report.report import Report, report_of
from askew.report.sections import statement
from askew.report.sections.glance import MOST_COLUMNS, as_sentence
from askew.report.sets import RunSet, family, language, run_sets
from askew.version import __version__

RECORD, COMPARISONS = "site.json", "comparisons.json"
WITHHELD = (
    "This site shows no single speaker and no group of fewer than five speakers, and not the sentences of "
    "talks, which would show whose they are."
)


@dataclass(frozen=True)
class Built:
    """What a build did."""

    pages: int
    written: Sequence[str]
    removed: Sequence[str]
    warnings: Sequence[str]


@dataclass(frozen=True)
class _Record:
    """``site.json``: every page with the key of what it was made from."""

    pages: dict[str, str]


@dataclass(frozen=True)
class _Entry:
    """A run with its folder and its key, which changes when anything of the run does."""

    run: Run
    key: str
    folder: Path


def build(
    folders: Sequence[Path],
    out: Path,
    *,
    title: str = "",
    show_speakers: bool = False,
    releases: Sequence[Path] = (),
) -> Built:
    """Write the site, or bring the one that is there up to date.

    Args:
        folders: Run folders.
        out: The site's own folder.
        title: What to call it.
        show_speakers: Whether single speakers and small groups of them are shown.
        releases: Those of the folders whose runs are of released versions; the newest of a table is what later
            versions are held against.

    Raises:
        UsageError: ``out`` holds something else, or a release is not among the runs.
        RunError: there is no run to show, or another process is writing this site.

    """
    with only_writer(out):
        return _build(folders, out, title, show_speakers, releases)


def _build(folders: Sequence[Path], out: Path, title: str, show_speakers: bool, releases: Sequence[Path]) -> Built:
    record = _record(out)
    _check_releases(folders, releases)
    entries, warnings = _publishable([_entry(folder) for folder in folders], show_speakers)
    if not entries:
        raise RunError("; ".join(warnings) or "a site needs at least one run")
    keys = {id(entry.run): entry.key for entry in entries}
    sets = run_sets([entry.run for entry in entries])
    systems = _slugs(dict.fromkeys(family(entry.run.system)[0] for entry in entries))
    pairs = Pairs(out / COMPARISONS)
    decisions = decide_for_site(sets, keys, pairs)
    history = _history(entries, releases, keys, pairs, decisions)
    marked = [entry.key for entry in entries if id(entry.run) in history.releases]
    everything = _key(*keys.values(), title, show_speakers, marked)
    withheld = not show_speakers and any(people.has_speakers(entry.run) for entry in entries)
    pages: dict[str, tuple[str, Callable[[], str]]] = {
        "index.html": (everything, lambda: render(_index(sets, systems, title, withheld, history))),
        "compare.html": (everything, lambda: _compare_page(sets, keys, pairs)),
    }
    for run_set in sets:
        about = [keys[id(run)] for run in run_set.runs]
        own = [key for key in marked if key in about]
        key = _key("set", *about, _said([run_set], decisions), show_speakers, own)
        pages[f"sets/{run_set.id}.html"] = key, _set_page(run_set, show_speakers, decisions, history)
    for system, slug in systems.items():
        runs = [entry.run for entry in entries if family(entry.run.system)[0] == system]
        about = [keys[id(run)] for run in runs]
        own = [key for key in marked if key in about]
        key = _key("system", *about, _said(run_sets(runs), decisions), show_speakers, own)
        pages[f"systems/{slug}.html"] = key, _system_page(system, runs, sets, decisions, history)
    if new := {name: "" for name in pages if name not in record}:  # so that a build that is broken off can be taken up
        _save_record(out, record | new)
    written = [name for name, (key, make) in pages.items() if _write(out, name, key, make, record)]
    removed = _remove(out, set(record) - set(pages))
    now = {name: key for name, (key, _) in pages.items()}
    if now != record:
        _save_record(out, now)
    return Built(len(pages), written, removed, warnings)


def _record(out: Path) -> dict[str, str]:
    """What the site that is there was made from; a folder with something else in it is left alone."""
    if out.exists() and not out.is_dir():
        raise UsageError(f"{out} is a file: --site needs a folder")
    if not out.is_dir() or not any(out.iterdir()):
        return {}
    try:
        return from_json(text_of(read_bytes(out / RECORD), RECORD), _Record, where=RECORD).pages
    except InputError:
        raise UsageError(
            f"{out} is not empty and not a site that askew made (no {RECORD}): choose another folder"
        ) from None


def _check_releases(folders: Sequence[Path], releases: Sequence[Path]) -> None:
    known = {folder.resolve() for folder in folders}
    if strange := [str(folder) for folder in releases if folder.resolve() not in known]:
        raise UsageError(f"--release names a run of the site; {first_five(strange)} is not among its runs")


def _history(
    entries: Sequence[_Entry], releases: Sequence[Path], keys: Mapping[int, str], pairs: Pairs, decisions: Decisions
) -> History:
    """What the site knows of its runs' past."""
    marked = {folder.resolve() for folder in releases}

    def compared(left: Run, right: Run) -> Mapping[str, Sequence[float | None]] | None:
        return pairs.get(left, right, f"{keys[id(left)]}-{keys[id(right)]}")

    released = frozenset(id(entry.run) for entry in entries if entry.folder.resolve() in marked)
    return History(released, compared, decisions.claims)


def _save_record(out: Path, pages: Mapping[str, str]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    write_atomically(out / RECORD, json.dumps({"askew": __version__, "pages": dict(pages)}, indent=1) + "\n")


def _entry(folder: Path) -> _Entry:
    run = load(folder)
    return _Entry(run, hashlib.sha256((folder / "run.json").read_bytes()).hexdigest()[:16], folder)


def _publishable(entries: Sequence[_Entry], show_speakers: bool) -> tuple[list[_Entry], list[str]]:
    if show_speakers:
        return list(entries), []
    kept, warnings = [], []
    for entry in entries:
        run = entry.run
        if people.has_speakers(run) and people.speakers_in(run) < people.FEWEST:
            warnings.append(
                f"{run.system} on {run.asked.suite} is left out: it has fewer than {people.FEWEST} speakers "
                "(--show-speakers shows it)"
            )
        else:
            kept.append(replace(entry, run=people.without_individuals(run)))
    return kept, warnings


def _key(*parts: Any) -> str:
    return hashlib.sha256(json.dumps([_code_key(), *parts]).encode()).hexdigest()[:16]


@cache
def _code_key() -> str:
    """Changes whenever the code that draws pages does."""
    digest = hashlib.sha256(__version__.encode())
    for path in sorted(_walk(files("askew.report")), key=lambda path: path.name):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _walk(folder: Traversable) -> Iterable[Traversable]:
    for path in folder.iterdir():
        if path.is_dir() and path.name != "__pycache__":
            yield from _walk(path)
        elif path.is_file():
            yield path


def _slugs(names: Iterable[str]) -> dict[str, str]:
    """File names for systems: letters and digits, told apart where that makes two the same."""
    slugs: dict[str, str] = {}
    for name in names:
        slug = (
            "".join(c if c.isascii() and (c.isalnum() or c in "-.") else "_" for c in name).strip(".")[:60] or "system"
        )
        if slug.lower() in {other.lower() for other in slugs.values()}:
            slug += "-" + hashlib.sha256(name.encode()).hexdigest()[:6]
        slugs[name] = slug
    return slugs


def _write(out: Path, name: str, key: str, make: Callable[[], str], record: dict[str, str]) -> bool:
    path = out / name
    if record.get(name) == key and path.is_file():
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, make())
    return True


def _remove(out: Path, names: Iterable[str]) -> list[str]:
    """Pages of runs that are no longer there; only what a build wrote is ever removed."""
    removed = []
    for name in sorted(names):
        path = out / name
        if path.resolve().is_relative_to(out.resolve()) and path.is_file():
            path.unlink()
            removed.append(name)
    return removed


def _nav(up: str) -> list[dict[str, str]]:
    return [{"href": f"{up}index.html", "text": "All systems"}, {"href": f"{up}compare.html", "text": "Compare two"}]


def _index(sets: Sequence[RunSet], systems: dict[str, str], title: str, withheld: bool, history: History) -> Report:
    """The leaderboard: a table per suite, every language and the newest version of every system in it; and their
    trends.
    """
    by_suite: dict[tuple[str, str], list[RunSet]] = {}
    for run_set in sets:
        by_suite.setdefault((run_set.first.asked.suite, run_set.first.protocol), []).append(run_set)
    sections = [
        Section(f"{suite}-{protocol}", _suite_title(group), [_leaderboard(group, systems, history)])
        for (suite, protocol), group in by_suite.items()
    ]
    if figure := trend(sets, history):
        sections.insert(0, Section("trend", "Trends", [figure]))
    sections.append(statement.section(sets, speakers=withheld))
    runs = sum(len(run_set.runs) for run_set in sets)
    lede = [
        f"{runs} runs of {len(systems)} systems. A click on a heading sorts; 95% intervals below each number.",
        *([WITHHELD] if withheld else []),
    ]
    return Report(title or "Leaderboard", lede, sections, nav=[{"href": "compare.html", "text": "Compare two"}])


def _suite_title(group: Sequence[RunSet]) -> str:
    first = group[0]
    default = first.suite.protocol(None, first.target).name
    return first.title + ("" if first.first.protocol == default else f", protocol {first.first.protocol}")


def _leaderboard(group: Sequence[RunSet], systems: dict[str, str], history: History) -> Table:
    first = group[0]
    several = any(len(line.places) > 1 for run_set in group for line in lines_of(run_set))
    released = any(history.release(run_set, line) is not None for run_set in group for line in lines_of(run_set))
    columns = {name: heading for run_set in group for name, heading in run_set.columns().items()}
    chosen = {name: columns[name] for index, name in enumerate(columns) if index < MOST_COLUMNS or name == "coverage"}
    rows = []
    for run_set in group:
        page = f"sets/{run_set.id}.html"
        label = language(run_set.target) + run_set.label.partition(language(run_set.target))[2]
        for line in lines_of(run_set):
            run, version = run_set.runs[line.latest], line.labels[-1]
            own = f"systems/{systems[line.system]}.html"
            row = [Cell(label, href=page), Cell(run_set.names[line.latest], href=own)]
            row += [Cell(version), count_cell(len(line.places))] if several else []
            row += (run_set.cell(run, name) for name in chosen)
            row += history.since(run_set, line.latest, history.release(run_set, line), page) if released else []
            rows.append(row)
    headings = ["language", "system", *(["version", "runs"] if several else []), *chosen.values()]
    headings += history.headings("the release") if released else []
    older = "Older versions are on a system's page. " if several else ""
    since = "Lost and won: of these very items, right for the release and not now, and the other way round. "
    note = f"{older}{since if released else ''}{as_sentence(first.suite.title)} {first.suite.citation}"
    title = "The newest version of each system" if several else "All systems"
    sure = "more than chance" if released else ""
    return Table(title, headings, rows, left=3 if several else 2, note=note, strong_means=sure)


def _said(sets: Sequence[RunSet], decisions: Decisions) -> list[Any]:
    """What of the site's decisions a page shows: it is drawn anew when that changes, though its runs do not."""
    shown = []
    for run_set in sets:
        if claims := decisions.claims(run_set):
            shown += [decisions.families[run_set.first.asked.suite], *(claim.is_sure for claim in claims)]
    return shown


def _set_page(run_set: RunSet, show_speakers: bool, decisions: Decisions, history: History) -> Callable[[], str]:
    def make() -> str:
        whole = show_speakers or not people.has_speakers(run_set.first)
        report = report_of(run_set.runs, title=run_set.label, show_sentences=whole, decisions=decisions)
        if whole and (since := since_release(run_set, history)):
            report = replace(report, sections=[since, *report.sections])
        return render(replace(report, nav=_nav("../"), lede=[*report.lede, *([] if whole else [WITHHELD])]))

    return make


def _system_page(
    system: str, runs: Sequence[Run], sets: Sequence[RunSet], decisions: Decisions, history: History
) -> Callable[[], str]:
    def make() -> str:
        report = report_of(runs, title=system, show_sentences=False, sentences_at="../sets/", decisions=decisions)
        if past := versions(sets, history, "../sets/", system):
            report = replace(report, sections=[past, *report.sections])
        return render(replace(report, nav=_nav("../")))

    return make


def _compare_page(sets: Sequence[RunSet], keys: dict[int, str], pairs: Pairs) -> str:
    data = comparable_sets(sets, keys, pairs)
    pairs.save()
    return render_compare(data, [{"href": "index.html", "text": "All systems"}])
