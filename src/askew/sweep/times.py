"""One measured time, and what several of them say of a cell: median, lowest, highest, and whether to believe it."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

BUSY = 0.1  # warn when other programs used more than this share of the machine's cores
MORE_THREADS = 1.25  # warn when a system kept more cores busy than this times the threads it was given

_REQUIRED = ("wall_seconds", "cpu_seconds", "sentences", "tokens", "threads")


@dataclass(frozen=True)
class Timing:
    """One pass of one cell over the timing set, loading and warm-up not counted."""

    cell: str
    repeat: int
    wall_seconds: float
    cpu_seconds: float
    sentences: int
    tokens: int  # words of the outputs, split at blanks: the same unit for every system
    threads: int
    load_seconds: float | None = None
    load_average: float | None = None  # of the last minute, before the pass
    other_cpu_seconds: float | None = None  # what other programs used during the pass
    cpus: int | None = None
    machine: str = ""

    def to_json(self) -> dict[str, Any]:
        """One line of timing.jsonl."""
        return asdict(self)

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> "Timing":
        """The timing a line was made from; ValueError says what is wrong with it."""
        if not isinstance(row.get("cell"), str) or not isinstance(row.get("repeat"), int):
            raise ValueError("a timing needs a cell and a repeat (a whole number)")
        for name in _REQUIRED:
            value = row.get(name)
            if isinstance(value, bool) or not isinstance(value, (int, float)) or value < 0:
                raise ValueError(
                    f"the timing of {row['cell']} needs {name}, a number that is not negative; found {value!r}"
                )
        if row["wall_seconds"] == 0 or row["sentences"] == 0:
            raise ValueError(
                f"the timing of {row['cell']} timed nothing: {row['sentences']} sentences in {row['wall_seconds']} s"
            )
        return cls(**{name: row[name] for name in cls.__dataclass_fields__ if name in row})


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

    def to_json(self) -> dict[str, Any]:
        """A plain object."""
        return asdict(self)


def doubts(timings: Sequence[Timing]) -> list[str]:
    """What speaks against believing some timings: a busy machine, more threads than given, several machines or settings."""
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
