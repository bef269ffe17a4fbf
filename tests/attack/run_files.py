"""A small scored run, file by file; whichever is damaged, the others vouch for it."""

import hashlib
import json
from functools import partial

from askew.core.run import load

SCORE = {"value": 50.0, "low": 1.5, "high": 99, "n": 2, "coverage": 100.0, "reason": None}
ITEMS = [
    {
        "id": "1",
        "source": "The nurse.",
        "gold": "female",
        "references": ["La enfermera."],
        "person": {"token": 1, "other": ""},
    },
    {"id": "2", "source": "The cook.", "gold": "male", "audio": "2.wav", "terms": [["cook", ["cocinero"], "cook"]]},
]
OUTPUTS = [
    {"id": "1", "output": "La enfermera.", "seconds": 0.5},
    {"id": "2", "output": "El cocinero.", "metrics": {"comet": 0.5}},
]
VERDICTS = [
    {
        "item": "1",
        "unit": "nurse",
        "labels": {"verdict": "correct", "predicted": "female"},
        "reason": "",
        "found": [[0, 2]],
        "counts": {"edits": 1},
    },
    {
        "item": "2",
        "unit": "cook",
        "labels": {"verdict": "correct", "predicted": "male"},
        "reason": "x",
        "decided_by": [[0, 2]],
    },
]
SCORES = {
    "suite": "simplegen",
    "scores": {"accuracy": SCORE},
    "groups": {"gold": {"male": {"accuracy": SCORE}}},
    "counts": {"a": {"b": 1}},
}
HEAD = {
    "askew": "0.1.0",
    "created": "2026-01-01T00:00:00+00:00",
    "asked": {
        "suite": "simplegen",
        "target": "es",
        "edition": "e",
        "subset": "s",
        "system": "x",
        "system_details": {},
        "options": {"a": "b"},
        "given": {"terms": ["x"]},
    },
    "protocol": "askew",
    "signature": "suite:simplegen|target:es",
    "timing": {"items": 2},
    "resampling": {"resamples": 100, "seed": 1, "level": 0.95},
    "completion": {"marks": "keep"},
    "warnings": ["careful"],
}


def lines(rows):
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


FILES = {
    "items.jsonl": lines(ITEMS),
    "outputs.jsonl": lines(OUTPUTS),
    "verdicts.jsonl": lines(VERDICTS),
    "talks.jsonl": lines([{"doc_id": "t", "output": "x"}]),
    "scores.json": json.dumps(SCORES, indent=1).encode(),
}


def _head(files):
    vouched = {name: hashlib.sha256(raw).hexdigest() for name, raw in files.items()}
    return json.dumps({**HEAD, "sha256": vouched}).encode()


def loaded(changed, folder, _):
    """The run in a folder, one of whose files is the one that was put there."""
    files = FILES if changed == "run.json" else {**FILES, changed: (folder / changed).read_bytes()}
    for name, raw in files.items():
        if not (folder / name).exists():
            (folder / name).write_bytes(raw)
    if changed != "run.json":
        (folder / "run.json").write_bytes(_head(files))
    return load(folder)


RUN_FILES = {name: (partial(loaded, name), raw) for name, raw in [("run.json", _head(FILES)), *FILES.items()]}
