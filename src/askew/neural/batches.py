"""Batches whose shapes recur, so that a GPU can replay them: what those of text and of speech have in common."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from askew.neural.speech.features import Utterances
from askew.neural.vocabulary import END, PADDING, START

Ids = NDArray[np.uint16]  # a vocabulary has at most 65,536 pieces
ROUNDING = 8  # lengths are rounded up to multiples of this: few shapes, little padding


def joined(rows: list[list[int]]) -> tuple[Ids, NDArray[np.int64]]:
    """All rows' ids, and where each row starts."""
    at = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum([len(row) for row in rows], out=at[1:])
    return np.concatenate([np.asarray(row, dtype=np.uint16) for row in rows]), at


@dataclass(frozen=True)
class Batch:
    """``source`` ends in END, or is speech; ``given`` is the target shifted right, ``wanted`` what is to be said.
    Padded with PADDING.
    """

    source: Tensor | Utterances  # B, S
    given: Tensor  # B, T
    wanted: Tensor  # B, T
    tokens: int
    """Source and target pieces that are not padding; of speech, target pieces."""

    @property
    def tensors(self) -> tuple[Tensor, ...]:
        """All of it that lives on the device."""
        source = self.source
        return (
            *((source.features, source.lengths) if isinstance(source, Utterances) else (source,)),
            self.given,
            self.wanted,
        )

    def clone(self) -> "Batch":
        """A copy of its own."""
        *source, given, wanted = (tensor.clone() for tensor in self.tensors)
        return Batch(Utterances(*source) if len(source) == 2 else source[0], given, wanted, self.tokens)


@dataclass(frozen=True)
class Rows:
    """Which pairs make a batch, and the batch's shape."""

    pairs: NDArray[np.int64]
    size: int  # rows of the batch's shape, of which the pairs fill the first
    source_length: int
    target_length: int
    tokens: int

    @property
    def spare(self) -> int:
        """Rows that only fill the shape: something to attend to, nothing to say."""
        return self.size - len(self.pairs)


class Series:
    """An endless, seeded series of batches; ``batch(n)`` is the same whenever it is asked for. What they are made of
    lives on ``device``.
    """

    def __init__(self, target: Ids, target_at: NDArray[np.int64], seed: int, device: str) -> None:
        self.seed, self.device = seed, device
        self._target, self._target_at = on_device(target, device), on_device(target_at, device)
        self._shuffled: dict[int, list[Rows]] = {}
        self.per_epoch = len(self._epoch(0))

    def batch(self, number: int) -> Batch:
        """The batch of a step, counted from 0."""
        epoch, place = divmod(number, self.per_epoch)
        chosen = self._epoch(epoch)[place]
        pairs = torch.from_numpy(chosen.pairs).to(self.device)
        wanted = padded(self._target, self._target_at, pairs, chosen.target_length)
        if chosen.spare:
            wanted = torch.cat([wanted, wanted.new_full((chosen.spare, chosen.target_length), PADDING)])
        given = torch.cat([wanted.new_full((chosen.size, 1), START), wanted[:, :-1]], dim=1)
        return Batch(self.sources(chosen, pairs), given.masked_fill(given == END, PADDING), wanted, chosen.tokens)

    def _epoch(self, epoch: int) -> list[Rows]:
        """The epoch's batches in random order."""
        if epoch not in self._shuffled:
            generator = np.random.default_rng((self.seed, epoch))
            batches = self.cut(generator)
            self._shuffled = {epoch: [batches[i] for i in generator.permutation(len(batches))]}
        return self._shuffled[epoch]

    def sources(self, chosen: Rows, pairs: Tensor) -> Tensor | Utterances:
        """The source side of a batch; ``pairs`` are those chosen, on the device."""
        raise NotImplementedError

    def cut(self, generator: np.random.Generator) -> list[Rows]:
        """All pairs as batches of nearly equal length; as many in all epochs."""
        raise NotImplementedError


def on_device(array: NDArray[Any], device: str) -> Tensor:
    """Ids, or places: torch has no arithmetic for 16 bits without a sign."""
    return torch.from_numpy(array.astype(np.int32 if array.dtype == np.uint16 else np.int64)).to(device)


def padded(ids: Tensor, at: Tensor, rows: Tensor, length: int) -> Tensor:
    """The rows' ids, each with END behind it, padded to ``length``."""
    places = at[rows][:, None] + torch.arange(length, device=ids.device)  # B, length
    ends = at[rows + 1][:, None]
    taken = ids[places.clamp(max=len(ids) - 1)].long()
    return taken.masked_fill(places == ends, END).masked_fill(places > ends, PADDING)
