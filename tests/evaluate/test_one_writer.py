"""A run folder has one writer: whoever comes second is told who holds it, and changes nothing."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

import askew as api
from askew.core.errors import RunError
from askew.core.lock import only_writer

SLOW = """
import sys, time
for line in sys.stdin:
    time.sleep(0.02)
    print(sys.argv[1], line.strip(), flush=True)
"""


def until(condition, seconds=600):
    """Wait for a condition; the limit is only there so that a broken program doesn't hang the tests."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.fixture
def start(program, tmp_path):
    (tmp_path / "slow.py").write_text(SLOW)

    def begin(answer, *more):
        system = f"command:{sys.executable} {tmp_path / 'slow.py'} {answer}"
        words = ["run", "simplegen", "-t", "es", "--subset", "fofc", "--resamples", "100", "--system", system]
        return subprocess.Popen(
            [program, *words, "--out", tmp_path / "run", *more],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip

    return begin


@pytest.mark.parametrize("more", [(), ("--fresh",)])
def test_a_second_run_can_t_take_over_a_live_folder(start, tmp_path, more):
    first = start("enfermera")
    journal = tmp_path / "run/outputs.jsonl"
    until(lambda: journal.exists() and journal.read_bytes().count(b"\n") > 3)
    second = start("enfermero", *more)
    _, complaint = second.communicate()
    assert second.returncode == 2
    assert f"is being written by process {first.pid}" in complaint
    first.communicate()
    assert first.returncode == 0
    rows = [json.loads(line)["output"] for line in journal.read_text().splitlines()]
    assert len(rows) == 518
    assert all(row.startswith("enfermera") for row in rows)
    assert "enfermera" in str(json.loads((tmp_path / "run/run.json").read_text())["asked"])


def test_two_that_score_into_one_folder_at_once_never_mix(program, tmp_path):
    for name in ("enfermera", "enfermero"):
        (tmp_path / name).write_text(f"{name}\n" * 518)
    words = ["score", "simplegen", "-t", "es", "--subset", "fofc", "--resamples", "100", "--out", tmp_path / "run"]
    both = [
        subprocess.Popen([program, *words, "--hyp", tmp_path / name], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for name in ("enfermera", "enfermero")
    ]
    for one in both:
        one.communicate()
    assert sorted(one.returncode for one in both) == [0, 2]
    run = api.load(tmp_path / "run")
    assert len({output.text for output in run.outputs}) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["enfermera", "enfermero", "run"]


def test_the_lock_is_let_go_and_leaves_nothing(tmp_path):
    with (
        only_writer(tmp_path / "run"),
        pytest.raises(RunError, match="is being written by process"),
        only_writer(tmp_path / "run"),
    ):
        pass
    with only_writer(tmp_path / "run"):
        pass
    assert list(Path(tmp_path).iterdir()) == []
