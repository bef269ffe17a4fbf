"""kill -9 at any moment, again and again: nothing is lost, the end is that of an unbroken run, and no more is asked
twice than it takes to see that answers belong to their items.
"""

import json
import os
import random
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from askew.core.journal import read_journal
from askew.evaluate.trust import DISTINCT
from askew.evaluate.workers import PORTIONS

ASKEW = Path(sys.executable).with_name("askew")
TRANSLATOR = """
import sys, time
for line in sys.stdin:
    with open(sys.argv[1], "a") as asked:
        asked.write(line)
    time.sleep(0.001)
    print("la enfermera,", line.strip(), flush=True)
"""


@pytest.fixture(scope="module")
def start(tmp_path_factory):
    """Starts askew on a translator that notes what it was asked, into a folder of this name."""
    place = tmp_path_factory.mktemp("killed")
    (place / "translate.py").write_text(TRANSLATOR)
    program = shlex.join([sys.executable, str(place / "translate.py"), str(place / "asked")])

    def begin(name, *more):
        (place / "asked").write_text("")
        fixed = "run simplegen -t es --subset fofc --resamples 100 --json"
        words = [*shlex.split(fixed), "--system", f"command:{program}"]
        # A process group of its own, so that the translators of a killed askew are killed with it.
        askew = subprocess.Popen(
            [ASKEW, *words, "--out", place / name, *more],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            process_group=0,
        )
        return askew, place / name

    return begin


@pytest.fixture(scope="module")
def unbroken(start):
    askew, folder = start("unbroken")
    printed, complaints = askew.communicate()
    assert askew.returncode == 0, complaints
    return json.loads(printed), {output.id: output.text for output in read_journal(folder / "outputs.jsonl")}


@pytest.mark.parametrize(
    ("seed", "more"), [(1, []), (2, []), (3, []), (4, ["--workers", "3"]), (5, ["--workers", "3", "--shuffle"])]
)
def test_a_run_killed_at_random_moments_ends_like_an_unbroken_one(start, unbroken, seed, more):
    chance, kept, kills = random.Random(seed), {}, 0
    printed = ""
    while not printed:
        askew, folder = start(f"run{seed}", *more)
        try:
            # At least once within its first second; by and by it is given more time, so that the end comes.
            printed, complaints = askew.communicate(timeout=chance.uniform(0.1, 1.0 + kills / 4))
            assert askew.returncode == 0, complaints
        except subprocess.TimeoutExpired:
            os.killpg(askew.pid, signal.SIGKILL)
            askew.communicate()
            kills += 1
        sources = {}
        if (folder / "items.jsonl").exists():
            sources = {
                row["source"]: row["id"] for row in map(json.loads, (folder / "items.jsonl").read_text().splitlines())
            }
        asked = [sources[line] for line in (folder.parent / "asked").read_text().splitlines() if line in sources]
        # Of what was journalled, three answers of every call that was broken off are asked again.
        assert len(set(asked) & set(kept)) <= DISTINCT * (PORTIONS * 3 if more else 1)
        now = {output.id: output.text for output in read_journal(folder / "outputs.jsonl")}
        assert now.items() >= kept.items()  # nothing that was journalled is lost
        kept = now
    assert kills
    ended, outputs = unbroken
    assert ({**json.loads(printed), "system": ended["system"]}, kept) == (ended, outputs)  # runs are named by folder
