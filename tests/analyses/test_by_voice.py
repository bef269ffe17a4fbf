"""Runs of one system that differ in the voice: paired by sentence, pooled by gender or accent."""

from dataclasses import replace

import pytest

import askew
from askew.core.errors import RunError, UsageError
from askew.core.records import Output
from askew.evaluate.pipeline import evaluate
from askew.evaluate.plan import Plan
from askew.suites.base import Answers

FEW = askew.Resampling(resamples=200)
PLAN = Plan.make("winomt", "es", resampling=FEW)
VOICES = {"a": "female", "b": "male", "c": "female"}


@pytest.fixture
def winomt(shared_data, monkeypatch):
    monkeypatch.setenv("ASKEW_DATA", str(shared_data))
    return [item for number, item in enumerate(askew.items("winomt")) if number % 40 == 0]


def run_of(items, voice, misheard=0, feminine=0, **details):
    """A run in a voice: the first ``misheard`` transcripts lack a word, the first ``feminine`` outputs are feminine."""
    spoken = [
        replace(item, attributes={**item.attributes, "voice": voice, "voice_gender": VOICES[voice]}) for item in items
    ]
    outputs = [
        Output(
            item.id,
            "La doctora llegó." if number < feminine else "El doctor llegó.",
            transcript=item.source.partition(" ")[2] if number < misheard else item.source,
        )
        for number, item in enumerate(items)
    ]
    asked = PLAN.asked("toy", {"kind": "toy", **details}, {"audio": voice})
    return evaluate(PLAN, asked, spoken, Answers(outputs))


def test_each_voice_is_compared_with_the_first(winomt):
    runs = [run_of(winomt, "a"), run_of(winomt, "b", misheard=20, feminine=5), run_of(winomt, "c", misheard=40)]
    comparison = askew.compare(*runs, by="voice", resampling=FEW)
    assert [run.system for run in comparison.runs] == ["a", "b", "c"]
    for run, changes in zip(runs[1:], comparison.changes, strict=True):
        for name in ("wer", "accuracy", "asr_accuracy"):
            assert changes[name].difference == pytest.approx(run.scores[name].value - runs[0].scores[name].value)
            assert changes[name].low <= changes[name].difference <= changes[name].high
    assert comparison.changes[0]["wer"].difference > 0
    assert comparison.changes[0]["asr_accuracy"].difference == 0  # the missing "The" is neither person nor pronoun
    assert askew.compare(runs[0], runs[0], resampling=FEW).changes[0]["wer"].difference == 0


def test_voices_of_one_gender_are_pooled_sentence_by_sentence(winomt):
    runs = [run_of(winomt, "a", misheard=30), run_of(winomt, "b", misheard=20), run_of(winomt, "c", misheard=10)]
    comparison = askew.compare(*runs, by="voice_gender", resampling=FEW)
    assert [run.system for run in comparison.runs] == ["female (2 runs)", "male"]
    mean = (runs[0].scores["wer"].value + runs[2].scores["wer"].value) / 2  # the same words in both
    assert comparison.runs[0].scores["wer"].value == pytest.approx(mean)
    assert comparison.changes[0]["wer"].difference == pytest.approx(runs[1].scores["wer"].value - mean)
    assert comparison.to_json()["systems"][0]["changes"]["wer"]["low"] is not None


def test_what_can_t_be_compared_by_a_voice(winomt):
    one, two = run_of(winomt, "a"), run_of(winomt, "b")
    with pytest.raises(UsageError, match="a run must have one accent for all its items; toy has none"):
        askew.compare(one, two, by="accent")
    with pytest.raises(UsageError, match="a run must have one gold for all its items; toy has female, male"):
        askew.compare(one, two, by="gold")
    with pytest.raises(UsageError, match="all runs have the same one, female"):
        askew.compare(one, run_of(winomt, "c"), by="voice_gender")
    with pytest.raises(UsageError, match="compares runs of one system"):
        askew.compare(one, run_of(winomt, "b", beam="5"), by="voice")
    with pytest.raises(RunError, match=r"did not answer the same items|signatures differ"):
        askew.compare(one, run_of(winomt[1:], "b"), by="voice")
