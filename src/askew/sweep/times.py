"""One measured time, and what several of them say of a cell: median, lowest, highest, and whether to believe it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import msgspec

from askew.core.errors import InputError
from askew.formats.json_lines import read_json_lines

BUSY = 0.1  # warn when other programs used more than this share of the machine's cores
MORE_THREADS = 1.25  # warn when a system kept more cores busy than this times the threads it was given

Amount = Annotated[float, msgspec.Meta(ge=0)]
Number = Annotated[int, msgspec.Meta(ge=1)]


@dataclass(frozen=True)
class Timing:
    """One pass of one cell over the timing set, loading and warm-up not counted: a line of timing.jsonl."""

    cell: str
    repeat: Annotated[int, msgspec.Meta(ge=0)]
    wall_seconds: Annotated[float, msgspec.Meta(gt=0)]
    cpu_seconds: Amount
    sentences: Number
    tokens: Annotated[int, msgspec.Meta(ge=0)]  # words of the outputs, split at blanks: the same unit for every system
    threads: Number
    load_seconds: Amount | None = None
    load_average: Amount | None = None  # of the last minute, before the pass
    other_cpu_seconds: Amount | None = None  # what other programs used during the pass
    cpus: Number | None = None
    machine: str = ""


def read_timings(path: Path, *, appended: bool = False) -> Iterator[tuple[int, Timing]]:
    """The rows of a timing.jsonl with their line numbers; ``appended`` where it is a journal whose last line may be
    torn.

    Raises:
        InputError: a row is no timing, or one pass is there twice: its time would count twice.

    """
    seen: set[tuple[str, int]] = set()
    for number, timing in read_json_lines(path, Timing, appended=appended):
        if (timing.cell, timing.repeat) in seen:
            message = f"repeat {timing.repeat} of {timing.cell} was timed twice: remove one of the two lines"
            raise InputError(message, where=str(path), line=number)
        seen.add((timing.cell, timing.repeat))
        yield number, timing


@dataclass(frozen=True)
class Speed:
    """A cell's time: the median over its repeats, with the lowest and the highest."""

    wall_seconds: float
    low: float
    high: float
    cpu_seconds: float
    load_seconds: float | None
    sentences_per_second: float
    tokens_per_second: float
    repeats: int
    threads: int

    @classmethod
    def of(cls, timings: Sequence[Timing]) -> "Speed":
        """The summary of one cell's timings (or of those of its seeds together)."""
        walls = [timing.wall_seconds for timing in timings]
        loads = [timing.load_seconds for timing in timings if timing.load_seconds is not None]
        return cls(
            wall_seconds=median(walls),
            low=min(walls),
            high=max(walls),
            cpu_seconds=median(timing.cpu_seconds for timing in timings),
            load_seconds=median(loads) if loads else None,
            sentences_per_second=median(timing.sentences / timing.wall_seconds for timing in timings),
            tokens_per_second=median(timing.tokens / timing.wall_seconds for timing in timings),
            repeats=len(timings),
            threads=timings[0].threads,
        )


def timing_warnings(timings: Sequence[Timing]) -> list[str]:
    """What speaks against believing some timings: a busy machine, more threads than given, several machines or
    settings.
    """
    found = []
    busy = sorted({timing.cell for timing in timings if _was_busy(timing)})
    if busy:
        found.append(f"the machine was busy with other work while {_some(busy)} were timed")
    wide = sorted({t.cell for t in timings if t.cpu_seconds > MORE_THREADS * t.threads * t.wall_seconds})
    if wide:
        found.append(f"{_some(wide)} kept more cores busy than the threads given")
    settings: dict[str, set[Any]] = {
        "machines": {timing.machine for timing in timings},
        "numbers of threads": {timing.threads for timing in timings},
        "numbers of sentences": {timing.sentences for timing in timings},
    }
    for name, values in settings.items():
        if len(values) > 1:
            found.append(f"times were taken with different {name}: {', '.join(sorted(map(str, values)))}")
    single = [cell for cell, own in by_cell(timings).items() if len(own) < 3]
    if single:
        found.append(f"fewer than three repeats of {_some(single)}: their spread says little")
    return found


def by_cell(timings: Sequence[Timing]) -> dict[str, list[Timing]]:
    """The timings of each cell."""
    cells: dict[str, list[Timing]] = {}
    for timing in timings:
        cells.setdefault(timing.cell, []).append(timing)
    return cells


def _was_busy(timing: Timing) -> bool:
    if timing.other_cpu_seconds is not None and timing.cpus:
        return timing.other_cpu_seconds > BUSY * timing.cpus * timing.wall_seconds
    if timing.load_average is not None and timing.cpus:
        return timing.load_average > timing.threads + BUSY * timing.cpus  # the sweep's own earlier passes count in it
    return False


def _some(names: Sequence[str]) -> str:
    return (
        names[0] if len(names) == 1 else f"{len(names)} cells ({', '.join(names[:3])}{'…' if len(names) > 3 else ''})"
    )
