"""What a run costs beyond the program it runs: items per second of askew and of the bare program, in the same run.

    ASKEW_DATA=… python bench/bench_systems.py [ROUNDS]

3,888 WinoMT sentences. The bare program reads a file and writes a file; askew feeds the program, matches answers to
items, and journals and flushes every output. Scoring is left out on both sides. Rounds alternate and the best of each
side counts. On a busy machine the clock says little; what askew's own process takes of the CPU, as a share of what the
program takes, says more. ``sed`` does nothing worth the name: its row is all askew's own cost.
"""

import os
import subprocess
import sys
import tempfile
import time
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


def bare(command: str, separator: str, items: list[Item], folder: Path) -> tuple[float, float]:
    """Seconds by the clock, and of CPU in the program's processes."""
    question, answer = folder / "question", folder / "answer"
    question.write_text("".join(item.source + separator for item in items))
    clock, programs = time.perf_counter(), os.times()
    with question.open("rb") as stdin, answer.open("wb") as stdout:
        subprocess.run(command.split(), stdin=stdin, stdout=stdout, check=True)
    after = os.times()
    cpu = after.children_user + after.children_system - programs.children_user - programs.children_system
    return time.perf_counter() - clock, max(0.0, cpu)


def through_askew(spec: str, items: list[Item], folder: Path) -> tuple[float, float]:
    """Seconds by the clock, and of CPU in askew's own process."""
    opening = Opening(spec, {}, "es")
    clock, own = time.perf_counter(), time.process_time()
    ask(opening.open(), opening, items, folder, lambda: None)
    seconds = time.perf_counter() - clock, time.process_time() - own
    assert (folder / "outputs.jsonl").read_bytes().count(b"\n") == len(items)
    return seconds


def main() -> None:
    rounds = int(sys.argv[1]) if sys.argv[1:] else 5
    items = askew.items("winomt")
    print(f"{len(items)} sentences, best of {rounds}")
    print(f"{'':38}{'bare':>10}{'askew':>10}{'ratio':>8}{'program':>12}{'askew':>10}{'share':>8}")
    print(f"{'':38}{'items/s':>10}{'items/s':>10}{'':8}{'CPU s':>12}{'CPU s':>10}")
    for spec, (command, separator) in PROGRAMS.items():
        alone, kept = [], []
        for _ in range(rounds):
            with tempfile.TemporaryDirectory() as folder:
                alone.append(bare(command, separator, items, Path(folder)))
                kept.append(through_askew(spec, items, Path(folder)))
        one, other = (len(items) / min(clock for clock, _ in side) for side in (alone, kept))
        program, own = (min(cpu for _, cpu in side) for side in (alone, kept))
        share = own / (own + program)
        print(f"{spec:38}{one:10.0f}{other:10.0f}{other / one:8.2f}{program:12.2f}{own:10.3f}{share:8.1%}")


if __name__ == "__main__":
    main()
