"""The results page is built by one command from stored cells."""

import subprocess
import sys
from pathlib import Path

BUILDER = Path(__file__).parents[2] / "bench/results_speed.py"


def test_the_page_has_its_parts(sweep_file, tmp_path):
    (sweep_file.parent / "reading.md").write_text("What a reader should know.\n")
    words = [sys.executable, BUILDER, "--page", tmp_path / "page.md", "--work", tmp_path / "work", sweep_file]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "page.md").read_text("utf-8")
    assert "What a reader should know." in page
    assert "8 of 8 cells, 1 seed(s), 4 models" in page
    for title in (
        "Beside the paper's table 4b",
        "Amplification",
        "What could be decided at all",
        "What the fastest cell lost",
        "Times",
    ):
        assert f"### {title}" in page
    assert "| MoFc | " in page
    assert " 31.0 |" in page  # the paper's
    assert (
        "The paper's claim, that anti-stereotypical accuracy falls faster than BLEU, holds here." in page
    )  # as the cells were made
    assert (tmp_path / "figures/speed-simplegen.png").read_bytes().startswith(b"\x89PNG")
