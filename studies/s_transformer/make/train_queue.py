r"""Train the models of a queue (see queue_lines.py) on one device; several workers can share it, each takes the next
job that can start.

    python -m studies.s_transformer.make.train_queue --queue FILE --corpus ROOT --work DIR \
        [--device cuda] [--config FILE.toml] [--prepare]

``--prepare`` makes what all trainings share, in WORK/features and WORK/prepared (features, vocabularies, targets as
ids), and trains nothing. Models come to WORK/models/NAME, with ``done`` when they are. When WORK/stop appears, those in
training are finished as they are and no new one is begun.
"""

import argparse
import json
import shutil
import time
from pathlib import Path
from typing import Any

import torch

from askew.neural.config import TrainConfig
from askew.neural.speech.corpus import SpeechCorpus
from askew.neural.training.train import Trainer, prepare
from askew.neural.vocabulary import FILE as PIECES
from askew.neural.vocabulary import Vocabulary
from studies.s_transformer.make.queue_lines import Job, next_job, read_queue

SHARED = (PIECES, "corpus.npz")


def prepare_speech(config: TrainConfig, folder: Path, device: str) -> tuple[Vocabulary, SpeechCorpus]:
    """Vocabulary and corpus of a model of speech."""
    vocabulary, found = prepare(config, folder, device)
    if not isinstance(found, SpeechCorpus):
        raise SystemExit(f"{folder}: this queue trains models of speech, and its configuration is of text")
    return vocabulary, found


def prepare_all(queue: Path, base: Path, corpus: Path, work: Path, device: str) -> None:
    """Each kind of target's once: the first of its jobs stands for all, which differ in nothing that matters here."""
    for job in {job.prepared: job for job in reversed(read_queue(queue))}.values():
        began, folder = time.perf_counter(), work / "prepared" / job.prepared
        job = Job(job.name, {name: value for name, value in job.changes.items() if name != "data.start_from"})
        config = job.config(base, corpus, work / "features", work / "models")
        vocabulary, found = prepare_speech(config, folder, device)
        took = round(time.perf_counter() - began, 1)
        told = {"prepared": job.prepared, "utterances": len(found.rows), "vocabulary": len(vocabulary), "seconds": took}
        print(json.dumps(told), flush=True)


def train(job: Job, base: Path, corpus: Path, work: Path, device: str) -> None:
    """One model, until its updates are made or the time is over."""
    began, folder = time.perf_counter(), work / "models" / job.name
    for name in SHARED:
        if (work / "prepared" / job.prepared / name).exists():
            shutil.copy(work / "prepared" / job.prepared / name, folder / name)
    config = job.config(base, corpus, work / "features", work / "models")
    vocabulary, found = prepare_speech(config, folder, device)
    trainer = Trainer(config, vocabulary, found, folder, device, compile=device != "cpu")
    print(json.dumps({"model": job.name, "ready_after": round(time.perf_counter() - began, 1)}), flush=True)
    started, stopped = time.perf_counter(), False

    def note(row: dict[str, Any]) -> None:
        row = {**row, "seconds": round(time.perf_counter() - started, 1)}
        with (folder / "curve.jsonl").open("a", encoding="utf-8") as curve:
            curve.write(json.dumps(row) + "\n")
        if "loss" not in row:
            print(json.dumps({"model": job.name, **row}), flush=True)

    while trainer.update < config.optimiser.updates and not stopped:
        for row in trainer.advance():
            note(row)
        stopped = (work / "stop").exists()
    if trainer.update < config.optimiser.updates:
        note({"update": trainer.update, **trainer.dev_score()})
        trainer.save()
    trainer.finish()
    told = {
        "model": job.name,
        "updates": trainer.update,
        "planned": config.optimiser.updates,
        "utterances": len(found.rows),
        "seconds": round(time.perf_counter() - started, 1),
        "parameters": sum(parameter.numel() for parameter in trainer.model.parameters()),
        "settings": config.to_json(),
    }
    if device != "cpu":
        told["gigabytes"] = round(torch.cuda.max_memory_allocated() / 1e9, 1)
    (folder / "done").write_text(json.dumps(told) + "\n")
    print(json.dumps({name: value for name, value in told.items() if name != "settings"}), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--queue", type=Path, required=True)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--config", type=Path, default=Path("configs/s-transformer-small.toml"))
    parser.add_argument("--prepare", action="store_true")
    chosen = parser.parse_args()
    if chosen.prepare:
        prepare_all(chosen.queue, chosen.config, chosen.corpus, chosen.work, chosen.device)
        return
    while (job := next_job(chosen.queue, chosen.work / "models", chosen.work / "stop")) is not None:
        train(job, chosen.config, chosen.corpus, chosen.work, chosen.device)
        torch.cuda.empty_cache()


if __name__ == "__main__":
    main()
