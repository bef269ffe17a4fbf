"""Real Apertium, where it is installed."""

import pytest

import askew
from askew.core.errors import SystemFailure
from askew.systems import open_system
from askew.systems.apertium import pairs

needs_apertium = pytest.mark.skipif(
    not {"eng-spa", "eng-cat"} <= set(pairs()), reason="needs Debian's apertium-eng-spa and apertium-eng-cat"
)


@needs_apertium
def test_a_run_over_all_of_simplegen(tmp_path):
    run = askew.run("simplegen", target="es", system="apertium:eng-spa", out=tmp_path / "run")
    assert len(run.outputs) == 2664
    assert run.scores["coverage"].value > 70
    assert run.scores["mofc"].value < run.scores["momc"].value
    assert run.timing["items"] == 2664
    assert run.timing["wall_seconds"] > 0
    assert run.timing["cpu_seconds"] > 0
    assert askew.load(tmp_path / "run").to_json() == run.to_json()
    assert askew.rescore(tmp_path / "run").to_json() == run.to_json()


@needs_apertium
def test_catalan_too(tmp_path):
    run = askew.run("simplegen", target="ca", system="apertium:eng-cat", subset="momc", out=tmp_path / "run")
    assert run.scores["momc"].value > 30


@needs_apertium
def test_no_sentence_leaks_into_its_neighbour():
    from askew.core.records import Item

    items = [Item("1", "The cat sat"), Item("2", ""), Item("3", "The dog [ate] / {slept}"), Item("4", "end")]
    outputs = list(open_system("apertium:eng-spa").answer([item for item in items if item.source]))
    assert [output.id for output in outputs] == ["1", "3", "4"]
    assert "gato" in outputs[0].text
    assert "perro" in outputs[1].text
    assert "gato" not in outputs[1].text
    assert all("*" not in output.text for output in outputs)


@needs_apertium
def test_an_unknown_pair_gets_a_suggestion():
    with pytest.raises(SystemFailure, match="did you mean 'eng-spa'"):
        open_system("apertium:eng-spo")


def test_without_apertium_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemFailure, match="apt-get install"):
        open_system("apertium:eng-spa")
