"""Sentences that leave the gender open: what is said, and defaults by occupation beside who works in them."""

from dataclasses import replace
from pathlib import Path

import pytest

import askew
from askew import Resampling
from askew.core.records import Score
from askew.report.report import report_of

OCCUPATIONS = {"carpenter": 0.0, "nurse": 90.0, "guard": 20.0, "editor": 50.0, "student": 40.0}


@pytest.fixture
def run(monkeypatch):
    """A run on a few sentences of our own, with what is said of five occupations."""
    monkeypatch.setenv("ASKEW_DATA", str(Path(__file__).parent.parent / "fixtures"))
    items = askew.items("ambiguous", target="es")
    hyp = [item.references[0] for item in items]
    scored = askew.score("ambiguous", target="es", hyp=hyp, name="mine", resampling=Resampling(100))
    named = {name: {"rendered_female": Score(value, n=4)} for name, value in OCCUPATIONS.items()}
    return replace(scored, groups={**scored.groups, "entity": named})


def section_of(runs):
    return next(section for section in report_of(runs).sections if section.title == "Gender left open")


def test_defaults_stand_beside_the_labour_statistics(run):
    tables = {block.title: block for block in section_of([run]).blocks if block.kind == "table"}
    assert tables.keys() == {"What is said", "Does the gender follow the workforce?", "Defaults by occupation"}
    shown = {row[0].text: [cell.number for cell in row[1:]] for row in tables["Defaults by occupation"].rows}
    assert list(shown) == ["carpenter", "guard", "editor", "nurse"]  # the more women the later; students are none
    assert shown["nurse"] == [4, 90, 90.0]
    assert tables["Does the gender follow the workforce?"].rows[0][1].number > 0.9


def test_an_occupation_that_another_system_lacks_is_a_dash(run):
    fewer = {name: scores for name, scores in run.groups["entity"].items() if name != "nurse"}
    other = replace(run, groups={**run.groups, "entity": fewer}, asked=replace(run.asked, system="other"))
    table = next(
        block for block in section_of([run, other]).blocks if getattr(block, "title", "") == "Defaults by occupation"
    )
    (nurse,) = (row for row in table.rows if row[0].text == "nurse")
    assert [cell.text for cell in nurse[3:]] == ["90.0", "–"]
