"""Neural scores: imported from files, and from a command that speaks the exchange's JSON Lines."""

import gzip
import json
import subprocess
import sys

import pytest

from askew.core.errors import InputError, JoinError, SystemFailure, UsageError
from askew.core.records import Item, Output
from askew.formats.neural_scores import read_scores
from askew.judges.neural import neural_counts, run_comet, with_scores

ITEMS = [Item(f"t/{k}", f"source {k}", {"talk": "t"}, (f"reference {k}",)) for k in (1, 2)]
OUTPUTS = [Output("t/1", "output 1"), Output("t/2", "output 2")]

# Speaks the exchange's protocol; its score is the length of the output over that of the reference.
STAND_IN = """
import json, sys
print(json.dumps({"model": "stand-in", "version": "1"}))
for row in reversed([json.loads(line) for line in sys.stdin]):
    print(json.dumps({"id": row["id"], "score": len(row["mt"]) / (len(row["ref"]) + len(row["src"]))}))
"""


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_scores_by_position_from_the_hearing2translate_format(tmp_path):
    rows = [
        {"sample_id": 1, "metrics": {"xcomet_score": 0.5, "metricx_score": 4, "bleu_score": 9.0, "linguapy_score": [0, "GERMAN"]}},
        {"sample_id": 0, "metrics": {"xcomet_score": 0.7, "metricx_score": 2, "bleu_score": 8.0, "linguapy_score": [0, "GERMAN"]}},
    ]  # fmt: skip
    path = tmp_path / "scores.jsonl.gz"
    path.write_bytes(gzip.compress("".join(json.dumps(row) + "\n" for row in rows).encode()))
    assert read_scores(path, ITEMS) == {"xcomet": {"t/1": 0.7, "t/2": 0.5}, "metricx": {"t/1": 2.0, "t/2": 4.0}}


def test_scores_by_id(tmp_path):
    path = write(tmp_path / "a.jsonl", [{"id": "t/2", "comet": 0.1}, {"id": "t/1", "comet": 0.2}])
    assert read_scores(path, ITEMS) == {"comet": {"t/1": 0.2, "t/2": 0.1}}
    path = write(tmp_path / "b.jsonl", [{"doc_id": "t", "seg_id": k, "COMET-score": k} for k in (1, 2)])
    assert read_scores(path, ITEMS) == {"comet": {"t/1": 1.0, "t/2": 2.0}}


@pytest.mark.parametrize(
    ("rows", "error", "complaint"),
    [
        ([{"sample_id": 0, "comet": 1}], JoinError, "1 rows for 2 segments: no score for t/2"),
        ([{"sample_id": k, "comet": 1} for k in range(3)], InputError, ":3: sample_id counts the segments from 0 to 1, found 2"),
        ([{"sample_id": 0, "comet": 1}, {"sample_id": 0, "comet": 1}], JoinError, ":2: a second row for t/1"),
        ([{"id": "t/9", "comet": 1}], InputError, ":1: no segment is called t/9; expected ids such as t/1"),
        ([{"id": "t/1", "comet": float("nan")}], InputError, ":1: NaN is no number in JSON"),
        ([{"id": "t/1", "comet": None}], InputError, ":1: comet is null"),
        ([{"id": "t/1", "bleu": 3}], InputError, ":1: no neural score"),
        ([{"id": "t/1", "comet": 1}, {"id": "t/2", "xcomet": 1}], InputError, ":2: the metrics are xcomet, in the rows before comet"),
        ([{"comet": 1}], InputError, ":1: no id"),
        ([["t/1", 1]], InputError, ":1: expected an object, found a list"),
        ([{"id": "t/1", "metrics": [1]}], InputError, ":1: metrics must be an object"),
    ],
)  # fmt: skip
def test_scores_that_do_not_fit_are_refused(tmp_path, rows, error, complaint):
    with pytest.raises(error, match=complaint):
        read_scores(write(tmp_path / "scores.jsonl", rows), ITEMS)


def test_a_score_becomes_a_sum_and_its_weight():
    [first, _] = with_scores(OUTPUTS, {"comet": {"t/1": 0.5, "t/2": 0.25}})
    assert neural_counts(first) == {"neural_comet_sum": 0.5, "neural_comet_weight": 1.0}
    assert neural_counts(Output("x", "y", margin=1.0)) == {}


def command(tmp_path, program):
    (tmp_path / "stand_in.py").write_text(program)
    return f"{sys.executable} {tmp_path / 'stand_in.py'}"


def test_a_command_scores_every_segment_whatever_its_order(tmp_path):
    model, scores = run_comet(command(tmp_path, STAND_IN), ITEMS, OUTPUTS)
    assert model == "stand-in-1"
    assert scores == pytest.approx({"t/1": 8 / 19, "t/2": 8 / 19})


@pytest.mark.parametrize(
    ("program", "complaint"),
    [
        ("raise SystemExit('no model here')", "ended with status 1: no model here"),
        ("print('hello')", "wrote a line that is no answer: 'hello'"),
        ("""print('{"model": "m"}')""", "0 scores for 2 segments: no score for t/1, t/2"),
        ("""print('{"id": "t/1", "score": 1}\\n{"id": "t/2", "score": 1}')""", "must name the model"),
        ("""print('{"model": "m"}\\n{"id": "t/1", "score": NaN}')""", "wrote a line that is no answer"),
        ("""print('{"model": "m"}\\n{"id": "x", "score": 1}')""", "of x was not asked for"),
    ],
)
def test_a_command_that_fails_or_answers_wrongly_is_refused(tmp_path, program, complaint):
    with pytest.raises(SystemFailure, match=complaint):
        run_comet(command(tmp_path, program), ITEMS, OUTPUTS)


def test_a_command_that_is_not_there_is_refused():
    with pytest.raises(SystemFailure, match="--comet: /nowhere/python could not be started"):
        run_comet("/nowhere/python", ITEMS, OUTPUTS)
    with pytest.raises(UsageError, match="needs the source text"):
        run_comet("python", [Item("t/1", "", {}, ("r",))], OUTPUTS[:1])


def test_the_exchange_script_runs_in_an_environment_that_is_not_askews(tmp_path):
    """COMET's weights can't be had here: a package that has its interface stands in for it, in a bare environment."""
    site = tmp_path / "site"
    (site / "unbabel_comet-9.9.dist-info").mkdir(parents=True)
    (site / "unbabel_comet-9.9.dist-info" / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: unbabel-comet\nVersion: 9.9\n"
    )
    (site / "torch.py").write_text("class cuda:\n    is_available = staticmethod(lambda: False)\n")
    (site / "comet.py").write_text(
        "from types import SimpleNamespace\n"
        "print('libraries are chatty')\n"
        "def download_model(name): return '/cache/' + name\n"
        "def load_from_checkpoint(path):\n"
        "    def predict(samples, batch_size, gpus):\n"
        "        assert gpus == 0 and path == '/cache/some/model'\n"
        "        return SimpleNamespace(scores=[len(row['mt']) / 100 for row in samples])\n"
        "    return SimpleNamespace(predict=predict)\n"
    )  # fmt: skip
    python = tmp_path / "python3"
    python.write_text(f'#!/bin/sh\nPYTHONPATH={site} exec {sys._base_executable} -S "$@"\n')
    python.chmod(0o755)
    alone = subprocess.run([python, "-c", "import askew"], capture_output=True, check=False)
    assert alone.returncode != 0
    model, scores = run_comet(str(python), ITEMS, OUTPUTS, "some/model")
    assert (model, scores) == ("some/model-9.9", {"t/1": 0.08, "t/2": 0.08})


def test_real_scores_are_read(shared_data):
    items = [Item(f"t/{k}", "", {}, ("x",)) for k in range(416)]
    scores = read_scores(shared_data / "acl6060/neural_scores/tower_whisper/short.en-de.jsonl.gz", items)
    assert set(scores) == {"xcomet", "xcomet_qe", "metricx", "metricx_qe"}
    assert {len(by_id) for by_id in scores.values()} == {416}
