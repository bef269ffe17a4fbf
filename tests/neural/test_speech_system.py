"""Speech models as systems: trained by the program, asked for WAV files by the program."""

import json
import subprocess
import tomllib
from pathlib import Path

import pytest

import askew
from askew.core.errors import InputError, UsageError
from askew.core.records import Failure, Item
from askew.neural.config import TrainConfig
from askew.systems import open_system

from .speech import sentences, sound, write_corpus, write_wav

pytest.importorskip("sacremoses", reason="needs sacremoses: pip install sacremoses")
pytest.importorskip("soundfile", reason="needs soundfile: pip install soundfile")
pytest.importorskip("altair", reason="needs altair: pip install altair")

CONFIGS = Path(__file__).parents[2] / "configs"
TINY = {
    "model.vocabulary": 42, "model.width": 32, "model.heads": 2, "model.feed_forward": 64, "model.encoder_layers": 1,
    "model.decoder_layers": 1, "model.dropout": 0.0, "speech.channels": 8, "speech.attention_2d": 1,
    "speech.time_masks": 0, "speech.frequency_masks": 0, "optimiser.batch_seconds": 12.0, "optimiser.warmup": 20,
    "optimiser.learning_rate": 0.01, "optimiser.updates": 240, "optimiser.evaluate_every": 240,
    "optimiser.checkpoint_every": 240, "optimiser.log_every": 20,
}  # fmt: skip


def set_all(changes):
    return [part for name, value in changes.items() for part in ("--set", f"{name}={json.dumps(value)}")]


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A corpus, and recordings of some sentences with other noise."""
    folder = tmp_path_factory.mktemp("place")
    write_corpus(folder / "corpus")
    for number, (source, _) in enumerate(sentences()[:8], 1):
        write_wav(folder / "audio" / f"{number}.wav", sound(source, seed=99))
    return folder


@pytest.fixture(scope="module")
def models(program, place):
    """A recogniser, and a translator that starts from it, both by the ready configuration with its sizes made small."""
    from askew.neural.training.train import train

    config, data = (
        CONFIGS / "s-transformer-small.toml",
        ("--set", "data.corpus=corpus", "--set", "data.task=recognition"),
    )
    words = [program, "train", config, "--out", "asr", "--device", "cpu", *data, *set_all(TINY)]
    hear = subprocess.run(words, cwd=place, capture_output=True, text=True, check=False)
    assert hear.returncode == 0, hear.stderr
    assert "update 240: dev WER " in hear.stderr
    assert "WER on dev" in (place / "asr" / "curve.svg").read_text("utf-8")
    changes = {**TINY, "data.corpus": str(place / "corpus"), "data.start_from": str(place / "asr")}
    train(TrainConfig.read(config, changes), place / "st")
    return place


def items(folder, count=8):
    return [
        Item(str(n), source, audio=str(folder / "audio" / f"{n}.wav"))
        for n, (source, _) in enumerate(sentences()[:count], 1)
    ]


def right(outputs, wanted):
    return sum(output.text == text for output, text in zip(outputs, wanted, strict=True)) / len(wanted)


@pytest.mark.parametrize(
    "options", [{"beam": 1}, {"beam": 3}, {"beam": 1, "compute_type": "int8"}, {"beam": 1, "batch": 3}]
)
def test_wav_files_are_written_down_and_translated(models, options):
    spoken = sentences()[:8]
    recogniser = open_system(f"neural:{models / 'asr'}", options, target="en")
    translator = open_system(f"neural:{models / 'st'}", options, target="es")
    assert recogniser.takes_audio
    assert translator.takes_audio
    assert right(list(recogniser.answer(items(models))), [source.lower().strip("!") for source, _ in spoken]) > 0.8
    outputs = list(translator.answer(items(models)))
    assert right(outputs, [target for _, target in spoken]) > 0.8
    assert outputs[0].audio_seconds == 0.45
    assert (translator.details["engine"], translator.details["max_length"]) == ("torch", "304")


def test_a_run_hears_them(models, tmp_path, monkeypatch):
    """Eight recordings in the place of eight sentences of WinoMT's kind: what is said is another matter."""
    monkeypatch.setenv("ASKEW_DATA", str(Path(__file__).parents[1] / "fixtures"))
    ask = {"audio": models / "audio", "resampling": askew.Resampling(resamples=100)}
    hear = askew.run("winomt", target="en", system=f"neural:{models / 'asr'}", out=tmp_path / "asr", **ask)
    assert hear.scores["wer"].value > 50
    translate = askew.run("winomt", target="es", system=f"neural:{models / 'st'}", out=tmp_path / "st", **ask)
    assert translate.outputs[0].text == "¡Gato rojo viejo!"
    assert translate.scores["coverage"].value == 0


def test_a_cascade_of_own_models(models):
    spec = f"cascade:neural:{models / 'asr'}+neural:en-es"
    cascade = open_system(spec, {"asr.beam": 2, "mt.beam": 1}, target="es")
    outputs = list(cascade.answer(items(models, 3)))
    text = open_system("neural:en-es", {"beam": 1}, target="es")
    heard = [Item(output.id, output.transcript) for output in outputs]
    assert heard[0].source == "old red cat"
    assert [output.text for output in outputs] == [output.text for output in text.answer(heard)]


def test_recordings_that_can_not_be_heard(models, tmp_path):
    long = write_wav(tmp_path / "long.wav", sound("red " * 410))
    asked = [Item("a", "", audio=str(tmp_path / "none.wav")), *items(models, 1), Item("b", "", audio=str(long))]
    answers = list(open_system(f"neural:{models / 'asr'}", {"beam": 1}, target="en").answer(asked))
    failed = {answer.id: answer.reason for answer in answers if isinstance(answer, Failure)}
    assert "no such file" in failed["a"]
    assert "62 s long; a model takes 60 s at most" in failed["b"]
    assert [answer.text for answer in answers if not isinstance(answer, Failure)] == ["old red cat"]
    with pytest.raises(UsageError, match="has no recording"):
        list(open_system(f"neural:{models / 'asr'}", target="en").answer([Item("a", "text")]))


def test_what_can_not_be_asked(models):
    with pytest.raises(UsageError, match=r"neural transcribes en, it does not translate into 'es'"):
        open_system(f"neural:{models / 'asr'}", target="es")
    with pytest.raises(UsageError, match="translates into 'es', not 'de'"):
        open_system(f"neural:{models / 'st'}", target="de")
    with pytest.raises(UsageError, match="takes audio, which CTranslate2 does not know"):
        open_system(f"neural:{models / 'st'}", {"engine": "ctranslate2"}, target="es")


@pytest.mark.parametrize("task", ["recognition", "translation"])
def test_the_papers_setting_runs_on_a_tiny_corpus(place, tmp_path, task):
    """Its own schedule, batches, accumulation and averaging; only the sizes are made small."""
    from askew.neural.training.train import train

    config = CONFIGS / "s-transformer-mustc.toml"
    said = tomllib.loads(config.read_text("utf-8"))
    assert (said["model"]["width"], said["optimiser"]["start_rate"]) == (512, 3e-4)
    names = ("model.", "speech.channels", "optimiser.updates", "optimiser.evaluate_every", "optimiser.checkpoint_every")
    small = {name: value for name, value in TINY.items() if name.startswith(names)} | {"optimiser.updates": 2}
    changes = {**small, "data.task": task, "data.corpus": str(place / "corpus")}
    train(TrainConfig.read(config, changes), tmp_path)
    assert json.loads((tmp_path / "model.json").read_text("utf-8"))["task"] == task


def test_a_corpus_that_is_not_there(place):
    from askew.neural.training.train import train

    config = TrainConfig.read(CONFIGS / "s-transformer-small.toml", {"data.corpus": str(place / "nowhere")})
    with pytest.raises(InputError, match="a corpus in MuST-C's layout has data/dev/wav and data/dev/txt"):
        train(config, place / "none")
