r"""Have Silero's voices read the chosen sentences and write them in MuST-C's layout, as make_corpus.py does with
flite's; next to a GPU.

    python -m studies.s_transformer.make.make_spoken --sentences sentences.tsv.xz --package v3_en.pt --out ROOT \
        [--splits train dev] [--device cuda] [--seconds 600] [--limit N]

A WAV file holds the utterances that were read at once. Half of the training utterances have noise in them.
"""

import argparse
import lzma
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import torch
from torch import Tensor

from studies.s_transformer.make.make_corpus import Row, write_file, write_split
from studies.s_transformer.make.silero import Silero, as_pcm, with_noise

NOISY = 0.5  # of the training utterances
PER_SIGN = 0.07  # seconds, about, that a letter takes
Job = tuple[list[Row], list[Tensor]]


def together(rows: list[Row], silero: Silero, seconds: float) -> Iterator[Job]:
    """Rows of the same length, about so many seconds of speech at once, with their texts as Silero reads them."""
    by_length: dict[int, Job] = defaultdict(lambda: ([], []))
    for row in rows:
        ids = silero.ids(row[4])
        kept, texts = by_length[len(ids)]
        kept.append(row)
        texts.append(ids)
    for length, (kept, texts) in sorted(by_length.items()):
        size = max(1, int(seconds / (PER_SIGN * length)))
        for at in range(0, len(kept), size):
            yield kept[at : at + size], texts[at : at + size]


def make_split(split: str, rows: list[Row], root: Path, silero: Silero, seconds: float) -> None:
    began, folder = time.perf_counter(), root / "data" / split
    (folder / "wav").mkdir(parents=True, exist_ok=True)
    (folder / "txt").mkdir(exist_ok=True)
    generator = torch.Generator(device=silero.device).manual_seed(1)
    ordered: list[Row] = []
    written: list[Future[list[tuple[str, float]]]] = []
    with ThreadPoolExecutor(8) as pool:
        for number, (part, ids) in enumerate(together(rows, silero, seconds)):
            voices, stretches, speeds = ([row[column] for row in part] for column in (1, 2, 3))
            sound, counts = silero.speak(ids, voices, [*map(float, stretches)], [*map(float, speeds)])
            if split == "train":
                sound = with_noise(sound, counts, NOISY, generator)
            ordered += part
            written.append(
                pool.submit(write_file, folder / "wav" / f"{split}-{number:04d}.wav", part, as_pcm(sound, counts))
            )
        made = [line for each in written for line in each.result()]
    write_split(folder, split, ordered, made, began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sentences", type=Path, required=True)
    parser.add_argument("--package", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--splits", nargs="+", required=True)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--seconds", type=float, default=600, help="of speech at once, about")
    parser.add_argument("--limit", type=int, default=None, help="only so many sentences of each split")
    chosen = parser.parse_args()
    lines = lzma.decompress(chosen.sentences.read_bytes()).decode("utf-8").removesuffix("\n").split("\n")
    rows = [line.split("\t") for line in lines]
    silero = Silero(chosen.package, chosen.device)
    for split in chosen.splits:
        found = [row for row in rows if row[0] == split][: chosen.limit]
        if not found:
            raise SystemExit(f"{chosen.sentences} has no split {split}")
        if not (chosen.out / "data" / split / "done").exists():
            make_split(split, found, chosen.out, silero, chosen.seconds)


if __name__ == "__main__":
    main()
