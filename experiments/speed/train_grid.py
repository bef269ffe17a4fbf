"""Train the models of a queue on one GPU; several workers can share the card, each takes the next job nobody has taken.

    python experiments/speed/train_grid.py --data DIR --out DIR --queue FILE

A line of the queue is a job such as ``es,10,2,aan,updates=4000`` (see grid.py), or ``stop``. Lines may be added while workers run.
DATA holds ``XX/pieces.model``, ``XX/corpus.npz`` and ``en-XX.dev.tsv``.
"""

import argparse
import os
import time
from pathlib import Path

from grid import Job, from_text

from askew.neural.batches import Corpus
from askew.neural.train import Trainer
from askew.neural.vocabulary import FILE as PIECES
from askew.neural.vocabulary import Vocabulary


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--queue", type=Path, required=True)
    chosen = parser.parse_args()
    corpora: dict[str, Corpus] = {}
    while (job := next_job(chosen.queue)) is not None:
        train(job, chosen.data, chosen.out, corpora)


def next_job(queue: Path) -> Job | None:
    """Wait for a job that nobody has taken; None at ``stop``."""
    while True:
        for number, line in enumerate(queue.read_text().split()):
            if line == "stop":
                return None
            try:
                os.close(os.open(f"{queue}.{number}.lock", os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                continue
            return from_text(line)
        time.sleep(0.5)


def train(job: Job, data: Path, out: Path, corpora: dict[str, Corpus]) -> None:
    folder = out / job.name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / PIECES).write_bytes((data / job.target / PIECES).read_bytes())
    if job.target not in corpora:
        corpora[job.target] = Corpus.load(data / job.target / "corpus.npz")
    config = job.config(f"en-{job.target}.train.tsv", str(data / f"en-{job.target}.dev.tsv"))
    began = time.perf_counter()
    trainer = Trainer(config, Vocabulary(folder / PIECES), corpora[job.target], folder, "cuda", compile=True)
    for row in trainer.run():
        if "dev_bleu" in row or row["update"] % 500 == 0:
            print(f"{time.perf_counter() - began:6.1f}", job.name, row, flush=True)
    trainer.log({"update": trainer.update, "seconds": round(time.perf_counter() - began, 1)})
    (folder / "done").touch()


if __name__ == "__main__":
    main()
