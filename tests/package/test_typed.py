"""py.typed is honest: somebody else's code, checked strictly against the installed wheel, has the types we say."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("hatchling", reason="needs hatchling, which builds the wheel")
pytest.importorskip("mypy", reason="needs mypy")
ROOT = Path(__file__).parents[2]
RIGHT = """
from collections.abc import Mapping, Sequence
from typing import assert_type

import askew
from askew.core.records import Item, Score

def values(path: str) -> dict[str, float]:
    items = askew.items("simplegen", subset="mofc")
    assert_type(items, list[Item])
    assert_type(items[0].attributes, Mapping[str, str])
    run = askew.score("simplegen", target="es", hyp=path, resampling=askew.Resampling(100))
    assert_type(run, askew.Run)
    assert_type(run.scores, Mapping[str, Score])
    assert_type(run.scores["mofc"].value, float | None)
    assert_type(askew.compare(run, askew.load("runs/other")), askew.Comparison)
    try:
        askew.rescore("runs/mine")
    except askew.AskewError as error:
        print(error)
    return {name: score.value for name, score in run.scores.items() if score.value is not None}
"""
WRONG = {
    "askew.score('simplegen', hyp=3)": "arg-type",
    "askew.score('simplegen', hyp='a.txt').scores['mofc'].value + 1": "operator",
    "askew.items('simplegen')[0].sauce": "attr-defined",
    "askew.scare": "attr-defined",
}


@pytest.fixture(scope="module")
def checked(tmp_path_factory):
    """Checks a text as somebody would who has installed the wheel (alone: what it depends on would take minutes)."""
    folder = tmp_path_factory.mktemp("typed")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    python = folder / "venv/bin/python"
    pip = [sys.executable, "-m", "pip"]
    subprocess.run([*pip, "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", folder, ROOT], check=True)
    (wheel,) = folder.glob("askew-*.whl")
    subprocess.run([*pip, "--python", python, "install", "-q", "--no-deps", wheel], check=True)

    def check(text):
        (folder / "consumer.py").write_text(text)
        words = ["--strict", "--no-error-summary", "--cache-dir", folder / "cache", "--python-executable", python]
        return subprocess.run(
            [sys.executable, "-m", "mypy", *words, folder / "consumer.py"],
            cwd=folder, env={"PATH": "/usr/bin:/bin"}, capture_output=True, text=True, check=False,
        )  # fmt: skip

    return check


def test_strict_code_that_uses_askew_has_nothing_to_complain_of(checked):
    ended = checked(RIGHT)
    assert (ended.returncode, ended.stdout) == (0, ""), ended.stdout + ended.stderr


@pytest.mark.parametrize(("line", "code"), WRONG.items())
def test_a_mistake_is_found(checked, line, code):
    ended = checked(f"import askew\n{line}\n")
    assert ended.returncode == 1
    assert f"[{code}]" in ended.stdout
