"""One timed pass of one cell, in a process of its own: nothing left over from another cell, threads fixed before
anything loads.

``python -m askew.sweep.stopwatch`` reads one JSON object (the cell's SPEC and options, what to warm up on, what to
time) from standard input and prints one. ``time_cell`` starts it.
"""

import json
import os
import platform
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from askew.core.errors import SystemFailure
from askew.core.files import from_json
from askew.core.records import Item, Output
from askew.sweep.design import Value
from askew.sweep.times import Timing

_THREAD_VARIABLES = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMEXPR_NUM_THREADS")


@dataclass(frozen=True)
class Request:
    """What the timed process is asked."""

    spec: str
    options: dict[str, Value]
    target: str
    warmup: list[dict[str, Any]]
    items: list[dict[str, Any]]


@dataclass(frozen=True)
class Measured:
    """What the timed process prints."""

    wall_seconds: float
    cpu_seconds: float
    load_seconds: float
    sentences: int
    tokens: int
    process_cpu_seconds: float


def time_cell(
    cell: str,
    repeat: int,
    spec: str,
    options: Mapping[str, Value],
    target: str,
    warmup: Sequence[Item],
    items: Sequence[Item],
    threads: int,
) -> Timing:
    """One pass over ``items`` in a new process."""
    request = Request(
        spec, dict(options), target, [item.to_json() for item in warmup], [item.to_json() for item in items]
    )
    environment = {**os.environ, **dict.fromkeys(_THREAD_VARIABLES, str(threads))}
    load_average, others = os.getloadavg()[0], _Others()
    status, printed, complaints = _run(json.dumps(asdict(request)), environment)
    if status != 0:
        raise SystemFailure(f"{cell} could not be timed: {complaints.strip()[-500:]}")
    measured = from_json(printed.rstrip("\n").rpartition("\n")[2], Measured, where=f"what timing {cell} printed")
    return Timing(
        cell=cell,
        repeat=repeat,
        wall_seconds=measured.wall_seconds,
        cpu_seconds=measured.cpu_seconds,
        sentences=measured.sentences,
        tokens=measured.tokens,
        threads=threads,
        load_seconds=measured.load_seconds,
        load_average=round(load_average, 2),
        other_cpu_seconds=others.seconds(measured.process_cpu_seconds, measured.wall_seconds),
        cpus=os.cpu_count(),
        machine=machine(),
    )


def _run(request: str, environment: Mapping[str, str]) -> tuple[int, str, str]:
    """The timed process from beginning to end: its status, what it printed, and what it complained of."""
    words = [sys.executable, "-m", "askew.sweep.stopwatch"]
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(words, **pipes, text=True, env=environment) as process:
        try:
            printed, complaints = process.communicate(request)
        except BaseException:
            process.terminate()  # not killed: it ends the programs it has started
            process.wait()
            raise
    return process.returncode, printed, complaints


def main() -> None:
    """The timed process: open, warm up, time, print."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    from askew.core.errors import AskewError
    from askew.sweep.opening import open_cell

    request = from_json(sys.stdin.read(), Request, where="standard input")
    warmup, items = ([Item.from_json(row) for row in rows] for rows in (request.warmup, request.items))
    try:
        began = time.perf_counter()
        system = open_cell(request.spec, request.options, request.target)
        system.load()
        opened = time.perf_counter() - began
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        load = _timed(system.answer, warmup)
        # A system that starts a program for every call loads it every time. Its pass is timed as the difference of two
        # whole calls, with and without the items, which no buffering in between can distort.
        restarts = _cpu(resource.getrusage(resource.RUSAGE_CHILDREN)) > _cpu(before)
        if restarts:
            wall, cpu, outputs = _difference(system.answer, warmup, items)
        else:
            wall, cpu, outputs = _timed(system.answer, items)
    except AskewError as error:
        sys.exit(str(error))
    if wall <= 0 or len(outputs) != len(items):
        sys.exit(f"{len(items)} items took no longer than the {len(warmup)} to warm up on: time more of them ('first')")
    measured = Measured(
        wall_seconds=round(wall, 6),
        cpu_seconds=round(max(cpu, 0.0), 6),
        load_seconds=round(opened + load[0], 6),
        sentences=len(items),
        tokens=sum(len(output.text.split()) for output in outputs),
        process_cpu_seconds=_all_cpu(),
    )
    print(json.dumps(asdict(measured)))


def _difference(answer: Any, warmup: Sequence[Item], items: Sequence[Item]) -> tuple[float, float, list[Output]]:
    """A call with the items less a call without; once more where a busy machine made the longer one the quicker."""
    for _ in range(3):
        without, full = _timed(answer, warmup), _timed(answer, [*warmup, *items])
        if full[0] > without[0]:
            break
    return full[0] - without[0], full[1] - without[1], full[2][len(warmup) :]


def _timed(answer: Any, items: Sequence[Item]) -> tuple[float, float, list[Output]]:
    """Wall seconds, CPU seconds (of this process and those it started) and outputs of one call."""
    wall, cpu = time.perf_counter(), _all_cpu()
    answers = list(answer(items))
    wall, cpu = time.perf_counter() - wall, _all_cpu() - cpu
    failed = [one for one in answers if not isinstance(one, Output)]
    if failed:
        raise SystemFailure(f"{failed[0].id} was not answered: {failed[0].reason}")
    return wall, cpu, answers


def _all_cpu() -> float:
    return sum(_cpu(resource.getrusage(who)) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def _cpu(usage: resource.struct_rusage) -> float:
    return usage.ru_utime + usage.ru_stime


class _Others:
    """How much CPU time the rest of the machine uses from now on (Linux only)."""

    def __init__(self) -> None:
        self._busy, self._wall = _busy_seconds(), time.perf_counter()

    def seconds(self, own: float, scaled_to: float) -> float | None:
        """What others used since, as if it had lasted ``scaled_to`` seconds; ``own`` is what we used ourselves."""
        now = _busy_seconds()
        if self._busy is None or now is None:
            return None
        rate = max(now - self._busy - own, 0.0) / (time.perf_counter() - self._wall)
        return round(rate * scaled_to, 3)


def _busy_seconds() -> float | None:
    """Seconds all cores together have been busy since the machine started."""
    try:
        fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    except OSError:
        return None
    user, nice, system, _idle, _iowait, irq, softirq, *_ = map(int, fields)
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")


def machine() -> str:
    """The CPU's model, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


if __name__ == "__main__":
    main()
