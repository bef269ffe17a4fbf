"""A static site over many runs, fit to publish: an index, a page per table, a page per system, a page that
compares any two.

Rebuilding touches only what changed: ``site.json`` remembers, for every page, a key made of the runs it shows and
of the
code that draws it; ``comparisons.json`` keeps the paired tests, which are the slow part.
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

from askew.core.errors import InputError, RunError, UsageError
from askew.core.files import from_json, read_bytes, text_of, write_atomically
from askew.core.lock import only_writer
from askew.core.run import Run, load
from askew.report import people
from askew.report.content import Cell, Section, Table
from askew.report.decisions import Decisions
from askew.report.page import render, render_compare
from askew.report.pairs import Pairs, comparable_sets, decide_for_site
from askew.report.report import Report, report_of
from askew.report.sections import statement
from askew.report.sets import RunSet, language, run_sets
from askew.version import __version__

RECORD, COMPARISONS = "site.json", "comparisons.json"
MOST_COLUMNS = 6
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


def build(folders: Sequence[Path], out: Path, *, title: str = "", show_speakers: bool = False) -> Built:
    """Write the site, or bring the one that is there up to date.

    Raises:
        RunError: there is no run to show, or another process is writing this site.
        UsageError: the folder holds something else.

    """
    with only_writer(out):
        return _build(folders, out, title, show_speakers)


def _build(folders: Sequence[Path], out: Path, title: str, show_speakers: bool) -> Built:
    record = _record(out)
    entries, warnings = _publishable([_entry(folder) for folder in folders], show_speakers)
    if not entries:
        raise RunError("; ".join(warnings) or "a site needs at least one run")
    keys = {id(entry.run): entry.key for entry in entries}
    sets = run_sets([entry.run for entry in entries])
    systems = _slugs(dict.fromkeys(entry.run.system for entry in entries))
    everything = _key(*keys.values(), title, show_speakers)
    pairs = Pairs(out / COMPARISONS)
    decisions = decide_for_site(sets, keys, pairs)
    withheld = not show_speakers and any(people.has_speakers(entry.run) for entry in entries)
    pages: dict[str, tuple[str, Callable[[], str]]] = {
        "index.html": (everything, lambda: render(_index(sets, systems, title, withheld))),
        "compare.html": (everything, lambda: _compare_page(sets, keys, pairs)),
    }
    for run_set in sets:
        key = _key("set", *(keys[id(run)] for run in run_set.runs), _said([run_set], decisions), show_speakers)
        pages[f"sets/{run_set.id}.html"] = key, _set_page(run_set, show_speakers, decisions)
    for system, slug in systems.items():
        runs = [entry.run for entry in entries if entry.run.system == system]
        key = _key("system", *(keys[id(run)] for run in runs), _said(run_sets(runs), decisions), show_speakers)
        pages[f"systems/{slug}.html"] = key, _system_page(system, runs, decisions)
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


def _save_record(out: Path, pages: Mapping[str, str]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    write_atomically(out / RECORD, json.dumps({"askew": __version__, "pages": dict(pages)}, indent=1) + "\n")


def _entry(folder: Path) -> _Entry:
    run = load(folder)
    return _Entry(run, hashlib.sha256((folder / "run.json").read_bytes()).hexdigest()[:16])


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


def _index(sets: Sequence[RunSet], systems: dict[str, str], title: str, withheld: bool) -> Report:
    """The leaderboard: a table per suite, every language and system in it."""
    by_suite: dict[tuple[str, str], list[RunSet]] = {}
    for run_set in sets:
        by_suite.setdefault((run_set.first.asked.suite, run_set.first.protocol), []).append(run_set)
    sections = [
        Section(f"{suite}-{protocol}", _suite_title(group), [_leaderboard(group, systems)])
        for (suite, protocol), group in by_suite.items()
    ]
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


def _leaderboard(group: Sequence[RunSet], systems: dict[str, str]) -> Table:
    first = group[0]
    columns = {name: heading for run_set in group for name, heading in run_set.columns().items()}
    chosen = {name: columns[name] for index, name in enumerate(columns) if index < MOST_COLUMNS or name == "coverage"}
    rows = []
    for run_set in group:
        place = f"sets/{run_set.id}.html"
        for system, run in run_set.pairs():
            cells = (run_set.cell(run, name) for name in chosen)
            label = language(run_set.target) + run_set.label.partition(language(run_set.target))[2]
            rows.append([Cell(label, href=place), Cell(system, href=f"systems/{systems[run.system]}.html"), *cells])
    note = f"{first.suite.title} {first.suite.citation}"
    return Table(first.title, ["language", "system", *chosen.values()], rows, left=2, note=note)


def _said(sets: Sequence[RunSet], decisions: Decisions) -> list[Any]:
    """What of the site's decisions a page shows: it is drawn anew when that changes, though its runs do not."""
    shown = []
    for run_set in sets:
        if claims := decisions.claims(run_set):
            shown += [decisions.families[run_set.first.asked.suite], *(claim.is_sure for claim in claims)]
    return shown


def _set_page(run_set: RunSet, show_speakers: bool, decisions: Decisions) -> Callable[[], str]:
    def make() -> str:
        whole = show_speakers or not people.has_speakers(run_set.first)
        report = report_of(run_set.runs, title=run_set.label, show_sentences=whole, decisions=decisions)
        return render(replace(report, nav=_nav("../"), lede=[*report.lede, *([] if whole else [WITHHELD])]))

    return make


def _system_page(system: str, runs: Sequence[Run], decisions: Decisions) -> Callable[[], str]:
    def make() -> str:
        report = report_of(runs, title=system, show_sentences=False, sentences_at="../sets/", decisions=decisions)
        return render(replace(report, nav=_nav("../")))

    return make


def _compare_page(sets: Sequence[RunSet], keys: dict[int, str], pairs: Pairs) -> str:
    data = comparable_sets(sets, keys, pairs)
    pairs.save()
    return render_compare(data, [{"href": "index.html", "text": "All systems"}])
