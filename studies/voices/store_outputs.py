r"""Gather what the experiment in many voices brought, in the order of its sentences.

    python -m studies.voices.store_outputs --sentences carry/sentences.tsv.xz --results DIR \
        --voices DIR --flite DIR

DIR are folders with ``outputs`` and ``corpus`` as many_voices.sh leaves them: of the trainings, of WinoMT in 24 voices,
and of flite's rms, which make_corpus.py has had read.
"""

import argparse
import json
import lzma
import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from studies.s_transformer.make.store_outputs import rows_of, without_places
from studies.voices.sentences import VOICES, drawn

OUT = Path(__file__).parent / "stored"
Spoken = tuple[str, str]  # a sentence and its voice


def outputs_of(folder: Path, name: str, system: str, wanted: Sequence[Spoken]) -> list[str]:
    """A system's outputs in the order wanted: sentences were read, and stand in the corpus, in that of their lengths."""
    texts = folder / "corpus" / "data" / name / "txt"
    voices = [re.findall(r"spk\.(\w+)", line)[0] for line in (texts / f"{name}.yaml").read_text("utf-8").splitlines()]
    said = (texts / f"{name}.en").read_text("utf-8").splitlines()
    lines = (folder / "outputs" / f"{system}_{name}.txt").read_text("utf-8").removesuffix("\n").split("\n")
    found: dict[Spoken, list[str]] = defaultdict(list)
    for text, voice, line in zip(said, voices, lines, strict=True):
        found[text, voice].append(line)
    return [found[each].pop(0) for each in wanted]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("sentences", "results", "voices", "flite"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    chosen = parser.parse_args()
    lines = lzma.decompress(chosen.sentences.read_bytes()).decode("utf-8").splitlines()
    spoken: dict[str, list[Spoken]] = defaultdict(list)
    for row in (line.split("\t") for line in lines):
        if row[0] not in ("train", "dev"):
            spoken[row[0]].append((row[4], row[1]))
    outputs: list[dict[str, Any]] = []
    for path in sorted((chosen.results / "outputs").glob("*_*.txt")):
        system, _, name = path.stem.rpartition("_")
        outputs.append(
            {"system": system, "set": name, "outputs": outputs_of(chosen.results, name, system, spoken[name])}
        )
    places = drawn(len(spoken["winomt"]))
    in_voices = [(spoken["winomt"][place][0], voice) for place in places for voice in VOICES]
    for system in ("asr", "st"):
        outputs.append(
            {"system": system, "set": "winomt-24", "outputs": outputs_of(chosen.voices, "winomt", system, in_voices)}
        )
        said = (chosen.flite / "outputs" / f"{system}_test-held-out.txt").read_text("utf-8")
        outputs.append({"system": system, "set": "flite", "outputs": said.removesuffix("\n").split("\n")})
    OUT.mkdir(exist_ok=True)
    packed = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in outputs).encode("utf-8")
    (OUT / "outputs.jsonl.xz").write_bytes(lzma.compress(packed, preset=9))
    sets = {name: [voice for _, voice in rows] for name, rows in spoken.items()}
    known = {"sets": {**sets, "winomt-24": VOICES, "winomt-24-rows": places}}
    (OUT / "voices.json").write_text(json.dumps(known) + "\n", "utf-8")
    models = [
        without_places({**rows_of(path)[0], "model": path.parent.name, "curve": rows_of(path.with_name("curve.jsonl"))})
        for path in sorted((chosen.results / "models").glob("*/done"))
    ]
    corpus = [rows_of(path)[0] for path in sorted((chosen.results / "corpus/data").glob("*/done"))]
    for name, rows in (("models.jsonl", models), ("corpus.jsonl", corpus)):
        (OUT / name).write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


if __name__ == "__main__":
    main()
