"""A model with multi-head attention in CTranslate2's format, so that it runs without torch. Averaged attention is not
known there.
"""

from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from askew.core.errors import UsageError
from askew.neural.checkpoint import architecture, load_model, speech_of
from askew.neural.config import ModelConfig
from askew.neural.text.positions import sinusoids
from askew.neural.vocabulary import FILE as PIECES

Arrays = dict[str, NDArray[Any]]


def export(folder: str | Path, out: str | Path, precision: str = "float16") -> Path:
    """Write the model of ``folder`` to ``out``; CTranslate2 then computes in float32 or int8, as it is asked."""
    try:
        from ctranslate2.specs import TransformerSpec
    except ImportError:
        raise UsageError("exporting a model needs CTranslate2: pip install 'askew[models]'") from None
    folder, out = Path(folder), Path(out)
    config = architecture(folder)
    if config.attention != "mha":
        raise UsageError(f"{folder}: CTranslate2 has no averaged attention; only mha models can be exported")
    if speech_of(folder) is not None:
        raise UsageError(
            f"{folder}: a model of speech, which CTranslate2 does not know; only models of text can be exported"
        )
    model, vocabulary = load_model(folder)
    arrays = {name: tensor.numpy() for name, tensor in model.state_dict().items()}
    spec = TransformerSpec.from_config((config.encoder_layers, config.decoder_layers), config.heads, pre_norm=True)
    _fill(spec, config, arrays)
    pieces = vocabulary.pieces()
    spec.register_source_vocabulary(pieces)
    spec.register_target_vocabulary(pieces)
    spec.validate()
    spec.optimize(quantization=precision)
    out.mkdir(parents=True, exist_ok=True)
    spec.save(str(out))
    (out / PIECES).write_bytes((folder / PIECES).read_bytes())
    return out


def _fill(spec: Any, config: ModelConfig, arrays: Arrays) -> None:
    spec.config.bos_token, spec.config.eos_token, spec.config.unk_token = "<s>", "</s>", "<unk>"
    spec.config.decoder_start_token, spec.config.add_source_eos, spec.config.add_source_bos = "<s>", True, False
    positions = sinusoids(config.max_length, config.width)
    for stack in (spec.encoder, spec.decoder):
        stack.position_encodings.encodings = positions
        stack.scale_embeddings = True
    spec.encoder.embeddings[0].weight = arrays["embedding.weight"]
    spec.decoder.embeddings.weight = arrays["embedding.weight"]
    spec.decoder.projection.weight = arrays["embedding.weight"]
    _norm(spec.encoder.layer_norm, arrays, "encoder_norm")
    _norm(spec.decoder.layer_norm, arrays, "decoder_norm")
    for number, layer in enumerate(spec.encoder.layer):
        _self_attention(layer.self_attention, arrays, f"encoder.{number}")
        _feed_forward(layer.ffn, arrays, f"encoder.{number}")
    for number, layer in enumerate(spec.decoder.layer):
        name = f"decoder.{number}"
        _self_attention(layer.self_attention, arrays, name)
        _norm(layer.attention.layer_norm, arrays, f"{name}.cross_norm")
        for linear, part in zip(layer.attention.linear, ("query", "key_value", "output"), strict=True):
            _linear(linear, arrays, f"{name}.cross.{part}")
        _feed_forward(layer.ffn, arrays, name)


def _self_attention(spec: Any, arrays: Arrays, name: str) -> None:
    _norm(spec.layer_norm, arrays, f"{name}.attention_norm")
    _linear(spec.linear[0], arrays, f"{name}.attention.query_key_value")
    _linear(spec.linear[1], arrays, f"{name}.attention.output")


def _feed_forward(spec: Any, arrays: Arrays, name: str) -> None:
    _norm(spec.layer_norm, arrays, f"{name}.feed_forward_norm")
    _linear(spec.linear_0, arrays, f"{name}.feed_forward.inner")
    _linear(spec.linear_1, arrays, f"{name}.feed_forward.outer")


def _linear(spec: Any, arrays: Arrays, name: str) -> None:
    spec.weight, spec.bias = arrays[f"{name}.weight"], arrays[f"{name}.bias"]


def _norm(spec: Any, arrays: Arrays, name: str) -> None:
    spec.gamma, spec.beta = arrays[f"{name}.weight"], arrays[f"{name}.bias"]
