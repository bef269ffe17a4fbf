"""Lines of the training queue: a model's name, then what its configuration changes, as TOML.

    * data.moses=false
    asr data.task=recognition optimiser.updates=3000
    st data.start_from=asr optimiser.updates=4000 speech.penalty=none

What a line named * says holds for all below it. ``data.start_from`` is the name of another line's model: the training
waits until that one is done.
"""

import os
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from askew.neural.config import TrainConfig


@dataclass(frozen=True)
class Job:
    """A training."""

    name: str
    changes: dict[str, Any]

    @property
    def after(self) -> str:
        """The model it starts from, if any."""
        return str(self.changes.get("data.start_from", ""))

    @property
    def task(self) -> str:
        """What it learns: recognition or translation."""
        return str(self.changes.get("data.task", "translation"))

    @property
    def prepared(self) -> str:
        """The folder of what it shares with other jobs that learn to write the same."""
        ending = self.changes.get("data.train_text", "")
        return f"{self.task}-{ending}" if ending else self.task

    def config(self, base: Path, corpus: Path, features: Path, models: Path) -> TrainConfig:
        """The base's configuration with the line's changes, on the corpus."""
        places = {"data.corpus": str(corpus.resolve()), "data.features": str(features.resolve())}
        if self.after:
            places["data.start_from"] = str((models / self.after).resolve())
        return TrainConfig.read(base, {"data.task": self.task, **self.changes, **places})


def from_text(line: str) -> Job:
    """A line read.

    >>> from_text("st data.start_from=asr optimiser.updates=9").changes
    {'data.start_from': 'asr', 'optimiser.updates': 9}
    """
    name, *settings = line.split()
    changes = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals:
            raise SystemExit(f"{line}: a setting is NAME=VALUE, found {setting!r}")
        try:
            changes[key] = tomllib.loads(f"value = {value}")["value"]
        except tomllib.TOMLDecodeError:
            changes[key] = value  # a word without quotes
    return Job(name, changes)


def read_queue(queue: Path) -> list[Job]:
    """The jobs of a queue; lines that are empty or start with # don't count."""
    jobs: list[Job] = []
    shared: dict[str, Any] = {}
    for line in queue.read_text("utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        job = from_text(line)
        if job.name == "*":
            shared |= job.changes
        else:
            jobs.append(Job(job.name, {**shared, **job.changes}))
    return jobs


def next_job(queue: Path, models: Path, stop: Path) -> Job | None:
    """The first job nobody has taken whose start is done, waited for; None if nothing is left or ``stop`` is there."""
    while not stop.exists():
        left = [job for job in read_queue(queue) if not (models / job.name / "taken").exists()]
        if not left:
            return None
        for job in left:
            if job.after and not (models / job.after / "done").exists():
                continue
            (models / job.name).mkdir(parents=True, exist_ok=True)
            try:
                os.close(os.open(models / job.name / "taken", os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                continue
            return job
        time.sleep(0.2)
    return None
