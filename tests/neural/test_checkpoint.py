"""A model's files: what is written can be read, and what is damaged is named."""

import json
import math
import re
import shutil
from pathlib import Path

import pytest
import torch

import askew.neural
from askew.core.errors import InputError
from askew.neural.checkpoint import architecture, average, describe, load_model, load_tensors, save_tensors
from askew.neural.vocabulary import END, PADDING, START, UNKNOWN, Vocabulary, learn

from .conftest import pairs


@pytest.fixture
def folder(learnt, tmp_path):
    """A copy of a model, to be damaged."""
    for name in ("model.safetensors", "model.json", "sentencepiece.model"):
        shutil.copy(learnt / name, tmp_path / name)
    return tmp_path


def test_the_card_says_what_it_is(learnt):
    card = describe(learnt)
    assert (card["source"], card["target"], architecture(learnt).name) == ("en", "es", "2,2-mha")
    model, vocabulary = load_model(learnt)
    assert card["parameters"] == sum(parameter.numel() for parameter in model.parameters())
    assert len(vocabulary) == model.config.vocabulary
    assert model.embedding.weight.dtype == torch.float32
    assert not model.training


def change_card(folder, **changes):
    card = json.loads((folder / "model.json").read_text())
    card["model"] |= changes
    (folder / "model.json").write_text(json.dumps(card))


def test_missing_files_are_named(folder):
    for name, complaint in (
        ("model.safetensors", "no such file"),
        ("sentencepiece.model", "no such file"),
        ("model.json", "no model folder"),
    ):
        (folder / name).rename(folder / "away")
        with pytest.raises(InputError, match=complaint) as error:
            load_model(folder)
        assert str(folder) in str(error.value)
        (folder / "away").rename(folder / name)
    load_model(folder)


def test_damaged_weights(folder):
    path = folder / "model.safetensors"
    whole = path.read_bytes()
    for damaged in (whole[:-100], whole[:50], b"", b"\x80\x04}"):
        path.write_bytes(damaged)
        with pytest.raises(InputError, match="damaged, or not a safetensors file"):
            load_model(folder)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("{", "broken JSON"),
        ("[]", "expected an object"),
        ('{"model": 3}', "expected an object"),
        ('{"model": {"wdth": 3}, "source": "en", "target": "es"}', "did you mean 'width'"),
        ('{"model": {}, "source": "en"}', "has no target"),
        ('{"model": {}, "source": "en", "target": null}', "target: expected a string, found null"),
    ],
)
def test_damaged_cards(folder, content, complaint):
    (folder / "model.json").write_text(content)
    with pytest.raises(InputError, match=complaint):
        load_model(folder)


def test_weights_of_another_architecture(folder):
    change_card(folder, decoder_layers=3)
    with pytest.raises(
        InputError, match=r"not the weights of 2,3-mha .* missing: decoder\.2\..* and \d+ more; unknown: none"
    ):
        load_model(folder)
    change_card(folder, decoder_layers=1)
    with pytest.raises(InputError, match=r"missing: none; unknown: decoder\.1\."):
        load_model(folder)
    change_card(folder, decoder_layers=2, feed_forward=128)
    with pytest.raises(InputError, match=r"decoder\.0\.feed_forward\.inner\.bias is \(64,\) instead of \(128,\)"):
        load_model(folder)
    change_card(folder, feed_forward=64, vocabulary=50)
    with pytest.raises(InputError, match=r"the model has 50 pieces, sentencepiece\.model has 60"):
        load_model(folder)


def test_weights_that_are_no_numbers(folder):
    tensors = load_tensors(folder / "model.safetensors")
    tensors["embedding.weight"][3, 1] = math.nan
    save_tensors(folder / "model.safetensors", tensors)
    with pytest.raises(InputError, match=r"embedding\.weight: some weights are not finite"):
        load_model(folder)


def test_a_vocabulary_that_is_none(folder):
    (folder / "sentencepiece.model").write_bytes(b"no pieces")
    with pytest.raises(InputError, match="not a SentencePiece model"):
        load_model(folder)


def test_averaging(tmp_path):
    tensors = [{"a": torch.randn(3, 4), "b": torch.randn(5)} for _ in range(3)]
    paths = [tmp_path / f"{number}.safetensors" for number in range(3)]
    for path, named in zip(paths, tensors, strict=True):
        save_tensors(path, named)
    mean = average(paths)
    for name in ("a", "b"):
        torch.testing.assert_close(mean[name], torch.stack([named[name] for named in tensors]).mean(0))
    assert all(torch.equal(tensor, tensors[0][name]) for name, tensor in average(paths[:1]).items())
    save_tensors(paths[1], {"a": torch.randn(3, 4), "c": torch.randn(5)})
    with pytest.raises(InputError, match=r"1\.safetensors: not a checkpoint of the same model"):
        average(paths)


def test_tensors_are_written_whole_or_not_at_all(tmp_path):
    path = tmp_path / "a.safetensors"
    save_tensors(path, {"a": torch.ones(3)})
    with pytest.raises(AttributeError):
        save_tensors(path, {"a": "no tensor"})
    assert load_tensors(path)["a"].tolist() == [1, 1, 1]
    assert [p.name for p in tmp_path.iterdir()] == ["a.safetensors"]


def test_vocabulary_round_trip(tmp_path):
    texts = [text for pair in pairs() for text in pair]
    vocabulary = learn(texts, 60, tmp_path / "sentencepiece.model")
    assert vocabulary.decode(vocabulary.encode(texts)) == texts
    assert len(vocabulary) == 60
    assert vocabulary.pieces()[:4] == ["<pad>", "<unk>", "<s>", "</s>"]
    assert (PADDING, UNKNOWN, START, END) == (0, 1, 2, 3)
    assert {PADDING, START, END}.isdisjoint(piece for ids in vocabulary.encode(texts) for piece in ids)
    assert vocabulary.encode([]) == vocabulary.decode([]) == []
    assert vocabulary.encode([""]) == [[]]
    assert vocabulary.decode([[]]) == [""]
    assert UNKNOWN in vocabulary.encode(["猫"])[0]
    again = learn(texts, 60, tmp_path / "again.model")
    assert again.pieces() == vocabulary.pieces()
    assert Vocabulary(tmp_path / "sentencepiece.model").pieces() == vocabulary.pieces()


def test_too_little_text_for_so_many_pieces(tmp_path):
    with pytest.raises(InputError, match="can't give 5000 pieces"):
        learn(["one two"], 5000, tmp_path / "sentencepiece.model")
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_pickled(learnt):
    """Neither by the code nor in a training's folder: pickles run code when they are opened."""
    for path in Path(askew.neural.__file__).parent.rglob("*.py"):
        assert not re.search(r"import pickle|torch\.(load|save)\(|allow_pickle=True", path.read_text()), path
    for path in learnt.iterdir():
        assert path.suffix in (".safetensors", ".json", ".jsonl", ".model", ".npz"), path
        assert not path.read_bytes().startswith(b"\x80"), path
