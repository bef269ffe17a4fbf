"""Run by the Python of an environment that has MetricX-24 (https://github.com/google-research/metricx), never by
askew's: JSON Lines in, JSON Lines out. Only this file travels.

PYTHON metricx_exchange.py [--model google/metricx-24-hybrid-large-v2p6] < segments.jsonl > scores.jsonl

It runs ``python -m metricx24.predict``, so the repository must be installed there or on PYTHONPATH.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

SIZES = ("xxl", "xl", "large")  # of mT5, whose tokeniser a model of that size has


def main() -> None:
    """Read segments, have them scored, write scores."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="google/metricx-24-hybrid-large-v2p6")
    parser.add_argument("--tokenizer", default=None)
    parser.add_argument("--batch-size", type=int, default=1)
    parser.add_argument("--qe", action="store_true", help="without the reference")
    chosen = parser.parse_args()
    size = next((size for size in SIZES if f"-{size}" in chosen.model), SIZES[0])
    rows = [json.loads(line) for line in sys.stdin]
    with tempfile.TemporaryDirectory() as folder:
        asked, answered = Path(folder, "input.jsonl"), Path(folder, "output.jsonl")
        asked.write_text("".join(json.dumps(_example(row)) + "\n" for row in rows), encoding="utf-8")
        words = [
            "--tokenizer", chosen.tokenizer or f"google/mt5-{size}", "--model_name_or_path", chosen.model,
            "--max_input_length", "1536", "--batch_size", str(chosen.batch_size),
            "--input_file", str(asked), "--output_file", str(answered), *(["--qe"] if chosen.qe else []),
        ]  # fmt: skip
        ran = subprocess.run([sys.executable, "-m", "metricx24.predict", *words], stdout=sys.stderr, check=False)
        if ran.returncode:
            sys.exit(f"metricx24.predict ended with status {ran.returncode}")
        scores = [json.loads(line)["prediction"] for line in answered.read_text("utf-8").splitlines()]
    print(json.dumps({"model": chosen.model, "version": "metricx24"}))
    for row, score in zip(rows, scores, strict=True):
        print(json.dumps({"id": row["id"], "score": score}))


def _example(row: dict[str, str]) -> dict[str, str]:
    return {"source": row["src"], "hypothesis": row["mt"], "reference": row["ref"]}


if __name__ == "__main__":
    main()
