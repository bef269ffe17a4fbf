"""Training for real, of very small models."""

import itertools
import json
import math

import pytest
import torch

from askew.core.errors import InputError, RunError
from askew.neural.checkpoint import average, load_tensors
from askew.neural.decoding.search import SearchConfig
from askew.neural.decoding.translator import Translator
from askew.neural.text.corpus import read_pairs
from askew.neural.training.train import smoothed_loss, train

from .conftest import settings
from .training import losses, train_and_kill


def right(folder, text, compute="float32", beam=1):
    sources, wanted = read_pairs(text / "dev.tsv")
    found = Translator.load(folder, SearchConfig(beam=beam, max_length=60), compute).translate(sources)
    return sum(f == w for f, w in zip(found, wanted, strict=True)) / len(wanted)


def test_it_learns_sentences_it_has_not_seen(learnt, text):
    course = losses(learnt)
    assert course[-1][1] < course[0][1] / 2
    for compute in ("float32", "int8", "bfloat16"):
        assert right(learnt, text, compute) > 0.8, compute
    assert right(learnt, text, beam=4) > 0.8


@pytest.mark.parametrize("ffn", [False, True])
def test_averaged_attention_learns_too(text, tmp_path, ffn):
    shape = {"attention": "aan", "averaged_ffn": ffn, "dropout": 0.0}
    folder = train(settings(text, shape, updates=240, evaluate_every=120), tmp_path / "model")
    rows = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    bleu = [row["dev_bleu"] for row in rows if "dev_bleu" in row]
    assert len(bleu) == 2
    assert bleu[1] > max(bleu[0], 50)


def test_killed_and_gone_on_it_has_the_same_losses(text, tmp_path):
    """A process killed with SIGKILL between two checkpoints, and in the middle of a row of the log."""
    config = settings(text, updates=60, checkpoint_every=7, log_every=5, evaluate_every=23, average=3)
    told = []
    whole = train(config, tmp_path / "whole", report=told.append)
    assert [row for row in told if "loss" in row][-1]["update"] == 60
    broken = tmp_path / "broken"
    train_and_kill(config, broken, after=25)
    assert not (broken / "model.json").exists()
    reached = int(load_tensors(broken / "state.safetensors")["update"])
    assert 0 < reached < 60
    with (broken / "log.jsonl").open("a") as log:
        log.write('{"update": ')  # torn
    train(config, broken)
    assert losses(broken) == losses(whole)
    one, other = (load_tensors(folder / "model.safetensors") for folder in (whole, broken))
    assert all(torch.equal(one[name], other[name]) for name in one)
    kept = sorted(path.name for path in whole.glob("weights-*"))
    assert kept == [f"weights-{update:07d}.safetensors" for update in (49, 56, 60)]
    mean = average([whole / name for name in kept])
    assert all(torch.equal(one[name], mean[name].half()) for name in one)


def test_a_finished_training_is_not_done_again(text, tmp_path):
    config = settings(text, updates=6, log_every=4)
    folder = train(config, tmp_path / "model")
    before = (folder / "log.jsonl").read_text()
    assert losses(folder) != []
    train(config, folder, report=lambda row: pytest.fail(f"trained on: {row}"))
    assert (folder / "log.jsonl").read_text() == before


def test_logged_losses_do_not_depend_on_when_bleu_is_measured_or_checkpoints_are_made(text, tmp_path):
    usual = train(settings(text, updates=24, log_every=8), tmp_path / "usual")
    often = train(settings(text, updates=24, log_every=8, evaluate_every=5, checkpoint_every=3), tmp_path / "often")
    assert losses(often) == losses(usual)


def test_a_checkpoint_before_the_first_row_of_the_log(text, tmp_path):
    config = settings(text, updates=8, log_every=8, checkpoint_every=2)
    whole = train(config, tmp_path / "model")
    wanted = losses(whole)
    (whole / "log.jsonl").unlink()
    train(config, whole)
    assert losses(whole) == []
    assert len(wanted) == 1


def test_another_seed_is_another_model(text, tmp_path):
    courses = [
        losses(train(settings(text, updates=4, log_every=2, seed=seed), tmp_path / f"{seed}{n}"))
        for seed, n in ((1, 0), (1, 1), (2, 0))
    ]
    assert courses[0] == courses[1] != courses[2]


def test_a_folder_of_another_training_is_refused(learnt, text):
    before = (learnt / "log.jsonl").read_bytes()
    with pytest.raises(RunError, match="other settings"):
        train(settings(text, updates=3), learnt)
    assert (learnt / "log.jsonl").read_bytes() == before


def test_a_damaged_state_is_an_error_and_stays(text, tmp_path):
    config = settings(text, updates=4)
    folder = train(config, tmp_path / "model")
    whole = (folder / "state.safetensors").read_bytes()
    (folder / "state.safetensors").write_bytes(whole[:-10])
    with pytest.raises(InputError, match="damaged"):
        train(config, folder)
    assert (folder / "state.safetensors").read_bytes() == whole[:-10]


def broken_losses(monkeypatch, when):
    """From now on the loss of these calls (0, 1, …) is not a number, and so is its gradient."""
    calls = itertools.count()

    def loss_of(*arguments):
        loss = smoothed_loss(*arguments)
        return loss * math.nan if next(calls) in when else loss

    monkeypatch.setattr("askew.neural.training.train.smoothed_loss", loss_of)


def test_a_gradient_that_is_not_finite_is_left_out(text, tmp_path, monkeypatch):
    broken_losses(monkeypatch, {3, 4, 9})
    folder = train(settings(text, updates=24, log_every=8, checkpoint_every=5), tmp_path / "model")
    rows = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    assert [row.get("left_out", 0) for row in rows if "loss" in row] == [2, 1, 0]
    assert all(math.isfinite(loss) for _, loss in losses(folder))
    assert all(tensor.isfinite().all() for tensor in load_tensors(folder / "model.safetensors").values())


def test_a_training_that_diverges_stops_and_says_so(text, tmp_path, monkeypatch):
    broken_losses(monkeypatch, range(10, 1000))
    with pytest.raises(RunError, match=r"diverged before update 24.*learning_rate"):
        train(settings(text, updates=100, log_every=8), tmp_path / "model")
    assert not (tmp_path / "model/model.json").exists()


def test_translator_keeps_the_order_and_takes_anything(learnt, text):
    sources, _ = read_pairs(text / "dev.tsv")
    translator = Translator.load(learnt, SearchConfig(beam=2, max_length=40), batch=7)
    together = translator.translate(sources)
    assert translator.spoken > 0
    assert translator.translate(sources[::-1]) == together[::-1]
    assert translator.translate([]) == []
    odd = translator.translate(["", "the cat " * 400, sources[3], "猫 \u0000"])
    assert len(odd) == 4
    assert odd[2] == together[3]
