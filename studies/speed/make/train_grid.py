"""Train the models of a queue on one GPU; several workers can share the card, each takes the next job nobody has taken.

    python -m studies.speed.make.train_grid --data DIR --models DIR --queue FILE [--logs DIR]

run.py starts it. A line of the queue is a job such as ``es,10,2,aan,updates=4000`` (see grid.py), or ``stop``. Lines
may be added while workers run. DATA holds ``XX/sentencepiece.model``, ``XX/corpus.npz`` and ``en-XX.dev.tsv``; for
mends also ``XX/balanced.npz`` and ``XX/anchor.npz``, for distilled models ``XX/distilled.npz``. A mend waits for its
plain model.
"""

import argparse
import gc
import os
import shutil
import sys
import time
from pathlib import Path

import torch

from askew.core.errors import RunError
from askew.neural.text.corpus import Corpus
from askew.neural.training.adapt import ANCHOR
from askew.neural.training.train import Trainer
from askew.neural.vocabulary import FILE as PIECES
from askew.neural.vocabulary import Vocabulary
from studies.speed.make.grid import Job, from_text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--queue", type=Path, required=True)
    parser.add_argument("--logs", type=Path, help="where each finished model's log is copied")
    parser.add_argument("--device", default="cuda")
    chosen = parser.parse_args()
    corpora: dict[str, Corpus] = {}
    while (job := next_job(chosen.queue, chosen.models)) is not None:
        try:
            folder = train(job, chosen.data, chosen.models, corpora, chosen.device)
        except RunError as error:  # it diverged: the others go on
            print(f"{job.name}: {error}", flush=True)
            continue
        except RuntimeError as error:
            # The card's, after which a process can't go on: its successor takes the job again.
            print(f"{job.name}: {error}", flush=True)
            (chosen.models / f"{job.name}.taken").unlink()
            os.execv(sys.executable, [sys.executable, *sys.argv])
        if chosen.logs is not None:
            shutil.copy(folder / "log.jsonl", chosen.logs / f"{job.name}.jsonl")
        gc.collect()  # the model's recorded steps, before the next one's are recorded
        torch.cuda.empty_cache()  # and their memory: five workers that keep it fill the card after ten models each


def next_job(queue: Path, models: Path) -> Job | None:
    """Wait for a job that nobody has taken or done; None at ``stop``."""
    while True:
        for line in queue.read_text("utf-8").split():
            if line == "stop":
                return None
            job = from_text(line)
            if (models / job.name / "done").exists() or (job.mend and not (models / job.plain / "done").exists()):
                continue
            try:
                os.close(os.open(models / f"{job.name}.taken", os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                continue
            return job
        time.sleep(0.5)


def train(job: Job, data: Path, models: Path, corpora: dict[str, Corpus], device: str) -> Path:
    folder = models / job.name
    shutil.rmtree(folder, ignore_errors=True)  # begun before and not finished
    folder.mkdir(parents=True, exist_ok=True)
    (folder / PIECES).write_bytes((data / job.target / PIECES).read_bytes())
    text = job.text if job.mend else job.corpus
    if f"{job.target}/{text}" not in corpora:
        corpora[f"{job.target}/{text}"] = Corpus.load(data / job.target / f"{text}.npz")
    vocabulary = Vocabulary(folder / PIECES)
    config = job.config(f"en-{job.target}.train.tsv", str(data / f"en-{job.target}.dev.tsv"), len(vocabulary))
    if job.mend:
        config = job.mending(config, str(models))
        shutil.copy(data / job.target / f"{job.anchor}.npz", folder / ANCHOR)
    began = time.perf_counter()
    compiled = device != "cpu" and not job.mend  # a mend is over before its kernels would be written
    trainer = Trainer(config, vocabulary, corpora[f"{job.target}/{text}"], folder, device, compile=compiled)
    for row in trainer.run():
        if "dev_bleu" in row or row["update"] % 500 == 0:
            print(f"{time.perf_counter() - began:6.1f}", job.name, row, flush=True)
    trainer.log({"update": trainer.update, "seconds": round(time.perf_counter() - began, 1)})
    (folder / "done").touch()
    return folder


if __name__ == "__main__":
    main()
