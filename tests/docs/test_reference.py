"""The reference pages are those the program gives."""

import importlib.util
import json
import re
from pathlib import Path

import pytest

import askew as api
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


@pytest.mark.parametrize("name", ["cli.md", "scores.md", "json.md", "api.md"])
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


def test_every_field_of_the_json_and_of_the_api_is_explained(made):
    for page in ("json.md", "api.md"):
        unexplained = [line for line in made[page].splitlines() if line.startswith("| `") and line.endswith("|  |")]
        assert unexplained == []
    for name in api.__all__:
        if name != "__version__":
            assert f"## askew.{name}\n" in made["api.md"]


def test_files_have_the_fields_the_reference_names(made, tmp_path):
    api.score("simplegen", target="es", subset="mofc", hyp=["La directora llegó."] * 814, out=tmp_path / "run")

    def named(title):
        section = made["json.md"].partition(f"## {title}\n")[2].partition("\n## ")[0]
        return set(re.findall(r"^\| `(\w+)`", section, re.MULTILINE))

    head = json.loads((tmp_path / "run/run.json").read_text("utf-8"))
    assert {*head, *head["asked"], *head["resampling"]} == named("run.json")
    assert set(json.loads((tmp_path / "run/scores.json").read_text("utf-8"))) == named("askew score --json")
    for title in ("outputs.jsonl", "verdicts.jsonl"):
        row = json.loads((tmp_path / "run" / title).read_text("utf-8").splitlines()[0])
        assert set(row) <= named(title)
