"""Tasks for lm-evaluation-harness: run by the harness itself with a model, and scored as askew scores."""

import json
import os
import subprocess
import sys

import pytest

import askew as api
from askew.core.errors import RunError, UsageError
from askew.export.lm_eval import aggregation, questions, write_task

SUITES = ("simplegen", "winomt", "mtgeneval")
LIMIT = 6
REASON = "needs lm-eval, datasets, torch and transformers"


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """A causal language model of a few thousand random weights, over bytes."""
    torch = pytest.importorskip("torch", reason=REASON)
    transformers = pytest.importorskip("transformers", reason=REASON)
    tokenizers = pytest.importorskip("tokenizers", reason=REASON)
    folder = tmp_path_factory.mktemp("harness") / "tiny"
    alphabet = [*sorted(tokenizers.pre_tokenizers.ByteLevel.alphabet()), "<end>"]
    vocabulary = {letter: number for number, letter in enumerate(alphabet)}
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE(vocabulary, []))
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = tokenizers.decoders.ByteLevel()
    transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, eos_token="<end>", pad_token="<end>"
    ).save_pretrained(folder)
    torch.manual_seed(1)
    config = {"vocab_size": len(alphabet), "n_positions": 1024, "n_embd": 8, "n_layer": 1, "n_head": 1}
    ends = {"bos_token_id": vocabulary["<end>"], "eos_token_id": vocabulary["<end>"]}
    transformers.GPT2LMHeadModel(transformers.GPT2Config(**config, **ends)).save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def evaluated(model, shared_data, askew, tmp_path_factory):
    """What the harness says of the model on the exported tasks, and the folder askew's runs are in."""
    pytest.importorskip("lm_eval", reason=REASON)
    folder = tmp_path_factory.mktemp("tasks")
    data = {**os.environ, "ASKEW_DATA": str(shared_data)}
    named = askew("export", "lm-eval", *SUITES, "--target", "es", "--out", folder / "tasks", env=data)
    assert named.stdout.split() == [f"askew_{suite}_es" for suite in SUITES], named.stderr
    command = [
        sys.executable, "-m", "lm_eval", "run", "--model", "hf", "--include_path", folder / "tasks",
        "--model_args", f"pretrained={model},dtype=float32", "--tasks", ",".join(named.stdout.split()),
        "--device", "cpu", "--batch_size", "6", "--limit", str(LIMIT), "--gen_kwargs", "max_gen_toks=8",
        "--metadata", json.dumps({"out": str(folder / "runs")}), "--output_path", folder / "said.json",
    ]  # fmt: skip
    environment = {"HF_HUB_OFFLINE": "1", "HF_HOME": str(folder / "cache"), "HF_DATASETS_OFFLINE": "1"}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        patch.setenv("ASKEW_DATA", str(shared_data))
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr[-3000:]
    (said,) = folder.glob("said*.json")
    return json.loads(said.read_text("utf-8"))["results"], folder / "runs"


@pytest.mark.parametrize("suite", SUITES)
def test_the_harness_reports_the_numbers_of_askew_score(evaluated, suite):
    results, runs = evaluated
    run = api.load(runs / f"{suite}-es")
    said = results[f"askew_{suite}_es"]
    assert (run.asked.suite, run.asked.target, len(run.outputs)) == (suite, "es", LIMIT)
    assert run.system.endswith("tiny")
    compared = {name for name in run.scores if f"{name},none" in said}
    assert len(compared) > 4
    (first,) = {key.removesuffix("_low,none") for key in said if key.endswith("_low,none")}
    expected = {name: run.scores[name].value for name in compared}
    expected |= {f"{first}_low": run.scores[first].low, f"{first}_high": run.scores[first].high}
    for name, value in expected.items():
        assert said[f"{name},none"] == pytest.approx(float("nan") if value is None else value, nan_ok=True), name
    again = api.score(suite, target="es", hyp={output.id: output.text for output in run.outputs}, partial=True)
    assert again.scores == run.scores


def answers(outputs, **about):
    asked = {"suite": "simplegen", "target": "es", "edition": "release", "subset": "mofc", "protocol": "askew", **about}
    return [(json.dumps(asked), item, output) for item, output in outputs.items()]


def test_an_aggregation_scores_all_answers_and_undefined_is_no_number():
    items = api.items("simplegen", subset="mofc")
    gathered = answers({item.id: "La directora llegó." for item in items})
    run = api.score("simplegen", target="es", subset="mofc", hyp=["La directora llegó."] * len(items))
    assert aggregation("mofc")(gathered) == run.scores["mofc"].value
    assert aggregation("mofc_low")(gathered) == run.scores["mofc"].low
    assert aggregation("fofc")(gathered) != aggregation("fofc")(gathered)  # NaN


def about(folder):
    """The metadata of an exported task."""
    yaml = pytest.importorskip("yaml")
    text = (folder / "askew_simplegen_es_mofc.yaml").read_text("utf-8")
    return yaml.safe_load(text.replace("!function ", ""))["metadata"]


def test_a_task_of_other_items_than_askew_asks_now_is_refused(tmp_path):
    pytest.importorskip("datasets", reason=REASON)
    write_task("simplegen", "es", tmp_path, subset="mofc")
    assert questions(**about(tmp_path))["test"][0]["id"] == "mofc-1"
    with pytest.raises(UsageError, match="exported for revision 00000000 of simplegen"):
        questions(**(about(tmp_path) | {"revision": "00000000"}))


def test_a_run_that_is_there_is_found_out_before_the_model_is_asked(tmp_path):
    pytest.importorskip("datasets", reason=REASON)
    write_task("simplegen", "es", tmp_path, subset="mofc")
    (tmp_path / "runs/simplegen-es").mkdir(parents=True)
    (tmp_path / "runs/simplegen-es/mine.txt").touch()
    with pytest.raises(RunError, match="exists and is not empty"):
        questions(**about(tmp_path), out=str(tmp_path / "runs"))


@pytest.mark.parametrize(
    ("suite", "words"), [("acl6060", "no task of single sentences"), ("winnomt", "winomt")], ids=["talks", "typo"]
)
def test_what_can_be_no_task_is_a_clear_error(suite, words, tmp_path):
    with pytest.raises(UsageError, match=words):
        write_task(suite, "es" if suite != "acl6060" else "de", tmp_path)
    assert list(tmp_path.iterdir()) == []
