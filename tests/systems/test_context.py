"""Systems that are told a text beside the items."""

import json

import pytest

from askew.core.errors import InputError, UsageError
from askew.core.records import Item
from askew.systems import open_system
from askew.systems.context import read_context, with_context


@pytest.fixture
def terms(tmp_path):
    path = tmp_path / "terms.txt"
    path.write_text("lexical borrowing\n\n  code   switching\nDetecting borrowings.\nBETO\n")
    return path


def test_lines_become_one_text(terms, tmp_path):
    assert read_context(terms) == "lexical borrowing, code switching, Detecting borrowings. BETO"
    with pytest.raises(InputError, match="no such file"):
        read_context(tmp_path / "none.txt")


def test_it_goes_to_the_parts_that_take_it(terms):
    assert with_context("whisper:tiny.en", {"beam": 5}, terms) == {"beam": 5, "context": str(terms)}
    found = with_context("cascade:whisper:tiny.en+apertium:eng-spa", {}, terms)
    assert found == {"asr.context": str(terms)}
    with pytest.raises(UsageError, match="can't be told a context"):
        with_context("apertium:eng-spa", {}, terms)


def test_a_language_model_is_told_before_the_prompt_or_where_the_prompt_says(services, terms):
    spec = f"openai:toy@{services.url}/v1"
    system = open_system(spec, {"context": str(terms)}, target="es")
    list(system.answer([Item("1", "Hello.")]))
    said = json.loads(services.log[-1][2])["messages"][0]["content"]
    assert said.startswith("What follows is from a talk or text about this:\nlexical borrowing, code switching")
    assert said.endswith("Hello.")
    assert "BETO" in system.details["context"]
    chosen = open_system(spec, {"context": str(terms), "prompt": "{context} | {text}"}, target="es")
    list(chosen.answer([Item("1", "Hello {context}.")]))
    said = json.loads(services.log[-1][2])["messages"][0]["content"]
    assert said == f"{read_context(terms)} | Hello {{context}}."
    assert "context" not in open_system(spec, target="es").details


def test_whisper_is_told_what_came_before(terms):
    pytest.importorskip("faster_whisper")
    system = open_system("whisper:tiny.en", {"context": str(terms), "prompt": "Elena speaks."}, target="en")
    assert system.details["prompt"].endswith("BETO Elena speaks.")
