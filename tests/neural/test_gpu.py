"""A training step on a GPU (bfloat16, compiled, recorded and replayed) beside the plain one on the CPU. The CPU's own
case shows that the comparison works.
"""

import pytest
import torch

from askew.neural.training.train import Trainer, prepare

from .conftest import settings
from .speech import speech_settings, write_corpus

DEVICES = [
    ("cpu", False),
    *(
        pytest.param("cuda", compile, marks=pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU"))
        for compile in (False, True)
    ),
]
ROUNDS = 4  # a shape's first step is plain, its second is recorded, later ones are replayed
KINDS = ("mha", "aan", "log", "gauss", "none", "without 2D attention")


def configuration(kind, text, folder):
    size = {"width": 64, "encoder_layers": 2, "decoder_layers": 2, "dropout": 0.0}
    if kind in ("mha", "aan"):
        return settings(text, {**size, "attention": kind}, batch_tokens=1000)
    corpus = write_corpus(folder / "corpus")
    speech = {"channels": 64, "attention_2d": 2, "attention_maps": 4, "penalty": kind}
    if kind == "without 2D attention":
        speech |= {"attention_2d": 0, "penalty": "log"}
    return speech_settings(corpus, "recognition", speech=speech, model=size, batch_seconds=4.0)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("device", "compile"), DEVICES)
def test_the_gradient_is_the_same(kind, device, compile, text, tmp_path):
    config = configuration(kind, text, tmp_path)
    vocabulary, corpus = prepare(config, tmp_path / "model")
    plain = Trainer(config, vocabulary, corpus, tmp_path / "model", "cpu")
    tried = Trainer(config, vocabulary, corpus, tmp_path / "model", device, compile)
    if plain.config.speech is not None:  # two trainers draw differently what is dropped
        for trainer in (plain, tried):
            trainer.model.front.dropout.p = 0.0
    wanted = []
    for number in range(plain.batches.per_epoch):
        plain.steps(plain.batches.batch(number))
        wanted.append(plain.weights.gradient.clone())
    assert len(wanted) > 1
    for _ in range(ROUNDS):
        for number, gradient in enumerate(wanted):
            tried.steps(tried.batches.batch(number))
            found = tried.weights.gradient.float().cpu()
            assert found.isfinite().all()
            assert torch.nn.functional.cosine_similarity(found, gradient, dim=0) > 0.98
