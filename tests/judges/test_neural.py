"""Neural scores: imported from files, and from a command that speaks the exchange's JSON Lines."""

import gzip
import json
import subprocess
import sys

import pytest

import askew
from askew.core.errors import InputError, JoinError, SystemFailure, UsageError
from askew.core.records import Item, Output
from askew.formats.neural_scores import read_scores
from askew.judges.neural import neural_counts, run_metric, with_scores
from askew.measures.base import Better, Role
from askew.suites.talks import neural_measure

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


@pytest.mark.parametrize(
    ("name", "floor"), [("comet", 0.0), ("xcomet", 0.0), ("xcomet_qe", 0.0), ("cometkiwi", 0.0), ("metricx", 25.0)]
)
def test_an_output_in_the_wrong_language_gets_the_floor(name, floor):
    [output, _] = with_scores(OUTPUTS, {name: {"t/1": 0.5, "t/2": 0.25}})
    for language, given in (("right", 0.5), ("unclear", 0.5), ("wrong", floor)):
        counts = neural_counts(output, language)
        assert (counts[f"neural_{name}_sum"], counts[f"neural_{name}_penalised_sum"]) == (0.5, given)


def test_a_metric_of_unknown_scale_has_no_floor():
    [output, _] = with_scores(OUTPUTS, {"judged": {"t/1": 0.5, "t/2": 0.25}})
    assert set(neural_counts(output, "wrong")) == {"neural_judged_sum", "neural_judged_weight"}


def command(tmp_path, program):
    (tmp_path / "stand_in.py").write_text(program)
    return f"{sys.executable} {tmp_path / 'stand_in.py'}"


def test_a_command_scores_every_segment_whatever_its_order(tmp_path):
    model, scores = run_metric("comet", command(tmp_path, STAND_IN), ITEMS, OUTPUTS)
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
        run_metric("comet", command(tmp_path, program), ITEMS, OUTPUTS)


def test_a_command_that_is_not_there_is_refused():
    with pytest.raises(SystemFailure, match="--comet: /nowhere/python could not be started"):
        run_metric("comet", "/nowhere/python", ITEMS, OUTPUTS)
    with pytest.raises(UsageError, match="needs the source text"):
        run_metric("comet", "python", [Item("t/1", "", {}, ("r",))], OUTPUTS[:1])


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
    model, scores = run_metric("comet", str(python), ITEMS, OUTPUTS, "some/model")
    assert (model, scores) == ("some/model-9.9", {"t/1": 0.08, "t/2": 0.08})


# Has the command line of google-research/metricx's metricx24/predict.py and reads and writes the same files; MetricX's
# weights can't be had here, so its score is a length.
PREDICT = """
import argparse, json
parser = argparse.ArgumentParser()
for name in ("tokenizer", "model_name_or_path", "max_input_length", "batch_size", "input_file", "output_file"):
    parser.add_argument("--" + name, required=True)
parser.add_argument("--qe", action="store_true")
args = parser.parse_args()
print("libraries are chatty", args.tokenizer)
assert args.model_name_or_path != "broken"
with open(args.input_file) as rows, open(args.output_file, "w") as out:
    for row in map(json.loads, rows):
        seen = row["source"] if args.qe else row["source"] + row["reference"]
        row["prediction"] = float(len(seen) - len(row["hypothesis"]))
        out.write(json.dumps(row) + chr(10))
"""


def test_metricx_is_run_as_its_authors_run_it(tmp_path):
    package = tmp_path / "site/metricx24"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "predict.py").write_text(PREDICT)
    python = tmp_path / "python3"
    python.write_text(
        f'#!/bin/sh\nexport PYTHONPATH={tmp_path / "site"} PYTHONNOUSERSITE=1\nexec {sys._base_executable} "$@"\n'
    )
    python.chmod(0o755)
    model, scores = run_metric("metricx", str(python), ITEMS, OUTPUTS)
    assert (model, scores) == ("google/metricx-24-hybrid-large-v2p6-metricx24", {"t/1": 11.0, "t/2": 11.0})
    model, scores = run_metric("metricx", str(python), ITEMS, OUTPUTS, "google/metricx-23-qe-xl-v2p0")
    assert (model.startswith("google/metricx-23-qe"), scores) == (True, {"t/1": 0.0, "t/2": 0.0})
    with pytest.raises(SystemFailure, match=r"metricx24\.predict ended with status 1"):
        run_metric("metricx", str(python), ITEMS, OUTPUTS, "broken")


def test_scores_are_named_by_the_model_and_penalised_ones_stand_beside_them(tmp_path):
    (tmp_path / "talk.de").write_text("Guten Morgen zusammen.\nWie geht es Ihnen heute?\n", "utf-8")
    (tmp_path / "talk.en").write_text("Good morning everybody.\nHow are you all today?\n", "utf-8")
    (tmp_path / "said.txt").write_text("Guten Morgen zusammen.\nHow are you all today, my friends?\n", "utf-8")
    (tmp_path / "scorer.py").write_text(STAND_IN)
    scorer = f"{sys.executable} {tmp_path / 'scorer.py'}"
    run = askew.score(
        "talks", target="de", references=str(tmp_path / "talk.de"), source_text=str(tmp_path / "talk.en"),
        hyp=tmp_path / "said.txt", segmented=True, comet=scorer, metricx=scorer, resampling=askew.Resampling(100),
        comet_model="Unbabel/wmt22-comet-da,Unbabel/XCOMET-XL,Unbabel/wmt22-cometkiwi-da",
    )  # fmt: skip
    for name in ("comet", "xcomet", "cometkiwi", "metricx"):
        assert run.scores[name].value is not None
        assert f"{name}:stand-in-1" in run.signature.fields["neural"]
    assert run.scores["xcomet_penalised"].value < run.scores["xcomet"].value
    assert run.scores["metricx_penalised"].value > run.scores["metricx"].value
    assert neural_measure("metricx_penalised").better is Better.LOWER
    assert neural_measure("xcomet_penalised").role is Role.DIAGNOSTIC


def test_a_model_without_its_command_is_refused(tmp_path):
    (tmp_path / "talk.txt").write_text("Guten Morgen.\n", "utf-8")
    for name in ("comet", "metricx"):
        with pytest.raises(UsageError, match=f"--{name}-model makes no sense without --{name}"):
            askew.score(
                "talks", target="de", references=str(tmp_path / "talk.txt"), hyp=tmp_path / "talk.txt", segmented=True,
                **{f"{name}_model": "some/model"},
            )  # fmt: skip


def test_real_scores_are_read(shared_data):
    items = [Item(f"t/{k}", "", {}, ("x",)) for k in range(416)]
    scores = read_scores(shared_data / "acl6060/neural_scores/tower_whisper/short.en-de.jsonl.gz", items)
    assert set(scores) == {"xcomet", "xcomet_qe", "metricx", "metricx_qe"}
    assert {len(by_id) for by_id in scores.values()} == {416}
