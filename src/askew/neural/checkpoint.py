"""A model's files: ``model.safetensors``, ``model.json`` (architecture, languages, how it was trained) and
``sentencepiece.model``.

Nothing is pickled, so a model from somebody else can be opened without running their code.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from askew.core.errors import InputError, first_five
from askew.core.files import from_builtins, from_json, read_lines, write_atomically
from askew.neural.config import ModelConfig, model_config, speech_config
from askew.neural.speech.config import SpeechConfig
from askew.neural.vocabulary import FILE as PIECES
from askew.neural.vocabulary import Vocabulary

if TYPE_CHECKING:
    from torch import Tensor

    from askew.neural.text.model import Transformer

WEIGHTS, CARD = "model.safetensors", "model.json"


@dataclass(frozen=True)
class _Card:
    """What every ``model.json`` has: languages, and the architecture."""

    model: dict[str, Any]
    source: str
    target: str


def describe(folder: str | Path) -> dict[str, Any]:
    """``model.json``; an error says what the folder lacks."""
    path = Path(folder) / CARD
    if not path.is_file():
        raise InputError(f"{folder} is no model folder: it has no {CARD}")
    card = from_json("\n".join(read_lines(path)), dict[str, Any], where=str(path))
    from_builtins(card, _Card, where=str(path))
    return card


def architecture(folder: str | Path) -> ModelConfig:
    """The architecture of the model in a folder."""
    return model_config(describe(folder)["model"], f"{Path(folder) / CARD}: model")


def speech_of(folder: str | Path) -> SpeechConfig | None:
    """The speech settings of the model in a folder; None for one of text."""
    table = describe(folder).get("speech")
    return None if table is None else speech_config(table, f"{Path(folder) / CARD}: speech")


def new_model(config: ModelConfig, speech: SpeechConfig | None) -> "Transformer":
    """With weights as they are before training."""
    from askew.neural.speech.model import SpeechTransformer
    from askew.neural.text.model import Transformer

    return Transformer(config) if speech is None else SpeechTransformer(config, speech)


def save_model(folder: Path, tensors: Mapping[str, "Tensor"], card: Mapping[str, Any]) -> None:
    """Write weights and card; the vocabulary is there already."""
    save_tensors(folder / WEIGHTS, tensors)
    write_atomically(folder / CARD, json.dumps(card, ensure_ascii=False, indent=1) + "\n")


def load_model(folder: str | Path) -> tuple["Transformer", Vocabulary]:
    """The model in float32 on the CPU, ready to translate, and its vocabulary."""
    folder = Path(folder)
    config = architecture(folder)
    vocabulary = Vocabulary(folder / PIECES)
    if len(vocabulary) != config.vocabulary:
        raise InputError(f"{folder}: the model has {config.vocabulary} pieces, {PIECES} has {len(vocabulary)}")
    model = new_model(config, speech_of(folder))
    tensors = {name: tensor.float() for name, tensor in load_tensors(folder / WEIGHTS).items()}
    check_weights(folder, {name: tuple(tensor.shape) for name, tensor in tensors.items()}, model)
    if broken := [name for name, tensor in tensors.items() if not tensor.isfinite().all()]:
        raise InputError(
            f"{folder / WEIGHTS}: {first_five(broken)}: some weights are not finite; did the training diverge?"
        )
    model.load_state_dict(tensors)
    return model.eval(), vocabulary


def start_encoder(model: "Transformer", folder: str | Path) -> None:
    """Give a speech model the encoder of another, with all that is in front of it."""
    folder = Path(folder)
    other, speech = architecture(folder), speech_of(folder)
    names = ("width", "heads", "feed_forward", "encoder_layers")
    unlike = [
        f"{name} is {getattr(other, name)}" for name in names if getattr(other, name) != getattr(model.config, name)
    ]
    if speech is None:
        raise InputError(f"{folder}: a model of text; data.start_from needs one of speech")
    of_speech = ("rate", "filters", "window_ms", "hop_ms", "channels", "attention_2d", "attention_maps", "penalty")
    unlike += [
        f"{name} is {getattr(speech, name)}"
        for name in of_speech
        if getattr(speech, name) != getattr(model.speech, name)
    ]
    if unlike:
        raise InputError(f"{folder}: its encoder is of another shape: {', '.join(unlike)}")
    tensors = load_tensors(folder / WEIGHTS)
    own = {name: tensor for name, tensor in model.state_dict().items() if not name.startswith(("embedding", "decoder"))}
    if missing := [name for name in own if name not in tensors or tensors[name].shape != own[name].shape]:
        raise InputError(f"{folder / WEIGHTS}: lacks weights of the encoder: {first_five(missing)}")
    for name, tensor in own.items():
        tensor.copy_(tensors[name])


def check_weights(folder: Path, found: Mapping[str, tuple[int, ...]], model: "Transformer") -> None:
    """Whether the weights' names and shapes are those of the architecture; an error says which are not."""
    wanted = {name: tuple(tensor.shape) for name, tensor in model.state_dict().items()}
    if found != wanted:
        missing, strange = wanted.keys() - found.keys(), found.keys() - wanted.keys()
        unlike = [
            f"{name} is {found[name]} instead of {wanted[name]}"
            for name in wanted.keys() & found.keys()
            if found[name] != wanted[name]
        ]
        wrong = {"missing": missing, "unknown": strange, "of another shape": unlike}
        told = "; ".join(f"{what}: {first_five(sorted(names)) or 'none'}" for what, names in wrong.items())
        raise InputError(f"{folder / WEIGHTS}: not the weights of {model.config.name} as {CARD} has it: {told}")


def save_tensors(path: Path, tensors: Mapping[str, "Tensor"]) -> None:
    """A safetensors file, written whole or not at all."""
    from safetensors.torch import save_file

    temporary = path.with_name(f".{path.name}.tmp")
    save_file({name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}, temporary)
    temporary.replace(path)


def load_tensors(path: Path) -> dict[str, "Tensor"]:
    """What ``save_tensors`` wrote; a damaged file is an error that says so."""
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    try:
        return load_file(path)
    except FileNotFoundError:
        raise InputError(f"{path}: no such file") from None
    except SafetensorError as error:
        raise InputError(f"{path}: damaged, or not a safetensors file: {error}") from None


def average(paths: Sequence[Path]) -> dict[str, "Tensor"]:
    """The mean of several checkpoints' weights."""
    total = {name: tensor.double() for name, tensor in load_tensors(paths[0]).items()}
    for path in paths[1:]:
        tensors = load_tensors(path)
        if {n: t.shape for n, t in tensors.items()} != {n: t.shape for n, t in total.items()}:
            raise InputError(f"{path}: not a checkpoint of the same model as {paths[0]}: names or shapes differ")
        for name, tensor in tensors.items():
            total[name] += tensor
    return {name: (tensor / len(paths)).float() for name, tensor in total.items()}
