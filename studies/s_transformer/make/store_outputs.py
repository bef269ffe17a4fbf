"""Gather what the experiment brought into a folder that studies/s_transformer/page.py reads.

    python -m studies.s_transformer.make.store_outputs --results DIR … --out studies/s_transformer/stored

DIR is results.tar.xz unpacked, with what translate_text.py and time_decoding.py added to its outputs; of several, a
later one's model or output stands in for an earlier one's.
"""

import argparse
import json
import lzma
from pathlib import Path
from typing import Any


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    outputs: dict[tuple[str, str], list[str]] = {}
    models: dict[str, dict[str, Any]] = {}
    corpus: dict[str, dict[str, Any]] = {}
    timings: list[dict[str, Any]] = []
    for folder in chosen.results:
        for path in sorted((folder / "outputs").glob("*_*.txt")):
            system, _, name = path.stem.rpartition("_")
            outputs[system, name] = path.read_text("utf-8").removesuffix("\n").split("\n")
        for path in sorted((folder / "models").glob("*/done")):
            model = rows_of(path)[0]
            models[path.parent.name] = {**model, "curve": rows_of(path.with_name("curve.jsonl"))}
        for path in sorted((folder / "corpus/data").glob("*/done")):
            corpus[path.parent.name] = rows_of(path)[0]
        for path in sorted((folder / "outputs").glob("timing-*.jsonl")):
            timings += rows_of(path)
    texts = [{"system": system, "set": name, "outputs": lines} for (system, name), lines in sorted(outputs.items())]
    files = {
        "models.jsonl": [without_places(model) for model in models.values()],
        "corpus.jsonl": [*corpus.values()],
        "timing.jsonl": timings,
    }
    for name, rows in files.items():
        (chosen.out / name).write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    packed = lzma.compress(
        "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in texts).encode("utf-8"), preset=9
    )
    (chosen.out / "outputs.jsonl.xz").write_bytes(packed)
    print(f"{chosen.out}: {len(models)} models, {len(outputs)} sets of outputs, {len(packed) / 1e6:.2f} MB")


def without_places(model: dict[str, Any]) -> dict[str, Any]:
    """Where things lay on the machine is of no use elsewhere."""
    settings = {table: dict(values) for table, values in model["settings"].items()}
    for name in ("corpus", "features", "start_from"):
        settings["data"][name] = Path(settings["data"][name]).name
    return {**model, "settings": settings}


if __name__ == "__main__":
    main()
