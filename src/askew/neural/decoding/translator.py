"""From text, or speech, to text: sort by length, search in batches, put back in order."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from askew.core.errors import InputError, first_five
from askew.neural.checkpoint import describe, load_model
from askew.neural.decoding.packed import pack
from askew.neural.decoding.quantise import quantise
from askew.neural.decoding.search import SearchConfig, Source, translate
from askew.neural.speech.config import LONGEST_SECONDS
from askew.neural.speech.features import Recording, Utterances, features_of
from askew.neural.speech.text import Moses
from askew.neural.text.model import Transformer
from askew.neural.vocabulary import END, PADDING, Vocabulary

Compute = Literal["float32", "bfloat16", "int8"]


@dataclass
class Translator:
    """A model, its vocabulary and a device, ready to translate."""

    model: Transformer
    vocabulary: Vocabulary
    search: SearchConfig
    batch: int = 32
    device: str = "cpu"
    finish: Callable[[str], str] = str
    """What is done with a text the model has written."""
    spoken: int = 0
    """Pieces produced so far, ends included."""

    @classmethod
    def load(
        cls,
        folder: str | Path,
        search: SearchConfig | None = None,
        compute: Compute = "float32",
        batch: int = 32,
        device: str = "cpu",
    ) -> "Translator":
        """Open a model folder."""
        model, vocabulary = load_model(folder)
        finish = finisher(describe(folder))
        return cls(prepared(model, compute, device), vocabulary, search or SearchConfig(), batch, device, finish)

    @property
    def room(self) -> int:
        """The pieces of the longest text a model reads, its end not counted."""
        return self.model.config.max_length - 1

    def translate(self, texts: Sequence[str]) -> list[str]:
        """The translations, in the order of the texts; of a text too long, of what the model can read of it."""
        sources = [[*pieces[: self.room], END] for pieces in self.vocabulary.encode(texts)]
        return self._said(sources, self._padded)

    def from_speech(self, recordings: Sequence[Recording]) -> list[str]:
        """What is said in recordings, or what it means; samples of 16 bits or from -1 to 1, at the model's rate."""
        most = LONGEST_SECONDS * self.model.speech.rate
        if too_long := [number for number, recording in enumerate(recordings) if len(recording) > most]:
            raise InputError(
                f"recordings longer than {LONGEST_SECONDS} s must be cut first: number {first_five(too_long)}"
            )
        return self._said(recordings, lambda rows: features_of(rows, self.model.speech, self.device))

    def from_features(self, features: Sequence[NDArray[Any]]) -> list[str]:
        """The same of features that are there already: each F, filters."""
        return self._said(features, self._utterances)

    def _said(self, sources: Sequence[Any], together: Callable[[list[Any]], Source]) -> list[str]:
        """Search in batches of nearly equal length, each put ``together``."""
        order = sorted(range(len(sources)), key=lambda number: len(sources[number]))
        results: list[list[int]] = [[] for _ in sources]
        for at in range(0, len(order), self.batch):
            rows = order[at : at + self.batch]
            found = translate(self.model, together([sources[row] for row in rows]), self.search)
            for row, result in zip(rows, found, strict=True):
                results[row] = result
        self.spoken += sum(len(result) + 1 for result in results)
        return [self.finish(text) for text in self.vocabulary.decode(results)]

    def _padded(self, rows: list[list[int]]) -> Tensor:
        longest = max(map(len, rows))
        return torch.tensor([row + [PADDING] * (longest - len(row)) for row in rows], device=self.device)

    def _utterances(self, rows: list[NDArray[Any]]) -> Utterances:
        lengths = [len(row) for row in rows]
        features = np.zeros((len(rows), max(lengths), rows[0].shape[1]), dtype=np.float32)
        for place, row in enumerate(rows):
            features[place, : len(row)] = row
        return Utterances(torch.from_numpy(features).to(self.device), torch.tensor(lengths, device=self.device))


def finisher(card: Mapping[str, Any]) -> Callable[[str], str]:
    """What the model's card says is to be done with what it writes."""
    return Moses(card["target"]).detokenise if card.get("moses") else str


def prepared(model: Transformer, compute: Compute, device: str) -> Transformer:
    """The model on a device in the precision it computes in."""
    if compute == "int8":
        return quantise(model)
    if compute == "float32" and device == "cpu":
        return pack(model)
    return model.to(device=device, dtype=torch.bfloat16 if compute == "bfloat16" else torch.float32).eval()
