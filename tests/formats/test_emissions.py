"""Logs of simultaneous systems: what is read of them, and what is refused."""

import json
from pathlib import Path

import pytest

from askew.core.errors import InputError, JoinError
from askew.formats.emissions import read_emissions

LOGS = Path(__file__).parents[1] / "fixtures/latency"


def log(tmp_path, *rows):
    path = tmp_path / "instances.log"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_plain_words_and_simulevals_log_say_the_same():
    plain, instances = (read_emissions(LOGS / name, "word") for name in ("plain.jsonl", "long.log"))
    assert [(each.name, each.text) for each in plain] == [(each.name, each.text) for each in instances]
    for ours, theirs in zip(plain, instances, strict=True):
        assert ours.delays == pytest.approx(theirs.delays)
        assert ours.elapsed == pytest.approx(theirs.elapsed)


def test_simulstreams_log_is_read_as_simulstream_reads_it():
    theirs = json.loads((LOGS / "peers.json").read_text("utf-8"))["simulstream"]
    ours = read_emissions(LOGS / "stream.jsonl", "word")
    assert [each.name for each in ours] == [*theirs]
    for each, said in zip(ours, theirs.values(), strict=True):
        assert each.text == said["text"]
        assert each.delays == pytest.approx([1000 * time for time in said["delays"]])
        assert each.elapsed == pytest.approx([1000 * time for time in said["elapsed"]])


def test_rows_are_in_the_order_of_their_index(tmp_path):
    rows = [{"index": n, "prediction": f"w{n}", "delays": [n], "source": f"{n}.wav"} for n in (2, 0, 1)]
    assert [each.text for each in read_emissions(log(tmp_path, *rows), "word")] == ["w0", "w1", "w2"]


def test_a_script_without_spaces_has_a_time_for_each_character(tmp_path):
    [said] = read_emissions(log(tmp_path, {"prediction": "你好", "delays": [1, 2], "source": ["a/t.wav"]}), "char")
    assert (said.name, said.text, said.delays, said.elapsed) == ("t", "你好", (1.0, 2.0), None)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([{"text": "a"}], "no log of a simultaneous system"),
        ([{"prediction": "a b", "delays": [1]}], "1 delays for 2 words"),
        ([{"prediction": "a", "delays": [1], "elapsed": [1, 2]}], "2 computation-aware delays for 1 words"),
        ([{"prediction": "a"}], "no times"),
        ([{"prediction": "a", "delays": ["x"]}], "delays"),
        ([{"doc_id": "t", "word": "a b", "time": 1}], "a row is one word"),
        ([{"doc_id": "t", "word": "a", "time": 1, "elapsed": 2}, {"doc_id": "t", "word": "b", "time": 1}], "1 of 2 words"),
        ([{"id": 1, "generated_tokens": ["a"]}], "names its recording"),
        (
            [{"id": 1, "metadata": {"wav_name": "t.wav"}}, {"id": 1, "generated_tokens": [], "deleted_tokens": ["a"]}],
            "not the last that were generated",
        ),
        (
            [
                {"prediction": "a", "delays": [1], "elapsed": [1], "source": "a.wav"},
                {"prediction": "a", "delays": [1], "source": "b.wav"},
            ],
            "no computation-aware times for b",
        ),
    ],
)  # fmt: skip
def test_what_is_no_log_is_refused(tmp_path, rows, message):
    with pytest.raises(InputError, match=message):
        read_emissions(log(tmp_path, *rows), "word")


def test_a_recording_stands_once(tmp_path):
    rows = [{"prediction": "a", "delays": [1], "source": source} for source in ("x/a.wav", "y/a.wav")]
    with pytest.raises(JoinError, match="twice in the log: a"):
        read_emissions(log(tmp_path, *rows), "word")
