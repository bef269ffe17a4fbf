"""A sweep of a real program: answered, timed, killed, continued, and honest about what is missing."""

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import askew
from askew.core.errors import RunError, SystemFailure
from askew.sweep.analyse import analyse
from askew.sweep.execute import execute
from askew.sweep.plan import read_plan

ASKEW = Path(sys.executable).with_name("askew")
# Takes a while to load, then answers line for line; a narrow beam loses the feminine now and then.
TRANSLATOR = """
import sys, time
beam, pause, load = int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3])
time.sleep(load)
for line in sys.stdin:
    time.sleep(pause * beam)
    print("la enfermera" if beam == 5 or len(line) % 3 else "el enfermero", "y", line.strip(), flush=True)
"""
SWEEP = """
target = "es"
suites = [{{suite = "simplegen", subset = "fofc"}}]
resamples = 200
system = "command:{python} {program} {{beam}} {pause} {load}"
[axes]
beam = [5, 1]
[[quality]]
name = "mine"
source = "src.txt"
references = "ref.txt"
[timing]
set = "mine"
first = 20
repeats = 2
warmup = 2
"""


@pytest.fixture
def sweep(tmp_path):
    """A sweep of the program above, and where it lies."""

    def write(pause=0.0, load=0.0):
        (tmp_path / "translate.py").write_text(TRANSLATOR)
        (tmp_path / "src.txt").write_text("".join(f"the house number {n}\n" for n in range(40)))
        (tmp_path / "ref.txt").write_text("".join(f"la enfermera y the house number {n}\n" for n in range(40)))
        text = SWEEP.format(python=sys.executable, program=tmp_path / "translate.py", pause=pause, load=load)
        (tmp_path / "sweep.toml").write_text(text)
        return tmp_path / "sweep.toml"

    return write


def start(path, *words):
    return subprocess.Popen(
        [ASKEW, "sweep", path, "--out", path.parent / "out", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def rows(path):
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def without_times(result):
    """What must be the same however often a sweep was broken off."""
    kept = {key: result[key] for key in ("name", "target", "signatures", "columns", "amplification")}
    return kept | {"cells": [{key: cell[key] for key in ("name", "values", "drops")} for cell in result["cells"]]}


def test_a_sweep_killed_again_and_again_ends_like_an_unbroken_one(sweep, tmp_path):
    path = sweep(pause=0.0002)
    whole = start(path, "--json", "--no-figures")
    printed, said = whole.communicate()
    assert whole.returncode == 0, said
    shutil.move(tmp_path / "out", tmp_path / "whole")

    out, journals = (
        tmp_path / "out",
        ("cells/5/simplegen/outputs.jsonl", "cells/1/simplegen/outputs.jsonl", "timing.jsonl"),
    )
    for journal in journals:  # killed once in each stage, as soon as something is there
        process = start(path, "--json", "--no-figures")
        while not rows_there(out / journal) and process.poll() is None:
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert process.returncode == -signal.SIGKILL
    with (out / "timing.jsonl").open("a") as torn:
        torn.write('{"cell": "5", "repe')
    last = start(path, "--json", "--no-figures")
    again, said = last.communicate()
    assert last.returncode == 0, said
    assert without_times(json.loads(again)) == without_times(json.loads(printed))
    assert [(row["cell"], row["repeat"]) for row in rows(out / "timing.jsonl")] == [
        ("5", 0),
        ("1", 0),
        ("5", 1),
        ("1", 1),
    ]
    assert len(askew.load(out / "cells/1/simplegen").outputs) == 518


def rows_there(path):
    return path.exists() and b"\n" in path.read_bytes()


def test_two_that_start_at_once_take_no_time_twice(sweep, tmp_path):
    """The first is held up in its timing until the second has been refused."""
    path = sweep()
    waiting = "all(os.path.exists(sys.argv[0] + name) for name in ('.hold', '.timing'))"
    held = f"import os\nwhile {waiting}: time.sleep(0.01)\n"
    program = tmp_path / "translate.py"
    program.write_text(TRANSLATOR.replace("time.sleep(load)\n", held))
    (tmp_path / "translate.py.hold").touch()
    first = start(path, "--no-figures")
    while not (tmp_path / "out/cells/1/simplegen/run.json").exists() and first.poll() is None:
        time.sleep(0.005)
    (tmp_path / "translate.py.timing").touch()
    second = start(path, "--no-figures")
    _, said = second.communicate()
    assert second.returncode == 2
    assert f"is being written by process {first.pid} " in said
    (tmp_path / "translate.py.hold").unlink()
    _, said = first.communicate()
    assert first.returncode == 0, said
    taken = [(row["cell"], row["repeat"]) for row in rows(tmp_path / "out/timing.jsonl")]
    assert sorted(taken) == [("1", 0), ("1", 1), ("5", 0), ("5", 1)]


def test_repeats_are_interleaved_and_loading_is_timed_apart(sweep, tmp_path):
    path = sweep(pause=0.008, load=0.4)
    path.write_text(path.read_text().replace('suites = [{suite = "simplegen", subset = "fofc"}]', ""))
    plan = read_plan(path)
    assert execute(plan, tmp_path / "out") == []
    timings = rows(tmp_path / "out/timing.jsonl")
    assert [(row["cell"], row["repeat"]) for row in timings] == [("5", 0), ("1", 0), ("5", 1), ("1", 1)]
    for row in timings:  # loading takes at least 0.4 s, and is no part of the rest
        assert row["load_seconds"] > 0.4
        assert (row["sentences"], row["threads"]) == (20, 1)
        assert row["tokens"] == 20 * 7
    result = analyse(plan, tmp_path / "out")
    assert [cell.speed.repeats for cell in result.cells] == [2, 2]
    assert any("fewer than three repeats" in warning for warning in result.warnings)
    assert execute(plan, tmp_path / "out") == []
    assert rows(tmp_path / "out/timing.jsonl") == timings  # nothing is timed twice


def test_another_sweep_in_the_folder_is_refused_but_a_larger_one_goes_on(sweep, tmp_path):
    path = sweep()
    whole = path.read_text()
    path.write_text(whole.partition("[[quality]]")[0])
    execute(read_plan(path), tmp_path / "out")
    path.write_text(whole.partition("[timing]")[0].replace("beam = [5, 1]", "beam = [5, 1, 2]"))
    execute(read_plan(path), tmp_path / "out")
    assert sorted(folder.name for folder in (tmp_path / "out/cells").iterdir()) == ["1", "2", "5"]
    (tmp_path / "ref.txt").write_text("otra cosa\n" * 40)
    with pytest.raises(RunError, match=r"holds another sweep \(it differs in quality\)"):
        execute(read_plan(path), tmp_path / "out")
    (tmp_path / "other").mkdir()
    (tmp_path / "other/thesis.tex").write_text("x")
    with pytest.raises(RunError, match="is not empty and holds no sweep"):
        execute(read_plan(path), tmp_path / "other")


def test_a_program_that_fails_is_named_and_what_was_done_stays(sweep, tmp_path):
    path = sweep()
    path.write_text(path.read_text().replace("beam = [5, 1]", 'beam = [5, "wide"]'))
    with pytest.raises(SystemFailure, match="invalid literal"):
        execute(read_plan(path), tmp_path / "out")
    assert askew.load(tmp_path / "out/cells/5/simplegen").scores


def test_missing_cells_are_status_three_and_the_rest_is_shown(sweep_file, tmp_path):
    wider = tmp_path / "wider.toml"
    text = (
        sweep_file.read_text()
        .replace('"cells"', f'"{sweep_file.parent / "cells"}"')
        .replace("beam = [5, 1]", "beam = [5, 1, 3]")
    )
    text = (
        text.replace('["full", "one", "stack"]', '["one"]')
        .replace("src.txt", f"{sweep_file.parent}/src.txt")
        .replace('"ref.txt', f'"{sweep_file.parent}/ref.txt')
    )
    wider.write_text(text.replace('suites = ["simplegen"]', ""))
    shown = subprocess.run(
        [ASKEW, "sweep", wider, "--out", tmp_path / "out"], capture_output=True, text=True, check=False
    )
    assert shown.returncode == 3, shown.stderr
    assert "missing: 6,6_mha_3 lacks outputs for tatoeba" in shown.stderr
    assert "missing: 6,6_mha_3 has no time" in shown.stderr
    assert "beam=1" in shown.stdout
    written = {path.name for path in (tmp_path / "out").iterdir()}
    assert {
        "result.json",
        "table-one.csv",
        "table-one.md",
        "table-one.tex",
        "figure-quality.svg",
        "figure-quality.png",
        "figure-quality.html",
    } <= written


def test_seeds_are_averaged_and_their_spread_is_shown(sweep, tmp_path):
    path = sweep()
    text = (
        path.read_text()
        .partition("[timing]")[0]
        .replace("{beam}", "{seed}")
        .replace("[axes]", 'seeds = [5, 1]\n[axes]\nname = ["a", "b"]')
    )
    path.write_text(
        text.replace("beam = [5, 1]", "")
        .replace("translate.py {seed}", "translate.py {seed}")
        .replace("command:", "command:env NAME={name} ")
    )
    plan = read_plan(path)
    execute(plan, tmp_path / "out")
    value = analyse(plan, tmp_path / "out").cells[0].values["simplegen.fofc"]
    alone = [askew.load(tmp_path / f"out/cells/a_s{seed}/simplegen").scores["fofc"].value for seed in (5, 1)]
    assert value.value == pytest.approx(sum(alone) / 2)
    assert (value.lowest_seed, value.highest_seed) == (min(alone), max(alone))
    assert alone[0] != alone[1]


def test_cells_can_be_answered_side_by_side(sweep, tmp_path):
    path = sweep()
    path.write_text(path.read_text().partition("[timing]")[0])
    plan = read_plan(path)
    execute(plan, tmp_path / "one")
    execute(plan, tmp_path / "two", jobs=2)
    assert analyse(plan, tmp_path / "one").to_json() == analyse(plan, tmp_path / "two").to_json()
