"""Parallel text ready to be trained on: pairs as ids, and batches of nearly equal length."""

import gzip
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from askew.core.errors import InputError
from askew.neural.batches import ROUNDING, Ids, Rows, Series, joined, on_device, padded
from askew.neural.config import DataConfig
from askew.neural.vocabulary import END, PADDING, Vocabulary


def read_pairs(path: str | Path) -> tuple[list[str], list[str]]:
    """Sources and targets of a TSV file (plain or .gz): its last two columns, below a header of lines with # if any."""
    path = Path(path)
    path = path if path.exists() else path.with_name(path.name + ".gz")
    try:
        opened = gzip.open if path.suffix == ".gz" else Path.open
        with opened(path, "rt", encoding="utf-8", newline="\n") as file:  # a bare CR ends no line
            rows = [line.rstrip("\r\n").split("\t") for line in file]
    except FileNotFoundError:
        raise InputError(f"{path.with_suffix('') if path.suffix == '.gz' else path}: no such file (nor .gz)") from None
    except (UnicodeDecodeError, OSError, zlib.error, EOFError) as error:
        raise InputError(f"can't be read: {error}", where=str(path)) from None
    header = next((n for n, row in enumerate(rows) if len(row) > 1 or not row[0].startswith("#")), len(rows))
    for number, row in enumerate(rows[header:], header + 1):
        if len(row) < 2:
            raise InputError(f"{path}, line {number}: expected source and target in tab-separated columns, found {row}")
    rows = rows[header:]
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
        """Pairs are shuffled, then sorted by their rounded lengths, so batches differ from epoch to epoch but their
        shapes are few.

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
