"""Speech models trained for real, of a language of tones."""

import itertools
import json

import numpy as np
import pytest
import torch

from askew.core.errors import InputError, RunError
from askew.neural.checkpoint import describe, load_model, load_tensors, speech_of
from askew.neural.config import TrainConfig
from askew.neural.decoding.export import export
from askew.neural.decoding.search import SearchConfig
from askew.neural.decoding.translator import Translator
from askew.neural.speech.corpus import SpeechBatches
from askew.neural.speech.text import Moses, targets
from askew.neural.training.train import Trainer, prepare, train

from .speech import sentences, sound, speech_settings, write_corpus
from .training import losses, train_and_kill

pytest.importorskip("sacremoses", reason="needs sacremoses: pip install sacremoses")


@pytest.fixture(scope="session")
def corpus(tmp_path_factory):
    return write_corpus(tmp_path_factory.mktemp("must-c"))


@pytest.fixture(scope="session")
def recogniser(corpus, tmp_path_factory):
    folder = tmp_path_factory.mktemp("recogniser")
    return train(speech_settings(corpus, "recognition", updates=240, evaluate_every=120), folder)


@pytest.fixture(scope="session")
def translator(corpus, recogniser, tmp_path_factory):
    """Its encoder starts from the recogniser's; the masks of training are on."""
    data = {"start_from": str(recogniser)}
    speech = {"time_masks": 1, "time_mask_seconds": 0.02, "frequency_masks": 1, "frequency_mask_filters": 2}
    folder = tmp_path_factory.mktemp("translator")
    return train(speech_settings(corpus, "translation", data, speech, updates=150, evaluate_every=75), folder)


def right(folder, side, compute="float32", beam=1):
    """The share of sentences of the training, heard with other noise, that are written as they should be."""
    model = Translator.load(folder, SearchConfig(beam=beam, max_length=60), compute, batch=7)
    found = model.from_speech([sound(source, seed=77) for source, _ in sentences()])
    wanted = [pair[1] if side else pair[0].lower().strip("!") for pair in sentences()]
    return sum(f == w for f, w in zip(found, wanted, strict=True)) / len(wanted)


def scores(folder, name):
    rows = map(json.loads, (folder / "log.jsonl").read_text().splitlines())
    return [row[name] for row in rows if name in row]


@pytest.mark.parametrize("compute", ["float32", "int8", "bfloat16"])
def test_they_write_what_they_hear(recogniser, translator, compute):
    assert right(recogniser, 0, compute) > 0.8
    assert right(translator, 1, compute) > 0.8


def test_beam_search_and_scores_on_the_way(recogniser, translator):
    assert right(recogniser, 0, beam=3) > 0.8
    assert right(translator, 1, beam=3) > 0.8
    first, last = scores(recogniser, "dev_wer")
    assert last < min(first + 1, 25)
    assert scores(translator, "dev_bleu")[-1] > 60


def test_the_cards_say_what_they_are(recogniser, translator):
    one, other = describe(recogniser), describe(translator)
    assert (one["source"], one["target"], one["task"], one["moses"]) == ("en", "en", "recognition", False)
    assert (other["source"], other["target"], other["task"], other["moses"]) == ("en", "es", "translation", True)
    assert speech_of(recogniser).channels == 8
    _, vocabulary = load_model(recogniser)
    assert len(vocabulary) == one["model"]["vocabulary"] < 42  # as many characters as there are
    assert all(len(piece) == 1 for piece in vocabulary.pieces()[4:])


def test_an_encoder_started_from_a_recogniser_is_its_encoder(corpus, recogniser, tmp_path):
    data = {"start_from": str(recogniser)}
    config = speech_settings(corpus, "translation", data)
    trainer = Trainer(config, *prepare(config, tmp_path), tmp_path, "cpu")
    theirs, ours = load_tensors(recogniser / "model.safetensors"), trainer.model.state_dict()
    started = [name for name in ours if torch.equal(ours[name].half(), theirs.get(name, torch.zeros(0)))]
    assert set(started) >= {name for name in ours if name.startswith(("front.", "encoder"))}
    assert "front.norms.0.mean" in started
    assert "decoder.0.cross.query.weight" not in started


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"model": {"width": 64}}, "its encoder is of another shape: width is 32"),
        ({"speech": {"attention_2d": 2}}, "attention_2d is 1"),
        ({"speech": {"penalty": "gauss"}}, "penalty is log"),
    ],
)
def test_an_encoder_of_another_shape(corpus, recogniser, tmp_path, changes, complaint):
    config = speech_settings(corpus, "translation", {"start_from": str(recogniser)}, **changes)
    with pytest.raises(InputError, match=complaint):
        train(config, tmp_path / "model")


def test_an_encoder_of_text_or_of_nothing(corpus, learnt, tmp_path):
    for folder, complaint in ((learnt, "a model of text"), (tmp_path, "is no model folder")):
        config = speech_settings(corpus, "translation", {"start_from": str(folder)})
        with pytest.raises(InputError, match=complaint):
            train(config, tmp_path / complaint)


def test_killed_and_gone_on_it_has_the_same_losses(corpus, tmp_path):
    """With dropout, masks and statistics that go on changing; a step's gradients are collected from two batches."""
    config = speech_settings(
        corpus, "recognition", {"features": str(tmp_path / "features")},
        {"time_masks": 1, "frequency_masks": 1}, {"dropout": 0.1},
        updates=30, checkpoint_every=4, log_every=3, evaluate_every=11, accumulate=2, average=2,
    )  # fmt: skip
    whole = train(config, tmp_path / "whole")
    broken = tmp_path / "broken"
    train_and_kill(config, broken, after=12)
    assert 0 < int(load_tensors(broken / "state.safetensors")["update"]) < 30
    train(config, broken)
    assert losses(broken) == losses(whole)
    assert scores(broken, "dev_wer") == scores(whole, "dev_wer")
    one, other = (load_tensors(folder / "model.safetensors") for folder in (whole, broken))
    assert one.keys() == other.keys()
    assert all(torch.equal(one[name], other[name]) for name in one)


def test_features_are_computed_once_and_shared(corpus, tmp_path):
    shared = {"features": str(tmp_path / "features")}
    one = speech_settings(corpus, "recognition", shared)
    _, first = prepare(one, tmp_path / "one")
    written = {path: path.stat().st_mtime_ns for path in (tmp_path / "features").iterdir()}
    _, second = prepare(speech_settings(corpus, "translation", shared), tmp_path / "other")
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "features").iterdir()} == written
    assert len(written) == 4
    np.testing.assert_array_equal(first.features.frames, second.features.frames)
    assert len(first.features) == len(first.rows) == 90
    assert len(first.dev) == len(first.dev_texts) == 10


def test_a_translator_can_learn_from_other_translations(tmp_path):
    """Those of a model of text, say; it is measured by people's all the same."""
    corpus = write_corpus(tmp_path / "corpus")
    text = corpus / "data/train/txt"
    people = (text / "train.es").read_text("utf-8").splitlines()
    (text / "train.es-distilled").write_text("".join(f"{line.upper()}\n" for line in people), "utf-8")
    config = speech_settings(corpus, "translation", {"train_text": "es-distilled", "moses": False})
    vocabulary, found = prepare(config, tmp_path / "model")
    ids = [found.target[at:end].tolist() for at, end in itertools.pairwise(found.target_at)]
    assert vocabulary.decode(ids) == [line.upper() for line in people]
    assert found.dev_texts == (corpus / "data/dev/txt/dev.es").read_text("utf-8").splitlines()
    missing = speech_settings(corpus, "translation", {"train_text": "es-other"})
    with pytest.raises(InputError, match=r"train\.es-other"):
        prepare(missing, tmp_path / "none")


def test_batches_hold_every_utterance_once_in_few_shapes(corpus, tmp_path):
    config = speech_settings(corpus, "recognition", batch_seconds=4.0)
    _, found = prepare(config, tmp_path)
    batches = SpeechBatches(found, config.speech, config.optimiser)
    shapes, seen = set(), []
    for number in range(batches.per_epoch):
        batch = batches.batch(number)
        features, lengths, given, wanted = batch.tensors
        shapes.add((features.shape, given.shape, wanted.shape))
        assert features.shape[0] * features.shape[1] <= 400
        for row, length, target in zip(features, lengths.tolist(), wanted, strict=True):
            assert not row[length:].any()
            if target.any():
                seen.append(row[:length].numpy().tobytes())
            else:
                assert length == 1  # a row that fills the shape
    assert len(shapes) <= 2
    assert sorted(seen) == sorted(row.tobytes() for row in found.features.each())
    again = SpeechBatches(found, config.speech, config.optimiser).batch(3)
    assert all(torch.equal(one, other) for one, other in zip(again.tensors, batches.batch(3).tensors, strict=True))


def test_at_most_so_many_sentences(corpus, tmp_path):
    config = speech_settings(corpus, "recognition", batch_sentences=3)
    _, found = prepare(config, tmp_path)
    batches = SpeechBatches(found, config.speech, config.optimiser)
    assert {len(batches.batch(n).source) for n in range(batches.per_epoch)} == {3}


def test_collected_gradients_are_those_of_one_batch(corpus, tmp_path):
    """Two steps of half the utterances have the gradient of one step with all: each token counts the same. (Batch norm
    aside.)
    """
    found = []
    for name, changes in (
        ("one", {"batch_sentences": 90, "accumulate": 1}),
        ("more", {"batch_sentences": 45, "accumulate": 2}),
    ):
        config = speech_settings(
            corpus, "recognition", {"features": str(tmp_path / "features")}, **changes, batch_seconds=1000.0
        )
        trainer = Trainer(config, *prepare(config, tmp_path / name), tmp_path / name, "cpu")
        trainer.model.eval()
        trainer.batches.cut = lambda _, trainer=trainer: _in_order(trainer)
        trainer.batches._shuffled = {}
        trainer.batches.per_epoch = trainer.optimiser.accumulate
        trainer.collect_gradient()
        found.append(trainer.gradient.clone())
    torch.testing.assert_close(*found, atol=1e-5, rtol=1e-3)


def _in_order(trainer):
    from askew.neural.batches import Rows

    frames, target = trainer.batches.lengths
    size = trainer.optimiser.batch_sentences
    return [
        Rows(rows := np.arange(at, min(at + size, len(frames))), size, 64, 24, int(target[rows].sum()))
        for at in range(0, len(frames), size)
    ]


def test_long_recordings_and_targets_are_left_out(corpus, tmp_path):
    data = {"max_seconds": 0.31, "max_tokens": 8}
    _, found = prepare(speech_settings(corpus, "recognition", data), tmp_path)
    assert found.features.lengths.max() <= 31
    assert np.diff(found.target_at).max() <= 8
    assert 0 < len(found.rows) < len(found.features) < 90
    for data, complaint in (({"max_seconds": 0.1}, "none of its recordings"), ({"max_tokens": 1}, "no target is fit")):
        with pytest.raises(InputError, match=complaint):
            prepare(speech_settings(corpus, "recognition", data), tmp_path / str(data))


def test_a_training_of_other_settings_is_refused(corpus, recogniser):
    with pytest.raises(RunError, match="other settings"):
        train(speech_settings(corpus, "recognition", updates=3), recogniser)


def test_hearing_takes_anything_but_hours(recogniser):
    model = Translator.load(recogniser, SearchConfig(beam=1, max_length=30))
    assert model.from_speech([]) == []
    assert len(model.from_speech([np.zeros(0, np.float32), np.zeros(100_000, np.int16), sound("red cat")])) == 3
    with pytest.raises(InputError, match="longer than 60 s"):
        model.from_speech([np.zeros(61 * 16_000, np.float32)])


def test_speech_is_not_exported(recogniser, tmp_path):
    from askew.core.errors import UsageError

    with pytest.raises(UsageError, match="a model of speech"):
        export(recogniser, tmp_path / "out")


def test_text_as_moses_has_it_and_as_a_recogniser_writes_it(corpus):
    written = ["“Don’t ,” she said – twice: No!", "¿Y la casa?"]
    recognition, translation = (speech_settings(corpus, task).data for task in ("recognition", "translation"))
    assert targets(written, recognition) == ["don't she said twice no", "y la casa"]
    tokenised = targets(written, translation)
    assert tokenised[1] == "¿ Y la casa ?"
    assert Moses("es").detokenise(tokenised[1]) == written[1]
    plain = speech_settings(corpus, "translation", {"moses": False}).data
    assert targets(["  «Sí»,  dijo. "], plain) == ["«Sí», dijo."]


def test_defaults_are_the_papers():
    config = TrainConfig.of({"data": {"corpus": "c"}, "speech": {}}, "here")
    assert (config.model.width, config.model.heads, config.model.feed_forward, config.model.dropout) == (
        512,
        8,
        1024,
        0.1,
    )
    assert (config.model.encoder_layers, config.model.decoder_layers, config.model.vocabulary) == (6, 6, 8000)
    seen = config.optimiser
    assert (seen.start_rate, seen.learning_rate, seen.warmup, seen.clip, seen.label_smoothing) == (
        3e-4,
        5e-3,
        4000,
        20,
        0.1,
    )
    assert seen.batch_sentences * seen.accumulate == 512
    assert (config.speech.filters, config.speech.window, config.speech.hop, config.speech.channels) == (
        40,
        400,
        160,
        64,
    )
    assert (config.data.max_seconds, config.data.max_tokens, config.speech.penalty) == (14, 300, "log")
    assert TrainConfig.of(config.to_json(), "again") == config


@pytest.mark.parametrize(
    ("tables", "complaint"),
    [
        ({"speech": {}}, r"there must be a table \[data\] with corpus"),
        ({"data": {}, "speech": {}}, "corpus is missing"),
        ({"data": {"corpus": "c", "task": "dance"}, "speech": {}}, "task must be one of recognition, translation"),
        ({"data": {"corpus": "c"}, "speech": {"penalty": "linear"}}, "penalty must be one of log, gauss, none"),
        ({"data": {"corpus": "c"}, "speech": {"filter": 3}}, "did you mean 'filters'"),
        ({"data": {"corpus": "c"}, "speech": {"filters": 0}}, "filters must be at least 1"),
        ({"data": {"corpus": "c"}, "speech": {"hop_ms": 0.0}}, "hop_ms must be from 1 to 1000"),
        ({"data": {"corpus": "c"}, "speech": {"time_masks": -1}}, "time_masks must be at least 0"),
        ({"data": {"corpus": "c"}, "speech": {"frequency_mask_filters": 41}}, "can't be more than the 40 filters"),
        ({"data": {"corpus": "c", "max_seconds": 90}, "speech": {}}, "max_seconds must be from 0.1 to 60"),
        ({"data": {"corpus": "c", "max_tokens": 400}, "speech": {}}, "max_length 304 must be at least 408"),
        ({"data": {"corpus": "c"}, "speech": {}, "optimiser": {"accumulate": 0}}, "accumulate must be at least 1"),
        ({"data": {"corpus": "c"}}, r"no setting is called 'corpus'"),
    ],
)  # fmt: skip
def test_wrong_settings(tables, complaint):
    with pytest.raises(InputError, match=complaint):
        TrainConfig.of(tables, "here")


def test_paths_of_a_file_and_of_the_command_line(tmp_path, monkeypatch):
    (tmp_path / "configs").mkdir()
    path = tmp_path / "configs" / "c.toml"
    path.write_text('[data]\ncorpus = "corpus"\n[speech]\n', "utf-8")
    monkeypatch.chdir(tmp_path)
    config = TrainConfig.read(path, {"data.start_from": "models/asr", "data.dev": "tst-COMMON"})
    assert config.data.corpus == str(tmp_path / "configs" / "corpus")
    assert config.data.start_from == str(tmp_path / "models" / "asr")
    assert (config.data.dev, config.data.features) == ("tst-COMMON", "")
