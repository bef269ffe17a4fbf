"""A chain of stages analysed, and several of them side by side."""

import json
import warnings

import numpy as np
import pytest

from askew.analyses.edits import Edits, edits, read_edits
from askew.analyses.effort import effort
from askew.core.errors import AskewError, InputError, UsageError
from askew.core.files import from_json
from askew.core.resampling import Resampling

FEW = Resampling(resamples=200)
EN = ["We use a language model.", "It is good.", "Thank you."]
ASR = ["we use a language mode", "It is good.", "Thank you."]
EDITED = ["We use a language mode.", "It is good.", "Thank you."]


def rows(path, texts, talks=("a", "a", "b")):
    lines = [
        json.dumps({"doc_id": talk, "seg_id": k, "text": text})
        for k, (talk, text) in enumerate(zip(talks, texts, strict=True), 1)
    ]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


@pytest.fixture
def chain(tmp_path):
    (tmp_path / "terms.tsv").write_text("language model\tSprachmodell\ngood\tgut\n")
    return [rows(tmp_path / f"{k}.jsonl", texts) for k, texts in enumerate((ASR, EDITED, EN), 1)]


def test_three_stages(chain):
    found = edits(
        chain,
        target="en",
        segmented=True,
        labels=["asr", "editor", "expert"],
        terms=[str(chain[0].parent / "terms.tsv")],
        resampling=FEW,
    )
    assert [(step.before, step.after) for step in found.steps] == [
        ("asr", "editor"),
        ("editor", "expert"),
        ("asr", "expert"),
    ]
    first, second, whole = (step.scores for step in found.steps)
    assert first["touched"].value == pytest.approx(100 / 3)
    assert first["reworded"].value == 0.0
    assert first["casing"].value == pytest.approx(100 / 10)
    assert second["reworded"].value == pytest.approx(100 / 3)
    assert second["substituted"].value == whole["substituted"].value == pytest.approx(100 / 10)
    assert whole["ter"].value > first["ter"].value > 0
    assert found.words == {"asr": 9, "editor": 0, "expert": 1}
    assert found.terms == {"asr": 1, "editor": 0, "expert": 1, "never": 0}
    assert found.whole.talks["b"]["ter"].value == 0.0
    assert from_json(json.dumps(found.to_json()), Edits, where="x") == found


def test_translations_with_their_source(tmp_path):
    source = rows(tmp_path / "en.jsonl", EN)
    first = rows(tmp_path / "mt.jsonl", ["Wir nutzen ein Language Model.", "Gut ist es.", "Danke."])
    last = rows(tmp_path / "de.jsonl", ["Wir nutzen ein Sprachmodell.", "Es ist gut.", "Danke."])
    (tmp_path / "terms.tsv").write_text("language model\tSprachmodell\ngood\tgut\n")
    found = edits(
        [first, last],
        target="de",
        source_text=source,
        terms=[str(tmp_path / "terms.tsv")],
        segmented=True,
        resampling=FEW,
    )
    assert found.whole.scores["reordering"].value == pytest.approx(100 * 2 / 7)
    assert found.whole.scores["english"].value == 0.0
    assert list(found.terms.values()) == [1, 1, 0]


def test_whole_talks_are_cut_into_the_last_stages_segments(chain, tmp_path):
    whole = tmp_path / "whole.jsonl"
    whole.write_text(
        "\n".join(
            json.dumps({"doc_id": talk, "text": text}) for talk, text in (("a", " ".join(ASR[:2])), ("b", ASR[2]))
        )
    )
    cut = edits([whole, chain[-1]], target="en", resampling=FEW).whole
    given = edits([chain[0], chain[-1]], target="en", segmented=True, resampling=FEW).whole
    assert cut.scores["ter"].value == given.scores["ter"].value


def test_effort_side_by_side(chain, tmp_path):
    names = []
    for k, (text, other) in enumerate(
        (("We use a language mode", "It good."), ("use a model", "It is good!"), ("language", "is"))
    ):
        first = rows(tmp_path / f"s{k}.jsonl", [text, other, "Thank you."], talks=("a", "b", "c"))
        last = rows(tmp_path / "last.jsonl", EN, talks=("a", "b", "c"))
        found = edits([first, last], target="en", segmented=True, name=f"n{k}", resampling=FEW)
        (tmp_path / f"e{k}.json").write_text(json.dumps(found.to_json()))
        names.append(tmp_path / f"e{k}.json")
    loaded = [read_edits(path) for path in names]
    seen = effort(loaded)
    assert {pair.y: pair.n for pair in seen.metrics} == {"reordering": 3, "chrf": 3, "bleu": 3, "english": 0}
    chrf = next(pair for pair in seen.metrics if pair.y == "chrf")
    values = [[each.whole.scores[name].value for each in loaded] for name in ("ter", "chrf")]
    assert chrf.pearson == pytest.approx(np.corrcoef(*values)[0, 1])
    assert chrf.spearman == pytest.approx(-1)
    assert [(pair.x, pair.y) for pair in seen.languages] == [("n0", "n1"), ("n0", "n2"), ("n1", "n2")]
    with pytest.raises(UsageError, match="two analyses have one name"):
        effort([loaded[0], loaded[0]])
    with pytest.raises(UsageError, match="two analyses at least"):
        effort(loaded[:1])
    other = edits([chain[0], chain[-1]], target="en", segmented=True, resampling=FEW)
    with pytest.raises(UsageError, match="not of the same talks: c not in all"):
        effort([loaded[0], other])


def test_mistakes_are_named(chain, tmp_path):
    with pytest.raises(UsageError, match="two stages at least"):
        edits(chain[:1], target="en")
    with pytest.raises(UsageError, match="3 stages, but 1 labels"):
        edits(chain, target="en", segmented=True, labels=["x"])
    with pytest.raises(AskewError, match="no such file"):
        edits([tmp_path / "none.jsonl", chain[-1]], target="en", segmented=True)
    short = rows(tmp_path / "short.jsonl", EN[:2], talks="aa")
    with pytest.raises(AskewError, match="no output for 1 of 3 items"):
        edits([short, chain[-1]], target="en", segmented=True)
    empty = {"name": "x", "target": "de", "stages": [], "steps": [], "words": {}, "terms": {}, "segments": 0}
    for odd in ({}, [], empty, {**empty, "stages": ["a"]}, {**empty, "segments": "many"}):
        (tmp_path / "odd.json").write_text(json.dumps(odd))
        with pytest.raises(InputError, match="was not written by 'askew edits"):
            read_edits(tmp_path / "odd.json")


def test_real_systems_stand_in_for_stages(shared_data):
    warnings.simplefilter("ignore", UserWarning)
    data = shared_data / "acl6060"
    stages = [
        data / "outputs/owsm4.0-ctc_asr/short.en.jsonl",
        data / "outputs/whisper_asr/short.en.jsonl",
        data / "eval/en.xml",
    ]
    found = edits(stages, target="en", segmented=True, resampling=FEW)
    assert sum(found.words.values()) > 7000
    assert found.steps[0].scores["ter"].value > 5
    assert len(found.whole.talks) == 5
