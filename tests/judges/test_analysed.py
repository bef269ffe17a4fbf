"""A language without a pack, read by a real spaCy pipeline that the test trains (no published model can be assumed)."""

import pytest

import askew
from askew import Resampling
from askew.core.errors import UsageError
from askew.core.records import Item, Output, Person
from askew.judges import analysers
from askew.judges.analysed import AnalysedJudge

SENTENCES = [
    (
        "Profesoara a ajutat paznicul .",
        ["NOUN", "AUX", "VERB", "NOUN", "PUNCT"],
        ["Gender=Fem", "", "", "Gender=Masc", ""],
    ),
    (
        "Profesorul a ajutat paznica .",
        ["NOUN", "AUX", "VERB", "NOUN", "PUNCT"],
        ["Gender=Masc", "", "", "Gender=Fem", ""],
    ),
]


@pytest.fixture(scope="module")
def romanian(tmp_path_factory):
    spacy = pytest.importorskip("spacy", reason="needs spaCy: pip install 'askew[spacy]'")
    from spacy.training import Example

    pipeline = spacy.blank("ro")
    pipeline.add_pipe("morphologizer")
    examples = [
        Example.from_dict(pipeline.make_doc(text), {"pos": pos, "morphs": morphs}) for text, pos, morphs in SENTENCES
    ]
    pipeline.initialize(lambda: examples)
    for _ in range(40):
        pipeline.update(examples)
    folder = tmp_path_factory.mktemp("ro")
    pipeline.to_disk(folder)
    return folder


def test_a_language_without_a_pack_is_judged_by_an_installed_pipeline(romanian, monkeypatch):
    monkeypatch.setenv("ASKEW_SPACY_MODEL", str(romanian))
    assert "ro" in analysers.languages()
    pairs = [
        ("The teacher helped the guard.", "Profesoara a ajutat paznicul ."),
        ("The teacher helped the guard.", "Profesorul a ajutat paznica ."),
        ("The teacher sang.", "Profesoara a cântat ."),
        ("The teacher slept.", "Profesorul a dormit ."),
        ("The guard sang.", "Paznica a cântat ."),
        ("The guard slept.", "Paznicul a dormit ."),
        ("The cook helped.", "Bucătarul a ajutat ."),
        ("The cook sang.", "Bucătarul a cântat ."),
    ]
    items = [
        Item(
            str(k),
            source,
            {"gold": "female", "entity": source.split()[1]},
            person=Person(1),
        )
        for k, (source, _) in enumerate(pairs)
    ]
    judge = AnalysedJudge("ro")
    verdicts = judge.judge(items, [Output(str(k), target) for k, (_, target) in enumerate(pairs)])
    assert [verdict.labels["predicted"] for verdict in verdicts[:2]] == ["female", "male"]
    assert [verdict.labels["verdict"] for verdict in verdicts[:2]] == ["correct", "incorrect"]
    assert judge.signature(items, [])["pack"].startswith("none (spacy ro_")


def test_without_pack_and_analyser_the_error_lists_what_there_is():
    with pytest.raises(UsageError, match="can't judge 'tlh'; it can judge ar, ca"):
        askew.score("winomt", target="tlh", hyp=[], resampling=Resampling(100))
