"""The reference pages are those the program gives."""

import importlib.util
from pathlib import Path

import pytest

from askew.suites import REGISTRY

ROOT = Path(__file__).parent.parent.parent


def load(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def made():
    return load(ROOT / "scripts" / "reference.py").pages()


@pytest.mark.parametrize("name", ["cli.md", "scores.md"])
def test_a_reference_page_is_up_to_date(made, name):
    stored = (ROOT / "docs" / "reference" / name).read_text("utf-8")
    assert stored == made[name], "run: python scripts/reference.py"


def test_every_score_of_every_protocol_is_there(made):
    for name in REGISTRY.names():
        for protocol in REGISTRY.get(name).protocols:
            assert f"{name}, protocol {protocol.name}" in made["scores.md"]
            for measure in protocol.measures:
                assert f"| `{measure.name}` | {measure.heading} |" in made["scores.md"]


@pytest.mark.parametrize("command", ["score", "gate", "data fetch", "terms tag"])
def test_every_option_that_help_prints_is_there(askew, made, command):
    section = made["cli.md"].partition(f"## askew {command}\n")[2].partition("\n## ")[0]
    of_suites = made["cli.md"].partition("## Options of the suites")[2]
    helped = askew(*command.split(), "--help").stdout
    options = {word.strip(",") for line in helped.splitlines() for word in line[:30].split() if word.startswith("--")}
    assert options
    for option in options - {"--help"}:
        assert f"`{option}" in section + of_suites
