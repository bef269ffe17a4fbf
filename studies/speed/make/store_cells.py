"""Gather what decode_grid.py and time_grid.py wrote into stored cells (docs/sweep.md), one folder per language.

    python -m studies.speed.make.store_cells --outputs DIR --timings FILE.jsonl … --data DIR --out studies/speed

With them goes ``training.jsonl``, every model's log. The test set is split into tatoeba and europarl by the first
column of DATA/en-XX.test.tsv (plain or .gz); a cell that lacks a set is stored without it.
"""

import argparse
import gzip
import json
import re
from collections import defaultdict
from pathlib import Path
from typing import Any

from askew.sweep.stored import packed

MODEL = r"(?P<target>..)-(?P<encoder>\d+)\.(?P<decoder>\d+)-(?P<attention>\w+)-(?P<width>\d+)-s(?P<seed>\d+)(?:-(?P<mend>\w+))?"
CELL = re.compile(MODEL + r"_(?P<ct2>ct2-)?(?P<compute>\w+)-b(?P<beam>\d+)")


def axes_of(cell: str) -> dict[str, Any]:
    """A cell's place on the axes, from its name.

    >>> axes_of("es-10.2-mha-256-s1_ct2-int8-b5")["engine"]
    'ctranslate2'
    """
    found = CELL.fullmatch(cell)
    if found is None:
        raise SystemExit(f"{cell}: not the name of a cell, such as es-10.2-aan-256-s1_int8-b5")
    return {
        **model_axes(found),
        "compute": found["compute"],
        "beam": int(found["beam"]),
        "engine": "ctranslate2" if found["ct2"] else "askew",
    }


def model_axes(found: re.Match[str]) -> dict[str, Any]:
    """A model's place on the axes."""
    return {
        "depth": f"{found['encoder']},{found['decoder']}",
        "attention": found["attention"],
        "width": int(found["width"]),
        "seed": int(found["seed"]),
        **({"mend": found["mend"]} if found["mend"] else {}),
    }


def training_logs(outputs: Path, target: str) -> list[dict[str, Any]]:
    """What each model of a language logged while it was trained."""
    models = {path: re.fullmatch(MODEL, path.stem) for path in sorted(outputs.glob(f"{target}-*.jsonl"))}
    return [
        {
            "model": path.stem,
            "axes": model_axes(found),
            "log": list(map(json.loads, path.read_text("utf-8").splitlines())),
        }
        for path, found in models.items()
        if found is not None
    ]


def origins(data: Path, target: str) -> list[str]:
    """Where each row of the test set comes from."""
    path = data / f"en-{target}.test.tsv"
    text = path.read_text("utf-8") if path.exists() else gzip.decompress(Path(f"{path}.gz").read_bytes()).decode()
    return [line.split("\t")[0] for line in text.splitlines()]


def main() -> None:
    """Read, split, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--outputs", type=Path, required=True)
    parser.add_argument("--timings", type=Path, nargs="*", default=[])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    sets: dict[str, dict[str, dict[str, list[str]]]] = defaultdict(
        lambda: defaultdict(dict)
    )  # target -> set -> cell -> lines
    for path in sorted(chosen.outputs.glob("*_*_*.txt")):
        cell, _, name = path.stem.rpartition("_")
        lines = path.read_text("utf-8").removesuffix("\n").split("\n")
        target = cell[:2]
        if name != "test":
            sets[target][name][cell] = lines
            continue
        rows = origins(chosen.data, target)
        if len(rows) != len(lines):
            raise SystemExit(f"{path}: {len(lines)} lines for {len(rows)} rows of the test set")
        for origin in dict.fromkeys(rows):
            sets[target][origin][cell] = [line for line, where in zip(lines, rows, strict=True) if where == origin]
    timings = [json.loads(line) for path in chosen.timings for line in path.read_text("utf-8").splitlines()]
    for target, by_set in sets.items():
        folder = chosen.out / target
        folder.mkdir(parents=True, exist_ok=True)
        cells = sorted({cell for by_cell in by_set.values() for cell in by_cell})
        rows_of_cells = [{"cell": cell, "axes": axes_of(cell)} for cell in cells]
        (folder / "cells.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows_of_cells), "utf-8")
        timed = [row for row in timings if row["cell"] in cells]
        (folder / "timing.jsonl").write_text("".join(json.dumps(row) + "\n" for row in timed), "utf-8")
        logs = training_logs(chosen.outputs, target)
        (folder / "training.jsonl").write_text("".join(json.dumps(row) + "\n" for row in logs), "utf-8")
        for name, by_cell in by_set.items():
            path = folder / f"{name}.jsonl.xz"
            path.write_bytes(packed([{"cell": cell, "outputs": lines} for cell, lines in sorted(by_cell.items())]))
            print(f"{path}: {len(by_cell)} cells, {path.stat().st_size / 1e6:.2f} MB")
        print(f"{folder}: {len(cells)} cells, {len(timed)} timings")


if __name__ == "__main__":
    main()
