"""How long a system took, and what it needed."""

import resource
import statistics
import time

from askew.core.records import Item, Output

PARTS = ("audio_seconds", "recognition_seconds", "translation_seconds")  # fields of an output that are added up


class Stopwatch:
    """Counts while a run asks: ``load`` is called first, ``start`` when the system is ready for the first item."""

    def __init__(self, here: bool = True) -> None:
        self._here = here  # whether this machine does the work, so that its CPU time and memory mean something
        self._opened = self._started = self._cpu = 0.0
        self._load = self._first = 0.0
        self._seconds: list[float] = []
        self._parts: dict[str, float] = dict.fromkeys(PARTS, 0.0)
        self._answered = self._characters = self._tokens_in = self._tokens_out = 0
        self.cached = self.failed = 0

    def load(self) -> None:
        """The system is about to be made ready."""
        self._opened = time.perf_counter()
        self._cpu = _cpu_seconds()

    def start(self) -> None:
        """The system is ready."""
        self._started = time.perf_counter()
        self._load = self._started - self._opened

    def note(self, item: Item, output: Output) -> None:
        """An output has come."""
        if not self._answered:
            self._first = time.perf_counter() - self._started
        self._answered += 1
        self._characters += len(item.source)
        self._tokens_in += output.tokens_in or 0
        self._tokens_out += output.tokens_out or 0
        if output.seconds is not None:
            self._seconds.append(output.seconds)
        for name in PARTS:
            self._parts[name] += getattr(output, name) or 0.0

    def timing(self) -> dict[str, float]:
        """What goes into ``run.json``: of the last time the system was asked; ``items`` says for how many."""
        timing: dict[str, float] = {"items": self._answered, "cached": self.cached, "failed": self.failed}
        if not self._answered:
            return timing
        wall = time.perf_counter() - self._started
        timing |= {
            "load_seconds": self._load,
            "first_output_seconds": self._first,
            "wall_seconds": wall,
            "items_per_second": self._answered / wall,
            "characters_per_second": self._characters / wall,
        }
        if self._tokens_out:
            timing |= {"tokens_in": self._tokens_in, "tokens_out": self._tokens_out}
            timing["tokens_per_second"] = self._tokens_out / wall
        timing |= {name: seconds for name, seconds in self._parts.items() if seconds}
        if self._parts["audio_seconds"]:
            timing["audio_seconds_per_second"] = self._parts["audio_seconds"] / wall
        if self._seconds:
            ordered = sorted(self._seconds)
            timing["item_seconds_median"] = statistics.median(ordered)
            timing["item_seconds_p95"] = ordered[int(0.95 * (len(ordered) - 1))]
        if self._here:
            timing["cpu_seconds"] = _cpu_seconds() - self._cpu
            timing["peak_memory_mb"] = own = _peak_mb(resource.RUSAGE_SELF)
            # A program starts its life as a copy of this process and Linux counts that, so less can't be told.
            if (programs := _peak_mb(resource.RUSAGE_CHILDREN)) > own:
                timing["peak_memory_programs_mb"] = programs
        return {name: round(value, 6 if name.startswith("item_") else 3) for name, value in timing.items()}


def _cpu_seconds() -> float:
    """CPU time of this process and of the finished ones it started, user and system."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def _peak_mb(who: int) -> float:
    """The most memory this process, or the largest finished one it started, ever had. Linux counts in KiB."""
    return resource.getrusage(who).ru_maxrss / 1024
