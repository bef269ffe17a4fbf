"""Run by the Python of COMET's own environment, never by askew's: JSON Lines in, JSON Lines out. Only this file
travels.

PYTHON comet_exchange.py [--model Unbabel/wmt22-comet-da] < segments.jsonl > scores.jsonl
"""

import argparse
import json
import sys
from importlib import import_module
from importlib.metadata import version


def main() -> None:
    """Read segments, score them, write scores."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="Unbabel/wmt22-comet-da")
    parser.add_argument("--batch-size", type=int, default=16)
    parser.add_argument("--gpus", type=int, default=None)
    chosen = parser.parse_args()
    answers, sys.stdout = sys.stdout, sys.stderr  # whatever libraries print must not mix with the answers
    comet, torch = import_module("comet"), import_module("torch")
    rows = [json.loads(line) for line in sys.stdin]
    model = comet.load_from_checkpoint(comet.download_model(chosen.model))
    gpus = chosen.gpus if chosen.gpus is not None else int(torch.cuda.is_available())
    samples = [{key: row[key] for key in ("src", "mt", "ref")} for row in rows]
    scores = model.predict(samples, batch_size=chosen.batch_size, gpus=gpus).scores
    print(json.dumps({"model": chosen.model, "version": version("unbabel-comet")}), file=answers)
    for row, score in zip(rows, scores, strict=True):
        print(json.dumps({"id": row["id"], "score": float(score)}), file=answers)


if __name__ == "__main__":
    main()
