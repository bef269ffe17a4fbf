"""Sequence-level distillation (Kim and Rush 2016): what a careful model makes of English text, for a fast one to learn.

    python -m studies.mend.make.distil teach MODEL SENTENCES OUT --part K/N [--device cuda]
    python -m studies.mend.make.distil pack SENTENCES OUT... --also FILE:TIMES... --vocabulary FILE --to FILE.npz

``teach`` translates every N-th sentence greedily, from the K-th on, and writes sentence and translation; several at
once share a GPU. ``pack`` makes a training corpus of them and of dictionary entries, which are taken as they are.
"""

import argparse
from pathlib import Path

import torch

from askew.neural.checkpoint import WEIGHTS, architecture, describe, new_model, save_model
from askew.neural.decoding.exported import read_exported
from askew.neural.decoding.search import SearchConfig
from askew.neural.decoding.translator import Translator
from askew.neural.text.corpus import read_pairs
from studies.speed.make.text import encoded

BATCH = 1_500  # sentences a GPU translates at once


def opened(folder: Path) -> Path:
    """A model folder with weights torch can read: a model that comes with askew gets them beside its own."""
    if not (folder / WEIGHTS).exists():
        model = new_model(architecture(folder), None)
        tensors = {name: tensor.to(torch.float16) for name, tensor in read_exported(folder, model).items()}
        save_model(folder, tensors, describe(folder))
    return folder


def teach(model: Path, sentences: Path, out: Path, part: str, device: str) -> None:
    """Translate a part of the sentences."""
    first, of = map(int, part.split("/"))
    texts = sentences.read_text("utf-8").splitlines()[first::of]
    compute = "float32" if device == "cpu" else "bfloat16"
    search = SearchConfig(1, 1.0, 120)
    translator = Translator.load(opened(model), search, compute, BATCH, device)  # type: ignore[arg-type]
    said = translator.translate(texts)
    rows = (f"{text}\t{' '.join(line.split())}\n" for text, line in zip(texts, said, strict=True))
    temporary = out.with_suffix(".tmp")
    temporary.write_text("".join(rows), "utf-8")
    temporary.rename(out)


def pack(taught: list[Path], also: list[str], vocabulary: Path, to: Path) -> None:
    """One corpus of all parts and of what is added to them."""
    parts = [f"{path}:1" for path in taught] + also
    pairs = [
        pair
        for path, _, times in (part.rpartition(":") for part in parts)
        for pair in list(zip(*read_pairs(Path(path)), strict=True)) * int(times)
    ]
    encoded(pairs, vocabulary).save(to)


def main() -> None:
    """Either of the two."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    steps = parser.add_subparsers(dest="step", required=True)
    one = steps.add_parser("teach")
    for name in ("model", "sentences", "out"):
        one.add_argument(name, type=Path)
    one.add_argument("--part", default="0/1")
    one.add_argument("--device", default="cuda")
    two = steps.add_parser("pack")
    two.add_argument("taught", type=Path, nargs="+")
    two.add_argument("--also", nargs="*", default=[])
    two.add_argument("--vocabulary", type=Path, required=True)
    two.add_argument("--to", type=Path, required=True)
    chosen = parser.parse_args()
    torch.backends.cuda.enable_cudnn_sdp(False)
    if chosen.step == "teach":
        teach(chosen.model, chosen.sentences, chosen.out, chosen.part, chosen.device)
    else:
        pack(chosen.taught, chosen.also, chosen.vocabulary, chosen.to)


if __name__ == "__main__":
    main()
