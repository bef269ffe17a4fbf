"""Signals at any moment: programs end with what they started, answers belong to their items, and nothing is left lying
about.
"""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import askew as api
from askew.core.journal import read_journal

from .budget import BUDGET, chance_of

ASKEW = Path(sys.executable).with_name("askew")
EXPECTED = {item.id: f"la {item.source}" for item in api.items("simplegen", subset="fofc")}
# A shell that starts another program, as wrappers do; both carry a mark by which they are found among all processes.
PROGRAM = """
import os, sys, time
if os.path.exists(sys.argv[1] + "/banner"):
    print("Welcome!", flush=True)
for line in sys.stdin:
    time.sleep(0.002)
    print("la", line.strip(), flush=True)
    if os.path.exists(sys.argv[1] + "/forever"):
        time.sleep(3600)
time.sleep(3600 if os.path.exists(sys.argv[1] + "/forever") else 0)
"""


@pytest.fixture
def start(tmp_path):
    """Starts askew on the program above."""
    (tmp_path / "translate.py").write_text(PROGRAM)
    wrapper = f"{shlex.join([sys.executable, str(tmp_path / 'translate.py'), str(tmp_path)])}; true"
    spec = f"command:{shlex.join(['sh', '-c', wrapper])}"
    words = ["run", "simplegen", "-t", "es", "--subset", "fofc", "--resamples", "100", "--json", "--system", spec]

    def begin(*more, **how):
        return subprocess.Popen(
            [ASKEW, *words, "--out", tmp_path / "run", *map(str, more)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            **how,
        )

    return begin


def running(mark):
    """The ids of processes with this in their command line."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes()
        except OSError:  # it has ended
            continue
        if str(mark).encode() in words and int(path.parent.name) != os.getpid():
            found.append(int(path.parent.name))
    return found


def wait_for(condition):
    while not condition():
        time.sleep(0.02)


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_to_askew_alone_ends_its_programs_too(start, tmp_path, number, workers):
    (tmp_path / "forever").touch()
    askew = start("--workers", workers)
    mark = tmp_path / "translate.py"
    wait_for(lambda: len(read_journal(tmp_path / "run/outputs.jsonl")) >= workers)
    assert len([process for process in running(mark) if process != askew.pid]) >= 2 * workers
    askew.send_signal(number)
    printed, complaints = askew.communicate(timeout=600)
    assert (askew.returncode, printed) == (128 + number, "")
    assert "interrupted: " in complaints
    assert "Traceback" not in complaints
    wait_for(lambda: not running(mark))
    (tmp_path / "forever").unlink()
    again = start("--workers", workers)
    printed, complaints = again.communicate()
    assert again.returncode == 0, complaints
    assert {output.id: output.text for output in read_journal(tmp_path / "run/outputs.jsonl")} == EXPECTED


def test_a_program_that_dies_takes_its_own_with_it(start, tmp_path):
    """The shell is killed, the program it started lives on: askew ends that, too."""
    (tmp_path / "forever").touch()
    askew = start()
    mark = tmp_path / "translate.py"
    wait_for(lambda: read_journal(tmp_path / "run/outputs.jsonl"))
    shells = [
        process for process in running(mark) if Path(f"/proc/{process}/stat").read_text().split()[3] == str(askew.pid)
    ]
    for shell in shells:
        os.kill(shell, signal.SIGKILL)
    children = [process for process in running(mark) if process != askew.pid]
    assert children
    askew.send_signal(signal.SIGTERM)
    askew.communicate(timeout=600)
    wait_for(lambda: not running(mark))


def test_a_timed_program_of_a_sweep_ends_with_askew(tmp_path):
    (tmp_path / "translate.py").write_text(PROGRAM)
    (tmp_path / "forever").touch()
    spec = f"command:{shlex.join([sys.executable, str(tmp_path / 'translate.py'), str(tmp_path)])}"
    code = (
        "from askew.core.records import Item\nfrom askew.sweep.stopwatch import time_cell\n"
        f"items = [Item('1', 'a'), Item('2', 'b')]\ntime_cell('cell', 0, {spec!r}, {{}}, 'es', items, items, 1)\n"
    )
    timing = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE)
    wait_for(lambda: [process for process in running(tmp_path / "translate.py") if process != timing.pid])
    timing.send_signal(signal.SIGINT)
    timing.communicate(timeout=600)
    wait_for(lambda: not running(tmp_path / "translate.py"))


@pytest.mark.parametrize("module", ["typer", "askew.cli.app", "askew.cli.score", "askew.version"])
def test_ctrl_c_while_the_program_is_loaded_shows_no_traceback(module):
    code = (
        "import os, signal, sys\nimport askew.cli\nname = sys.argv.pop(1)\nsys.modules.pop(name, None)\n"
        "class Interrupt:\n"
        "    def find_spec(self, module, path=None, target=None):\n"
        "        if module == name: os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupt())\naskew.cli.main()\n"
    )
    result = subprocess.run([sys.executable, "-c", code, module, "ls"], capture_output=True, text=True, check=False)
    assert result.returncode in (-signal.SIGINT, 130)
    assert (result.stdout, "Traceback" in result.stderr) == ("", False)


@pytest.mark.parametrize("seed", range(max(3, BUDGET // 400)))
def test_killed_at_random_with_a_banner_that_comes_and_goes(start, tmp_path, seed):
    """Whoever is killed, however often, whatever the program prints meanwhile: the end is right, or an error."""
    chance = chance_of("kills", seed)
    kills = 0
    while True:
        banner = kills < 4 and chance.random() < 0.5
        (tmp_path / "banner").touch() if banner else (tmp_path / "banner").unlink(missing_ok=True)
        askew = start("--workers", chance.choice([1, 1, 2]), process_group=0)
        try:
            _, complaints = askew.communicate(timeout=chance.uniform(0.3, 1.5 + kills))
        except subprocess.TimeoutExpired:
            number = chance.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
            programs = [process for process in running(tmp_path / "translate.py") if process != askew.pid]
            if programs and chance.random() < 0.3:
                for process in programs:  # the program is killed, askew lives to tell
                    try:
                        os.kill(process, signal.SIGKILL)
                    except ProcessLookupError:
                        continue
            else:
                askew.send_signal(number)
            _, complaints = askew.communicate(timeout=600)
            kills += 1
            # While it is still being loaded, a signal ends it at once.
            assert askew.returncode in (-9, -15, -2, 0, 2, 128 + 2, 128 + 15), complaints
        assert "Traceback" not in complaints
        assert "bug in askew" not in complaints
        if askew.returncode == 0:
            break
        if (tmp_path / "run").exists() and not banner and askew.returncode == 2:
            assert "ended with status" in complaints
    outputs = {output.id: output.text for output in read_journal(tmp_path / "run/outputs.jsonl")}
    assert outputs == EXPECTED
    assert api.load(tmp_path / "run").timing["items"] >= len(EXPECTED)
    wait_for(lambda: not running(tmp_path / "translate.py"))
    assert not list(tmp_path.rglob("*.tmp"))


def test_what_a_kill_left_half_written_is_removed(tmp_path):
    (tmp_path / "out.txt").write_text("la enfermera\n" * 518)
    how = {"target": "es", "subset": "fofc", "resampling": api.Resampling(100)}
    dead = subprocess.Popen(["true"])
    dead.wait()
    (tmp_path / "run").mkdir()
    left = [tmp_path / f"run/.run.json.{dead.pid}.tmp", tmp_path / f".scored.{dead.pid}.tmp/items.jsonl"]
    for path in left:
        path.parent.mkdir(exist_ok=True)
        path.write_text("{")
    api.run("simplegen", system=f"file:{tmp_path / 'out.txt'}", out=tmp_path / "run", **how)
    (tmp_path / f"run/.scores.json.{dead.pid}.tmp").write_text("{")
    living = tmp_path / f"run/.scores.json.{os.getppid()}.tmp"
    living.write_text("{")
    api.rescore(tmp_path / "run", resampling=api.Resampling(200))
    api.score("simplegen", hyp=tmp_path / "out.txt", out=tmp_path / "scored", **how)
    assert list(tmp_path.rglob("*.tmp")) == [living]
    assert json.loads((tmp_path / "run/scores.json").read_text())["n"] == 518
