"""cpWER: by hand, beside MeetEval on real transcripts, and through a scored run."""

import itertools
import json
from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import askew
from askew.formats.talks import read_talks
from askew.judges.speakers import assignment, cp_edits
from askew.judges.transcription import EDITS
from askew.text.normalisers import normaliser

FEW = askew.Resampling(resamples=100)


def tagged(**speakers):
    return {name: [(word, f"{name}{k}") for k, word in enumerate(text.split())] for name, text in speakers.items()}


def total(counts):
    return {kind: sum(of_segment.get(kind, 0) for of_segment in counts.values()) for kind in EDITS}


@given(
    st.integers(1, 5).flatmap(
        lambda n: st.lists(st.lists(st.integers(0, 9), min_size=n, max_size=n), min_size=n, max_size=n)
    )
)
def test_the_assignment_is_the_cheapest(costs):
    found = assignment(costs)
    assert sorted(found) == list(range(len(costs)))
    cheapest = min(
        sum(row[column] for row, column in zip(costs, columns, strict=True))
        for columns in itertools.permutations(range(len(costs)))
    )
    assert sum(costs[row][column] for row, column in enumerate(found)) == cheapest


def test_speakers_are_paired_whatever_they_are_called():
    counts = cp_edits(tagged(ann="a b c", ben="x y"), {"1": ["x", "y"], "2": ["a", "b", "d"]}, "ann0")
    assert total(counts) == {"hits": 4, "substitutions": 1, "deletions": 0, "insertions": 0}
    assert counts["ann2"] == {"substitutions": 1}


def test_speakers_without_a_counterpart_are_missing_or_too_much():
    missing = cp_edits(tagged(ann="a b c", ben="x y"), {"1": ["a", "b", "c"]}, "ann0")
    assert total(missing) == {"hits": 3, "substitutions": 0, "deletions": 2, "insertions": 0}
    surplus = cp_edits(tagged(ann="a b c"), {"1": ["a", "b", "c"], "2": ["x", "y"]}, "ann0")
    assert total(surplus)["insertions"] == 2
    assert surplus["ann0"]["insertions"] == 2
    assert total(cp_edits(tagged(ann="a b"), {}, "ann0"))["deletions"] == 2


def session(shared_data, confused):
    """ACL 60/60's five talks as one conversation of five speakers, as a real recogniser heard them in segments; every
    ``confused``-th segment is given to another speaker, and one speaker's to two.
    """
    references = read_talks(shared_data / "acl6060/eval/en.xml")
    [path] = (shared_data / "acl6060/outputs/whisper_asr").glob("short.en.jsonl*")
    heard = {(talk.id, segment.id): segment.text for talk in read_talks(path) for segment in talk.segments}
    names = [talk.id for talk in references]
    said, transcribed = [], []
    for place, talk in enumerate(references):
        for number, segment in enumerate(talk.segments):
            said.append((talk.id, segment.text))
            other = names[(place + 1) % 5] if confused and number % confused == 0 else talk.id
            split = "-late" if talk.id == names[0] and number > 20 else ""
            transcribed.append((f"hyp-{other}{split}", heard[talk.id, segment.id]))
    return said, transcribed


@pytest.mark.filterwarnings("ignore:.*bare")
@pytest.mark.parametrize("confused", [0, 9, 3])
def test_real_transcripts_have_meetevals_numbers(shared_data, tmp_path, confused):
    meeteval = pytest.importorskip("meeteval")
    said, transcribed = session(shared_data, confused)
    words = normaliser("askew", "en").words
    joined = [defaultdict(list), defaultdict(list)]
    for rows, by_speaker in zip((said, transcribed), joined, strict=True):
        for name, text in rows:
            by_speaker[name] += words(text)
    theirs = meeteval.wer.cp_word_error_rate(
        *({name: " ".join(text) for name, text in side.items()} for side in joined)
    )
    write(tmp_path / "ref.jsonl", said)
    write(tmp_path / "hyp.jsonl", transcribed, prefix="piece-")
    run = askew.score(
        "talks", target="en", references=str(tmp_path / "ref.jsonl"), hyp=tmp_path / "hyp.jsonl", resampling=FEW
    )
    assert run.scores["cpwer"].value == pytest.approx(100 * theirs.error_rate, abs=1e-9)
    counted = {kind: sum(verdict.counts[f"cpwer_{kind}"] for verdict in run.verdicts) for kind in EDITS}
    errors = counted["substitutions"] + counted["deletions"] + counted["insertions"]
    assert (errors, errors - counted["insertions"] + counted["hits"]) == (theirs.errors, theirs.length)
    assert run.scores["cpwer"].low < run.scores["cpwer"].value < run.scores["cpwer"].high
    assert "|speaker_judge:cpwer-1|" in str(run.signature)
    if confused:
        assert run.scores["cpwer"].value > run.scores["wer_normalized"].value


def write(path, rows, prefix=""):
    lines = [
        json.dumps({"doc_id": "meeting", "seg_id": f"{prefix}{k}", "speaker_id": name, "output": text})
        for k, (name, text) in enumerate(rows)
    ]
    path.write_text("\n".join(lines) + "\n", "utf-8")


def test_without_speakers_on_both_sides_there_is_no_cpwer(tmp_path):
    rows = [("ann", "good morning"), ("ben", "good evening")]
    write(tmp_path / "ref.jsonl", rows)
    write(tmp_path / "hyp.jsonl", rows, prefix="p")
    (tmp_path / "plain.txt").write_text("good morning\ngood evening\n", "utf-8")
    score = {"target": "en", "resampling": FEW, "references": str(tmp_path / "ref.jsonl")}
    known = askew.score("talks", hyp=tmp_path / "hyp.jsonl", out=tmp_path / "run", **score)
    assert known.scores["cpwer"].value == 0
    assert askew.load(tmp_path / "run").outputs == known.outputs
    assert askew.rescore(tmp_path / "run", resampling=FEW).scores == known.scores
    plain = askew.score("talks", hyp=tmp_path / "plain.txt", **score)
    assert "cpwer" not in plain.scores
    assert "speaker_judge" not in str(plain.signature)


def test_costs_may_be_equal():
    assert sorted(assignment(np.zeros((6, 6)).tolist())) == list(range(6))
    assert assignment([]) == []
