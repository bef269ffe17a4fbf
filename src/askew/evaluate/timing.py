"""How long a system took, and what it needed."""

import statistics
import sys
import time
from collections.abc import Mapping, Sequence

from askew.core.records import Item, Output

PARTS = ("audio_seconds", "recognition_seconds", "translation_seconds")  # fields of an output that are added up
ADDED = ("items", "cached", "failed", "load_seconds", "wall_seconds", "characters", "tokens_in", "tokens_out", *PARTS)
HERE = ("cpu_seconds", "peak_memory_mb")  # not known of a session that was killed, or that ran elsewhere


class Stopwatch:
    """Counts while a run asks: ``load`` is called first, ``start`` when the system is ready for the first item."""

    def __init__(self, here: bool = True) -> None:
        self._here = here  # whether this machine does the work, so that its CPU time and memory mean something
        self._opened: float | None = None
        self._started: float | None = None
        self._cpu = 0.0
        self._counts: dict[str, float] = dict.fromkeys(ADDED, 0)

    @property
    def counts(self) -> Mapping[str, float]:
        """What was counted so far."""
        return self._counts

    def load(self) -> None:
        """The system is about to be made ready; the first time counts."""
        if self._opened is None:
            self._opened = time.perf_counter()
            self._cpu = _cpu_seconds()

    def start(self) -> None:
        """The system is ready."""
        self._started = time.perf_counter()
        self._counts["load_seconds"] = self._started - (self._started if self._opened is None else self._opened)

    def note(self, item: Item, output: Output) -> None:
        """An output has come."""
        if not self._counts["items"] and self._started is not None:
            self._counts["first_output_seconds"] = time.perf_counter() - self._started
        counted(self._counts, item, output)

    def note_cached(self) -> None:
        """An output was taken from the cache."""
        self._counts["cached"] += 1

    def note_failed(self) -> None:
        """An item could not be answered."""
        self._counts["failed"] += 1

    def measured(self) -> dict[str, float]:
        """All that was counted, up to now."""
        measured = dict(self._counts)
        if self._started is not None:
            measured["wall_seconds"] = time.perf_counter() - self._started
        if self._here and self._opened is not None:
            measured["cpu_seconds"] = _cpu_seconds() - self._cpu
            measured["peak_memory_mb"] = own = _peak_mb("RUSAGE_SELF")
            # A program starts its life as a copy of this process and Linux counts that, so less can't be told.
            if (programs := _peak_mb("RUSAGE_CHILDREN")) > own:
                measured["peak_memory_programs_mb"] = programs
        return measured


def counted(counts: dict[str, float], item: Item, output: Output) -> None:
    """Add an output to what was counted."""
    for name, value in {
        "items": 1,
        "characters": len(item.source),
        "tokens_in": output.tokens_in,
        "tokens_out": output.tokens_out,
        "audio_seconds": output.audio_seconds,
        "recognition_seconds": output.recognition_seconds,
        "translation_seconds": output.translation_seconds,
    }.items():
        counts[name] = counts.get(name, 0) + (value or 0)


def total(sessions: Sequence[Mapping[str, float]], outputs: Sequence[Output]) -> dict[str, float]:
    """What goes into ``run.json``: all sessions together; ``items`` says how many items were answered in them.

    ``outputs`` are all there are, for the median and the 95th percentile of their times.
    """
    sums = {name: sum(session.get(name, 0) for session in sessions) for name in ADDED}
    timing = {name: sums[name] for name in ("items", "cached", "failed")}
    asked = [session for session in sessions if session.get("items")]
    wall = sums["wall_seconds"]
    if asked and wall > 0:
        timing["load_seconds"] = sums["load_seconds"]
        if (first := asked[0].get("first_output_seconds")) is not None:
            timing["first_output_seconds"] = first
        timing |= {
            "wall_seconds": wall,
            "items_per_second": sums["items"] / wall,
            "characters_per_second": sums["characters"] / wall,
        }
        if sums["tokens_out"]:
            timing |= {"tokens_in": sums["tokens_in"], "tokens_out": sums["tokens_out"]}
            timing["tokens_per_second"] = sums["tokens_out"] / wall
        timing |= {name: sums[name] for name in PARTS if sums[name]}
        if sums["audio_seconds"]:
            timing["audio_seconds_per_second"] = sums["audio_seconds"] / wall
        if ordered := sorted(output.seconds for output in outputs if output.seconds is not None):
            timing["item_seconds_median"] = statistics.median(ordered)
            timing["item_seconds_p95"] = ordered[int(0.95 * (len(ordered) - 1))]
        if all(name in session for session in asked for name in HERE):
            timing["cpu_seconds"] = sum(session["cpu_seconds"] for session in asked)
            timing["peak_memory_mb"] = max(session["peak_memory_mb"] for session in asked)
            programs = [session["peak_memory_programs_mb"] for session in asked if "peak_memory_programs_mb" in session]
            if programs:
                timing["peak_memory_programs_mb"] = max(programs)
    return {name: round(value, 6 if name.startswith("item_") else 3) for name, value in timing.items()}


def _cpu_seconds() -> float:
    """CPU time of this process and of the finished ones it started, user and system."""
    import resource  # not there on Windows, where nothing is run

    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def _peak_mb(who: str) -> float:
    """The most memory this process, or the largest finished one it started, ever had. Linux counts in KiB, macOS in
    bytes.
    """
    import resource

    return resource.getrusage(getattr(resource, who)).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
