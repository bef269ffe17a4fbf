"""Runs Opus-MT over the grid of ``studies/released/opus-mt.toml``, and packs what it wrote beside it.

    python -m studies.released.make.opus decode MODEL WORK [--minutes M] [--sets simplegen,…] [--cells int8_1,…] [--limit N]
    python -m studies.released.make.opus time MODEL
    python -m studies.released.make.opus pack WORK

MODEL is the folder ``opus-mt-en-fr-ct2`` of scripts/released_models.py. ``decode`` begins no new run after M minutes;
called again, it goes on where it stopped. Sets are taken one after the other, each with all its cells; with ``--limit``
what is asked is a random sample. ``pack`` stores hypotheses only, one compressed file a set: what is finished, and
samples apart. ``time`` takes the times of the page: some cells, batch sizes and numbers of threads, repeats interleaved.
"""

import argparse
import json
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import askew
from askew.core.errors import Incomplete
from askew.core.journal import read_journal
from askew.core.run import load
from askew.evaluate.ask import Asking
from askew.evaluate.run import run
from askew.sweep.cells import Folder, is_finished, set_plan
from askew.sweep.plan import Cell, SweepPlan
from askew.sweep.stopwatch import time_cell
from askew.sweep.stored import packed
from askew.systems import open_system
from studies.released.plans import HERE, opus_sweep

TIMED: dict[str, dict[str, str | int]] = {
    "float32, beam 5": {"compute_type": "float32", "beam": 5},
    "float32, beam 1": {"compute_type": "float32", "beam": 1},
    "8 bits, beam 5": {"compute_type": "int8", "beam": 5},
    "8 bits, beam 1": {"compute_type": "int8", "beam": 1},
    "8 bits, beam 1, batches of 8": {"compute_type": "int8", "beam": 1, "batch": 8},
    "8 bits, beam 1, one by one": {"compute_type": "int8", "beam": 1, "batch": 1},
    "8 bits, beam 1, two threads": {"compute_type": "int8", "beam": 1, "threads": 2},
}
FEWEST = 100  # a smaller sample is not worth storing
SEED = 1  # of the order in which a part of the sentences is asked, so that the part is a sample


def tasks(work: Path, sets: list[str]) -> Iterator[tuple[SweepPlan, str, Cell, Folder]]:
    """Every set with all cells; the sets that are asked for, in their order, if any are."""
    plan = opus_sweep(work)
    for name in sets or plan.sets():
        for cell in plan.cells():
            yield plan, name, cell, Folder(work / plan.name)


def decode(model: Path, work: Path, sets: list[str], cells: list[str], minutes: float, limit: int | None) -> None:
    """Run what has not been run."""
    until = time.monotonic() + 60 * minutes
    for plan, name, cell, folder in tasks(work, sets):
        if (cells and cell.name not in cells) or is_finished(folder.run(cell, name)):
            continue
        if time.monotonic() > until:
            print("more to do")
            return
        began = time.monotonic()
        system = open_system(f"ctranslate2:{model}", {"threads": 2, **cell.axes}, target=plan.target)
        with suppress(Incomplete):  # no more than the limit was asked, or some items failed
            out, asking = folder.run(cell, name), Asking(limit=limit, shuffle_seed=None if limit is None else SEED)
            run(set_plan(plan, name), target=plan.target, system=system, out=out, name=cell.name, asking=asking)
        print(f"{name} {cell.name}: {time.monotonic() - began:.0f} s", flush=True)
    print("done")


def time_cells(model: Path) -> None:
    """Time what the page shows, each pass in a process of its own."""
    items = askew.items("simplegen")[::44][:60]
    out = HERE / "opus-mt-times.jsonl"
    out.unlink(missing_ok=True)
    for repeat in range(3):
        for name, settings in TIMED.items():
            options = {"threads": 1, **settings}
            timing = time_cell(
                name, repeat, f"ctranslate2:{model}", options, "fr", items[:8], items, int(options["threads"])
            )
            with out.open("a", encoding="utf-8") as journal:
                journal.write(json.dumps(asdict(timing)) + "\n")
            print(name, repeat, timing.cpu_seconds, flush=True)


def pack(work: Path) -> None:
    """Store what is finished, and samples of what the baseline has not finished: there the outputs have their ids."""
    plan = opus_sweep(work)
    folder, out = Folder(work / plan.name), HERE / plan.name
    cells = plan.cells()
    rows = [{"cell": cell.name, "axes": dict(cell.axes)} for cell in cells]
    (out / "cells.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    for name in plan.sets():
        whole, parts = [], []
        for cell in cells:
            place = folder.run(cell, name)
            if is_finished(place):
                whole.append({"cell": cell.name, "outputs": [one.text for one in load(place).outputs]})
            elif cell == cells[0] and (place / "outputs.jsonl").is_file():  # what the others are held against
                outputs = {one.id: one.text for one in read_journal(place / "outputs.jsonl")}
                parts += [{"cell": cell.name, "outputs": outputs}] if len(outputs) >= FEWEST else []
        for file, said in ((f"{name}.jsonl.xz", whole), (f"{name}.sample.xz", parts)):
            (out / file).unlink(missing_ok=True)
            if said:
                (out / file).write_bytes(packed(said))
        print(f"{name}: {len(whole)} of {len(cells)} cells, samples of {len(parts)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    decoding = verbs.add_parser("decode")
    decoding.add_argument("model", type=Path)
    decoding.add_argument("work", type=Path)
    decoding.add_argument("--minutes", type=float, default=float("inf"))
    decoding.add_argument("--sets", default="", help="SET,SET: only these, in this order")
    decoding.add_argument("--cells", default="", help="only these")
    decoding.add_argument("--limit", type=int, help="at most so many sentences of each run this time")
    verbs.add_parser("time").add_argument("model", type=Path)
    verbs.add_parser("pack").add_argument("work", type=Path)
    chosen = parser.parse_args()
    if chosen.verb == "pack":
        pack(chosen.work)
    elif chosen.verb == "time":
        time_cells(chosen.model)
    else:
        sets, cells = ([name for name in names.split(",") if name] for names in (chosen.sets, chosen.cells))
        decode(chosen.model, chosen.work, sets, cells, chosen.minutes, chosen.limit)


if __name__ == "__main__":
    main()
