"""A sweep on a Ray cluster of one machine gives what a local one gives."""

import sys
import warnings

import pytest

from askew.sweep.analyse import analyse
from askew.sweep.execute import execute
from askew.sweep.plan import read_plan

ray = pytest.importorskip("ray")

TRANSLATOR = """import sys
for line in sys.stdin: print('la enfermera' if len(line) % int(sys.argv[1]) else 'el enfermero', flush=True)
"""


@pytest.fixture(scope="module")
def cluster(one_ray_at_a_time):  # noqa: ARG001
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
        yield
        ray.shutdown()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("cluster")
def test_a_cluster_answers_and_times_what_a_machine_does(tmp_path):
    (tmp_path / "translate.py").write_text(TRANSLATOR)
    (tmp_path / "sweep.toml").write_text(f"""
        target = "es"
        suites = [{{suite = "simplegen", subset = "fofc"}}]
        system = "command:{sys.executable} {tmp_path / "translate.py"} {{modulus}}"
        resamples = 200
        [axes]
        modulus = [7, 3, 2]
        """)
    plan = read_plan(tmp_path / "sweep.toml")
    assert execute(plan, tmp_path / "local") == execute(plan, tmp_path / "ray", executor="ray") == []
    assert analyse(plan, tmp_path / "local").to_json() == analyse(plan, tmp_path / "ray").to_json()
    text = (tmp_path / "sweep.toml").read_text() + '\n[timing]\nset = "simplegen"\nfirst = 400\nrepeats = 1\n'
    (tmp_path / "timed.toml").write_text(text)
    timed = read_plan(tmp_path / "timed.toml")
    assert execute(timed, tmp_path / "timed", executor="ray") == []
    assert [cell.speed.repeats for cell in analyse(timed, tmp_path / "timed").cells] == [1, 1, 1]
