"""Answers matched by order, of a program that was killed: what can't be trusted is asked again."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import askew
from askew.core.errors import SystemFailure, UsageError
from askew.core.journal import read_journal
from askew.evaluate.ask import Asking
from askew.systems import open_system
from askew.systems.apertium import pairs

ASKEW = Path(sys.executable).with_name("askew")
FEW = askew.Resampling(resamples=100)
# Prints a banner while the file `banner` is there, and kills itself at its 30th line while `killer` is.
PROGRAM = """
import os, signal, sys
place = sys.argv[1]
if os.path.exists(f"{place}/banner"):
    print("Welcome to the translator!", flush=True)
for number, line in enumerate(sys.stdin, 1):
    print("la", line.strip(), flush=True)
    if number == 30 and os.path.exists(f"{place}/killer"):
        os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def command(tmp_path):
    (tmp_path / "translate.py").write_text(PROGRAM)
    return f"command:{shlex.join([sys.executable, str(tmp_path / 'translate.py'), str(tmp_path)])}"


def run(spec, out, **more):
    return askew.run("simplegen", target="es", subset="fofc", system=spec, out=out, resampling=FEW, **more)


def texts(run_or_folder):
    outputs = (
        run_or_folder.outputs if isinstance(run_or_folder, askew.Run) else read_journal(run_or_folder / "outputs.jsonl")
    )
    return {output.id: output.text for output in outputs}


EXPECTED = {item.id: f"la {item.source}" for item in askew.items("simplegen", subset="fofc")}


@pytest.mark.parametrize("workers", [1, 3])
def test_answers_shifted_by_a_banner_are_asked_again_once_the_program_is_mended(command, tmp_path, workers):
    (tmp_path / "banner").touch()
    (tmp_path / "killer").touch()
    with pytest.raises(SystemFailure, match="ended with status -9"):
        run(command, tmp_path / "run", asking=Asking(workers=workers))
    shifted = texts(tmp_path / "run")
    assert shifted
    assert all(EXPECTED[name] != text for name, text in shifted.items())
    (tmp_path / "banner").unlink()
    (tmp_path / "killer").unlink()
    with pytest.warns(match=rf"its last answers are others now: the {len(shifted)} of that time are asked again"):
        whole = run(command, tmp_path / "run", asking=Asking(workers=workers))
    assert texts(whole) == EXPECTED


def test_a_killed_program_that_answered_properly_is_gone_on_from(command, tmp_path):
    (tmp_path / "killer").touch()
    with pytest.raises(SystemFailure, match="ended with status -9"):
        run(command, tmp_path / "run")
    before = (tmp_path / "run/outputs.jsonl").read_bytes()
    (tmp_path / "killer").unlink()
    assert texts(run(command, tmp_path / "run")) == EXPECTED
    assert (tmp_path / "run/outputs.jsonl").read_bytes().startswith(before)


def test_a_banner_that_stays_is_never_scored(command, tmp_path):
    (tmp_path / "banner").touch()
    (tmp_path / "killer").touch()
    for _ in range(2):
        with pytest.raises(SystemFailure, match=r"ended with status -9|answered more than"):
            run(command, tmp_path / "run")
    (tmp_path / "killer").unlink()
    with pytest.raises(SystemFailure, match="answered more than"):
        run(command, tmp_path / "run")


def test_answers_that_are_all_there_but_were_never_counted_are_not_scored_unseen(command, tmp_path):
    """askew was killed after the last answer, and before it had seen that one more was to come."""
    whole = run(command, tmp_path / "run")
    rows = [json.loads(line) for line in (tmp_path / "run/outputs.jsonl").read_text().splitlines()]
    shifted = ["Welcome to the translator!", *(row["output"] for row in rows[:-1])]
    lines = [json.dumps(row | {"output": text}) + "\n" for row, text in zip(rows, shifted, strict=True)]
    (tmp_path / "run/outputs.jsonl").write_text("".join(lines))
    (session,) = json.loads((tmp_path / "run/sessions.json").read_text())
    killed = session | {"ended": False, "uncounted": [[row["id"] for row in rows]]}
    (tmp_path / "run/sessions.json").write_text(json.dumps([killed]))
    with pytest.warns(match="its last answers are others now: the 518 of that time are asked again"):
        assert texts(run(command, tmp_path / "run")) == texts(whole) == EXPECTED


def test_a_file_that_changed_between_two_halves_of_a_run_is_not_mixed_with_itself(tmp_path):
    path = tmp_path / "out.txt"
    path.write_text("la enfermera\n" * 518)
    run(f"file:{path}", tmp_path / "run")
    journal = tmp_path / "run/outputs.jsonl"
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:100]))
    path.write_text("el enfermero\n" * 518)
    with pytest.warns(match="out.txt answers otherwise than before: all items are asked again"):
        assert set(texts(run(f"file:{path}", tmp_path / "run")).values()) == {"el enfermero"}


def test_the_time_of_a_resumed_run_is_that_of_all_its_sessions(command, tmp_path):
    (tmp_path / "killer").touch()
    with pytest.raises(SystemFailure):
        run(command, tmp_path / "run")
    (tmp_path / "killer").unlink()
    first, *others = json.loads((tmp_path / "run/sessions.json").read_text())
    assert not others
    timing = run(command, tmp_path / "run").timing
    assert timing["items"] == 518
    assert timing["wall_seconds"] > first["measured"]["wall_seconds"] > 0
    seconds = [output.seconds for output in read_journal(tmp_path / "run/outputs.jsonl")]
    assert timing["item_seconds_median"] == pytest.approx(sorted(seconds)[259], abs=1e-4)


def test_a_session_that_was_killed_counts_too(tmp_path):
    """askew itself is killed, so nobody measured it: its journal tells."""
    (tmp_path / "slow.py").write_text(
        "import os, signal, sys, time\n"
        "for number, line in enumerate(sys.stdin, 1):\n"
        "    print('la', line.strip(), flush=True)\n"
        "    if number == 40 and not os.path.exists(sys.argv[1]):\n"
        "        open(sys.argv[1], 'w').close()\n"
        "        while os.path.getsize(sys.argv[2]) < 2000: time.sleep(0.01)\n"
        "        os.kill(os.getppid(), signal.SIGKILL)\n"
    )
    words = shlex.join([sys.executable, *(str(tmp_path / name) for name in ("slow.py", "once", "run/outputs.jsonl"))])
    command = [
        ASKEW,
        "run",
        "simplegen",
        "-t",
        "es",
        "--subset",
        "fofc",
        "--resamples",
        "100",
        "--system",
        f"command:{words}",
        "--out",
        tmp_path / "run",
    ]
    assert subprocess.run(command, capture_output=True, check=False).returncode == -9
    killed = len(read_journal(tmp_path / "run/outputs.jsonl"))
    assert killed
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    first, second = json.loads((tmp_path / "run/sessions.json").read_text())
    assert (first["measured"]["items"], second["measured"]["items"]) == (killed, 518 - killed)
    assert first["measured"]["wall_seconds"] > 0
    timing = askew.load(tmp_path / "run").timing
    assert timing["items"] == 518
    assert timing["wall_seconds"] == pytest.approx(
        first["measured"]["wall_seconds"] + second["measured"]["wall_seconds"], abs=0.002
    )
    assert "cpu_seconds" not in timing  # nobody knows it of the first session


@pytest.mark.skipif("eng-spa" not in pairs(), reason="needs Debian's apertium-eng-spa")
def test_apertium_broken_off_or_shuffled_says_what_it_says_in_one_go(tmp_path):
    unbroken = texts(run("apertium:eng-spa", tmp_path / "unbroken"))
    for limit in (40, 200, None):
        asking = Asking(limit=limit, shuffle_seed=3)
        pieces = run("apertium:eng-spa", tmp_path / "run", asking=asking, partial=True)
    assert texts(pieces) == unbroken
    assert open_system("apertium:eng-spa").depends_on_order
    with pytest.raises(UsageError, match="can't be shared out: its answers depend on the order"):
        run("apertium:eng-spa", tmp_path / "other", asking=Asking(workers=2))
