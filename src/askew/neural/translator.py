"""From text to text: cut into pieces, sort by length, search in batches, put back in order."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import torch
from torch import Tensor

from askew.neural.checkpoint import load_model
from askew.neural.model import Transformer
from askew.neural.packed import pack
from askew.neural.quantise import quantise
from askew.neural.search import SearchConfig, translate
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
        return cls(prepared(model, compute, device), vocabulary, search or SearchConfig(), batch, device)

    def translate(self, texts: Sequence[str]) -> list[str]:
        """The translations, in the order of the texts."""
        room = self.model.config.max_length - 1
        sources = [[*pieces[:room], END] for pieces in self.vocabulary.encode(texts)]
        order = sorted(range(len(texts)), key=lambda number: len(sources[number]))
        results: list[list[int]] = [[] for _ in texts]
        for at in range(0, len(order), self.batch):
            rows = order[at : at + self.batch]
            for row, result in zip(
                rows, translate(self.model, self._padded([sources[r] for r in rows]), self.search), strict=True
            ):
                results[row] = result
        self.spoken += sum(len(result) + 1 for result in results)
        return self.vocabulary.decode(results)

    def _padded(self, rows: list[list[int]]) -> Tensor:
        longest = max(map(len, rows))
        return torch.tensor([row + [PADDING] * (longest - len(row)) for row in rows], device=self.device)


def prepared(model: Transformer, compute: Compute, device: str) -> Transformer:
    """The model on a device in the precision it computes in."""
    if compute == "int8":
        return quantise(model)
    if compute == "float32" and device == "cpu":
        return pack(model)
    return model.to(device=device, dtype=torch.bfloat16 if compute == "bfloat16" else torch.float32).eval()
