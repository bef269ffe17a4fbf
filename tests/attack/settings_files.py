"""The files that say what shall be done and what came of it: rules and outcomes of gates, sweeps, trainings, sheets of
an audit.
"""

import json

from askew.analyses.audit import read_sheet
from askew.evaluate.sessions import Sessions
from askew.gate.gate import read_gate
from askew.gate.rules import read_rules
from askew.mend.balance import held_out
from askew.neural.config import TrainConfig
from askew.report.site import _record
from askew.sweep.about import _read as read_about
from askew.sweep.cells import Folder
from askew.sweep.plan import read_plan
from askew.sweep.result import read_result
from askew.sweep.stored import Store
from askew.sweep.times import read_timings

from .run_files import FILES, loaded

CELLS = b'{"cell": "a", "axes": {"beam": 4}, "details": {"version": null}}\n{"cell": "b", "axes": {"beam": 1}}\n'
TIMING = (
    b'{"cell": "a", "repeat": 0, "wall_seconds": 1.5, "cpu_seconds": 1, "sentences": 3, "tokens": 9, "threads": 1}\n'
    b'{"cell": "b", "repeat": 0, "wall_seconds": 2, "cpu_seconds": 1, "sentences": 3, "tokens": 9, "threads": 1}\n'
)
RULES = (
    b'alpha = 0.05\n[max-drop]\naccuracy = 2\n"anti" = 1.5\n[min]\nbleu = 20\n[max]\n"lost-right[gold=female]" = 10\n'
)
GATE = json.dumps(
    {
        "outcome": "fail", "baseline": "a", "candidate": "b", "suite": "winomt", "target": "es", "alpha": 0.05,
        "rules": [
            {
                "rule": "max-drop anti=1", "kind": "max-drop", "score": "anti", "limit": 1, "outcome": "fail",
                "about": "items like these", "baseline": 50.5, "candidate": 47, "worse_by": 3.5, "reason": None,
            }
        ],
        "signature": "suite:winomt|target:es", "right_before": 9, "won": 1,
        "lost": [{"id": "1", "source": "s", "baseline": "b", "candidate": "c", "verdict": "v", "reason": "r"}],
    }
).encode()  # fmt: skip
PLAN = b"""target = "es"
suites = ["simplegen", {suite = "winomt", subset = "pro"}]
designs = ["full", "stack"]
seeds = [1, 2]
system = "command:cat {beam}"
resamples = 200
[axes]
beam = [4, 1]
[set]
threads = 1
[[steps]]
set = {beam = 1}
[timing]
set = "simplegen"
first = 3
repeats = 2
[[quality]]
name = "own"
source = "a.en"
references = ["a.de"]
"""
ABOUT = json.dumps(
    {
        "askew": "1", "target": "es", "suites": {"simplegen": {"suite": "simplegen"}}, "quality": {"own": "ab"},
        "axes": ["beam"], "system": "x", "set": {"threads": 1}, "where": {}, "timing": {"set": "own"},
    }
).encode()  # fmt: skip
SPEED = dict.fromkeys(("wall_seconds", "low", "high", "cpu_seconds", "sentences_per_second", "tokens_per_second"), 1.5)
RESULT = json.dumps(
    {
        "name": "x", "target": "es", "signatures": {"own": "a:b"}, "resampling": {"resamples": 100, "models": 1},
        "columns": [],
        "cells": [
            {
                "name": "beam=4", "label": "baseline", "axes": {"beam": 4}, "seeds": 1, "time_drop": None,
                "speed": {**SPEED, "load_seconds": None, "repeats": 1, "threads": 1}, "values": {}, "drops": {},
            }
        ],
        "tables": [{"design": "full", "rows": [{"label": "baseline", "cell": "beam=4"}], "largest_drops": {}}],
        "amplification": [], "trends": [], "lost": [], "warnings": ["careful"],
    }
).encode()  # fmt: skip
SESSIONS = b'[{"began": 1.5, "journalled": 0, "measured": {"items": 2, "wall_seconds": 0.5}, "ended": true, "uncounted": [["1"]]}]'
SHEET = b'id\tperson\tsource\toutput\tlabel\n1\tnurse\tThe nurse.\t"La ""enfermera""."\tf\n2\tcook\tThe cook.\tEl cocinero.\tu\n'
TRAINING = b"""[data]
source = "en"
target = "es"
train = ["a.tsv"]
dev = ""
[model]
width = 64
heads = 2
attention = "aan"
[optimiser]
updates = 10
betas = [0.9, 0.98]
[adapt]
model = "en-es"
anchor = ["b.tsv"]
"""
CARD = json.dumps(
    {"source": "en", "target": "es", "model": {"width": 64, "heads": 2}, "speech": None, "training": {"data": {}}}
).encode()
PAIRS = b"# askew\n# columns\na\tnurse\tf\tThe nurse slept.\tLa enfermera durmi\xc3\xb3.\na\tcook\tm\tA cook.\tUn cocinero.\n"
RECORD = b'{"askew": "1", "pages": {"index.html": "0123", "sets/winomt-es.html": ""}}'


def _plan(folder, name):
    for language in ("en", "de"):
        (folder / f"a.{language}").write_text("One.\nTwo.\n")
    return read_plan(folder / name)


def _stored(folder, changed):
    for name, raw in {"cells.jsonl": CELLS, "timing.jsonl": TIMING}.items():
        if name != changed and not (folder / name).exists():
            (folder / name).write_bytes(raw)
    store = Store(folder)
    return [store.outputs("set", cell.cell, 2) for cell in store.cells], store.timings


def _audit(folder, name):
    if not hasattr(_audit, "run"):
        place = folder / "run"
        place.mkdir()
        for file, raw in FILES.items():
            (place / file).write_bytes(raw)
        _audit.run = loaded("scores.json", place, "")
    return read_sheet(_audit.run, folder / name)


def _model(folder, _):
    from askew.neural.training.adapt import adapting

    return adapting(str(folder), [folder / "a.tsv"], [folder / "b.tsv"], None, {})


def _parallel(folder, name):
    from askew.neural.text.corpus import read_pairs

    return read_pairs(folder / name)


def _site(folder, _):
    return _record(folder)


SETTINGS_FILES = {
    "gate: rules": (lambda folder, name: read_rules(folder / name), "rules.toml", [RULES]),
    "gate: outcome": (lambda folder, name: read_gate(folder / name), "gate.json", [GATE]),
    "sweep: plan": (_plan, "sweep.toml", [PLAN]),
    "sweep: sweep.json": (lambda folder, _: read_about(Folder(folder)), "sweep.json", [ABOUT]),
    "sweep: result.json": (lambda folder, _: read_result(folder), "result.json", [RESULT]),
    "sweep: times": (
        lambda folder, name: list(read_timings(folder / name, appended=True)), "timing.jsonl", [TIMING],
    ),
    "cells: cells.jsonl": (_stored, "cells.jsonl", [CELLS]),
    "cells: timing.jsonl": (_stored, "timing.jsonl", [TIMING]),
    "cells: outputs": (
        _stored, "set.jsonl.xz", [b'{"cell": "a", "outputs": ["x", "y"]}\n{"cell": "b", "outputs": ["x", "z"]}\n'],
    ),
    "sessions": (lambda folder, _: Sessions(folder).timing([]) or True, "sessions.json", [SESSIONS]),
    "sheet of an audit": (_audit, "sheet.tsv", [SHEET]),
    "people held out": (lambda folder, name: held_out(folder / name), "people.txt", [b"# people\nnurse\ncook\n"]),
    "training": (lambda folder, name: TrainConfig.read(folder / name), "train.toml", [TRAINING]),
    "card of a model": (_model, "model.json", [CARD]),
    "parallel text": (_parallel, "a.tsv", [PAIRS]),
    "record of a site": (_site, "site.json", [RECORD]),
}  # fmt: skip
