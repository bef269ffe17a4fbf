"""What a run costs beyond the program it runs: items per second of askew and of the bare program, in the same run.

    ASKEW_DATA=… python bench/bench_systems.py [ROUNDS]

3,888 WinoMT sentences. The bare program reads a file and writes a file; askew feeds the program, matches answers to items, and
journals and flushes every output. Scoring is left out on both sides. Rounds alternate and the best of each side counts, since
machines are seldom idle; CPU seconds (of askew and the program together) suffer less from that. ``sed`` does nothing worth the
name, so its row shows askew's own cost per item.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import askew
from askew.core.records import Item
from askew.evaluate.ask import ask
from askew.evaluate.workers import Opening

PROGRAMS = {
    "apertium:eng-spa": ("apertium -u eng-spa", "\n\n"),
    "command:apertium -u -f line eng-spa": ("apertium -u -f line eng-spa", "\n"),
    "command:sed s/the/el/": ("sed s/the/el/", "\n"),
}


def seconds_of(work: Callable[[], object]) -> tuple[float, float]:
    """Wall and CPU seconds, those of finished programs included."""
    wall, cpu = time.perf_counter(), sum(os.times()[:4])
    work()
    return time.perf_counter() - wall, sum(os.times()[:4]) - cpu


def bare(command: str, separator: str, items: list[Item], folder: Path) -> tuple[float, float]:
    question, answer = folder / "question", folder / "answer"
    question.write_text("".join(item.source + separator for item in items))
    with question.open("rb") as stdin, answer.open("wb") as stdout:
        return seconds_of(lambda: subprocess.run(command.split(), stdin=stdin, stdout=stdout, check=True))


def through_askew(spec: str, items: list[Item], folder: Path) -> tuple[float, float]:
    opening = Opening(spec, {}, "es")
    seconds = seconds_of(lambda: ask(opening.open(), opening, items, folder, lambda: None))
    assert (folder / "outputs.jsonl").read_bytes().count(b"\n") == len(items)
    return seconds


def main() -> None:
    rounds = int(sys.argv[1]) if sys.argv[1:] else 5
    items = askew.items("winomt")
    print(f"{len(items)} sentences, items per second, best of {rounds}; askew's share of the bare program's speed")
    print(f"{'':38}{'bare':>9}{'askew':>9}{'ratio':>8}{'bare/CPU':>11}{'askew/CPU':>11}{'ratio':>8}")
    for spec, (command, separator) in PROGRAMS.items():
        alone, kept = [], []
        for _ in range(rounds):
            with tempfile.TemporaryDirectory() as folder:
                alone.append(bare(command, separator, items, Path(folder)))
                kept.append(through_askew(spec, items, Path(folder)))
        cells = []
        for clock in (0, 1):
            one, other = (len(items) / max(0.001, min(times[clock] for times in side)) for side in (alone, kept))
            cells.append(f"{one:{9 + 2 * clock}.0f}{other:{9 + 2 * clock}.0f}{other / one:8.3f}")
        print(f"{spec:38}{''.join(cells)}")


if __name__ == "__main__":
    main()
