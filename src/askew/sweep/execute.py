"""Do a sweep: finish every cell's runs, then time the cells, repeats interleaved; a stopped sweep goes on where it was."""

import json
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from askew.core.errors import RunError, UsageError
from askew.core.files import to_json_line, write_atomically
from askew.core.registry import unknown
from askew.suites.base import revision
from askew.sweep.cells import Folder, Progress, complete_cell, missing_sets, set_items, store_of, stored_cell
from askew.sweep.opening import spec_and_options
from askew.sweep.plan import Cell, SweepPlan
from askew.sweep.stopwatch import time_cell
from askew.sweep.times import Timing
from askew.version import __version__

EXECUTORS = ("local", "ray")
GROWING = ("suites", "quality", "timing")  # what a sweep may be given more of later

Say = Callable[[str], None]


@dataclass(frozen=True)
class TimedPass:
    """One pass still to be timed."""

    cell: str
    repeat: int
    spec: str
    options: dict[str, Any]


def execute(
    sweep: SweepPlan,
    out: Path,
    *,
    executor: str = "local",
    jobs: int = 1,
    progress: Progress | None = None,
    say: Say = lambda _: None,
) -> list[str]:
    """Do what is not done yet; returns what could not be done, in words (empty: the sweep is complete)."""
    if executor not in EXECUTORS:
        raise UsageError(unknown("executor", executor, list(EXECUTORS)))
    folder = Folder(out)
    _begin(sweep, folder)
    cells = sweep.cells()
    wanting = [
        f"{cell.name} lacks outputs for {', '.join(sets)}"
        for cell, sets in _finish(sweep, folder, cells, executor, jobs, progress, say)
        if sets
    ]
    if sweep.timing is not None:
        todo = list(_passes(sweep, folder, cells))
        _mend(folder.timings)
        for number, timing in enumerate(_time(sweep, todo, executor), 1):
            with folder.timings.open("a", encoding="utf-8") as journal:
                journal.write(to_json_line(timing.to_json()) + "\n")
            say(
                f"timed {timing.cell}, repeat {timing.repeat + 1} ({number} of {len(todo)}): {timing.wall_seconds:.2f} s"
            )
    timed = {timing.cell for timing in timings(sweep, folder)}
    return wanting + [f"{cell.name} has no time" for cell in cells if timed and cell.name not in timed]


def _begin(sweep: SweepPlan, folder: Folder) -> None:
    """Note what this folder's sweep is about; another sweep in it is refused. Sets, values of axes, steps and timing may be added."""
    about: dict[str, Any] = {
        "askew": __version__,
        "target": sweep.target,
        "suites": {choice.suite: dict(choice.__dict__) for choice in sweep.suites},
        "quality": {quality.name: revision(quality.items) for quality in sweep.quality},
        "axes": list(sweep.axes),
        "system": sweep.system,
        "set": dict(sweep.options),
        "where": dict(sweep.store_where),
        "timing": {} if sweep.timing is None else {**sweep.timing.__dict__, "repeats": "any"},
    }
    path = folder.root / "sweep.json"
    if path.exists():
        earlier = json.loads(path.read_text("utf-8"))
        differing = [key for key, value in about.items() if not _agree(key, earlier.get(key), value)]
        if differing:
            raise RunError(
                f"{folder.root} holds another sweep (it differs in {', '.join(differing)}): choose another --out"
            )
        about |= {key: {**earlier[key], **about[key]} for key in GROWING}
    elif folder.root.exists() and any(folder.root.iterdir()):
        raise RunError(f"{folder.root} exists, is not empty and holds no sweep: choose another --out")
    folder.root.mkdir(parents=True, exist_ok=True)
    write_atomically(path, json.dumps(about, ensure_ascii=False, indent=1) + "\n")


def _agree(key: str, earlier: Any, now: Any) -> bool:
    """Whether what a folder's sweep was about before fits what it is about now."""
    if key in GROWING and isinstance(earlier, dict):
        return all(earlier[name] == now[name] for name in earlier.keys() & now.keys())
    return bool(earlier == now)


def _finish(
    sweep: SweepPlan, folder: Folder, cells: list[Cell], executor: str, jobs: int, progress: Progress | None, say: Say
) -> Iterator[tuple[Cell, list[str]]]:
    """Finish all cells' runs, and say for each which sets it lacks."""
    todo = [cell for cell in cells if missing_sets(sweep, folder, cell)]
    done = {cell.name: complete_cell(sweep, folder, cell) for cell in cells if cell not in todo}  # checks, asks nothing
    results: Iterable[list[str]]
    if executor == "ray":
        from askew.sweep.cluster import finish_on_cluster

        results = finish_on_cluster(sweep, folder, todo)
    elif jobs > 1:
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            results = list(pool.map(partial(complete_cell, sweep, folder), todo))
    else:
        results = (complete_cell(sweep, folder, cell, progress) for cell in todo)
    for number, (cell, wanting) in enumerate(zip(todo, results, strict=True), 1):
        done[cell.name] = wanting
        say(f"{cell.name} ({number} of {len(todo)})")
    for cell in cells:
        yield cell, done[cell.name]


def _passes(sweep: SweepPlan, folder: Folder, cells: list[Cell]) -> Iterator[TimedPass]:
    """What is to be timed yet: all cells once, then all again. Cells timed elsewhere are not timed here."""
    assert sweep.timing is not None
    have = {(timing.cell, timing.repeat) for timing in timings(sweep, folder)}
    for repeat in range(sweep.timing.repeats):
        for cell in cells:
            if sweep.system is not None and stored_cell(sweep, cell) is None and (cell.name, repeat) not in have:
                yield TimedPass(cell.name, repeat, *spec_and_options(sweep.system, sweep.options, cell.settings))


def _mend(journal: Path) -> None:
    """Cut off the torn last line that a kill may have left."""
    if journal.exists() and not (raw := journal.read_bytes()).endswith(b"\n"):
        write_atomically(journal, raw[: raw.rfind(b"\n") + 1].decode("utf-8"))


def _time(sweep: SweepPlan, todo: list[TimedPass], executor: str) -> Iterator[Timing]:
    if not todo or sweep.timing is None:
        return iter(())
    items = set_items(sweep, sweep.timing.set)
    timed, warmup = items[: sweep.timing.first], items[-sweep.timing.warmup :]
    measure = partial(_measure, target=sweep.target, warmup=warmup, items=timed, threads=sweep.timing.threads)
    if executor == "ray":
        from askew.sweep.cluster import time_on_cluster

        return time_on_cluster(measure, todo)
    return map(measure, todo)


def _measure(one: TimedPass, **how: Any) -> Timing:
    return time_cell(one.cell, one.repeat, one.spec, one.options, **how)


def timings(sweep: SweepPlan, folder: Folder) -> list[Timing]:
    """All timings of the sweep's cells under their names in the sweep: those taken here and those made elsewhere."""
    found = []
    if folder.timings.exists():
        lines = folder.timings.read_text("utf-8").split("\n")[:-1]  # a torn last line is dropped
        found = [Timing.from_json(json.loads(line)) for line in lines]
    if sweep.store is not None:
        names = {stored.name: cell.name for cell in sweep.cells() if (stored := stored_cell(sweep, cell))}
        found += [
            Timing(**{**timing.to_json(), "cell": names[timing.cell]})
            for timing in store_of(sweep.store).timings
            if timing.cell in names
        ]
    return found
