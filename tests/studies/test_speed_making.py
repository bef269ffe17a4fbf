"""The speed experiment's scripts from text to stored cells, with very small models on the CPU."""

import json

import pytest

from ..neural.conftest import pairs, write_pairs
from .conftest import run_study


@pytest.mark.slow  # a dozen processes that each open several models
def test_from_text_to_stored_cells(tmp_path):
    text, work, out = tmp_path / "text", tmp_path / "work", tmp_path / "out"
    text.mkdir()
    write_pairs(text / "en-es.train.tsv", pairs()[40:])
    for part in ("dev", "test"):
        rows = [
            (f"{'tatoeba' if n % 2 else 'europarl'}\t{source}", target)
            for n, (source, target) in enumerate(pairs()[:20])
        ]
        write_pairs(text / f"en-es.{part}.tsv", rows)
    for name in ("simplegen", "winomt"):
        (text / f"{name}.txt").write_text("the cat sees the dog .\nthe old bird wants the red boat .\n")
    queue = tmp_path / "queue"
    queue.write_text(
        "es,1,1,mha,width=64,updates=8,batch_tokens=600,seed=3\nes,2,1,aan,width=64,updates=8,batch_tokens=600\n"
    )
    command = ["--text", text, "--sets", text, "--work", work, "--out", out, "--queue", queue, "--device", "cpu"]
    small = ["--trainers", "1", "--cores", "2", "--vocabulary", "60", "--head-start", "0"]
    run_study("speed.make.run", *command, *small, CUDA_VISIBLE_DEVICES="")
    assert not (out / "stop").exists()
    made = {path.name for path in out.glob("es-*.txt")}
    assert len(made) == 3 * 2 * (2 + 1 + 2 + 1)  # sets × beams × (float32, int8 of both, CTranslate2's two of one)

    # Started again it trains nothing anew and makes what is missing.
    kept = (work / "models/es-1.1-mha-64-s3/model.safetensors").stat().st_mtime_ns
    gone = out / "es-2.1-aan-64-s1_int8-b5_winomt.txt"
    before = gone.read_text()
    gone.unlink()
    run_study("speed.make.run", *command, *small, CUDA_VISIBLE_DEVICES="")
    assert gone.read_text() == before
    assert (work / "models/es-1.1-mha-64-s3/model.safetensors").stat().st_mtime_ns == kept

    timings = [*out.glob("timing-*.jsonl")]
    run_study(
        "speed.make.store_cells", "--outputs", out, "--timings", *timings, "--data", text, "--out", tmp_path / "stored"
    )
    cells = [json.loads(line) for line in (tmp_path / "stored/es/cells.jsonl").read_text().splitlines()]
    assert len(cells) == 12
    assert {cell["axes"]["engine"] for cell in cells} == {"askew", "ctranslate2"}
    logs = [json.loads(line) for line in (tmp_path / "stored/es/training.jsonl").read_text().splitlines()]
    assert [(row["axes"]["depth"], row["axes"]["attention"], row["log"][-1]["update"]) for row in logs] == [
        ("1,1", "mha", 8),
        ("2,1", "aan", 8),
    ]
