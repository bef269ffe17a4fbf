"""Time the cells of the experiment on the CPU, one thread each, several at once on cores of their own; repeats are
interleaved over the cells.

    python -m studies.speed.make.time_grid --data DIR --models DIR --out FILE.jsonl --core K --cores N [--until SECONDS]

run.py starts it. Worker K of N times every N-th model. A row per cell and repeat: see docs/sweep.md.
"""

import argparse
import json
import os
import re
import time
from pathlib import Path

import torch

from studies.speed.make.decode_grid import fit, open_translator, sources

SENTENCES, BATCH, REPEATS = 100, 16, 3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--core", type=int, required=True)
    parser.add_argument("--cores", type=int, required=True)
    parser.add_argument("--compute", default="float32,int8,ct2-float32,ct2-int8")
    parser.add_argument("--only", default=".*-s[0-9]+", help="models to time; a mended one is as fast as its plain one")
    parser.add_argument("--until", type=float, default=1e12, help="no new pass after this time of the clock")
    chosen = parser.parse_args()
    os.sched_setaffinity(0, {chosen.core})
    torch.set_num_threads(1)
    cpu_lines = Path("/proc/cpuinfo").read_text().splitlines()
    machine = next(line.split(":")[1].strip() for line in cpu_lines if line.startswith("model name"))
    done = sorted(path.parent for path in chosen.models.glob("*/done"))
    folders = [folder for folder in done if re.fullmatch(chosen.only, folder.name)][chosen.core :: chosen.cores]
    cells = [
        (folder, compute, beam)
        for folder in folders
        for compute in chosen.compute.split(",")
        for beam in (1, 5)
        if fit(folder, compute, is_timed=True)
    ]
    with chosen.out.open("a") as out:
        for repeat in range(REPEATS):
            for folder, compute, beam in cells:
                if time.time() > chosen.until:
                    return
                texts = sources("test", folder.name[:2], chosen.data)
                texts = texts[:: max(1, len(texts) // SENTENCES)][:SENTENCES]
                began = time.perf_counter()
                translator = open_translator(folder, compute, beam, "cpu", BATCH)
                load = time.perf_counter() - began
                translator.translate(texts[:4])  # warm-up
                wall, cpu, busy = time.perf_counter(), time.process_time(), os.getloadavg()[0]
                outputs = translator.translate(texts)
                wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
                row = {
                    "cell": f"{folder.name}_{compute}-b{beam}",
                    "repeat": repeat,
                    "wall_seconds": round(wall, 4),
                    "cpu_seconds": round(cpu, 4),
                    "sentences": len(texts),
                    "tokens": sum(len(output.split()) for output in outputs),
                    "threads": 1,
                    "load_seconds": round(load, 3),
                    "load_average": round(busy, 2),
                    "cpus": os.cpu_count(),
                    "machine": machine,
                }
                out.write(json.dumps(row) + "\n")
                out.flush()


if __name__ == "__main__":
    main()
