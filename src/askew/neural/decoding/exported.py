"""The weights of a model in CTranslate2's format, so that a model that comes with askew can be trained on. ``export``
writes that format.

``model.bin``: version, name, revision, then every variable with its name, shape, type and bytes; little-endian. 8-bit
weights have a scale per row beside them.
"""

import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from askew.core.errors import InputError

if TYPE_CHECKING:
    from askew.neural.text.model import Transformer

FILE = "model.bin"
TYPES = {0: np.float32, 1: np.int8, 2: np.int16, 3: np.int32, 4: np.float16}
Variables = dict[str, NDArray[Any]]


def read_exported(folder: Path, model: "Transformer") -> dict[str, Tensor]:
    """The weights in ``folder`` under the names of ``model``, which has the same architecture."""
    path = folder / FILE
    try:
        with path.open("rb") as file:
            variables = _variables(file)
    except FileNotFoundError:
        raise InputError(f"{folder}: it has neither model.safetensors nor {FILE}") from None
    except (struct.error, ValueError, KeyError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: damaged, or not a model of CTranslate2: {error}") from None
    names = {ours: _theirs(ours) for ours in model.state_dict()}
    if missing := [theirs for theirs in names.values() if theirs not in variables]:
        raise InputError(f"{path}: lacks {missing[0]} and {len(missing) - 1} more: not a model askew has exported")
    return {ours: torch.from_numpy(_exact(variables, theirs)) for ours, theirs in names.items()}


def _variables(file: BinaryIO) -> Variables:
    def number(kind: str) -> int:
        return int(struct.unpack(f"<{kind}", file.read(struct.calcsize(kind)))[0])

    def text() -> str:
        return file.read(number("H"))[:-1].decode("utf-8")

    number("I")  # version
    text()
    number("I")  # revision
    variables = {}
    for _ in range(number("I")):
        name = text()
        shape = [number("I") for _ in range(number("B"))]
        kind = TYPES[number("B")]
        data = np.frombuffer(file.read(number("I")), dtype=kind)
        variables[name] = data.reshape(shape) if shape else data
    for _ in range(number("I")):
        alias, name = text(), text()
        variables[alias] = variables[name]
    return variables


def _exact(variables: Variables, name: str) -> NDArray[np.float32]:
    """The inverse of CTranslate2's rounding: 127 is the largest weight of a row."""
    value = variables[name]
    if value.dtype == np.int8:
        scale: NDArray[np.float32] = variables[f"{name}_scale"].astype(np.float32)
        value = np.divide(value.astype(np.float32), scale[:, None], dtype=np.float32)
    return np.array(value, dtype=np.float32)  # a copy: what was read must not be written to


def _theirs(ours: str) -> str:
    """``decoder.3.cross.key_value.weight`` -> decoder/layer_3/attention/linear_1/weight."""
    if ours == "embedding.weight":
        return "decoder/embeddings/weight"
    *path, kind = ours.split(".")
    norm = {"weight": "gamma", "bias": "beta"}[kind]
    if path[0] in ("encoder_norm", "decoder_norm"):
        return f"{path[0].removesuffix('_norm')}/layer_norm/{norm}"
    stack, layer, *part = path
    before = f"{stack}/layer_{layer}"
    return {
        "attention_norm": f"{before}/self_attention/layer_norm/{norm}",
        "attention.query_key_value": f"{before}/self_attention/linear_0/{kind}",
        "attention.output": f"{before}/self_attention/linear_1/{kind}",
        "cross_norm": f"{before}/attention/layer_norm/{norm}",
        "cross.query": f"{before}/attention/linear_0/{kind}",
        "cross.key_value": f"{before}/attention/linear_1/{kind}",
        "cross.output": f"{before}/attention/linear_2/{kind}",
        "feed_forward_norm": f"{before}/ffn/layer_norm/{norm}",
        "feed_forward.inner": f"{before}/ffn/linear_0/{kind}",
        "feed_forward.outer": f"{before}/ffn/linear_1/{kind}",
    }[".".join(part)]
