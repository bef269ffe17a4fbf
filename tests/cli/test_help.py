"""Help by job, completion, several files, names, what to do next."""

import json
import shlex

import pytest
import typer

import askew as api
from askew.cli.app import app
from askew.cli.verbs import EXAMPLES, JOBS


def test_every_verb_is_under_one_job_and_has_an_example_of_itself():
    verbs = set(typer.main.get_command(app).commands)
    named = [verb for verbs in JOBS.values() for verb in verbs]
    assert sorted(named) == sorted(verbs)
    assert all(shlex.split(example)[:2] == ["askew", verb] for verb, example in EXAMPLES.items())


def test_help_shows_the_jobs_and_each_verb_its_example(askew):
    shown = askew("--help").stdout
    assert [line.removesuffix(":") for line in shown.splitlines() if line.removesuffix(":") in JOBS] == list(JOBS)
    assert EXAMPLES["score"] in " ".join(askew("score", "--help").stdout.split())


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_gets_its_completion(askew, shell):
    import os

    made = askew(env={**os.environ, "_ASKEW_COMPLETE": f"source_{shell}"})
    assert made.returncode == 0
    assert "_ASKEW_COMPLETE" in made.stdout
    words = {**os.environ, "_ASKEW_COMPLETE": "complete_bash", "COMP_WORDS": "askew sco", "COMP_CWORD": "1"}
    assert askew(env=words).stdout.split() == ["score"]


@pytest.fixture(scope="module")
def outputs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("outputs")
    for name, text in (("a", "La médica."), ("b", "El médico.")):
        (folder / name).mkdir()
        lines = [text] * len(api.items("simplegen", subset="mofc"))
        (folder / name / "en-es.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return folder


ASKED = ("score", "simplegen", "-t", "es", "--subset", "mofc", "--resamples", "100")


def test_a_run_is_named_after_its_folder_unless_it_is_given_a_name(askew, outputs, tmp_path):
    file = outputs / "a/en-es.txt"
    first = askew(*ASKED, "--hyp", file, "--out", tmp_path / "mine")
    assert api.load(tmp_path / "mine").system == "mine"
    assert f"askew report {tmp_path / 'mine'}" in first.stderr
    askew(*ASKED, "--hyp", file, "--out", tmp_path / "other", "--name", "given")
    assert api.load(tmp_path / "other").system == "given"
    unkept = askew(*ASKED, "--hyp", file, "--json")
    assert json.loads(unkept.stdout)["system"] == "en-es.txt"
    assert unkept.stderr == ""
    assert "--out RUNDIR" in askew(*ASKED, "--hyp", file).stderr
    asked = ("run", *ASKED[1:], "--system", "command:cat")
    askew(*asked, "--out", tmp_path / "copied")
    assert api.load(tmp_path / "copied").system == "copied"
    askew(*asked, "--out", tmp_path / "called", "--name", "given")
    assert api.load(tmp_path / "called").system == "given"


def test_several_files_are_scored_side_by_side(askew, outputs, tmp_path, is_users_mistake):
    files = ("--hyp", outputs / "a/en-es.txt", "--hyp", outputs / "b/en-es.txt")
    shown = askew(*ASKED, *files, "--out", tmp_path / "runs")
    assert shown.returncode == 0, shown.stderr
    assert "difference from a-en-es" in shown.stdout
    assert sorted(path.name for path in (tmp_path / "runs").iterdir()) == ["a-en-es", "b-en-es"]
    assert [run["system"] for run in json.loads(askew(*ASKED, *files, "--json").stdout)] == ["a-en-es", "b-en-es"]
    by_group = askew(*ASKED, *files, "--by", "occupation").stdout
    assert "a-en-es by occupation" in by_group
    assert "b-en-es by occupation" in by_group
    is_users_mistake(askew(*ASKED, *files, "--by", "nothing"))
    is_users_mistake(askew(*ASKED, *files, "--name", "x"))
    is_users_mistake(askew(*ASKED, *files, "--hyp", tmp_path / "nowhere.txt", "--out", tmp_path / "more"))
    assert not (tmp_path / "more").exists()


def test_rescoring_says_that_it_replaces_and_keeps_the_runs_own_protocol(askew, outputs, tmp_path):
    askew(*ASKED, "--hyp", outputs / "a/en-es.txt", "--out", tmp_path / "run", "--protocol", "release")
    again = askew("rescore", tmp_path / "run", "--resamples", "100")
    assert "verdicts and scores" in again.stderr
    assert "were replaced" in again.stderr
    assert api.load(tmp_path / "run").protocol == "release"
