r"""How fast a model decodes on one CPU core, against real time: from samples to text, beam 1 and 5, float32 and int8,
one utterance at a time and sixteen.

    python -m studies.s_transformer.make.time_decoding --corpus ROOT --model DIR --out FILE.jsonl \
        [--core 3] [--utterances 60] [--repeats 3]

A row per setting and repeat; repeats are interleaved over the settings.
"""

import argparse
import json
import os
import time
from itertools import product
from pathlib import Path

import torch

from askew.neural.decoding.search import SearchConfig
from askew.neural.decoding.translator import Compute, Translator
from studies.s_transformer.make.decode import LONGEST, recordings


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--core", type=int, default=0)
    parser.add_argument("--utterances", type=int, default=60)
    parser.add_argument("--repeats", type=int, default=3)
    chosen = parser.parse_args()
    os.sched_setaffinity(0, {sorted(os.sched_getaffinity(0))[chosen.core % len(os.sched_getaffinity(0))]})
    torch.set_num_threads(1)
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    machine = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), "unknown")
    sounds = recordings(chosen.corpus, "test")
    sounds = sounds[:: max(1, len(sounds) // chosen.utterances)][: chosen.utterances]
    audio = sum(map(len, sounds)) / 16_000
    computes: tuple[Compute, ...] = ("float32", "int8")
    opened = {
        (compute, beam): Translator.load(chosen.model, SearchConfig(beam, 1.0, LONGEST), compute)
        for compute, beam in product(computes, (1, 5))
    }
    with chosen.out.open("a", encoding="utf-8") as out:
        for repeat in range(chosen.repeats):
            for ((compute, beam), translator), batch in product(opened.items(), (1, 16)):
                translator.batch = batch
                translator.from_speech(sounds[:2])  # warm-up
                wall, cpu = time.perf_counter(), time.process_time()
                translator.from_speech(sounds)
                wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
                row = {
                    "model": chosen.model.name, "compute": compute, "beam": beam, "batch": batch, "repeat": repeat,
                    "audio_seconds": round(audio, 2), "wall_seconds": round(wall, 3), "cpu_seconds": round(cpu, 3),
                    "utterances": len(sounds), "load_average": round(os.getloadavg()[0], 2), "machine": machine,
                }  # fmt: skip
                out.write(json.dumps(row) + "\n")
                out.flush()


if __name__ == "__main__":
    main()
