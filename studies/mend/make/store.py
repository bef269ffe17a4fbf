"""Keep what a run of ``studies.speed.make.run`` with mends wrote: outputs, times, logs of training.

    python -m studies.mend.make.store OUTPUTS --out studies/mend/es [--target es]

Outputs of the bias suites are kept for every model, those of test sets for the baseline's, the fastest and the shipped
models; BLEU of all cells is in counts.jsonl. Ways of mending that were tried on the dev sets alone (v1 to v9) are left
out. A time is of a plain model; its mend has the same layers. What OUTPUTS has no times of keeps those it had.
"""

import argparse
import json
import lzma
import re
from collections import defaultdict
from pathlib import Path

MENDS = "(-mended|-everyone|-tagged|-counterfactual|-v1[0-4])?"
KEPT = re.compile(rf"\w\w-[\d.]+-\w+-256-s[1239]{MENDS}_(float32|rounded8)-b[15]|apertium_.*")
TESTED = re.compile(r"\w\w-6\.[16]-mha-.*_float32-b[15]")
EVERY = ("simplegen", "wide", "winomt")
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": 1 << 26}]


def main() -> None:
    """Gather and pack."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("outputs", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--target", default="es")
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    sets: dict[str, list[str]] = defaultdict(list)
    wanted = [f"{chosen.target}-*_*_*.txt", *(["apertium_*_*.txt"] if chosen.target == "es" else [])]
    for path in sorted(path for pattern in wanted for path in chosen.outputs.glob(pattern)):
        cell, _, name = path.stem.rpartition("_")
        if KEPT.fullmatch(cell) and (name in EVERY or TESTED.fullmatch(cell)):
            lines = path.read_text("utf-8").removesuffix("\n").split("\n")
            sets[name].append(json.dumps({"cell": cell, "outputs": lines}, ensure_ascii=False) + "\n")
    for name, rows in sets.items():
        packed = lzma.compress("".join(rows).encode(), filters=FILTERS, format=lzma.FORMAT_XZ)
        (chosen.out / f"{name}.jsonl.xz").write_bytes(packed)
        print(name, len(rows), "cells", f"{len(packed) / 1e6:.2f} MB", flush=True)
    times = [line for path in sorted(chosen.outputs.glob("timing-*.jsonl")) for line in path.read_text().splitlines()]
    if times:
        (chosen.out / "timing.jsonl").write_text("".join(f"{line}\n" for line in times), "utf-8")
    logs = [
        {"model": path.stem, "log": [json.loads(line) for line in path.read_text("utf-8").splitlines()]}
        for path in sorted(chosen.outputs.glob(f"{chosen.target}-*.jsonl"))
    ]
    dev = [{**log, "log": [row for row in log["log"] if "loss" not in row]} for log in logs]
    (chosen.out / "training.jsonl").write_text("".join(json.dumps(row) + "\n" for row in dev), "utf-8")


if __name__ == "__main__":
    main()
