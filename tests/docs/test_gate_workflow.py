"""The gate where it is held: the GitHub Action and the workflow that uses it, a hook of pre-commit, a test of pytest.

All of them are run, the action's steps as GitHub would run them and pre-commit by itself.
"""

import json
import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

import askew as api
from askew.lang import pack

ROOT = Path(__file__).parents[2]
ARTICLES = {("m", "sg"): "el", ("f", "sg"): "la", ("m", "pl"): "los", ("f", "pl"): "las"}
RULES = '[max-drop]\nmofc = 5\n[max]\n"lost-right[gold=female]" = 10\n'


def read(name):
    return yaml.safe_load((ROOT / name).read_text("utf-8"))


@pytest.fixture(scope="module")
def action():
    return read("action.yml")


def test_the_action_is_one_that_github_would_take(action):
    assert {"name", "description", "inputs", "runs"} == set(action)
    assert action["runs"]["using"] == "composite"
    for step in action["runs"]["steps"]:
        assert ("uses" in step) != ("run" in step)
        assert set(step) <= {"name", "uses", "run", "with", "if", "env", "shell"}
        if "run" in step:
            assert step["shell"] == "bash"
            assert "${{" not in step["run"]  # what somebody else writes must not become part of the shell
            named = set(re.findall(r"\$([A-Z_]+)", step["run"])) - {"GITHUB_STEP_SUMMARY"}
            assert named == set(step["env"])
    used = set(re.findall(r"inputs\.([\w-]+)", str(action["runs"])))
    assert used == set(action["inputs"])
    assert all(given["description"] for given in action["inputs"].values())


def test_the_workflow_uses_the_action_as_it_is(action):
    workflow = read("docs/gate-workflow.yml")
    assert workflow[True] == ["pull_request"]  # what YAML makes of 'on'
    [job] = workflow["jobs"].values()
    assert job["runs-on"]
    for step in job["steps"]:
        assert re.fullmatch(r"[\w-]+/[\w-]+@v[\d.]+", step["uses"])
    [ours] = [step for step in job["steps"] if "/askew@" in step["uses"]]
    assert ours["uses"].endswith(f"@v{api.__version__}")
    assert set(ours["with"]) <= set(action["inputs"])


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


@pytest.fixture
def repository(tmp_path):
    """A repository that keeps its baseline and its rules; gives back what puts a candidate's outputs there."""
    api.score("simplegen", target="es", hyp=list(outputs(0)), name="baseline", out=tmp_path / "runs/baseline")
    (tmp_path / "gate.toml").write_text(RULES)
    (tmp_path / "outputs").mkdir()

    def put(wrong):
        (tmp_path / "outputs/candidate.txt").write_text("".join(f"{line}\n" for line in outputs(wrong)))
        return tmp_path

    return put


def steps(action, folder, program, given=(), **more):
    """Runs the steps that have a shell as GitHub does; installing is left out. What became of each by its name."""
    chosen = {name: about.get("default", "") for name, about in action["inputs"].items()} | dict(given)
    ended = {}
    for step in action["runs"]["steps"]:
        if "run" not in step or step["name"] == "Install" or ("if" in step and not chosen["system"]):
            continue
        own = {
            name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda m: chosen[m[1]], v) for name, v in step["env"].items()
        }
        path = f"{program.parent}:{os.environ['PATH']}"
        environment = {**os.environ, **own, "GITHUB_STEP_SUMMARY": str(folder / "summary.md"), "PATH": path, **more}
        words = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
        ended[step["name"]] = subprocess.run(
            words, cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
    return ended


@pytest.mark.parametrize(("wrong", "status", "word"), [(0, 0, "pass"), (3, 1, "FAIL")])
def test_the_actions_steps_do_what_they_say(action, program, repository, wrong, status, word):
    folder = repository(wrong)
    translate = folder / "translate.sh"
    translate.write_text("#!/bin/sh\ncat > /dev/null\ncat outputs/candidate.txt\n")
    translate.chmod(translate.stat().st_mode | stat.S_IXUSR)
    ended = steps(action, folder, program, {"system": "command:./translate.sh"})
    assert {name: done.returncode for name, done in ended.items()} == {"Run the candidate": 0, "Gate": status}, ended
    assert ended["Gate"].stdout.count("::") == 4
    assert ended["Gate"].stdout.startswith("::error" if status else "::notice")
    assert (folder / "summary.md").read_text("utf-8").startswith(f"# askew gate: {word}\n")
    assert (folder / "gate.html").stat().st_size > 100_000
    assert (folder / "gate.xml").read_text("utf-8").count("<testcase") == 2
    head = json.loads((folder / "runs/candidate/run.json").read_text("utf-8"))
    assert head["asked"]["suite"] == "simplegen"


def test_an_error_of_the_gate_is_not_hidden(action, program, tmp_path):
    ended = steps(action, tmp_path, program)
    assert [name for name, done in ended.items() if done.returncode != 0] == ["Gate"]
    assert not (tmp_path / "summary.md").exists()


@pytest.mark.parametrize(("wrong", "status"), [(0, 0), (3, 1)])
def test_the_hook_of_pre_commit_stops_a_push(program, repository, wrong, status):
    pytest.importorskip("pre_commit", reason="needs pre-commit")
    folder = repository(wrong)
    shutil.copy(ROOT / "docs/pre-commit-config.yaml", folder / ".pre-commit-config.yaml")
    environment = {
        **os.environ,
        "PATH": f"{program.parent}:{os.environ['PATH']}",
        "HOME": str(folder / "home"),
        "PRE_COMMIT_HOME": str(folder / "home"),
    }
    for words in (("git", "init", "-q"), ("git", "add", ".pre-commit-config.yaml", "gate.toml", "outputs", "runs")):
        subprocess.run(words, cwd=folder, env=environment, check=True)
    command = [sys.executable, "-m", "pre_commit", "run", "--all-files", "--hook-stage", "pre-push", "--verbose"]
    ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == status, ended.stdout + ended.stderr
    assert f"gate: {'fail' if wrong else 'pass'}" in ended.stdout


@pytest.mark.parametrize(("wrong", "status", "words"), [(0, 0, "1 passed"), (3, 1, "lost: ")])
def test_the_recipe_for_pytest_is_a_test(repository, wrong, status, words):
    folder = repository(wrong)
    shutil.copy(ROOT / "docs/gate_recipe.py", folder / "test_gate.py")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_gate.py"]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert ended.returncode == status, ended.stdout + ended.stderr
    assert words in ended.stdout
