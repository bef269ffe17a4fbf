"""MT-GenEval: the authors' rule on cases made by hand, askew's own, the sentences in context; and the real sentences."""

import shutil
from pathlib import Path

import pytest

import askew
from askew import Resampling
from askew.core.errors import InputError, UsageError
from askew.core.records import Item, Output
from askew.judges.contrast import AuthorsJudge, ContrastJudge
from askew.suites.mtgeneval.sentences import TARGETS

FIXTURES = Path(__file__).parent.parent / "fixtures"
FEW = Resampling(resamples=100)
FEMININE, MASCULINE = "La doctora estaba sola en el parque.", "El doctor estaba solo en el parque."


@pytest.fixture
def own_data(tmp_path, monkeypatch):
    """Three pairs and two sentences in context of our own, laid out as the data set is."""
    shutil.copytree(FIXTURES / "mt_geneval", tmp_path / "mt_geneval")
    monkeypatch.setenv("ASKEW_DATA", str(tmp_path))
    return tmp_path / "mt_geneval"


@pytest.fixture
def real_data(shared_data, monkeypatch):
    if not (shared_data / "mt_geneval").is_dir():
        pytest.skip(f"needs MT-GenEval in {shared_data}")
    monkeypatch.setenv("ASKEW_DATA", str(shared_data))


def verdict(judge, text, references=(FEMININE, MASCULINE), gold="female"):
    item = Item("1", "The doctor was alone.", {"gold": gold, "pair": "1"}, references)
    return judge("es").judge([item], [Output("1", text)])[0].labels


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (FEMININE, "correct"),
        (MASCULINE, "incorrect"),
        ("", "correct"),  # as the script has it
        ("Nadie.", "correct"),
        ("LA DOCTORA, SOLO.", "incorrect"),
        ("La médica estaba con el doctor.", "incorrect"),
        ("El parque.", "correct"),  # both references have "el"
        ("La doctora-solo", "incorrect"),  # ASCII punctuation is made spaces …
        ("La doctora…solo", "correct"),  # … and no other
    ],
)
def test_the_authors_rule(text, expected):
    assert verdict(AuthorsJudge, text)["verdict"] == expected


@pytest.mark.parametrize(
    ("text", "expected", "predicted"),
    [
        (FEMININE, "correct", "female"),
        (MASCULINE, "incorrect", "male"),
        ("La doctora estaba solo.", "inconclusive", "both"),
        ("", "inconclusive", "undecided"),
        ("Nadie.", "inconclusive", "undecided"),
        ("La casa del doctor.", "incorrect", "male"),  # "la" decides nothing beside a content word
        ("La médica.", "correct", "female"),  # but alone it does
    ],
)
def test_askews_rule(text, expected, predicted):
    found = verdict(ContrastJudge, text)
    assert (found["verdict"], found["predicted"]) == (expected, predicted)


def test_where_the_gold_gender_is_not_known_the_verdict_is_all_the_same():
    assert verdict(ContrastJudge, FEMININE, gold="")["predicted"] == "as asked"
    assert verdict(ContrastJudge, MASCULINE, gold="")["verdict"] == "incorrect"


def test_a_language_without_a_pack_is_judged_by_the_references_alone():
    item = Item("1", "She is a good teacher.", {"gold": "female", "pair": "1"}, ("वह अच्छी है", "वह अच्छा है"))
    found = ContrastJudge("hi").judge([item], [Output("1", "बहुत अच्छी")])[0]
    assert found.labels["verdict"] == "correct"


def test_each_version_has_the_reference_of_its_gender_first(own_data):
    del own_data
    first, second, *_ = askew.items("mtgeneval", target="es")
    assert [first.id, second.id] == ["1-feminine", "1-masculine"]
    assert first.references == second.references[::-1]
    assert first.references[0].startswith("Ella")
    assert first.attributes["pair"] == second.attributes["pair"]


def test_both_versions_and_gaps(own_data):
    del own_data
    items = askew.items("mtgeneval", target="es")
    masculine = [item.references[item.attributes["gold"] == "female"] for item in items]
    run = askew.score("mtgeneval", target="es", hyp=masculine, resampling=FEW)
    values = {name: score.value for name, score in run.scores.items()}
    assert (values["accuracy"], values["accuracy_male"], values["accuracy_female"]) == (50, 100, 0)
    assert (values["accuracy_both_versions"], values["delta_accuracy"]) == (0, 100)
    assert values["bleu_male"] == pytest.approx(100)
    assert values["delta_chrf"] > 0
    assert values["delta_bleu"] > 0
    # the two versions of a sentence are drawn together: every resample has as many of each
    assert (run.scores["accuracy"].low, run.scores["accuracy"].high) == (50, 50)


def test_an_empty_output_is_right_by_the_authors_and_that_is_said(own_data):
    del own_data
    run = askew.score("mtgeneval", target="es", protocol="authors", hyp=[""] * 6, resampling=FEW)
    assert run.scores["accuracy"].value == 100
    assert run.scores["right_without_evidence"].value == 100
    assert any("also an empty one (6 of 6)" in warning for warning in run.warnings)
    ours = askew.score("mtgeneval", target="es", hyp=[""] * 6, resampling=FEW)
    assert (ours.scores["accuracy"].value, ours.scores["undecided"].value, ours.scores["coverage"].value) == (0, 100, 0)


def test_the_sentence_is_judged_and_not_its_context(own_data):
    del own_data
    items = askew.items("mtgeneval", target="es", subset="context", context="given")
    assert items[0].source == "She grew up by the sea. Later, Marino became a doctor."
    outputs = [
        "El médico creció junto al mar. Después, Marino se hizo médica.",
        "Tuvo dos hermanos. La abogada vivía en Lima.",
    ]
    run = askew.score("mtgeneval", target="es", subset="context", context="given", hyp=outputs, resampling=FEW)
    assert [verdict.labels["verdict"] for verdict in run.verdicts] == ["correct", "incorrect"]
    assert [verdict.labels["predicted"] for verdict in run.verdicts] == ["female", "female"]
    assert outputs[0][slice(*run.verdicts[0].found[0])] == "médica"
    assert run.signature.fields["context"] == "given"


def test_without_context_only_the_sentence_is_asked(own_data):
    del own_data
    items = askew.items("mtgeneval", target="es", subset="context")
    assert [item.source for item in items] == ["Later, Marino became a doctor.", "The lawyer lived in Lima."]
    assert [item.attributes["gold"] for item in items] == ["female", "male"]


def test_mistakes_are_named(own_data):
    with pytest.raises(UsageError, match="give one with --target"):
        askew.items("mtgeneval")
    with pytest.raises(UsageError, match="no test sentences in 'ru'; it has dev: --edition dev"):
        askew.items("mtgeneval", target="ru")
    with pytest.raises(UsageError, match="can't judge 'pl'"):
        askew.score("mtgeneval", target="pl", hyp=["x"])
    with pytest.raises(UsageError, match="subset context"):
        askew.items("mtgeneval", target="es", context="given")
    path = own_data / "sentences/test/geneval-sentences-masculine-test.en_es.es"
    path.write_text("Uno.\n\nTres.\n", "utf-8")
    with pytest.raises(InputError, match=r"en_es.es:2: an empty line"):
        askew.items("mtgeneval", target="es")
    path.write_text("Uno.\n", "utf-8")
    with pytest.raises(InputError, match=r"expected 3 lines, .* found 1"):
        askew.items("mtgeneval", target="es")


@pytest.mark.parametrize("target", TARGETS)
def test_the_real_references_are_never_taken_for_each_other(real_data, target):
    del real_data
    edition = "test" if target in ("de", "es", "fr", "it") else "dev"
    for subset, most_undecided in (("sentences", 20), ("context", 6)):
        items = askew.items("mtgeneval", target=target, edition=edition, subset=subset)
        for reference, expected, never in ((0, "accuracy", "wrong"), (1, "wrong", "accuracy")):
            hyp = [item.references[reference] for item in items]
            run = askew.score("mtgeneval", target=target, edition=edition, subset=subset, hyp=hyp, resampling=FEW)
            assert run.scores[never].value == 0
            assert run.scores[expected].value > 100 - most_undecided
