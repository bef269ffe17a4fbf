"""Adapting a trained model to a little new text, with old text beside it as an anchor (Saunders and Byrne 2020).

Every update takes one batch of the new text and one of the old, so that what the new text does not show is not
forgotten.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from askew.core.errors import UsageError
from askew.neural.batches import Batch, Series
from askew.neural.checkpoint import CARD, WEIGHTS, architecture, check_weights, describe, load_tensors, speech_of
from askew.neural.config import AdaptConfig, DataConfig, OptimiserConfig, TrainConfig
from askew.neural.decoding.exported import read_exported
from askew.neural.shipped import shipped, shipped_models
from askew.neural.tables import read_table
from askew.neural.text.corpus import Batches, Corpus, read_pairs
from askew.neural.vocabulary import FILE as PIECES
from askew.neural.vocabulary import Vocabulary

if TYPE_CHECKING:
    from askew.neural.text.model import Transformer

ANCHOR = "anchor.npz"  # beside corpus.npz in the model's folder
# Minutes on a CPU. The rate is a tenth of what small models are trained with.
SETTINGS: dict[str, Any] = {
    "updates": 400,
    "batch_tokens": 8_192,
    "accumulate": 2,
    "learning_rate": 2e-4,
    "warmup": 40,
    "average": 1,
    "checkpoint_every": 50,
    "evaluate_every": 400,
    "log_every": 10,
}


def adapting(
    model: str, text: list[Path], anchor: list[Path], dev: Path | None, changes: Mapping[str, Any]
) -> TrainConfig:
    """The configuration that adapts ``model`` to ``text`` beside ``anchor``; ``changes`` such as
    ``{"optimiser.updates": 200}``.

    Raises UsageError for a model that is not there or hears, InputError for a setting that does not fit.
    """
    folder = model_folder(model)
    card = describe(folder)
    if speech_of(folder) is not None:
        raise UsageError(f"{model}: a model of speech; only models of text can be adapted")
    tables: dict[str, dict[str, Any]] = {"optimiser": dict(SETTINGS), "adapt": {}}
    for name, value in changes.items():
        table, _, key = name.partition(".")
        if table not in tables:
            raise UsageError(f"--set {name}: an adapted model is as it was; only optimiser.… and adapt.… can be set")
        tables[table][key] = value
    return TrainConfig(
        DataConfig(card["source"], card["target"], tuple(map(_absolute, text)), "" if dev is None else _absolute(dev)),
        architecture(folder),
        read_table(OptimiserConfig, tables["optimiser"], "[optimiser]"),
        adapt=read_table(
            AdaptConfig,
            {
                "model": model if shipped(model) else _absolute(Path(model)),
                "anchor": tuple(map(_absolute, anchor)),
                **tables["adapt"],
            },
            "[adapt]",
        ),
    )


def _absolute(path: Path) -> str:
    return str(path.absolute())


def model_folder(name: str) -> Path:
    """The folder of a model, which may be one that comes with askew."""
    folder = shipped(name) or Path(name)
    if not (folder / CARD).is_file():
        known = ", ".join(shipped_models())
        raise UsageError(f"{name}: neither a folder with {CARD} nor a model that comes with askew ({known})")
    return folder


def prepare_adapting(adapt: AdaptConfig, data: DataConfig, seed: int, folder: Path) -> tuple[Vocabulary, Corpus]:
    """The model's vocabulary, and the new text as ids; the old text's are written beside it."""
    if not (folder / PIECES).exists():
        (folder / PIECES).write_bytes((model_folder(adapt.model) / PIECES).read_bytes())
    vocabulary = Vocabulary(folder / PIECES)
    for name, paths, most in (("corpus.npz", data.train, None), (ANCHOR, adapt.anchor, adapt.anchor_pairs)):
        if not (folder / name).exists():
            sides = [read_pairs(path) for path in paths]
            pairs = [pair for side in sides for pair in zip(*side, strict=True)]
            if most is not None and len(pairs) > most:
                chosen = np.random.default_rng(seed).permutation(len(pairs))[:most]
                pairs = [pairs[number] for number in chosen]
            Corpus.encode([s for s, _ in pairs], [t for _, t in pairs], vocabulary, data).save(folder / name)
    return vocabulary, Corpus.load(folder / "corpus.npz")


def start_from(model: "Transformer", name: str) -> None:
    """Give a model the weights of a trained one of the same architecture."""
    folder = model_folder(name)
    is_exported = not (folder / WEIGHTS).exists()
    tensors = read_exported(folder, model) if is_exported else load_tensors(folder / WEIGHTS)
    check_weights(folder, {part: tuple(tensor.shape) for part, tensor in tensors.items()}, model)
    for part, tensor in model.state_dict().items():
        tensor.copy_(tensors[part])


class Beside(Series):
    """Batches of new and old text by turns: the even ones are of the new text, and an update takes one of each."""

    def __init__(self, corpus: Corpus, folder: Path, share: float, optimiser: OptimiserConfig, device: str) -> None:
        if optimiser.accumulate != 2:
            raise UsageError(f"optimiser: accumulate must be 2, a step of each text; found {optimiser.accumulate}")
        new = max(1, round(share * optimiser.batch_tokens))
        old = max(1, optimiser.batch_tokens - new)
        self.texts = (
            Batches(corpus, new, optimiser.seed, device),
            Batches(Corpus.load(folder / ANCHOR), old, optimiser.seed, device),
        )

    def batch(self, number: int) -> Batch:
        """The batch of a step, counted from 0."""
        step, which = divmod(number, 2)
        return self.texts[which].batch(step)
