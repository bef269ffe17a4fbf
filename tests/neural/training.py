"""Reading a training's log, and killing a training."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import torch

from askew.neural.config import TrainConfig

SCRIPT = """
import json, sys, torch
from pathlib import Path
from askew.neural.config import TrainConfig
from askew.neural.training.train import train
torch.set_num_threads(int(sys.argv[3]))
train(TrainConfig.of(json.loads(sys.argv[1]), "test"), Path(sys.argv[2]))
"""


def losses(folder: Path) -> list[tuple[int, float]]:
    """Updates and losses of its log, of which the last row may be unfinished."""
    lines = (folder / "log.jsonl").read_text().splitlines(keepends=True)
    rows = [json.loads(line) for line in lines if line.endswith("\n")]
    return [(row["update"], row["loss"]) for row in rows if "loss" in row]


def train_and_kill(config: TrainConfig, folder: Path, after: int) -> None:
    """Train in a process of its own that is killed (SIGKILL) as soon as its log has the loss of this update."""
    arguments = [json.dumps(config.to_json()), str(folder), str(torch.get_num_threads())]
    process = subprocess.Popen([sys.executable, "-c", SCRIPT, *arguments])
    try:
        while not (folder / "log.jsonl").exists() or not any(update >= after for update, _ in losses(folder)):
            assert process.poll() is None, "it ended before it could be killed"
            time.sleep(0.002)
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
