"""The workflow in the docs: it is YAML that GitHub would take, and its steps' shell does what it says."""

import json
import os
import re
import stat
import subprocess
from pathlib import Path

import pytest
import yaml

import askew as api
from askew.lang import pack

WORKFLOW = Path(__file__).parents[2] / "docs/gate-workflow.yml"
ARTICLES = {("m", "sg"): "el", ("f", "sg"): "la", ("m", "pl"): "los", ("f", "pl"): "las"}


@pytest.fixture(scope="module")
def workflow():
    return yaml.safe_load(WORKFLOW.read_text("utf-8"))


def test_it_is_a_workflow(workflow):
    assert workflow[True] == ["pull_request"]  # what YAML makes of 'on'
    [job] = workflow["jobs"].values()
    assert job["runs-on"]
    for step in job["steps"]:
        assert ("uses" in step) != ("run" in step)
        assert set(step) <= {"name", "uses", "run", "with", "if"}
        if "uses" in step:
            assert re.fullmatch(r"[\w-]+/[\w-]+@v\d+", step["uses"])
    assert set(re.findall(r"\$(\w+)", str(job["steps"]))) - {"status"} <= {*job["env"], "GITHUB_STEP_SUMMARY"}


def outputs(wrong):
    """Spanish for every item; the items with a feminine referent whose number in the list ``wrong`` divides are
    masculine.
    """
    for number, item in enumerate(api.items("simplegen")):
        gold = "f" if item.attributes["gold"] == "female" and not (wrong and number % wrong == 0) else "m"
        forms = pack.load("es").occupations[item.attributes["occupation"]].forms
        key = (gold, item.attributes["number"])
        fits = [text for text, readings in forms.items() if key in {reading[:2] for reading in readings}]
        yield f"Aquí está {ARTICLES[key]} {fits[0]}."


@pytest.mark.parametrize(("wrong", "status", "word"), [(0, 0, "pass"), (3, 1, "FAIL")])
def test_its_steps_do_what_they_say(workflow, program, tmp_path, wrong, status, word):
    [job] = workflow["jobs"].values()
    (tmp_path / "answers.txt").write_text("".join(f"{line}\n" for line in outputs(wrong)))
    translate = tmp_path / "translate.sh"
    translate.write_text("#!/bin/sh\ncat > /dev/null\ncat answers.txt\n")
    translate.chmod(translate.stat().st_mode | stat.S_IXUSR)
    api.score("simplegen", target="es", hyp=list(outputs(0)), name="baseline", out=tmp_path / "runs/baseline")
    (tmp_path / "gate.toml").write_text('[max-drop]\nmofc = 5\n[max]\n"lost-right[gold=female]" = 10\n')
    summary = tmp_path / "summary.md"
    environment = {
        **os.environ,
        **job["env"],
        "GITHUB_STEP_SUMMARY": str(summary),
        "PATH": f"{program.parent}:{os.environ['PATH']}",
    }
    ended = {}
    for step in job["steps"]:
        if "run" in step and not step["run"].startswith("pip install"):
            words = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]  # as GitHub runs it
            done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
            ended[step["name"]] = done
    assert {name: done.returncode for name, done in ended.items()} == {
        "Run the candidate": 0,
        "Gate": status,
        "Report": 0,
    }, ended
    assert ended["Gate"].stdout.count("\n") == 2
    assert ended["Gate"].stdout.startswith("::error" if status else "::notice")
    assert summary.read_text("utf-8").startswith(f"# askew gate: {word}\n")
    assert (tmp_path / "gate.html").stat().st_size > 100_000
    assert (tmp_path / "gate.xml").read_text("utf-8").count("<testcase") == 2
    head = json.loads((tmp_path / "runs/candidate/run.json").read_text("utf-8"))
    assert head["asked"]["suite"] == "simplegen"


def test_an_error_of_the_gate_is_not_hidden(workflow, program, tmp_path):
    [job] = workflow["jobs"].values()
    gate = next(step["run"] for step in job["steps"] if step.get("name", "") == "Gate")
    environment = {
        **os.environ,
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
        "PATH": f"{program.parent}:{os.environ['PATH']}",
    }
    words = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", gate]
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert not (tmp_path / "summary.md").exists()
