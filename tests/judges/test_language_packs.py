"""Every language pack: whole, consistent, and right on the sentences written for it."""

from pathlib import Path

import pytest

import askew
from askew.core.errors import InputError, UsageError
from askew.judges.gender import GenderReader
from askew.lang import pack

SENTENCES = Path(__file__).parent.parent / "lang"


def sentences(code):
    lines = (SENTENCES / f"{code}.tsv").read_text("utf-8").splitlines()
    return [tuple(line.split("\t")) for line in lines[1:]]


@pytest.mark.parametrize("code", pack.available())
def test_a_pack_reads_its_own_sentences_as_a_native_reader_does(code):
    reader = GenderReader(pack.load(code))
    rows = sentences(code)
    wrong = [
        (occupation, sentence, expected, finding.verdict, finding.reason)
        for occupation, sentence, expected in rows
        if (finding := reader.read(occupation, sentence)).verdict != expected
    ]
    assert not wrong
    assert len(rows) >= 40


@pytest.mark.parametrize("code", pack.available())
def test_a_pack_has_every_occupation_of_simplegen(code):
    occupations = {item.attributes["occupation"] for item in askew.items("simplegen")}
    assert len(occupations) == 18
    assert occupations <= set(pack.load(code).occupations)


@pytest.mark.parametrize("code", pack.available())
def test_every_occupation_of_a_pack_can_be_told_or_is_known_not_to(code):
    loaded = pack.load(code)
    assert loaded.code == code
    assert loaded.sources
    for occupation in loaded.occupations.values():
        assert occupation.forms or occupation.epicene, occupation.english


@pytest.mark.parametrize("code", pack.available())
def test_no_adjective_of_a_pack_fits_both_genders_in_all_it_says(code):
    loaded = pack.load(code)
    useless = [
        word for word, readings in loaded.adjectives.items() if readings == pack.parse_readings("m f", loaded.cases)
    ]
    assert not useless


MINIMAL = 'code = "xx"\nname = "X"\nversion = 1\nsources = ["s"]\n{}\n[occupations.nurse]\n{}\n'


@pytest.mark.parametrize(
    ("head", "nurse", "complaint"),
    [
        ("colour = 1", 'masculine = ["a / b"]', "no key of the language pack is called 'colour'"),
        ("", 'masculin = ["a / b"]', "no key of the occupations.nurse is called 'masculin'; did you mean 'masculine'"),
        ("", "masculine = 3", "masculine: expected a list, found a whole number"),
        ("", "masculine = [3]", "expected a string, found a whole number"),
        ("cases = 3", 'masculine = ["a / b"]', "cases: expected a list, found a whole number"),
        ("direction = 'up'", 'masculine = ["a / b"]', "direction: invalid enum value 'up'"),
        ("articles = 1", 'masculine = ["a / b"]', "articles: expected true or false"),
        ("copulas = 'is'", 'masculine = ["a / b"]', "copulas: expected a list, found a string"),
        ("adverbs = " + "[" * 2000 + "]" * 2000, 'masculine = ["a / b"]', "nested too deeply"),
        ("prefixes = [" + "9" * 5000 + "]", 'masculine = ["a / b"]', "can't be read as TOML"),
        ("[determiners]\nel = 3", 'masculine = ["a / b"]', "determiners: expected a string, found a whole number"),
        ("things = 3", 'masculine = ["a / b"]', "things: expected an object or null"),
        ("", "masculine = []", "no forms"),
        ("", 'masculine = ["a / b / c"]', "more than one '/'"),
        ("", 'masculine = ["a|b / c"]', "2 case forms"),
        ('cases = ["nom", "gen"]', 'masculine = ["a|b|c / d"]', "3 case forms"),
        ("", 'masculine = ["a, / b"]', "empty form"),
        ("[determiners]\nel = 'masc'", 'masculine = ["a / b"]', "no reading"),
        ("[determiners]\nel = 'm.m'", 'masculine = ["a / b"]', "stands twice"),
        ("[determiners]\nel = ''", 'masculine = ["a / b"]', "at least one reading"),
    ],
)
def test_a_slip_in_a_pack_is_an_error_that_names_the_entry(head, nurse, complaint):
    with pytest.raises(InputError, match=complaint):
        pack.parse(MINIMAL.format(head, nurse).encode())


@pytest.mark.parametrize("raw", [b"\xff", b"code = ", b""])
def test_a_file_that_is_no_pack_is_an_error(raw):
    with pytest.raises(InputError):
        pack.parse(raw)


def test_a_language_without_a_pack_is_an_error_that_lists_those_with_one():
    with pytest.raises(UsageError, match="es"):
        pack.load("tlh")


def test_an_edited_pack_has_another_signature():
    text = MINIMAL.format("", 'masculine = ["a / b"]')
    assert pack.parse(text.encode()).signature != pack.parse(text.replace('"a / b"', '"a / c"').encode()).signature
