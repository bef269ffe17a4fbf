"""The judges on sentences written for each kind of error: right by the grammar of the language, of nobody's outputs."""

from pathlib import Path

import pytest

from askew.core.records import Item, Output, Person
from askew.judges.gender import reader_of
from askew.judges.winomt import THING, WinoMTJudge

SENTENCES = Path(__file__).parent.parent / "lang"
GOLD = {"he": "male", "him": "male", "his": "male", "they": "neutral", "them": "neutral"}


def rows(suite, language):
    lines = (SENTENCES / suite / f"{language}.tsv").read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines[1:]]


def languages(suite):
    return sorted(path.stem for path in (SENTENCES / suite).glob("*.tsv"))


def asked(number, source, entity, other, pronoun):
    """An item with a source of our own: who is asked about, who else is there, what refers to them."""
    tokens = [token.strip(".,").lower() for token in source.split(" ")]
    places = [tokens.index(name.split()[0].lower()) if name else None for name in (entity, other, pronoun)]
    attributes = {"gold": GOLD.get(pronoun, "female"), "entity": entity, "stereotype": "anti", "set": "winobias"}
    return Item(str(number), source, attributes, person=Person(places[0], other, *places[1:]))


@pytest.mark.parametrize("language", languages("winomt"))
def test_winomt_says_what_a_reader_of_the_language_says(language):
    cases = rows("winomt", language)
    items = [asked(number, *row[:4]) for number, row in enumerate(cases)]
    outputs = [Output(item.id, row[4]) for item, row in zip(items, cases, strict=True)]
    verdicts = WinoMTJudge(language).judge(items, outputs)
    said = [
        "not_found" if verdict.labels["predicted"] == THING else verdict.labels["predicted"] for verdict in verdicts
    ]
    wrong = [
        (*row[1:], found, verdict.reason)
        for row, found, verdict in zip(cases, said, verdicts, strict=True)
        if row[5] != found
    ]
    assert not wrong
    assert len(cases) >= 20


@pytest.mark.parametrize("language", languages("simplegen"))
def test_simplegen_says_what_a_reader_of_the_language_says(language):
    findings = [(row, reader_of(language).read(row[0], row[2], row[1])) for row in rows("simplegen", language)]
    assert not [(*row, finding.verdict, finding.reason) for row, finding in findings if finding.verdict != row[3]]
    assert len(findings) >= 100
