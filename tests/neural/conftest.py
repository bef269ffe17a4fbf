"""A language pair of our own making, small enough to be learnt in seconds, and a model that has learnt some of it."""

import itertools
import random
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs torch: pip install torch")
pytest.importorskip("sentencepiece", reason="needs SentencePiece: pip install sentencepiece")
pytest.importorskip("safetensors", reason="needs safetensors: pip install safetensors")

NOUNS = {"cat": "gato", "dog": "perro", "book": "libro", "boy": "niño", "bird": "pájaro", "boat": "barco"}
ADJECTIVES = {"red": "rojo", "small": "pequeño", "new": "nuevo", "old": "viejo"}
VERBS = {"sees": "ve", "wants": "quiere", "finds": "encuentra"}


def pairs() -> list[tuple[str, str]]:
    """All sentences such as "the red cat sees the dog": adjectives go behind their noun in the target."""
    return [
        (
            f"the {adjective} {one} {verb} the {other} .",
            f"el {NOUNS[one]} {ADJECTIVES[adjective]} {VERBS[verb]} el {NOUNS[other]} .",
        )
        for adjective, one, verb, other in itertools.product(ADJECTIVES, NOUNS, VERBS, NOUNS)
    ]


def write_pairs(path: Path, rows: list[tuple[str, str]]) -> Path:
    path.write_text("".join(f"{source}\t{target}\n" for source, target in rows), "utf-8")
    return path


@pytest.fixture(scope="session")
def text(tmp_path_factory) -> Path:
    """A folder with train.tsv and dev.tsv, which share no sentence."""
    folder = tmp_path_factory.mktemp("text")
    rows = random.Random(1).sample(pairs(), 432)
    write_pairs(folder / "train.tsv", rows[40:])
    write_pairs(folder / "dev.tsv", rows[:40])
    return folder


def settings(text: Path, model: dict | None = None, **optimiser):
    """A configuration for it; by default a very small model."""
    from askew.neural.config import TrainConfig

    return TrainConfig.of(
        {
            "data": {"source": "en", "target": "es", "train": ["train.tsv"], "dev": "dev.tsv"},
            "model": {
                "vocabulary": 60, "width": 32, "heads": 2, "feed_forward": 64,
                "encoder_layers": 1, "decoder_layers": 1, "dropout": 0.1, **(model or {}),
            },
            "optimiser": {
                "batch_tokens": 2000, "learning_rate": 1e-2, "warmup": 20, "updates": 100,
                "average": 1, "checkpoint_every": 50, "evaluate_every": 1000, "log_every": 10, **optimiser,
            },
        },
        where="settings",
        base=text,
    )  # fmt: skip


@pytest.fixture(scope="session")
def learnt(text, tmp_path_factory) -> Path:
    """A model folder, trained for real."""
    from askew.neural.training.train import train

    shape = {"encoder_layers": 2, "decoder_layers": 2, "dropout": 0.0}
    return train(settings(text, shape, updates=250), tmp_path_factory.mktemp("learnt"))


def random_model(**shape):
    """A model whose weights are random, and larger than those training begins with, so that its answers differ."""
    import torch

    from askew.neural.config import ModelConfig
    from askew.neural.text.model import Transformer

    torch.manual_seed(shape.pop("seed", 1))
    sizes = {"vocabulary": 23, "width": 16, "heads": 2, "feed_forward": 32, "encoder_layers": 2, "decoder_layers": 2}
    model = Transformer(ModelConfig(**{**sizes, "max_length": 80, **shape})).eval()
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            parameter.add_(torch.randn_like(parameter) * (1.0 if name == "embedding.weight" else 0.2))
        model.embedding.weight[3] *= 2  # the end: likely enough to come at all
    return model
