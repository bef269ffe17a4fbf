"""A cascade's transcripts, counted beside what its translations are judged by."""

import json

import pytest

import askew
from askew.core.errors import InputError, RunError
from askew.core.journal import read_journal
from askew.core.records import Item, Output, Person, Verdict
from askew.judges.transcripts import WithTranscripts

FEW = askew.Resampling(resamples=100)
BAKER = Person(1, "pilot", 4, 6)


class TwoVerdicts:
    """A judge of two units an item."""

    def judge(self, items, outputs):
        del items, outputs
        return [Verdict("1", "baker", {}), Verdict("1", "pilot", {})]


def counts(transcript, person=BAKER, source="The baker thanked the pilot because she slept."):
    items = [Item("1", source, {"entity": "baker"}, person=person)]
    first, second = WithTranscripts(TwoVerdicts()).judge(items, [Output("1", "…", transcript=transcript)])
    assert not second.counts  # a transcript counts once, however many units are judged
    return dict(first.counts)


def test_words_people_and_pronouns_are_counted():
    right = {"transcript_words": 8, "asr_entities": 1}
    assert counts("the baker thanked the pilot because she slept") == {
        **right, "transcript_edits": 0, "asr_entities_recognised": 1, "asr_genders_recognised": 1,
    }  # fmt: skip
    assert counts("The baker thanked the pilot because he slept!") == {
        **right, "transcript_edits": 1, "asr_entities_recognised": 1, "asr_genders_recognised": 0,
    }  # fmt: skip
    assert counts("The maker thanked the pilot because she slept.") == {
        **right, "transcript_edits": 1, "asr_entities_recognised": 0, "asr_genders_recognised": 0,
    }  # fmt: skip
    assert counts("")["transcript_edits"] == 8


def test_other_suites_count_words_alone():
    assert counts("The maker thanked the pilot because she slept", None) == {
        "transcript_edits": 1,
        "transcript_words": 8,
    }
    assert counts("anything", None, source="") == {}


def test_any_suite_shows_the_wer_of_a_cascade(tmp_path):
    items = askew.items("simplegen", subset="mofc")
    rows = [{"id": item.id, "output": "La directora llegó.", "transcript": item.source} for item in items]
    rows[0]["transcript"] = items[0].source.partition(" ")[2]
    (tmp_path / "out.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    run = askew.score("simplegen", target="es", subset="mofc", hyp=tmp_path / "out.jsonl", resampling=FEW)
    assert 0 < run.scores["wer"].value < 0.1
    assert "asr_pronouns" not in run.scores
    plain = askew.score(
        "simplegen", target="es", subset="mofc", hyp=["La directora llegó."] * len(items), resampling=FEW
    )
    assert "wer" not in plain.scores
    assert "transcripts" not in str(plain.signature)
    assert plain.scores["mofc"] == run.scores["mofc"]


def test_a_transcript_must_be_a_text(tmp_path):
    row = {"id": "1", "output": "x", "transcript": 3}
    (tmp_path / "out.jsonl").write_text(json.dumps(row) + "\n")
    with pytest.raises(InputError, match="transcript: expected a string or null"):
        askew.score("simplegen", target="es", hyp=tmp_path / "out.jsonl")
    with pytest.raises(RunError, match="damaged journal line"):
        read_journal(tmp_path / "out.jsonl")
