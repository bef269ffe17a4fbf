r"""Read the chosen sentences aloud and write them in MuST-C's layout, on all cores; the same sentences always give the
same files.

    python -m studies.s_transformer.make.make_corpus --sentences sentences.tsv.xz --out ROOT \
        [--flite FOLDER] [--splits train dev] [--jobs 16]

ROOT/data/SPLIT/wav/SPLIT-000.wav … hold some hundred utterances each, as MuST-C's hold a talk;
ROOT/data/SPLIT/txt/SPLIT.yaml has offset, duration and voice of each, SPLIT.en, SPLIT.es and, where distil.py has been
at it, SPLIT.es-distilled its sentences. A split whose ``done`` is there is left alone.
"""

import argparse
import json
import lzma
import multiprocessing
import os
import time
import wave
from collections import defaultdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from studies.s_transformer.make.flite import RATE, Flite, resampled

Row = list[str]  # split, voice, stretch, speed, English, Spanish and, perhaps, another Spanish to learn from
DISTILLED = "es-distilled"  # a translation by a model of text
_flite: Flite


def start(folder: Path | None) -> None:
    """Every process has its own."""
    global _flite
    _flite = Flite(folder)


def make_file(job: tuple[Path, list[Row]]) -> list[tuple[str, float]]:
    """One WAV file of many utterances; the lines of the YAML and the seconds of each."""
    path, rows = job
    said = [resampled(_flite.speak(row[4], row[1], float(row[2])), float(row[3])) for row in rows]
    return write_file(path, rows, said)


def write_file(path: Path, rows: list[Row], said: list[NDArray[np.int16]]) -> list[tuple[str, float]]:
    """One WAV file; the lines of the YAML and the seconds of each."""
    with wave.open(str(path), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(np.concatenate(said).tobytes())
    starts = np.concatenate(([0], np.cumsum([len(samples) for samples in said])))
    made = []
    for samples, start, row in zip(said, starts, rows, strict=False):
        seconds, where = len(samples) / RATE, f"speaker_id: spk.{row[1]}, wav: {path.name}"
        made.append((f"- {{duration: {seconds:.7f}, offset: {start / RATE:.7f}, {where}}}", seconds))
    return made


def make_split(split: str, rows: list[Row], root: Path, pool: "multiprocessing.pool.Pool", per_file: int) -> None:
    began, folder = time.perf_counter(), root / "data" / split
    (folder / "wav").mkdir(parents=True, exist_ok=True)
    (folder / "txt").mkdir(exist_ok=True)
    parts = [rows[at : at + per_file] for at in range(0, len(rows), per_file)]
    jobs = [(folder / "wav" / f"{split}-{number:03d}.wav", part) for number, part in enumerate(parts)]
    made = [line for lines in pool.imap(make_file, jobs) for line in lines]
    write_split(folder, split, rows, made, began)


def write_split(folder: Path, split: str, rows: list[Row], made: list[tuple[str, float]], began: float) -> None:
    """What stands beside a split's WAV files, in their order: texts, YAML (``made`` has its lines, and the seconds of
    each), ``done``.
    """
    for column, ending in enumerate(("en", "es", DISTILLED)[: len(rows[0]) - 4], start=4):
        (folder / "txt" / f"{split}.{ending}").write_text("".join(f"{row[column]}\n" for row in rows), "utf-8")
    (folder / "txt" / f"{split}.yaml").write_text("".join(f"{line}\n" for line, _ in made), "utf-8")
    hours: dict[str, float] = defaultdict(float)
    for row, (_, seconds) in zip(rows, made, strict=True):
        hours[row[1]] += seconds / 3600
    told = {
        "split": split,
        "utterances": len(rows),
        "hours": round(sum(hours.values()), 2),
        "by_voice": {voice: round(amount, 2) for voice, amount in sorted(hours.items())},
        "longest": round(max(seconds for _, seconds in made), 2),
        "seconds": round(time.perf_counter() - began, 1),
    }
    (folder / "done").write_text(json.dumps(told) + "\n")
    print(json.dumps(told), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sentences", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--flite", type=Path, default=None)
    parser.add_argument("--splits", nargs="*", default=[])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--per-file", type=int, default=200)
    parser.add_argument("--limit", type=int, default=None, help="only so many sentences of each split")
    chosen = parser.parse_args()
    by_split: dict[str, list[Row]] = defaultdict(list)
    for line in lzma.decompress(chosen.sentences.read_bytes()).decode("utf-8").removesuffix("\n").split("\n"):
        row = line.split("\t")
        by_split[row[0]].append(row)
    if strangers := set(chosen.splits) - set(by_split):
        raise SystemExit(
            f"{chosen.sentences} has no split {', '.join(sorted(strangers))}; it has {', '.join(by_split)}"
        )
    wanted = [name for name in chosen.splits or by_split if not (chosen.out / "data" / name / "done").exists()]
    with multiprocessing.get_context("fork").Pool(chosen.jobs, start, (chosen.flite,)) as pool:
        for split in wanted:
            make_split(split, by_split[split][: chosen.limit], chosen.out, pool, chosen.per_file)


if __name__ == "__main__":
    main()
