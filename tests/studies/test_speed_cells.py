"""What the experiment's scripts write becomes stored cells that a sweep reads."""

import json

from askew.sweep.stored import Store

from .conftest import run_study


def test_outputs_and_timings_are_gathered_by_language(tmp_path):
    (tmp_path / "outputs").mkdir()
    (tmp_path / "en-es.test.tsv").write_text("tatoeba\ta\tb\neuroparl\tc\td\ntatoeba\te\tf\n")
    names = ["es-6.6-mha-256-s1_float32-b5", "es-10.2-mha-256-s1_ct2-int8-b1"]
    for name in names:
        (tmp_path / f"outputs/{name}_test.txt").write_text("uno\ndos\ntres\n")
        (tmp_path / f"outputs/{name}_simplegen.txt").write_text("la casa\n\nel perro\n")
    timing = {
        "cell": names[0],
        "repeat": 0,
        "wall_seconds": 1.5,
        "cpu_seconds": 1.4,
        "sentences": 3,
        "tokens": 3,
        "threads": 1,
    }
    (tmp_path / "timing.jsonl").write_text(json.dumps(timing) + "\n")
    made = ["--outputs", tmp_path / "outputs", "--timings", tmp_path / "timing.jsonl"]
    run_study("speed.make.store_cells", *made, "--data", tmp_path, "--out", tmp_path / "cells")
    store = Store(tmp_path / "cells/es")
    (cell,) = store.matching({"engine": "ctranslate2", "depth": "10,2", "compute": "int8", "beam": 1})
    assert cell.cell == names[1]
    assert store.outputs("tatoeba", cell.cell, 2) == ["uno", "tres"]
    assert store.outputs("europarl", cell.cell, 1) == ["dos"]
    assert store.outputs("simplegen", cell.cell, 3) == ["la casa", "", "el perro"]
    assert [one.cell for one in store.timings] == [names[0]]
