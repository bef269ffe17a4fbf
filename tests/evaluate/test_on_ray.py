"""A run on a real Ray cluster of two nodes, one of which is killed."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("ray")
pytestmark = pytest.mark.usefixtures("one_ray_at_a_time")
ASKEW = Path(sys.executable).with_name("askew")

TRANSLATOR = """
import os, sys, time
for line in sys.stdin:
    open(os.path.join(sys.argv[1], f"{os.getppid()}.asked"), "a").write(line)
    time.sleep(0.01)
    print("la enfermera,", line.strip(), flush=True)
"""
# Ray in a process of its own: it warns, and leaves threads behind.
CLUSTER = """
import os, subprocess, sys, time
from pathlib import Path
from ray.cluster_utils import Cluster

folder, words = Path(sys.argv[1]), sys.argv[2:]
journal = folder / "ray/outputs.jsonl"
cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
try:
    second = cluster.add_node(num_cpus=1)
    askew = subprocess.Popen(words, env=os.environ | {"RAY_ADDRESS": cluster.address})
    both = lambda: len(list(folder.glob("*.asked"))) >= 2 and journal.exists() and journal.read_bytes().count(b"\\n") > 80
    while askew.poll() is None and not both():
        time.sleep(0.05)
    assert askew.poll() is None, "it ended before a node could be killed"
    cluster.remove_node(second, allow_graceful=False)
    sys.exit(askew.wait(timeout=600))
finally:
    cluster.shutdown()
"""


def test_a_killed_node_loses_nothing(tmp_path):
    (tmp_path / "translate.py").write_text(TRANSLATOR)
    system = f"command:{sys.executable} {tmp_path / 'translate.py'} {tmp_path}"
    fixed = shlex.split("run simplegen -t es --subset fofc --resamples 100 --json")
    words = [ASKEW, *fixed, "--system", system, "--name", "program"]
    ray = [*words, "--out", tmp_path / "ray", "--executor", "ray", "--workers", "2"]
    on_ray = subprocess.run(
        [sys.executable, "-c", CLUSTER, tmp_path, *ray], capture_output=True, text=True, timeout=900, check=False
    )
    assert on_ray.returncode == 0, on_ray.stderr
    asked = [path.read_text().splitlines() for path in tmp_path.glob("*.asked")]
    assert len(asked) >= 2  # two workers at least
    # What the killed worker was at, an eighth of the items at most, was asked again; nothing else was.
    assert 518 <= sum(map(len, asked)) <= 518 + 65

    here = subprocess.run([*words, "--out", tmp_path / "here"], capture_output=True, text=True, check=True)
    assert json.loads(on_ray.stdout) == json.loads(here.stdout)
    outputs = [
        {
            row["id"]: row["output"]
            for row in map(json.loads, (tmp_path / where / "outputs.jsonl").read_text().splitlines())
        }
        for where in ("ray", "here")
    ]
    assert outputs[0] == outputs[1]
    assert len(outputs[0]) == 518


def test_what_cannot_be_shared_out_says_so(tmp_path):
    (tmp_path / "out.txt").write_text("la enfermera\n" * 518)
    fixed = shlex.split("run simplegen -t es --subset fofc")
    words = [*fixed, "--system", f"file:{tmp_path / 'out.txt'}", "--out", tmp_path / "run"]
    for more in (["--executor", "ray"], ["--workers", "2"]):
        result = subprocess.run([ASKEW, *words, *more], capture_output=True, text=True, check=False)
        assert (result.returncode, "can't be shared out" in result.stderr) == (2, True)
    result = subprocess.run([ASKEW, *words, "--executor", "slurm"], capture_output=True, text=True, check=False)
    assert (result.returncode, "no executor is called 'slurm'" in result.stderr) == (2, True)
