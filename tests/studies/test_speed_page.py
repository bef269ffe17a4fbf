"""The results page is built by one command from stored cells."""

import json

from askew.sweep.variation import THESE_MODELS

from .conftest import run_study


def test_the_page_has_its_parts(sweep_file, tmp_path):
    (sweep_file.parent / "reading.md").write_text("What a reader should know.\n")
    log = [{"update": 100, "loss": 5.1}, {"update": 100, "dev_bleu": 7.5}, {"update": 200, "dev_bleu": 9.5}]
    model = {"model": "es-6.6-mha", "axes": {"depth": "6,6", "attention": "mha"}, "log": log}
    (sweep_file.parent / "cells/training.jsonl").write_text(json.dumps(model) + "\n")
    run_study("speed.page", "--page", tmp_path / "page.md", "--work", tmp_path / "work", sweep_file)
    page = (tmp_path / "page.md").read_text("utf-8")
    assert "What a reader should know." in page
    assert "8 of 8 cells, 1 seed(s), 4 models" in page
    for title in (
        "Beside the paper's table 4b",
        "Amplification",
        "What could be decided at all",
        "What the fastest cell lost",
        "Times",
        "How the models learned",
    ):
        assert f"### {title}" in page
    assert "| MoFc | " in page
    assert " 31.0 |" in page  # the paper's
    # As the cells were made, with one training each.
    claim = "The paper's claim, that anti-stereotypical accuracy falls faster than BLEU, holds here"
    assert f"{claim} ({THESE_MODELS}: each was trained once)." in page
    assert (tmp_path / "figures/speed-simplegen.png").read_bytes().startswith(b"\x89PNG")
    assert "greedy BLEU, dev" in (tmp_path / "figures/speed-training.svg").read_text("utf-8")
