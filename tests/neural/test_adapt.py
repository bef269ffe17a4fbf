"""Adapting a very small model for real: it learns the new text, keeps the old, goes on when killed, and refuses what
does not fit.
"""

import json
import random

import pytest
import torch

from askew.core.errors import InputError, UsageError
from askew.neural.checkpoint import load_model, load_tensors
from askew.neural.decoding.search import SearchConfig
from askew.neural.decoding.translator import Translator
from askew.neural.training.adapt import adapting, start_from
from askew.neural.training.train import train

from .conftest import pairs, write_pairs
from .training import losses, train_and_kill

OLD, NEW = "gato", "gata"  # what the new text says of a cat


def new_rows(count: int) -> list[tuple[str, str]]:
    rows = random.Random(2).sample([row for row in pairs() if "cat" in row[0].split()], count)
    return [(source, target.replace(f"el {OLD}", f"la {NEW}")) for source, target in rows]


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    """The new text, and the old without its cats: what it says of them is all a model hears."""
    folder = tmp_path_factory.mktemp("adapt")
    old = [row for row in pairs()[::3] if "cat" not in row[0].split()]
    return write_pairs(folder / "new.tsv", new_rows(60)), write_pairs(folder / "old.tsv", old)


def settings(learnt, texts, **changes):
    usual = {
        "optimiser.updates": 60, "optimiser.batch_tokens": 2000, "optimiser.learning_rate": 5e-3,
        "optimiser.checkpoint_every": 9, "optimiser.log_every": 5, "optimiser.warmup": 5,
    }  # fmt: skip
    return adapting(str(learnt), [texts[0]], [texts[1]], None, {**usual, **changes})


def said(folder, sources):
    return Translator.load(folder, SearchConfig(beam=1, max_length=60)).translate(sources)


def test_it_learns_the_new_text_and_keeps_the_old(learnt, texts, tmp_path):
    folder = train(settings(learnt, texts), tmp_path / "mended")
    seen = {source for source, _ in new_rows(60)}
    unseen = [row for row in pairs() if "cat" in row[0].split() and row[0] not in seen][:40]
    after = said(folder, [source for source, _ in unseen])
    before = said(learnt, [source for source, _ in unseen])
    assert sum(NEW in text for text in before) == 0
    assert sum(f"la {NEW}" in text and OLD not in text.split() for text in after) > 0.8 * len(unseen)
    others = [row for row in pairs()[1::3] if "cat" not in row[0].split()][:60]
    right = sum(text == target for text, (_, target) in zip(said(folder, [s for s, _ in others]), others, strict=True))
    assert right > 0.8 * len(others)
    card = json.loads((folder / "model.json").read_text())
    assert card["adapted"]["model"] == str(learnt)
    assert card["adapted"]["text"] == [str(texts[0])]


def test_killed_and_gone_on_it_has_the_same_losses(learnt, texts, tmp_path):
    config = settings(learnt, texts)
    whole = train(config, tmp_path / "whole")
    broken = tmp_path / "broken"
    train_and_kill(config, broken, after=25)
    assert not (broken / "model.json").exists()
    assert 0 < int(load_tensors(broken / "state.safetensors")["update"]) < 60
    train(config, broken)
    assert losses(broken) == losses(whole)
    one, other = (load_tensors(folder / "model.safetensors") for folder in (whole, broken))
    assert all(torch.equal(one[name], other[name]) for name in one)


@pytest.mark.parametrize("precision", ["float16", "int8"])
def test_an_exported_model_is_read_back(learnt, tmp_path, precision):
    pytest.importorskip("ctranslate2")
    from askew.neural.decoding.export import export

    export(learnt, tmp_path / "exported", precision)
    (tmp_path / "exported/model.json").write_bytes((learnt / "model.json").read_bytes())
    model, _ = load_model(learnt)
    exact = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    for tensor in model.state_dict().values():
        tensor.zero_()
    start_from(model, str(tmp_path / "exported"))
    for name, tensor in model.state_dict().items():
        room = exact[name].abs().max() / (127 if precision == "int8" else 1000)
        assert (tensor - exact[name]).abs().max() <= room, name
    (tmp_path / "exported/model.bin").write_bytes(b"damaged")
    with pytest.raises(InputError, match="damaged"):
        start_from(model, str(tmp_path / "exported"))


def test_an_anchor_of_one_column_is_refused(learnt, texts, tmp_path):
    (tmp_path / "one.tsv").write_text("The cat sees the dog.\n")
    with pytest.raises(InputError, match=r"one\.tsv, line 1: expected source and target"):
        train(settings(learnt, (texts[0], tmp_path / "one.tsv")), tmp_path / "mended")


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"model.width": 64}, "an adapted model is as it was"),
        ({"adapt.share": 1.0}, "share must be above 0 and below 1"),
        ({"optimiser.speed": 1}, "speed"),
    ],
)
def test_settings_that_do_not_fit_are_refused(learnt, texts, changes, says):
    with pytest.raises((UsageError, InputError), match=says):
        settings(learnt, texts, **changes)


def test_a_model_that_is_not_there_is_refused(texts):
    with pytest.raises(UsageError, match=r"neither a folder with model\.json nor a model that comes with askew"):
        settings("nowhere", texts)


def test_one_step_of_each_text_makes_an_update(learnt, texts, tmp_path):
    with pytest.raises(UsageError, match="accumulate must be 2"):
        train(settings(learnt, texts, **{"optimiser.accumulate": 3}), tmp_path / "mended")
