"""Sentences of one's own with two references: one table and no Python; and what is wrong with a table is said."""

import pytest

import askew
from askew import Resampling
from askew.core.errors import InputError, UsageError

FEW = Resampling(resamples=100)
HEADER = "source\tfeminine\tmasculine\tgender\tdomain"
ROWS = [
    "She is a nurse.\tEs enfermera.\tEs enfermero.\tfeminine\thealth",
    "He is a nurse.\tEs enfermera.\tEs enfermero.\tmasculine\thealth",
    "The doctor came.\tVino la doctora.\tVino el doctor.\topen\thealth",
    "The cook left.\tLa cocinera se fue.\tEl cocinero se fue.\t\tfood",
]


@pytest.fixture
def table(tmp_path):
    """Writes a table and gives its path."""

    def write(*lines):
        path = tmp_path / "own.tsv"
        path.write_text("\n".join(lines) + "\n", "utf-8")
        return str(path)

    return write


def test_rows_that_ask_for_a_gender_and_rows_that_do_not(table):
    path = table(HEADER, *ROWS)
    outputs = ["Es enfermero.", "Es enfermero.", "Vino el doctor.", "La cocinera se fue."]
    run = askew.score("pairs", target="es", pairs=path, hyp=outputs, resampling=FEW)
    values = {name: score.value for name, score in run.scores.items()}
    assert (values["accuracy"], values["wrong"], values["delta_accuracy"]) == (50, 50, 100)
    assert (values["open_male"], values["open_female"], values["delta_open"]) == (50, 50, 0)
    assert values["coverage"] == 100
    assert run.scores["accuracy"].n == 2
    assert run.groups["domain"]["food"]["open_female"].value == 100
    assert [verdict.labels["verdict"] for verdict in run.verdicts] == ["incorrect", "correct", "gendered", "gendered"]
    assert run.counts["open"] == {"male": 1, "female": 1}


def test_only_open_rows_have_no_accuracy_and_say_why(table):
    path = table("source\tfeminine\tmasculine", "The doctor came.\tVino la doctora.\tVino el doctor.")
    run = askew.score("pairs", target="es", pairs=path, hyp=["Vino la doctora."], resampling=FEW)
    assert run.scores["accuracy"].value is None
    assert run.scores["accuracy"].reason
    assert run.scores["bleu"].value == pytest.approx(100)


def test_a_language_without_a_pack_is_judged_with_a_warning(table):
    path = table("source\tfeminine\tmasculine", "The doctor came.\tDoctorița a venit.\tDoctorul a venit.")
    run = askew.score("pairs", target="ro", pairs=path, hyp=["Doctorița a venit."], resampling=FEW)
    assert run.scores["open_female"].value == 100
    assert any("no language pack for 'ro'" in warning for warning in run.warnings)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([HEADER, "She left.\tSe fue ella.\t\tfeminine\tx"], r"own.tsv:2: no masculine: every row needs"),
        ([HEADER, ROWS[0], ROWS[0]], r"own.tsv:3: the same source as in line 2"),
        (
            [HEADER, ROWS[0].replace("feminine", "female")],
            r"own.tsv:2: expected the gender feminine, masculine or open",
        ),
        (["source\tfeminine", "a\tb"], r"own.tsv:1: expected a header with the columns source, feminine, masculine"),
        ([HEADER, ROWS[0] + "\tmore"], r"own.tsv:2: expected 5 cells, as the header has, found 6"),
        ([HEADER.replace("domain", "id"), *ROWS], r"own.tsv:1: a column can't be called 'id'"),
        ([HEADER], r"a header and no rows"),
    ],
)
def test_what_is_wrong_with_a_table_is_said(table, lines, message):
    with pytest.raises(InputError, match=message):
        askew.items("pairs", pairs=table(*lines))


def test_without_a_table():
    with pytest.raises(UsageError, match=r"--pairs FILE.tsv"):
        askew.items("pairs")
