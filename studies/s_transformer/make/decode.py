"""Decode the experiment's test sets with every model as soon as it is done: float32, beam 5.

    python -m studies.s_transformer.make.decode --corpus ROOT --work DIR [--device cuda] [--batch-seconds 1500]

Writes WORK/outputs/MODEL_SET.txt, a line per utterance, and WORK/outputs/decoding.jsonl (seconds taken, of how many).
Several workers can share the work. Ends when WORK/stop is there, no training is under way and nothing is left to
decode.
"""

import argparse
import json
import os
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from askew.formats.mustc import read_split
from askew.neural.decoding.search import SearchConfig
from askew.neural.decoding.translator import Translator
from askew.neural.speech.samples import read_samples

SETS = ("test", "test-held-out", "winomt")
BEAM = 5
LONGEST = 300


def recordings(corpus: Path, name: str, rate: int = 16_000) -> list[NDArray[np.int16]]:
    """The samples of every utterance of a set, in its order."""
    found = dict(read_samples(read_split(corpus, name, []).segments, rate))
    return [found[place] for place in range(len(found))]


def decoded(translator: Translator, sounds: list[NDArray[np.int16]], most: int) -> list[str]:
    """What a model makes of recordings, in batches of so many samples, the padding counted in."""
    order = sorted(range(len(sounds)), key=lambda place: len(sounds[place]), reverse=True)
    said = [""] * len(sounds)
    while order:
        size = max(1, most // len(sounds[order[0]]))
        rows, order = order[:size], order[size:]
        translator.batch = len(rows)
        for place, text in zip(rows, translator.from_speech([sounds[place] for place in rows]), strict=True):
            said[place] = text
    return said


def tasks(corpus: Path, models: Path) -> list[tuple[Path, str]]:
    """Sets that have been spoken and models that are done, in the order in which they came."""
    done = sorted(models.glob("*/done"), key=lambda path: path.stat().st_mtime)
    spoken = [name for name in SETS if (corpus / "data" / name / "done").exists()]
    return [(path.parent, name) for name in spoken for path in done]


def under_way(models: Path) -> bool:
    """Whether a training has begun that is not done."""
    return any(not path.with_name("done").exists() for path in models.glob("*/taken"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--batch-seconds", type=float, default=1500)
    chosen = parser.parse_args()
    out, models = chosen.work / "outputs", chosen.work / "models"
    out.mkdir(parents=True, exist_ok=True)
    sounds: dict[str, list[NDArray[np.int16]]] = {}
    while True:
        finished, did = (chosen.work / "stop").exists() and not under_way(models), False
        for folder, name in tasks(chosen.corpus, models):
            path = out / f"{folder.name}_{name}.txt"
            try:
                os.close(os.open(f"{path}.lock", os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                continue
            if name not in sounds:
                sounds[name] = recordings(chosen.corpus, name)
            translator = Translator.load(folder, SearchConfig(BEAM, 1.0, LONGEST), device=chosen.device)
            began = time.perf_counter()
            said = decoded(translator, sounds[name], int(chosen.batch_seconds * 16_000))
            seconds = round(time.perf_counter() - began, 2)
            path.with_suffix(".tmp").write_text("".join(f"{' '.join(text.split())}\n" for text in said), "utf-8")
            path.with_suffix(".tmp").rename(path)
            row = {"model": folder.name, "set": name, "utterances": len(said), "seconds": seconds, "beam": BEAM}
            with (out / "decoding.jsonl").open("a", encoding="utf-8") as log:
                log.write(json.dumps({**row, "device": chosen.device}) + "\n")
            print(json.dumps(row), flush=True)
            did = True
            break
        if not did:
            if finished:
                return
            time.sleep(0.5)


if __name__ == "__main__":
    main()
