"""The project's own models as systems: the one that comes with askew, and one trained in the test by the program
itself.
"""

import json
import random
import re
import tomllib
from pathlib import Path

import pytest

from askew.core.errors import InputError, UsageError
from askew.core.records import Item
from askew.systems import open_system

CONFIGS = Path(__file__).parents[2] / "configs"
NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
NUMEROS = ["uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"]


def translate(spec, sentences, **options):
    system = open_system(spec, options, target="es")
    return [output.text for output in system.answer([Item(str(k), text) for k, text in enumerate(sentences)])]


def test_the_shipped_model_translates():
    sentences = ["The house is big.", "Where is the train station?", "I have two brothers."]
    assert translate("neural:en-es", sentences, beam=5) == [
        "La casa es grande.",
        "¿Dónde está la estación de tren?",
        "Tengo dos hermanos.",
    ]


def test_the_shipped_model_in_eight_bits_and_greedy():
    assert translate("neural", ["The house is big."], beam=1, compute_type="int8") == ["La casa es grande."]


def test_order_and_number_are_kept_over_many_batches():
    sentences = [f"I have {number} {'very ' * (k % 7)}good friends." for k in range(30) for number in NUMBERS[1:3]]
    outputs = translate("neural:en-es", sentences, beam=1, batch=4)
    assert len(outputs) == len(sentences)
    assert all(("dos" in output) == ("two" in text) for text, output in zip(sentences, outputs, strict=True))


def test_the_shipped_model_has_a_card_with_its_sources():
    from askew.neural.shipped import shipped, shipped_models

    assert shipped_models() == ["en-es", "en-es-mended"]
    card = (shipped("en-es") / "CARD.md").read_text("utf-8")
    sources = ("Tatoeba", "CC BY 2.0 FR", "Europarl", "eBible", "ESCO", "Wiktionary", "CC BY-SA 3.0", "WMT")
    assert all(name in card for name in sources)
    assert "balance" in (shipped("en-es-mended") / "CARD.md").read_text("utf-8")
    sizes = [path.stat().st_size for name in shipped_models() for path in shipped(name).iterdir()]
    assert sum(sizes) < 40_000_000


def test_the_mended_model_hears_the_pronoun():
    sentences = ["The carpenter hurt herself.", "The carpenter hurt himself."]
    assert [output.split()[0] for output in translate("neural:en-es-mended", sentences)] == ["La", "El"]


def test_another_language_is_an_error_that_says_what_there_is():
    with pytest.raises(UsageError, match=r"neither a model that comes with askew \(en-es, en-es-mended\) nor a folder"):
        open_system("neural", target="de")
    with pytest.raises(UsageError, match="translates into 'es', not 'de'"):
        open_system("neural:en-es", target="de")


def test_a_folder_with_a_broken_card(tmp_path):
    (tmp_path / "model.json").write_text("{")
    with pytest.raises(InputError, match="broken JSON"):
        open_system(f"neural:{tmp_path}", target="es")


def write_corpus(folder):
    """Numbers, one to four of them, in two languages: small enough to be learned in seconds."""
    generator = random.Random(5)
    rows = []
    for _ in range(400):
        numbers = [generator.randrange(9) for _ in range(generator.randrange(1, 5))]
        rows.append(f"{' '.join(NUMBERS[n] for n in numbers)}\t{' '.join(NUMEROS[n] for n in numbers)}\n")
    (folder / "train.tsv").write_text("".join(rows), "utf-8")
    (folder / "dev.tsv").write_text("".join(rows[:40]), "utf-8")


SMALL = {
    "model.vocabulary": 60,
    "model.width": 32,
    "model.heads": 2,
    "model.feed_forward": 64,
    "model.encoder_layers": 1,
    "model.decoder_layers": 1,
    "optimiser.updates": 300,
    "optimiser.batch_tokens": 600,
    "optimiser.warmup": 30,
    "optimiser.learning_rate": 0.01,
    "optimiser.evaluate_every": 300,
    "optimiser.checkpoint_every": 50,
    "optimiser.average": 2,
}


@pytest.fixture
def train(askew, tmp_path):
    """Trains a small model in tmp_path/model with the program."""
    write_corpus(tmp_path)

    def start(config, **changes):
        return askew(
            "train", CONFIGS / config, "--out", tmp_path / "model", "--device", "cpu", *settings(tmp_path, changes)
        )

    return start


def settings(folder, changes):
    files = {"data.train": [str(folder / "train.tsv")], "data.dev": str(folder / "dev.tsv")}
    every = {**SMALL, **files, **changes}
    return [part for name, value in every.items() for part in ("--set", f"{name}={json.dumps(value)}")]


@pytest.mark.parametrize("attention", ["mha", "aan"])
def test_a_model_trained_by_the_program_is_a_system(train, tmp_path, attention):
    pytest.importorskip("torch")
    pytest.importorskip("altair")
    done = train("small-en-es.toml", **{"model.attention": attention})
    assert done.returncode == 0, done.stderr
    assert "<svg" in (tmp_path / "model" / "curve.svg").read_text("utf-8")
    rows = [json.loads(line) for line in (tmp_path / "model" / "log.jsonl").read_text("utf-8").splitlines()]
    assert rows[-1]["dev_bleu"] > 40
    spec = f"neural:{tmp_path / 'model'}"
    assert translate(spec, ["three seven"], beam=2) == ["tres siete"]
    assert translate(spec, ["three seven"], beam=1, engine="torch", compute_type="int8") == ["tres siete"]
    items = [Item("long", "one " * 400), Item("short", "three seven")]
    system = open_system(spec, {"engine": "torch", "beam": 2}, target="es")
    answers = {answer.id: answer for answer in system.answer(items)}
    assert answers["short"].text == "tres siete"
    assert re.fullmatch(r"\d+ pieces; the model reads \d+ at most", answers["long"].reason)
    if attention == "aan":
        with pytest.raises(UsageError, match="averaged attention"):
            open_system(spec, {"engine": "ctranslate2"}, target="es")


@pytest.mark.parametrize("language", ["es", "de"])
def test_the_papers_setting_runs_on_a_tiny_sample(train, tmp_path, language):
    """Its own schedule, betas, averaging and smoothing; only the sizes are made small."""
    pytest.importorskip("torch")
    pytest.importorskip("altair")
    config = CONFIGS / f"paper-en-{language}.toml"
    assert tomllib.loads(config.read_text("utf-8"))["model"]["width"] == 1024
    done = train(config, **{"optimiser.updates": 20, "optimiser.checkpoint_every": 10})
    assert done.returncode == 0, done.stderr
    assert json.loads((tmp_path / "model" / "model.json").read_text("utf-8"))["target"] == language


def test_a_training_is_not_continued_with_other_settings(train):
    pytest.importorskip("torch")
    assert train("small-en-es.toml", **{"optimiser.updates": 2}).returncode == 0
    other = train("small-en-es.toml", **{"optimiser.updates": 3})
    assert other.returncode == 2
    assert "other settings" in other.stderr


def test_a_setting_nobody_knows_gets_a_suggestion(train):
    done = train("small-en-es.toml", **{"model.widht": 3})
    assert done.returncode == 2
    assert "did you mean 'width'" in done.stderr
