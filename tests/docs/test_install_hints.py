"""What a message tells people to install is there to be installed, and brings what they lack."""

import re
import tomllib
from pathlib import Path

import pytest

from askew.cli.machine import EXTRAS

ROOT = Path(__file__).parents[2]
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
HINTED = {
    (extra, str(path.relative_to(ROOT)))
    for path in [*(ROOT / "src").rglob("*.py"), *(ROOT / "docs").rglob("*.md"), ROOT / "README.md"]
    for extra in re.findall(r"askew\[(\w+)\]", path.read_text("utf-8"))
}


def brings(extra):
    """The packages an extra brings, those of extras it names included."""
    names = [re.match(r"([\w.-]+)(?:\[(\w+)\])?", wanted) for wanted in DECLARED[extra]]
    return {name[1] for name in names}.union(*(brings(name[2]) for name in names if name[1] == "askew"))


@pytest.mark.parametrize(("extra", "place"), sorted(HINTED))
def test_every_extra_that_is_named_exists(extra, place):
    assert extra in DECLARED, place


@pytest.mark.parametrize(("package", "extra"), EXTRAS.items())
def test_the_doctor_names_an_extra_that_brings_the_package(package, extra):
    assert package in brings(extra)


@pytest.mark.parametrize(("path", "package"), [("align.py", "pocketsphinx"), ("segment.py", "silero-vad")])
def test_speech_names_an_extra_that_brings_the_package(path, package):
    (extra,) = re.findall(r"askew\[(\w+)\]", (ROOT / "src/askew/speech" / path).read_text("utf-8"))
    assert package in brings(extra)
