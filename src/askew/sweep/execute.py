"""Do a sweep: finish every cell's runs, then time the cells, repeats interleaved; a stopped sweep goes on."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from askew.core.errors import UsageError
from askew.core.files import to_json_line, write_atomically, writing
from askew.core.lock import only_writer
from askew.core.registry import unknown
from askew.sweep.about import begin
from askew.sweep.cells import Folder, Progress, complete_cell, missing_sets, set_items, store_of, stored_cell
from askew.sweep.opening import spec_and_options
from askew.sweep.plan import Cell, SweepPlan
from askew.sweep.stopwatch import time_cell
from askew.sweep.times import Timing, read_timings

EXECUTORS = ("local", "ray")

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
    """Do what is not done yet; returns what could not be done, in words (empty: the sweep is complete).

    Args:
        sweep: what is swept, and on what it is measured.
        out: the sweep's folder; one that was broken off there is continued.
        executor: ``local``, or ``ray`` for a cluster.
        jobs: cells answered at a time (timing is always one at a time).
        progress: wraps the answers to come, to show how far they are.
        say: told each step in words.

    Raises:
        RunError: the folder holds another sweep, or another process is at work in it.
        UsageError: an unknown executor.

    """
    if executor not in EXECUTORS:
        raise UsageError(unknown("executor", executor, list(EXECUTORS)))
    folder = Folder(out)
    with only_writer(out):  # two that time at once would take each other's time, and each pass twice
        begin(sweep, folder)
        missing = [
            f"{cell.name} lacks outputs for {', '.join(sets)}"
            for cell, sets in _finish(sweep, folder, sweep.cells(), executor, jobs, progress, say)
            if sets
        ]
        _take_times(sweep, folder, executor, say)
    timed = {timing.cell for timing in timings(sweep, folder)}
    return missing + [f"{cell.name} has no time" for cell in sweep.cells() if timed and cell.name not in timed]


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
    for number, (cell, missing) in enumerate(zip(todo, results, strict=True), 1):
        done[cell.name] = missing
        say(f"{cell.name} ({number} of {len(todo)})")
    for cell in cells:
        yield cell, done[cell.name]


def _take_times(sweep: SweepPlan, folder: Folder, executor: str, say: Say) -> None:
    """Take the times that are not there yet, each written down as it comes."""
    if sweep.timing is None:
        return
    todo = list(_passes(sweep, folder, sweep.cells()))
    _mend(folder.timings)
    for number, timing in enumerate(_time(sweep, todo, executor), 1):
        with writing(folder.timings), folder.timings.open("a", encoding="utf-8") as journal:
            journal.write(to_json_line(asdict(timing)) + "\n")
        say(f"timed {timing.cell}, repeat {timing.repeat + 1} ({number} of {len(todo)}): {timing.wall_seconds:.2f} s")


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
        found = [timing for _, timing in read_timings(folder.timings, appended=True)]
    if sweep.store is not None:
        names = {stored.cell: cell.name for cell in sweep.cells() if (stored := stored_cell(sweep, cell))}
        taken = store_of(sweep.store).timings
        found += [replace(timing, cell=names[timing.cell]) for timing in taken if timing.cell in names]
    return found
