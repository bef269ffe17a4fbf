"""How the study's text is made: old text in the other gender, and a student's text from its teacher."""

import pytest

from askew.lang import pack
from askew.mend.people import load

pytest.importorskip("torch")
from askew.neural.shipped import shipped
from askew.neural.text.corpus import Corpus
from askew.neural.vocabulary import FILE as PIECES
from studies.mend.make.counterfactual import in_english, in_spanish
from studies.mend.make.distil import pack as pack_taught
from studies.mend.make.text import people_held_out
from studies.mend.make.words import anchor
from studies.speed.make.grid import from_text

PEOPLE = {person.english: person for person in load("es").people}
AGREE = {"cansado", "cansada"}


def turned(english, spanish):
    found = in_english(english, dict(PEOPLE))
    if found is None:
        return None
    person, gender, other = found
    return other, in_spanish(spanish, person, gender, AGREE, pack.load("es").copulas)


@pytest.mark.parametrize(
    ("english", "spanish", "other"),
    [
        ("The surgeon lost her keys.", "La cirujana perdió sus llaves.", ("The surgeon lost his keys.", "El cirujano perdió sus llaves.")),
        ("He is a painter.", "Él es pintor.", ("She is a painter.", "Ella es pintora.")),
        ("She said the surgeon is tired.", "Ella dijo que la cirujana está cansada.",
         ("He said the surgeon is tired.", "Él dijo que el cirujano está cansado.")),
        ("I spoke to the surgeon about his car.", "Hablé al cirujano de su coche.",
         ("I spoke to the surgeon about her car.", "Hablé a la cirujana de su coche.")),
    ],
)  # fmt: skip
def test_a_pair_is_turned_into_the_other_gender(english, spanish, other):
    assert turned(english, spanish) == other


@pytest.mark.parametrize(
    ("english", "spanish"),
    [
        ("Tom thanked the surgeon for his help.", "Tom dio las gracias al cirujano por su ayuda."),  # whose help?
        ("The surgeon and the painter lost their keys.", "El cirujano y el pintor perdieron sus llaves."),
        ("The surgeon thinks he is right.", "El doctor cree que tiene razón."),  # another word
        ("He is a great painter.", "Es un gran pintor."),  # what stands between article and noun may agree
    ],
)
def test_what_is_not_certain_is_left_alone(english, spanish):
    found = turned(english, spanish)
    assert found is None or found[1] is None


def test_a_students_text_is_its_teachers_and_dictionary_entries(tmp_path):
    (tmp_path / "taught.tsv").write_text("A dog barks.\tUn perro ladra.\n", "utf-8")
    (tmp_path / "people.tsv").write_text("pack\tsurgeon\tcirujana\n", "utf-8")
    vocabulary = shipped("en-es") / PIECES
    pack_taught([tmp_path / "taught.tsv"], [f"{tmp_path / 'people.tsv'}:2"], vocabulary, tmp_path / "student.npz")
    assert len(Corpus.load(tmp_path / "student.npz").lengths[0]) == 3


def test_a_student_and_its_mend_have_names_of_their_own():
    student = from_text("es,6,1,mha,corpus=distilled")
    assert student.name == "es-6.1-mha-256-s1-distilled"
    assert from_text("es,6,1,mha,corpus=distilled,mend=mended").plain == student.name


def test_german_holds_out_who_shares_a_word():
    held = people_held_out("de")
    assert {"doctor", "veterinarian", "instructor", "teacher"} <= set(held)  # Arzt, Tierarzt; Lehrer


def test_an_anchor_has_more_of_the_dictionary(tmp_path):
    for name, lines in {
        "train": ["tatoeba\tA dog.\tUn perro."],
        "extra": ["wiktionary\tdog\tperro"],
        "labels": ["esco-label\tbaker\tpanadera"],
        "people": ["pack\tsurgeon\tcirujana"],
    }.items():
        (tmp_path / f"en-es.{name}.tsv").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    pairs = anchor(tmp_path)
    assert [pairs.count(pair) for pair in (("dog", "perro"), ("baker", "panadera"), ("surgeon", "cirujana"))] == [
        2,
        3,
        10,
    ]
