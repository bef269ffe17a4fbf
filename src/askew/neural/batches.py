"""From parallel text to batches of nearly equal length, whose shapes recur so that a GPU can replay them."""

import gzip
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from askew.core.errors import InputError
from askew.neural.config import DataConfig
from askew.neural.features import Utterances
from askew.neural.vocabulary import END, PADDING, START, Vocabulary

Ids = NDArray[np.uint16]  # a vocabulary has at most 65,536 pieces
ROUNDING = 8  # lengths are rounded up to multiples of this: few shapes, little padding


def read_pairs(path: str | Path) -> tuple[list[str], list[str]]:
    """Sources and targets of a TSV file (plain or .gz): its last two columns."""
    path = Path(path)
    path = path if path.exists() else path.with_name(path.name + ".gz")
    try:
        with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
            rows = [line.rstrip("\n").split("\t") for line in file]
    except FileNotFoundError:
        raise InputError(f"{path.with_suffix('') if path.suffix == '.gz' else path}: no such file (nor .gz)") from None
    except (UnicodeDecodeError, gzip.BadGzipFile, zlib.error, EOFError) as error:
        raise InputError(f"{path}: {error}") from None
    for number, row in enumerate(rows, 1):
        if len(row) < 2:
            raise InputError(f"{path}, line {number}: expected source and target in tab-separated columns, found {row}")
    if not rows:
        raise InputError(f"{path}: empty")
    return [row[-2] for row in rows], [row[-1] for row in rows]


@dataclass(frozen=True)
class Corpus:
    """Pairs as ids, one after the other: pair k is ``source[source_at[k]:source_at[k + 1]]``, the target likewise."""

    source: Ids
    source_at: NDArray[np.int64]
    target: Ids
    target_at: NDArray[np.int64]

    @classmethod
    def encode(cls, sources: list[str], targets: list[str], vocabulary: Vocabulary, config: DataConfig) -> "Corpus":
        """All pairs but those too long, too uneven or empty on a side."""
        kept = [
            (source, target)
            for source, target in zip(vocabulary.encode(sources), vocabulary.encode(targets), strict=True)
            if source
            and target
            and max(len(source), len(target)) < config.max_pieces
            and len(source) <= config.max_ratio * len(target) + 10
            and len(target) <= config.max_ratio * len(source) + 10
        ]
        if not kept:
            raise InputError("no pair of the training text is fit for training: see data.max_pieces and data.max_ratio")
        return cls(*joined([pair[0] for pair in kept]), *joined([pair[1] for pair in kept]))

    @property
    def lengths(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Of each pair's source and target, the end included."""
        return np.diff(self.source_at) + 1, np.diff(self.target_at) + 1

    def save(self, path: Path) -> None:
        """Written whole or not at all; encoding half a million pairs takes longer than reading them."""
        temporary = path.with_name(f".{path.name}.tmp.npz")
        np.savez_compressed(temporary, **self.__dict__)
        temporary.replace(path)

    @classmethod
    def load(cls, path: Path) -> "Corpus":
        """What ``save`` wrote."""
        with np.load(path) as arrays:
            return cls(**{name: arrays[name] for name in ("source", "source_at", "target", "target_at")})


def joined(rows: list[list[int]]) -> tuple[Ids, NDArray[np.int64]]:
    """All rows' ids, and where each row starts."""
    at = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum([len(row) for row in rows], out=at[1:])
    return np.concatenate([np.asarray(row, dtype=np.uint16) for row in rows]), at


@dataclass(frozen=True)
class Batch:
    """``source`` ends in END, or is speech; ``given`` is the target shifted right, ``wanted`` what is to be said. Padded with PADDING."""

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
    """An endless, seeded series of batches; ``batch(n)`` is the same whenever it is asked for. What they are made of lives on ``device``."""

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


class Batches(Series):
    """Of text."""

    def __init__(self, corpus: Corpus, batch_tokens: int, seed: int, device: str = "cpu") -> None:
        self.corpus, self.batch_tokens = corpus, batch_tokens
        self._source, self._source_at = on_device(corpus.source, device), on_device(corpus.source_at, device)
        super().__init__(corpus.target, corpus.target_at, seed, device)

    def sources(self, chosen: Rows, pairs: Tensor) -> Tensor:
        """B, S."""
        source = padded(self._source, self._source_at, pairs, chosen.source_length)
        filler = source.new_full((chosen.spare, chosen.source_length), PADDING)
        filler[:, 0] = END
        return torch.cat([source, filler])

    def cut(self, generator: np.random.Generator) -> list[Rows]:
        """Pairs are shuffled, then sorted by their rounded lengths, so batches differ from epoch to epoch but their shapes are few.

        How many there are depends on the lengths alone.
        """
        exact = self.corpus.lengths
        source, target = (-(-lengths // ROUNDING) * ROUNDING for lengths in exact)
        longest = np.maximum(source, target)
        order = generator.permutation(len(source))
        # First by the longer side, which decides how many rows fit; then by the sides, so that padding stays small.
        order = order[np.lexsort((source[order], target[order], longest[order]))]
        batches = []
        for length in np.unique(longest):
            bucket = order[longest[order] == length]
            size = max(1, self.batch_tokens // (2 * int(length)))
            for at in range(0, len(bucket), size):
                rows = bucket[at : at + size]
                tokens = int(exact[0][rows].sum() + exact[1][rows].sum())
                batches.append(Rows(rows, size, int(source[rows].max()), int(target[rows].max()), tokens))
        return batches


def on_device(array: NDArray[Any], device: str) -> Tensor:
    """Ids, or places: torch has no arithmetic for 16 bits without a sign."""
    return torch.from_numpy(array.astype(np.int32 if array.dtype == np.uint16 else np.int64)).to(device)


def padded(ids: Tensor, at: Tensor, rows: Tensor, length: int) -> Tensor:
    """The rows' ids, each with END behind it, padded to ``length``."""
    places = at[rows][:, None] + torch.arange(length, device=ids.device)  # B, length
    ends = at[rows + 1][:, None]
    taken = ids[places.clamp(max=len(ids) - 1)].long()
    return taken.masked_fill(places == ends, END).masked_fill(places > ends, PADDING)
