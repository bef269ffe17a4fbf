"""GATE: what a translation says of people whose gender is open, on our own sentences and the corpus' own variants."""

import shutil
from collections import Counter
from pathlib import Path

import pytest

import askew
from askew import Resampling
from askew.analyses.audit import read_sheet, write_sheet
from askew.core.errors import InputError, UsageError

FIXTURES = Path(__file__).parent.parent / "fixtures"
FEW = Resampling(resamples=100)


@pytest.fixture
def own_data(tmp_path, monkeypatch):
    """Six sentences of our own, laid out as the data set is."""
    shutil.copytree(FIXTURES / "gate", tmp_path / "gate")
    monkeypatch.setenv("ASKEW_DATA", str(tmp_path))
    return tmp_path / "gate"


def said(outputs, **options):
    run = askew.score("ambiguous", target="es", hyp=outputs, resampling=FEW, **options)
    people = [verdict for verdict in run.verdicts if verdict.labels["row"] == "person"]
    return run, [verdict.labels["predicted"] for verdict in people]


@pytest.mark.parametrize(
    ("output", "predicted"),
    [
        ("La doctora llegó tarde.", "female"),
        ("El doctor llegó tarde.", "male"),
        ("El doctor o la doctora llegó tarde.", "both"),
        ("El médico llegó tarde.", "male"),  # by the pack
        ("La médica llegó tarde.", "female"),
        ("Llegó tarde.", "not_found"),
        ("", "not_found"),
    ],
)
def test_a_person_is_read_by_key_words_then_by_the_pack(own_data, output, predicted):
    del own_data
    _, found = said([output, *["Nada."] * 2], subset="one")
    assert found == [predicted, "not_found", "not_found"]


def test_a_noun_that_is_the_same_in_both_genders_is_read_with_what_stands_before_it(own_data):
    del own_data
    for output, predicted in (
        ("La joven periodista.", "female"),
        ("El periodista.", "male"),
        ("Periodista.", "neutral"),
    ):
        assert said(["Nada.", output, "Nada."], subset="one")[1][1] == predicted


def test_pronouns_count_where_there_is_nothing_else(own_data):
    del own_data
    assert said(["Nada.", "Nada.", "Ellos no llegaron."], subset="one")[1][2] == "male"


def test_scores_of_several_people(own_data):
    del own_data
    outputs = ["El enfermero llamó a mi amiga.", "El cocinero, el panadero y mi primo comieron."]
    run, found = said(outputs, subset="several")
    assert found == ["male", "female", "male", "male", "male"]
    values = {name: score.value for name, score in run.scores.items()}
    assert (values["rendered_male"], values["rendered_female"], values["delta_rendered"]) == (80, 20, 60)
    assert (values["mixed"], values["gender_fair"], values["coverage"]) == (50, 0, 100)
    assert values["bleu"] == pytest.approx(100)  # every combination of genders is a reference
    assert run.groups["entity"]["nurse"]["rendered_male"].value == 100
    assert run.counts["several"]["male"] == 4


def test_an_audit_draws_people_and_no_whole_sentences(own_data, tmp_path):
    del own_data
    run, _ = said(["El enfermero llamó a mi amiga.", "El cocinero, la panadera y mi primo."], subset="several")
    sheet = tmp_path / "audit.tsv"
    assert write_sheet(run, sheet, 100, 1) == 5
    head, *rows = sheet.read_text("utf-8").splitlines()
    sheet.write_text("\n".join([head, *(row + "m" for row in rows)]) + "\n", "utf-8")
    assert read_sheet(run, sheet).wrong == 2


def test_bad_rows_are_errors_with_their_line(own_data):
    table = own_data / "ES_2_variants.tsv"
    rows = table.read_text("utf-8").splitlines()

    def written(*lines):
        table.write_text("\n".join(lines) + "\n", "utf-8")
        return table

    written(rows[0], rows[1].replace("El doctor llegó tarde.", ""))
    with pytest.raises(InputError, match=r"ES_2_variants.tsv:2: no m: every row needs"):
        askew.items("ambiguous", target="es")
    written(*rows, rows[1])
    with pytest.raises(InputError, match=r":6: the same source as in line 2"):
        askew.items("ambiguous", target="es")
    written(rows[0].replace("kw_f", "keywords"), *rows[1:])
    with pytest.raises(InputError, match=r":1: expected a header .* of kw_f there is none"):
        askew.items("ambiguous", target="es")
    written(rows[0], "PROF\tone cell too few")
    with pytest.raises(InputError, match=r":2: expected 8 cells, as the header has, found 2"):
        askew.items("ambiguous", target="es")


def test_languages_and_editions_there_are_not(own_data):
    del own_data
    with pytest.raises(UsageError, match="can't judge 'hi'; it can judge es, fr, it"):
        askew.score("ambiguous", target="hi", hyp=["x"])
    with pytest.raises(UsageError, match="give one with --target"):
        askew.items("ambiguous")
    with pytest.raises(UsageError, match=r"no test set in 'fr'.*--edition all"):
        askew.items("ambiguous", target="fr")


@pytest.mark.parametrize("target", ["es", "fr", "it"])
def test_the_corpus_own_variants_are_told_apart(shared_data, monkeypatch, target):
    if not (shared_data / "gate").is_dir():
        pytest.skip(f"needs GATE in {shared_data}")
    monkeypatch.setenv("ASKEW_DATA", str(shared_data))
    items = askew.items("ambiguous", target=target, edition="all")
    for place, right, wrong in ((0, "female", "male"), (-1, "male", "female")):
        hyp = [item.references[place] for item in items]
        run = askew.score("ambiguous", target=target, edition="all", hyp=hyp, resampling=FEW)
        found = Counter(verdict.labels.get("predicted") for verdict in run.verdicts)
        assert found[wrong] < 0.01 * found[right]
        assert found["not_found"] + found["both"] < 0.02 * found[right]
