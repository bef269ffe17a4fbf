"""Run a system on a suite: journal its outputs as they come, then judge and measure them."""

import resource
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from askew.core.errors import RunError, SystemFailure, first_five
from askew.core.files import to_json_lines, write_atomically
from askew.core.journal import Journal, read_journal
from askew.core.records import Answer, Failure, Item
from askew.core.run import FILES, Asked, Run, read_asked, read_head, read_items, write_head
from askew.evaluate.measure import Resampling
from askew.evaluate.score import Plan, check_new_folder, is_leftover, judge_and_measure
from askew.systems import System, open_system
from askew.systems.pipe import CountMismatch

Progress = Callable[[Iterable[Answer], int], Iterable[Answer]]  # wraps the answers to come, told how many


def run(
    suite: str | Plan,
    *,
    target: str,
    system: str | System,
    out: str | Path,
    options: Mapping[str, object] | None = None,
    edition: str | None = None,
    subset: str | None = None,
    protocol: str | None = None,
    name: str | None = None,
    fresh: bool = False,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> Run:
    """Run ``system`` (a SPEC, or any object that answers items) and leave a run folder in ``out``.

    If ``out`` holds the same run broken off, it goes on where it stopped; ``fresh`` throws that away.
    """
    plan = Plan.make(suite, target, edition=edition, subset=subset, protocol=protocol, resampling=resampling)
    answering = open_system(system, options, target=target) if isinstance(system, str) else system
    asked = plan.asked(name or answering.name, answering.details)
    items = plan.suite.items(plan.edition, plan.subset)
    folder = Path(out)
    if fresh and (folder / "run.json").exists():
        _throw_away(folder)
    created = _begin(folder, asked)
    _keep_items(folder, items)
    done = {output.id for output in read_journal(folder / "outputs.jsonl")}
    missing = [item for item in items if item.id not in done]
    timing = read_head(folder).get("timing")
    if missing:
        to_ask = items if getattr(answering, "whole", False) else missing
        try:
            timing = _answer(answering, to_ask, done, folder, progress or (lambda outputs, _: outputs))
        except SystemFailure:
            if not read_journal(folder / "outputs.jsonl"):
                _throw_away(folder)  # a misspelt program must not keep its folder from the right one
            raise
    result = judge_and_measure(
        plan, asked, items, read_journal(folder / "outputs.jsonl"), created=created, timing=timing
    )
    result.save(folder)
    return result


def _throw_away(folder: Path) -> None:
    """Remove a run, and the folder with it; what somebody else put there (an audit's labels, say) is never removed."""
    ours = [path for path in folder.iterdir() if path.name in (*FILES, "run.json") or is_leftover(path)]
    others = [path.name for path in folder.iterdir() if path not in ours]
    if others:
        raise RunError(
            f"{folder} holds more than the run ({first_five(others)}): move that first, or choose another --out"
        )
    for path in ours:
        path.unlink()
    folder.rmdir()


def _keep_items(folder: Path, items: Sequence[Item]) -> None:
    """Write what is asked; a run that was begun with other items (of another askew, say) is not continued."""
    if (folder / "items.jsonl").exists() and read_items(folder) != list(items):
        raise RunError(f"{folder} was begun with other items than the suite has now: choose another --out, or --fresh")
    write_atomically(folder / "items.jsonl", to_json_lines(item.to_json() for item in items))


def _begin(folder: Path, asked: Asked) -> str:
    """Open the folder: new, or one that holds the same run broken off. Returns when the run began."""
    if (folder / "run.json").exists():
        earlier = read_asked(folder)
        if earlier != asked:
            ours, theirs = asked.to_json(), earlier.to_json()
            differing = "; ".join(
                f"{key}: {theirs[key]} there, {ours[key]} now" for key in ours if ours[key] != theirs[key]
            )
            raise RunError(
                f"{folder} holds another run ({differing}): choose another --out, or throw it away with --fresh"
            )
        created: str = read_head(folder)["created"]
        return created
    check_new_folder(folder).mkdir(parents=True, exist_ok=True)
    created = datetime.now(UTC).isoformat(timespec="seconds")
    write_head(folder, asked, created)  # first, so that whatever else is found here later is known to be ours
    return created


def _answer(
    system: System, items: Sequence[Item], done: set[str], folder: Path, progress: Progress
) -> dict[str, float]:
    """Journal the system's outputs but those that are there already; returns how long that took."""
    wall, cpu = time.perf_counter(), _cpu_seconds()
    with Journal(folder / "outputs.jsonl") as journal:
        before = journal.size
        try:
            for output in progress(system.answer(items), len(items)):
                if isinstance(output, Failure):
                    raise SystemFailure(f"{output.id}: {output.reason}")
                if output.id not in done:
                    journal.append(output)
        except CountMismatch:
            journal.cut(before)  # nobody knows which answer belongs to which item
            raise
    wall, cpu = time.perf_counter() - wall, _cpu_seconds() - cpu
    return {
        "items": len(items),
        "wall_seconds": round(wall, 3),
        "cpu_seconds": round(cpu, 3),
        "items_per_second": round(len(items) / wall, 2),
    }


def _cpu_seconds() -> float:
    """CPU time of this process and of the finished ones it started, user and system."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)
