"""A sweep over the options of a real engine: CTranslate2, with a small model of random weights."""

import json

import numpy as np
import pytest

import askew
from askew.sweep.analyse import analyse
from askew.sweep.execute import execute
from askew.sweep.plan import read_plan

ctranslate2 = pytest.importorskip("ctranslate2")
sentencepiece = pytest.importorskip("sentencepiece")
WIDTH, HIDDEN = 16, 32


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """Two layers that say something, though nothing that means anything."""
    folder = tmp_path_factory.mktemp("model")
    (folder / "text").write_text(
        "la casa grande\nel perro duerme en la casa\nla enfermera y el médico\nthe house is big\n"
    )
    for side in ("source", "target"):
        sentencepiece.SentencePieceTrainer.train(
            input=str(folder / "text"),
            model_prefix=str(folder / side),
            vocab_size=60,
            minloglevel=2,
            hard_vocab_limit=False,
        )
        (folder / f"{side}.model").rename(folder / f"{side}.spm")
    pieces = sentencepiece.SentencePieceProcessor(model_file=str(folder / "source.spm"))
    vocabulary = [pieces.id_to_piece(n) for n in range(pieces.get_piece_size())]
    spec = ctranslate2.specs.TransformerSpec.from_config(2, 2, pre_norm=True)
    fill(spec, len(vocabulary), np.random.default_rng(1))
    spec.register_source_vocabulary(vocabulary)
    spec.register_target_vocabulary(vocabulary)
    spec.validate()
    spec.save(str(folder))
    return folder


def fill(spec, size, rng):
    """Random weights everywhere."""

    def weights(*shape):
        return rng.normal(0, 0.3, shape).astype(np.float32)

    def linear(layer, rows, columns):
        layer.weight, layer.bias = weights(rows, columns), weights(rows)

    def norm(layer):
        layer.gamma, layer.beta = np.ones(WIDTH, np.float32), np.zeros(WIDTH, np.float32)

    spec.encoder.embeddings[0].weight = weights(size, WIDTH)
    spec.decoder.embeddings.weight = weights(size, WIDTH)
    linear(spec.decoder.projection, size, WIDTH)
    for side in (spec.encoder, spec.decoder):
        norm(side.layer_norm)
        side.position_encodings.encodings = weights(512, WIDTH)
        for layer in side.layer:
            attentions = {layer.self_attention: (3 * WIDTH, WIDTH)}
            if side is spec.decoder:
                attentions[layer.attention] = (WIDTH, 2 * WIDTH, WIDTH)
            for attention, rows in attentions.items():
                norm(attention.layer_norm)
                for part, width in zip(attention.linear, rows, strict=True):
                    linear(part, width, WIDTH)
            norm(layer.ffn.layer_norm)
            linear(layer.ffn.linear_0, HIDDEN, WIDTH)
            linear(layer.ffn.linear_1, WIDTH, HIDDEN)


def test_axes_are_options_and_the_model_is_loaded_apart_from_its_work(model, tmp_path):
    (tmp_path / "sweep.toml").write_text(f"""
        target = "es"
        suites = [{{suite = "simplegen", subset = "fofc"}}]
        system = "ctranslate2:{model}"
        set = {{threads = 1, max_length = 12}}
        resamples = 200
        [axes]
        beam = [5, 1]
        compute_type = ["float32", "int8"]
        [timing]
        set = "simplegen"
        first = 40
        repeats = 1
        """)
    plan = read_plan(tmp_path / "sweep.toml")
    assert execute(plan, tmp_path / "out") == []
    details = [
        askew.core.run.read_asked(tmp_path / f"out/cells/{cell}/simplegen").system_details
        for cell in ("5_float32", "1_int8")
    ]
    assert [(one["beam"], one["compute_type"]) for one in details] == [("5", "float32"), ("1", "int8")]
    assert (
        len(
            {
                tuple(o.text for o in askew.load(tmp_path / f"out/cells/{cell}/simplegen").outputs)
                for cell in ("5_float32", "1_float32")
            }
        )
        == 2
    )
    timings = [json.loads(line) for line in (tmp_path / "out/timing.jsonl").read_text().splitlines()]
    assert [row["cell"] for row in timings] == ["5_float32", "5_int8", "1_float32", "1_int8"]
    assert all(row["load_seconds"] > 0 < row["cpu_seconds"] for row in timings)
    assert [cell.label for cell in analyse(plan, tmp_path / "out").cells] == [
        "baseline",
        "compute_type=int8",
        "beam=1",
        "beam=1 compute_type=int8",
    ]
