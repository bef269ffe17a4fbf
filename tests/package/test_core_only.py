"""What one can do without any extra: score, look and decide. What needs an extra names it."""

import subprocess
import sys
from pathlib import Path

import pytest

import askew as api

HERE = Path(__file__).parent


def starter(script, folder):
    """Runs askew by a script of this folder, which takes something away from it."""

    def start(*words):
        command = [sys.executable, HERE / script, *words]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)

    start.folder = folder
    return start


@pytest.fixture(scope="module")
def core(tmp_path_factory):
    """With its core dependencies alone."""
    return starter("core_only.py", tmp_path_factory.mktemp("core"))


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory):
    """Without what only POSIX systems have."""
    return starter("not_posix.py", tmp_path_factory.mktemp("elsewhere"))


@pytest.mark.parametrize("less", ["core", "elsewhere"])
def test_scoring_reporting_comparing_and_a_gate_need_no_extra_and_no_posix(less, request):
    start = request.getfixturevalue(less)
    (start.folder / "a.txt").write_text("La directora llegó.\n" * 814, "utf-8")
    asked = ("simplegen", "--subset", "mofc", "--target", "es", "--resamples", "100")
    for name in ("a", "b"):
        scored = start("score", *asked, "--hyp", "a.txt", "--out", name, "--short")
        assert (scored.returncode, scored.stdout.startswith(f"{name}: MoFc 6.4 [")) == (0, True), scored.stderr
    for words in (
        ("report", "a", "b", "-o", "report.html"),
        ("compare", "a", "b"),
        ("gate", "a", "--baseline", "b", "--max", "lost-right=10"),
        ("verdicts", "a"),
        ("cite", "a"),
        ("doctor",),
        ("ls",),
    ):
        ended = start(*words)
        assert ended.returncode == 0, (words, ended.stderr)


def test_a_run_without_locks_is_refused_with_what_to_do(elsewhere):
    ended = elsewhere("run", "simplegen", "-t", "es", "--system", "command:cat", "--out", "run")
    assert ended.returncode == 2
    assert "no locks of files" in ended.stderr
    assert "bug" not in ended.stderr


def test_talks_need_no_extra(core):
    (core.folder / "ref.txt").write_text("Guten Tag.\nWir messen Übersetzungen.\n", "utf-8")
    words = ("--references", "ref.txt", "--hyp", "ref.txt", "--resamples", "100")
    ended = core("score", "talks", "--target", "de", *words, "--short")
    assert ended.returncode == 0, ended.stderr
    assert "BLEU 100.0" in ended.stdout


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (("run", "simplegen", "-t", "es", "--system", "neural:", "--out", "run"), "models"),
        (("demo", "--out", "demo"), "models"),
        (("run", "simplegen", "-t", "es", "--system", "hf:some/model", "--out", "hf"), "hf"),
        (("speak", "simplegen", "--voice", "flite:slt", "--out", "speech"), "speech"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_what_needs_an_extra_names_it(core, words, extra):
    ended = core(*words)
    assert ended.returncode == 2
    assert f"pip install 'askew[{extra}]'" in ended.stderr
    assert "bug" not in ended.stderr


def test_the_guard_of_these_tests_keeps_things_out(core):
    shown = core("doctor").stdout
    assert api.__version__ in shown
    code = "import sys, core_only; core = core_only.needed(['numpy'], set());"
    ended = subprocess.run(
        [sys.executable, "-c", f"{code} sys.meta_path.insert(0, core_only.Others(core)); import numpy; import rich"],
        cwd=HERE, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "No module named 'rich'" in ended.stderr
