"""Reading gender in context, on a small language made for the purpose."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askew.judges.gender import (
    BOTH,
    BOTH_FORMS,
    EPICENE,
    FEMALE,
    MALE,
    NOT_FOUND,
    SAME_FORM,
    UNDECIDED,
    WRONG_NUMBER,
    GenderReader,
)
from askew.lang import pack

PACK = """
code = "xx"
name = "Example"
version = 1
sources = ["made for this test"]
or_words = ["o"]
adverbs = ["muy"]
prefixes = ["ha", "veha"]
inclusive_suffixes = ["/a", "(a)", "In"]
[determiners]
el = "m.sg"
la = "f.sg"
"l'" = "sg"
los = "m.pl"
todas = "f.pl"
las = "f.pl"
[adjectives]
stems = ["cansad"]
endings = { o = "m.sg", a = "f.sg", os = "m.pl", as = "f.pl" }
[verbs]
words = { dijo = "m.sg" }
endings = { ila = "f.sg" }
[occupations.physician]
masculine = ["médico / médicos"]
feminine = ["médica / médicas", "doctora de cabecera / doctoras de cabecera"]
common = ["internista / internistas"]
epicene = ["eminencia / eminencias"]
generic = ["vrach / vrachi"]
"""
READER = GenderReader(pack.parse(PACK.encode()))


@pytest.mark.parametrize(
    ("text", "number", "verdict", "reason"),
    [
        ("El médico llegó.", "sg", MALE, "“médico”"),
        ("LA MÉDICA", "sg", FEMALE, "“MÉDICA”"),
        ("La doctora de cabecera vino.", "sg", FEMALE, "“doctora de cabecera”"),
        ("La doctora vino.", "sg", NOT_FOUND, "no form found"),
        ("los médicos", "sg", UNDECIDED, WRONG_NUMBER),
        ("los médicos y el médico", "sg", MALE, "“médico”"),
        ("El médico y la médica", "sg", BOTH, BOTH_FORMS),
        ("internista", "sg", UNDECIDED, SAME_FORM),
        ("la internista", "sg", FEMALE, "“internista” with “la”"),
        ("todas las internistas", "pl", FEMALE, "“internistas” with “las”"),
        ("l'internista cansado", "sg", MALE, "“internista” with “cansado”"),
        ("internista muy cansada", "sg", FEMALE, "“internista” with “cansada”"),
        ("internista, cansada", "sg", UNDECIDED, SAME_FORM),
        ("una eminencia", "sg", UNDECIDED, EPICENE),
        ("la médico", "sg", MALE, "“médico”"),
        ("el/la internista", "sg", BOTH, BOTH_FORMS),
        ("el o la internista", "sg", BOTH, BOTH_FORMS),
        ("el(la) internista", "sg", BOTH, BOTH_FORMS),
        ("médico/a", "sg", BOTH, BOTH_FORMS),
        ("médico(a)", "sg", BOTH, BOTH_FORMS),
        ("médico/alto", "sg", MALE, "“médico”"),
        ("vrach", "sg", MALE, "“vrach”"),
        ("vrach pila", "sg", FEMALE, "“vrach” with “pila”"),
        ("internista dijo", "sg", MALE, "“internista” with “dijo”"),
        ("vehamédico", "sg", MALE, "“vehamédico”"),
        ("médicocirujano", "sg", NOT_FOUND, "no form found"),
        ("", "sg", NOT_FOUND, "no form found"),
    ],
)
def test_gender_in_context(text, number, verdict, reason):
    finding = READER.read("physician", text, number)
    assert (finding.verdict, finding.reason) == (verdict, reason)


@given(
    st.sampled_from(["la médica", "EL MÉDICO", "la internista cansada"]),
    st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]),
)
def test_normalisation_makes_no_difference(text, form):
    assert READER.read("physician", unicodedata.normalize(form, text)).verdict == READER.read("physician", text).verdict


@given(st.text())
def test_any_text_gets_a_verdict_whose_spans_lie_in_it(text):
    finding = READER.read("physician", text)
    for start, end in (*finding.found, *finding.decided_by):
        assert 0 <= start < end <= len(text)


@given(st.text(alphabet="abc .,", max_size=20), st.text(alphabet="abc .,", max_size=20))
def test_words_around_a_gendered_noun_do_not_change_it(before, after):
    assert READER.read("physician", f"{before} médica {after}").verdict == FEMALE
