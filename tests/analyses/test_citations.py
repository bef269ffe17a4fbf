"""The line for a paper, and the BibTeX of what a run used."""

import re
from dataclasses import replace

import pytest

import askew as api
from askew.analyses.citations import bibtex, one_line
from askew.suites import REGISTRY

FEW = api.Resampling(resamples=100)
SCORE = ("score", "simplegen", "--target", "es", "--subset", "fofc", "--resamples", "100")


def test_a_line_has_numbers_what_they_are_about_and_the_signature():
    run = api.score("simplegen", target="es", subset="fofc", hyp=["La enfermera."] * 518, name="mine", resampling=FEW)
    line = one_line(run)
    assert line.startswith("mine: ")
    assert f"FoFc {run.scores['fofc'].value:.1f} [" in line
    assert "about occupations like these" in line
    assert line.endswith(str(run.signature))


def test_everything_a_run_used_has_an_entry(tmp_path):
    (tmp_path / "ref.txt").write_text("Guten Morgen zusammen.\nDanke für Ihre Fragen.\n")
    run = api.score(
        "talks", target="de", hyp=["Guten Morgen.", "Danke."], references=tmp_path / "ref.txt", resampling=FEW
    )
    assert [re.match(r"@\w+\{(\w+),", entry)[1] for entry in bibtex(run)] == [
        "askew",
        "sacrebleu",
        "bleu",
        "chrf",
        "ter",
    ]
    assert api.__version__ in bibtex(run)[0]


def test_published_suites_have_an_entry_with_the_citation_s_address():
    for name in REGISTRY.names():
        suite = REGISTRY.get(name)
        address = re.search(r"https://aclanthology\.org/[\w.-]+/", suite.citation)
        if address is None or suite.citation.startswith("after"):
            continue
        run = api.score("simplegen", target="es", subset="fofc", hyp=[""] * 518, resampling=FEW)
        asked = run.asked.__class__(**{**run.asked.__dict__, "suite": name})
        entries = bibtex(run.__class__(**{**run.__dict__, "asked": asked}))
        assert any(address[0] in entry for entry in entries), name


def test_cite_prints_each_entry_once(askew, tmp_path):
    for name in ("a", "b"):
        api.score(
            "simplegen", target="es", subset="fofc", hyp=["El."] * 518, name=name, out=tmp_path / name, resampling=FEW
        )
    printed = askew("cite", tmp_path / "a", tmp_path / "b").stdout
    assert printed.count("@inproceedings{simplegen,") == 1
    assert printed.startswith("% a: ")


def test_score_short_prints_that_line_alone(askew, tmp_path):
    (tmp_path / "output.txt").write_text("La enfermera.\n" * 518)
    printed = askew(*SCORE, "--hyp", tmp_path / "output.txt", "--name", "mine", "--out", tmp_path / "run", "--short")
    assert printed.returncode == 0
    assert printed.stdout == one_line(api.load(tmp_path / "run")) + "\n"


@pytest.mark.parametrize("other", [("--json",), ("--by", "occupation")])
def test_short_is_refused_together_with_other_ways_to_print(askew, is_users_mistake, tmp_path, other):
    (tmp_path / "output.txt").write_text("La enfermera.\n" * 518)
    refused = askew(*SCORE, "--hyp", tmp_path / "output.txt", "--out", tmp_path / "run", "--short", *other)
    is_users_mistake(refused)
    assert f"give it or {other[0]}, not both" in refused.stderr
    assert not (tmp_path / "run").exists()


def test_a_line_without_scores_says_so():
    run = api.score("simplegen", target="es", subset="fofc", hyp=["La enfermera."] * 518, resampling=FEW)
    undefined = {name: replace(score, value=None, low=None, high=None) for name, score in run.scores.items()}
    assert "no score is defined" in one_line(replace(run, scores=undefined))
