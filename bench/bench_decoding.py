"""Output pieces per CPU second on one thread: this decoder beside CTranslate2, and averaged beside multi-head
attention.

    ASKEW_DATA=… python bench/bench_decoding.py [--rounds 3] [FOLDER ...]

Both engines have the same weights and the same sentences (of the English-Spanish test set, evenly spaced). FOLDERs are
trained models and say what they like, ends counted. Without any, and for averaged attention, weights are random, of the
shapes the speed paper studies; the end is made impossible, so everything runs up to the same number of pieces and all
do the same work. Models are read, text is cut into pieces and back outside the clock.

CPU seconds of the process; the sides alternate, and the best round of each counts, since machines are seldom idle.
"alike" is the share of sentences to which both sides give the same pieces (8-bit rounding differs between the engines,
and decides among random weights).
"""

import argparse
import itertools
import os
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path

import ctranslate2
import torch

from askew.neural.checkpoint import architecture, load_model, save_model
from askew.neural.config import ModelConfig
from askew.neural.decoding.export import export
from askew.neural.decoding.search import SearchConfig, translate
from askew.neural.decoding.translator import Compute, prepared
from askew.neural.text.corpus import read_pairs
from askew.neural.text.model import Transformer
from askew.neural.vocabulary import END, FILE, PADDING, Vocabulary, learn

LIMIT = 200  # pieces at most, for trained models
Side = Callable[[], list[list[int]]]  # a decoding of all sentences


def ours(folder: Path, sources: list[list[int]], compute: Compute, search: SearchConfig, batch: int) -> Side:
    model = prepared(load_model(folder)[0], compute, "cpu")

    def decode() -> list[list[int]]:
        found = []
        for at in range(0, len(sources), batch):
            rows = [[*row, END] for row in sources[at : at + batch]]
            longest = max(map(len, rows))
            padded = torch.tensor([row + [PADDING] * (longest - len(row)) for row in rows])
            found += translate(model, padded, search)
        return found

    return decode


def theirs(folder: Path, sources: list[list[int]], compute: Compute, search: SearchConfig, batch: int) -> Side:
    pieces = Vocabulary(folder / FILE).pieces()
    tokens = [[pieces[piece] for piece in row] for row in sources]
    number = {piece: at for at, piece in enumerate(pieces)}
    engine = ctranslate2.Translator(str(folder / "ct2"), compute_type=compute, inter_threads=1, intra_threads=1)

    def decode() -> list[list[int]]:
        found = engine.translate_batch(
            tokens, beam_size=search.beam, max_decoding_length=search.max_length, max_batch_size=batch
        )
        return [[number[piece] for piece in result.hypotheses[0]] for result in found]

    return decode


def measure(sides: Iterable[Side], rounds: int, ends: int) -> tuple[float, float, float]:
    """Pieces per CPU second of two, and the share of sentences that are alike; ``ends`` is what an end counts."""
    one, other = sides
    best, results = [0.0, 0.0], [one(), other()]  # once unmeasured
    for _, (side, decode) in itertools.product(range(rounds), enumerate((one, other))):
        started = time.process_time()
        decode()
        seconds = time.process_time() - started
        best[side] = max(best[side], sum(len(result) + ends for result in results[side]) / seconds)
    return best[0], best[1], sum(a == b for a, b in zip(*results, strict=True)) / len(results[0])


def random_folder(folder: Path, pieces: Path, width: int, depth: tuple[int, int], attention: str) -> Path:
    """A model of this shape with seeded weights that never says the end: its logit is 0, far from the highest."""
    folder.mkdir()
    (folder / FILE).write_bytes(pieces.read_bytes())
    config = ModelConfig(
        len(Vocabulary(pieces)), width, width // 64, 4 * width, *depth, attention=attention  # type: ignore[arg-type]
    )  # fmt: skip
    torch.manual_seed(1)
    model = Transformer(config)
    with torch.no_grad():
        model.embedding.weight[END] = 0
    save_model(folder, dict(model.state_dict()), {"model": asdict(config)})
    return folder


def combinations(sources: list[list[int]]) -> list[tuple[Compute, int, int, list[list[int]]]]:
    """Precision, beam, batch, and as many sentences as suit the batch, sorted by length."""
    return [
        (compute, beam, batch, sorted(sources[:: 1 if batch > 1 else 6], key=len))
        for compute in ("float32", "int8")
        for beam in (1, 5)
        for batch in (1, 16)
    ]


def beside_ctranslate2(folder: Path, sources: list[list[int]], rounds: int, limit: int, ends: int) -> None:
    for compute, beam, batch, chosen in combinations(sources):
        search = SearchConfig(beam=beam, max_length=limit)
        sides = (make(folder, chosen, compute, search, batch) for make in (ours, theirs))
        one, other, alike = measure(sides, rounds, ends)
        print(f"{compute:10}{beam:>6}{batch:>7}{one:>10.0f}{other:>13.0f}{one / other:>8.2f}{alike:>8.0%}", flush=True)


def averaged_beside_multi_head(folders: list[Path], sources: list[list[int]], rounds: int, limits: list[int]) -> None:
    for limit, (compute, beam, batch, chosen) in itertools.product(limits, combinations(sources)):
        search = SearchConfig(beam=beam, max_length=limit)
        one, other, _ = measure((ours(folder, chosen, compute, search, batch) for folder in folders), rounds, 0)
        print(f"{limit:<8}{compute:10}{beam:>6}{batch:>7}{one:>10.0f}{other:>10.0f}{one / other:>8.2f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--sentences", type=int, default=48)
    parser.add_argument("--widths", type=int, nargs="*", default=[256, 512], help="of models with random weights")
    parser.add_argument("--averaged", action=argparse.BooleanOptionalAction, default=True)
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    english, spanish = read_pairs(Path(os.environ["ASKEW_DATA"]) / "mt" / "en-es.test.tsv.gz")
    texts = english[:: max(1, len(english) // chosen.sentences)][: chosen.sentences]
    print(f"{len(texts)} sentences ({len(texts[::6])} for batch 1), 1 thread, best of {chosen.rounds} rounds")
    heading = f"{'':10}{'beam':>6}{'batch':>7}{'askew':>10}{'CTranslate2':>13}{'ratio':>8}{'alike':>8}"
    with tempfile.TemporaryDirectory() as scratch:
        place = Path(scratch)
        for number, given in enumerate(chosen.folders):
            folder = place / f"given-{number}"
            folder.mkdir()
            for name in ("model.safetensors", "model.json", FILE):
                (folder / name).write_bytes((given / name).read_bytes())
            export(folder, folder / "ct2")
            config = architecture(folder)
            print(f"\n{given.name}: trained, d={config.width} ({config.name})\n{heading}")
            beside_ctranslate2(folder, Vocabulary(folder / FILE).encode(texts), chosen.rounds, LIMIT, ends=1)
        pieces = place / FILE
        sources = learn([*english, *spanish], 8_000, pieces).encode(texts)
        for width, depth in itertools.product(chosen.widths, ((6, 6), (10, 2))):
            folder = random_folder(place / f"{width}-{depth}", pieces, width, depth, "mha")
            export(folder, folder / "ct2")
            print(f"\nrandom weights, d={width} {depth}, 25 pieces each\n{heading}")
            beside_ctranslate2(folder, sources, chosen.rounds, 25, ends=0)
        for depth in ((6, 6), (10, 2)) if chosen.averaged else ():
            folders = [random_folder(place / f"{a}-{depth}", pieces, 256, depth, a) for a in ("aan", "mha")]
            print(f"\naveraged beside multi-head attention, random weights, d=256 {depth}")
            print(f"{'pieces':8}{'':10}{'beam':>6}{'batch':>7}{'aan':>10}{'mha':>10}{'ratio':>8}")
            averaged_beside_multi_head(folders, sources, chosen.rounds, [25, 100])


if __name__ == "__main__":
    main()
