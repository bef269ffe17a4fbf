"""German plurals: what forms say, and how the judge agrees with people's labels."""

import shutil
from pathlib import Path

import pytest

import askew
from askew import Resampling
from askew.core.errors import InputError, UsageError
from askew.judges.german_plurals import plural_gender
from studies.natural.labels import SETS, agreement

FIXTURES = Path(__file__).parent.parent / "fixtures"
FEW = Resampling(resamples=100)
OTHERS = ["Müde Reisende mochten es sehr.", "Die Anwälte trafen sich im alten Rathaus."]


@pytest.fixture
def own_data(tmp_path, monkeypatch):
    """Three passages of our own, laid out as the data set is."""
    shutil.copytree(FIXTURES / "gender_fair_german", tmp_path / "gender_fair_german")
    monkeypatch.setenv("ASKEW_DATA", str(tmp_path))
    return tmp_path / "gender_fair_german"


@pytest.mark.parametrize(
    ("said", "predicted"),
    [
        ("Viele Leser schrieben ihr Briefe.", "male"),
        ("Viele Leserinnen schrieben ihr Briefe.", "female"),
        ("Viele Leserinnen und Leser schrieben ihr Briefe.", "both"),
        ("Viele Leser*innen schrieben ihr Briefe.", "both"),
        ("Viele LeserInnen schrieben ihr Briefe.", "both"),
        ("Viele Lesende schrieben ihr Briefe.", "neutral"),
        ("Viele Abonnenten schrieben ihr Briefe.", "male"),  # not in the dictionary
        ("Viele Leute schrieben ihr Briefe.", "neutral"),
        ("Es kamen viele Briefe.", "neutral"),  # nobody is named
    ],
)
def test_a_plural_is_read_by_dictionary_ending_and_neighbours(own_data, said, predicted):
    del own_data
    outputs = [f"Die Zeitung war neu. {said} Sie wurde verkauft.", *OTHERS]
    run = askew.score("gender-fair", target="de", hyp=outputs, resampling=FEW)
    assert [verdict.labels["predicted"] for verdict in run.verdicts] == [predicted, "neutral", "male"]


def test_an_empty_output_is_not_found(own_data):
    del own_data
    run = askew.score("gender-fair", target="de", hyp=["", *OTHERS], resampling=FEW)
    assert run.verdicts[0].labels["predicted"] == "not_found"
    assert run.scores["coverage"].value == pytest.approx(200 / 3)
    assert run.scores["gender_fair"].value == 50


def test_europarl_is_the_other_edition(own_data):
    del own_data
    (item,) = askew.items("gender-fair", edition="europarl")
    assert (item.id, item.attributes["noun_at"]) == ("readers-1", "4")


@pytest.mark.parametrize(
    ("word", "gender"),
    [
        ("lehrerinnen", "female"), ("krankenschwestern", "female"), ("lehrern", "male"), ("studenten", "male"),
        ("studierenden", "neutral"), ("angestellten", "neutral"), ("abgeordnete", "neutral"), ("lehrkräften", "neutral"),
        ("staatsanwälte", "male"), ("beamten", "male"), ("städten", ""), ("produkte", ""), ("gebiete", ""), ("vorstand", ""),
    ],
)  # fmt: skip
def test_endings(word, gender):
    assert plural_gender(word) == gender


def test_bad_input(own_data):
    table = own_data / "annot_deepl_all_v1.tsv"
    rows = table.read_text("utf-8").splitlines()
    table.write_text("\n".join([*rows, rows[1]]) + "\n", "utf-8")
    with pytest.raises(InputError, match="the same passage twice: 'The paper was new"):
        askew.items("gender-fair")
    table.write_text("\n".join([rows[0], "0\treaders\t\tx\tM\t"]) + "\n", "utf-8")
    with pytest.raises(InputError, match="row 1 has no seed or no source"):
        askew.items("gender-fair")
    with pytest.raises(UsageError, match="can't judge 'pl'; it can judge de"):
        askew.score("gender-fair", target="pl", hyp=["x"])


@pytest.mark.parametrize("name", SETS)
def test_the_judge_agrees_with_people(shared_data, monkeypatch, name):
    if not (shared_data / "gender_fair_german").is_dir():
        pytest.skip(f"needs gender_fair_german in {shared_data}")
    monkeypatch.setenv("ASKEW_DATA", str(shared_data))
    found = agreement(name)
    assert found.right / found.n >= 0.9
    assert found.right / found.n > found.commonest / found.n  # better than always saying what is commonest
