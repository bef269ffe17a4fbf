"""Translate the experiment's sets with every finished model: in float32 (and as if in 8 bits) on the GPU, in int8 and
with CTranslate2 on the CPU.

    python -m studies.speed.make.decode_grid float32|rounded|cpu --data DIR --models DIR --out DIR

run.py starts it. Any number of workers can run at once: each task is taken by whoever locks it first. Workers wait for
models that are still being trained, until nothing is left and a file OUT/stop says that nothing will come. CTranslate2
comes last: its translations are the least surprising.
"""

import argparse
import contextlib
import itertools
import json
import os
import re
import time
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor, nn

from askew.neural.checkpoint import architecture, load_model
from askew.neural.decoding.packed import with_layers
from askew.neural.decoding.search import SearchConfig
from askew.neural.decoding.translator import Translator
from askew.neural.vocabulary import FILE as PIECES

SETS = "simplegen,winomt,test"
BEAMS = (1, 5)
COMPUTE = {"float32": ("float32",), "rounded": ("rounded8",), "cpu": ("int8", "ct2-int8", "ct2-float32")}


class Rounded(nn.Module):
    """A linear layer that computes in float32 what 8-bit kernels would: a scale per output and per row, whole numbers,
    exact sums.

    So that a GPU can tell what 8 bits do to the translations; they are rounded as CTranslate2 does it.
    """

    def __init__(self, weight: Tensor, bias: Tensor | None) -> None:
        super().__init__()
        self.scale = weight.abs().amax(dim=1).clamp(min=1e-12) / 127  # outputs
        self.weight, self.bias = (weight / self.scale[:, None]).round(), bias

    def forward(self, x: Tensor) -> Tensor:
        """..., inputs -> ..., outputs."""
        scale = x.abs().amax(dim=-1, keepdim=True).clamp(min=1e-12) / 127
        y = F.linear((x / scale).round(), self.weight) * scale * self.scale
        return y if self.bias is None else y + self.bias


def sources(name: str, target: str, data: Path) -> list[str]:
    """The sentences of a set: of a suite, one a line; of parallel text, its second column."""
    if (data / f"en-{target}.{name}.tsv").exists():
        return [line.split("\t")[1] for line in (data / f"en-{target}.{name}.tsv").read_text("utf-8").splitlines()]
    return (data / f"{name}.txt").read_text("utf-8").splitlines()


class CTranslate2:
    """The same models in the other engine."""

    def __init__(self, folder: Path, compute: str, beam: int) -> None:
        import ctranslate2
        import sentencepiece

        from askew.neural.decoding.export import export

        exported = folder / "ctranslate2"
        if not exported.exists():
            own = export(folder, folder / f"ctranslate2.{os.getpid()}")
            with contextlib.suppress(OSError):  # another worker was faster
                own.rename(exported)
        self.beam = beam
        self.pieces = sentencepiece.SentencePieceProcessor(str(exported / PIECES))
        self.engine = ctranslate2.Translator(str(exported), compute_type=compute.removeprefix("ct2-"), intra_threads=1)

    def translate(self, texts: list[str], batch: int = 32) -> list[str]:
        results = self.engine.translate_batch(
            self.pieces.encode(texts, out_type=str), beam_size=self.beam, max_decoding_length=200, max_batch_size=batch
        )
        return [self.pieces.decode(result.hypotheses[0]) for result in results]


def open_translator(folder: Path, compute: str, beam: int, device: str, batch: int) -> Any:
    if compute.startswith("ct2"):
        return CTranslate2(folder, compute, beam)
    search = SearchConfig(beam, 1.0, 200)
    if compute == "rounded8":
        model, vocabulary = load_model(folder)
        return Translator(with_layers(model.to(device), Rounded), vocabulary, search, batch, device)
    return Translator.load(folder, search, compute, batch, device)  # type: ignore[arg-type]


def tasks(models: Path, kind: str, sets: list[str], only: str) -> list[tuple[Path, str, int, str]]:
    done = [path for path in models.glob("*/done") if re.fullmatch(only, path.parent.name)]
    ready = sorted(done, key=lambda path: path.stat().st_mtime)
    pairs = [(path.parent, compute) for compute in COMPUTE[kind] for path in ready]
    able = [(folder, compute) for folder, compute in pairs if fit(folder, compute, is_timed=kind == "cpu")]
    return [(*pair, beam, name) for pair, beam, name in itertools.product(able, BEAMS, sets)]


def fit(folder: Path, compute: str, is_timed: bool) -> bool:
    """The wide model is too slow for a CPU here, and CTranslate2 has no averaged attention."""
    config = architecture(folder)
    return (config.width <= 256 or not is_timed) and (config.attention == "mha" or not compute.startswith("ct2"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=list(COMPUTE))
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--sets", default=SETS)
    parser.add_argument("--only", default=".*", help="models to translate with")
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    device, batch = ("cuda", 400) if chosen.kind != "cpu" and torch.cuda.is_available() else ("cpu", 32)
    opened: tuple[Any, ...] = ()
    while True:
        stop, did = (chosen.out / "stop").exists(), False
        for folder, compute, beam, name in tasks(chosen.models, chosen.kind, chosen.sets.split(","), chosen.only):
            path = chosen.out / f"{folder.name}_{compute}-b{beam}_{name}.txt"
            try:
                os.close(os.open(f"{path}.lock", os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                continue
            if path.exists():  # made before this start
                continue
            did, started = True, time.perf_counter()
            try:
                if opened[:1] != ((folder, compute, beam),):
                    opened = ((folder, compute, beam), open_translator(folder, compute, beam, device, batch))
                outputs = opened[1].translate(sources(name, folder.name[:2], chosen.data))
            except Exception as error:  # one model's trouble must not stop the others
                print(json.dumps({"task": path.stem, "error": f"{type(error).__name__}: {error}"}), flush=True)
                break
            path.with_suffix(".tmp").write_text("".join(f"{' '.join(line.split())}\n" for line in outputs), "utf-8")
            path.with_suffix(".tmp").rename(path)
            print(json.dumps({"task": path.stem, "seconds": round(time.perf_counter() - started, 1)}), flush=True)
            break
        if not did:
            if stop:
                return
            time.sleep(1)


if __name__ == "__main__":
    main()
