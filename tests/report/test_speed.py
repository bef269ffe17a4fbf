"""The report on a sweep: its own result, drawn and linked."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import askew
from askew.core.errors import RunError
from askew.report.find import find
from askew.report.page import html_page
from askew.report.report import report_of
from askew.report.sections.speed import read_sweep

SWEEP = """
target = "es"
suites = ["simplegen"]
resamples = 200
[axes]
beam = [5, 1]
[[quality]]
name = "tatoeba"
source = "src.txt"
references = "ref.txt"
[cells]
folder = "cells"
"""


@pytest.fixture(scope="module")
def swept(tmp_path_factory):
    """A sweep of two cells, made by the program: the faster one loses words, and feminine forms."""
    pytest.importorskip("askew.sweep", reason="needs sweeps")
    folder = tmp_path_factory.mktemp("sweep")
    cells, items = folder / "cells", askew.items("simplegen")
    texts = [f"la casa número {n} es muy grande y tiene jardín" for n in range(60)]
    (folder / "src.txt").write_text("".join(f"source {n}\n" for n in range(60)))
    (folder / "ref.txt").write_text("".join(f"{text}\n" for text in texts))
    for name in ("simplegen", "tatoeba"):
        (cells / name).mkdir(parents=True)
    for beam, word in ((5, "la médica"), (1, "el médico")):
        outputs = [word if item.attributes["gold"] == "female" else "el médico" for item in items]
        (cells / "simplegen" / f"b{beam}.txt").write_text("".join(f"{text}\n" for text in outputs))
        (cells / "tatoeba" / f"b{beam}.txt").write_text(
            "".join(f"{text if beam == 5 else text[:-7]}\n" for text in texts)
        )
    rows = [{"cell": f"b{beam}", "axes": {"beam": beam}} for beam in (5, 1)]
    times = [
        {"cell": f"b{beam}", "repeat": k, "wall_seconds": 2.0 * beam + k / 100, "cpu_seconds": 2.0, "sentences": 60,
         "tokens": 500, "threads": 1, "load_seconds": 0.1}
        for k in range(3)
        for beam in (5, 1)
    ]  # fmt: skip
    (cells / "cells.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (cells / "timing.jsonl").write_text("".join(json.dumps(row) + "\n" for row in times))
    (folder / "speed.toml").write_text(SWEEP)
    program = Path(sys.executable).with_name("askew")
    words = [program, "sweep", folder / "speed.toml", "--out", folder / "out", "--no-figures"]
    subprocess.run(words, check=True, capture_output=True)
    return folder / "out"


def test_a_sweep_is_found_and_its_cells_are_not_taken_for_systems(swept):
    found = find([swept.parent])
    assert found.sweeps == [swept]
    assert found.runs == []


def test_the_section_has_what_the_result_says(swept):
    result = json.loads((swept / "result.json").read_text("utf-8"))
    report = report_of([], [read_sweep(swept)])
    assert [section.id for section in report.sections] == ["speed", "statement"]
    blocks = report.sections[0].blocks
    points = [point for block in blocks if block.kind == "prose" for point in block.points]
    assert {slope["sentence"] for slope in result["amplification"] if not slope["measure"].endswith("_decided")} <= set(
        points
    )
    [figure] = [block for block in blocks if block.kind == "figure"]
    drawn = [row for row in figure.variants["simplegen"] if row["part"] == "point" and row["series"] == "measure"]
    fast = result["cells"][1]
    assert {row["drop"] for row in drawn if row["cell"] == fast["label"] and row["panel"] == "anti"} == {
        round(fast["drops"]["simplegen.anti"]["value"], 3)
    }
    table = next(block for block in blocks if block.kind == "table")
    assert table.rows[1][1].number == fast["speed"]["wall_seconds"]


def test_a_cell_leads_to_its_sentences(swept, visit, tmp_path):
    from askew.report.page import render

    path = tmp_path / "speed.html"
    path.write_text(render(report_of([], [read_sweep(swept)])), encoding="utf-8")
    page = visit(path)
    page.get_by_role("link", name="beam=1").first.click()
    page.wait_for_selector(".viewport[data-rows='2664']")


def test_a_broken_result_is_an_error(tmp_path):
    (tmp_path / "cells").mkdir()
    (tmp_path / "result.json").write_text("{}")
    with pytest.raises(RunError, match="not the result of a sweep"):
        read_sweep(tmp_path)


def test_a_page_may_hold_runs_and_sweeps(swept, simplegen):
    run = simplegen("La médica.", subset="mofc")
    assert html_page([run], sweeps=[read_sweep(swept)]).count("<section") == 6


def test_a_sweep_begins_with_what_the_fastest_gains_and_loses_and_leads_to_the_lost_sentences(swept):
    report = report_of([], [read_sweep(swept)])
    [section] = [section for section in report.sections if section.id == "speed"]
    said = section.blocks[0].lead
    assert "times as fast as the baseline; BLEU (tatoeba)" in said
    [(right, lost)] = re.findall(
        r"of the ([\d,]+) sentences of SimpleGEN that the baseline has right, ([\d,]+) are", said
    )
    [table] = [
        block for block in section.blocks if block.kind == "table" and block.title.startswith("What speed loses")
    ]
    assert table.headings[0] == "occupation"
    assert 0 < int(lost.replace(",", "")) <= int(right.replace(",", "")) <= len(askew.items("simplegen"))
    assert all("differ=lost" in row[1].href and "occupation=" in row[1].href for row in table.rows)
