"""ACL 60/60 itself, and what real systems made of it."""

import warnings

import pytest
from sacrebleu.metrics import CHRF

import askew
from askew.resegment.files import resegment_files


def score(hyp, target, **options):
    return askew.score("acl6060", target=target, hyp=hyp, resampling=askew.Resampling(resamples=200), **options)


@pytest.fixture
def real(shared_data, monkeypatch):
    warnings.simplefilter("ignore", UserWarning)
    monkeypatch.setenv("ASKEW_DATA", str(shared_data))
    return shared_data / "acl6060"


@pytest.mark.usefixtures("real")
def test_the_real_talks_are_read():
    assert [len(askew.items("acl6060", target=target)) for target in ("de", "en", "fr", "pt", "zh")] == [416] * 5
    dev = askew.items("acl6060", target="ja", subset="dev")
    assert len(dev) == 468
    assert dev[0].references[0].startswith("こんにちは")
    both = askew.items("acl6060", target="zh", subset="both")
    assert len({item.id for item in both}) == len(both) == 884
    assert len({item.attributes["talk"] for item in both}) == 10


@pytest.mark.parametrize(
    ("form", "cased", "normalised"), [("short", 18.8, 13.6), ("long", 24.6, 19.6)]
)  # measured by somebody else on the same outputs
def test_word_error_rates_of_a_real_recogniser_are_as_others_found_them(real, form, cased, normalised):
    run = score(
        real / f"outputs/whisper_asr/{form}.en.jsonl", target="en", **({"segmented": True} if form == "short" else {})
    )
    assert run.scores["wer"].value == pytest.approx(cased, abs=0.2)
    assert run.scores["wer_normalized"].value == pytest.approx(normalised, abs=0.2)


def test_a_whole_real_talk_scores_as_its_resegmented_file_does_by_sacrebleu(real):
    path = real / "outputs/qwen3omni/long.en-fr.jsonl"
    run = score(path, target="fr")
    rows = resegment_files([real / "eval/fr.xml"], path, target="fr")
    references = [item.references[0] for item in run.items]
    assert run.scores["chrf"].value == pytest.approx(
        CHRF().corpus_score([row.text for row in rows], [references]).score
    )


def test_a_system_that_answers_in_english_shows(real):
    run = score(real / "outputs/canary-v2/short.en-zh.jsonl", target="zh", segmented=True)
    assert run.scores["wrong_language"].value > 98
    assert run.scores["chrf"].value < 20
