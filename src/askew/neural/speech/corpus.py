"""A corpus of speech ready to be trained on: features computed once and kept on disk, targets as ids, and batches of
them.

Features are one long array of 16-bit floats (frames, filters), written as they are computed; several trainings can
share it.
"""

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from askew.core.errors import InputError
from askew.formats.mustc import Split, read_split
from askew.formats.segments import Segment
from askew.neural.batches import ROUNDING, Ids, Rows, Series, joined, on_device
from askew.neural.config import OptimiserConfig
from askew.neural.speech.config import SpeechConfig, SpeechDataConfig
from askew.neural.speech.features import Recording, Utterances, features_of
from askew.neural.speech.samples import read_samples
from askew.neural.speech.text import targets
from askew.neural.vocabulary import FILE as PIECES
from askew.neural.vocabulary import Vocabulary, learn

FRAME_ROUNDING = 64  # frames of a batch are rounded up to multiples of this: few shapes, little padding
AT_ONCE = {"cpu": 60, "cuda": 1_200}  # seconds of speech whose features are computed together


@dataclass(frozen=True)
class Features:
    """Utterance k has ``lengths[k]`` frames from ``starts[k]`` on."""

    frames: NDArray[np.float16]  # frames, filters
    starts: NDArray[np.int64]
    lengths: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.starts)

    def each(self) -> list[NDArray[np.float16]]:
        """Every utterance's: F, filters."""
        return [self.frames[at : at + length] for at, length in zip(self.starts, self.lengths, strict=True)]


@dataclass(frozen=True)
class SpeechCorpus:
    """Training utterances ``rows`` of ``features`` with their targets, as ``Corpus`` has them; and the dev set."""

    features: Features
    rows: NDArray[np.int64]
    target: Ids
    target_at: NDArray[np.int64]
    dev: Features
    dev_texts: list[str]
    """What is to be said, and compared with what is said."""


def prepare_speech(
    data: SpeechDataConfig, speech: SpeechConfig, pieces: int, folder: Path, device: str
) -> tuple[Vocabulary, SpeechCorpus]:
    """Vocabulary and corpus, made once and then read; at most so many pieces."""
    kept_in = Path(data.features) if data.features else folder
    kept_in.mkdir(parents=True, exist_ok=True)
    dev = _short_enough(read_split(data.corpus, data.dev, [data.language]), data)
    dev = Split(
        dev.segments[: data.dev_sentences], {name: lines[: data.dev_sentences] for name, lines in dev.texts.items()}
    )
    learnt = data.train_text or data.language
    train = _short_enough(read_split(data.corpus, data.train, [learnt]), data)
    if not (folder / PIECES).exists() or not (folder / "corpus.npz").exists():
        said = targets(train.texts[learnt], data)
        if not (folder / PIECES).exists():
            learn((text for text in said if text), pieces, folder / PIECES, kind="char" if data.by_character else "bpe")
        _write_targets(folder / "corpus.npz", Vocabulary(folder / PIECES).encode(said), data)
    with np.load(folder / "corpus.npz") as arrays:
        rows, target, target_at = (arrays[name] for name in ("rows", "target", "target_at"))
    corpus = SpeechCorpus(
        kept_features(train.segments, speech, kept_in, data.train, device),
        rows, target, target_at,
        kept_features(dev.segments, speech, kept_in, data.dev, device),
        _references(dev.texts[data.language], data),
    )  # fmt: skip
    return Vocabulary(folder / PIECES), corpus


def _references(texts: list[str], data: SpeechDataConfig) -> list[str]:
    """A recogniser is compared with what it was to say, a translator with the text as it was written."""
    return targets(texts, data) if data.task == "recognition" else texts


def _short_enough(split: Split, data: SpeechDataConfig) -> Split:
    kept = [place for place, segment in enumerate(split.segments) if segment.seconds <= data.max_seconds]
    if not kept:
        raise InputError(f"{data.corpus}: none of its recordings is as short as data.max_seconds, {data.max_seconds:g}")
    return Split(
        [split.segments[k] for k in kept], {name: [lines[k] for k in kept] for name, lines in split.texts.items()}
    )


def _write_targets(path: Path, ids: list[list[int]], data: SpeechDataConfig) -> None:
    kept = [row for row, target in enumerate(ids) if 0 < len(target) <= data.max_tokens]
    if not kept:
        raise InputError(f"{data.corpus}: no target is fit for training; see data.max_tokens")
    target, target_at = joined([ids[row] for row in kept])
    temporary = path.with_name(f".{path.name}.tmp.npz")
    np.savez_compressed(temporary, rows=np.asarray(kept, dtype=np.int64), target=target, target_at=target_at)
    temporary.replace(path)


def kept_features(segments: list[Segment], speech: SpeechConfig, folder: Path, name: str, device: str) -> Features:
    """Features of all segments from their file in ``folder``, which is written first if it is not there; its name says
    of what they are.
    """
    what = [[segment.recording, segment.start, segment.end] for segment in segments]
    settings = [speech.rate, speech.filters, speech.window_ms, speech.hop_ms, what]
    digest = hashlib.sha256(json.dumps(settings).encode()).hexdigest()[:12]
    frames, places = folder / f"features-{name}-{digest}.f16", folder / f"features-{name}-{digest}.npy"
    if not places.exists() or not frames.exists():
        own = folder / f".features-{name}-{digest}.{os.getpid()}"  # another training may be at it too
        found = _write_features(segments, speech, own, device)
        own.replace(frames)
        with own.open("wb") as file:
            np.save(file, found)
        own.replace(places)
    starts, lengths = np.load(places)
    shape = (int(lengths.sum()), speech.filters)
    return Features(np.memmap(frames, dtype=np.float16, mode="c", shape=shape), starts, lengths)


def _write_features(segments: list[Segment], speech: SpeechConfig, path: Path, device: str) -> NDArray[np.int64]:
    """In whatever order they are read; returns where each segment starts and how long it is: 2, segments."""
    found, end = np.zeros((2, len(segments)), dtype=np.int64), 0
    with path.open("wb") as file:
        for places, recordings in _together(segments, speech, AT_ONCE["cpu" if device == "cpu" else "cuda"]):
            made = features_of(recordings, speech, device)
            halves = made.features.half().cpu().numpy()
            for row, (place, count) in enumerate(zip(places, made.lengths.tolist(), strict=True)):
                file.write(halves[row, :count].tobytes())
                found[:, place] = end, count
                end += count
    return found


def _together(
    segments: list[Segment], speech: SpeechConfig, seconds: float
) -> Iterator[tuple[list[int], list[Recording]]]:
    """Recordings in groups of about so many seconds, with their places among the segments."""
    places: list[int] = []
    recordings: list[Recording] = []
    longest = 0
    for place, samples in read_samples(segments, speech.rate):
        places.append(place)
        recordings.append(samples)
        longest = max(longest, len(samples))
        if longest * len(recordings) >= seconds * speech.rate:
            yield places, recordings
            places, recordings, longest = [], [], 0
    if recordings:
        yield places, recordings


class SpeechBatches(Series):
    """Utterances of about the same length; all batches of a length have the same shape."""

    def __init__(
        self, corpus: SpeechCorpus, speech: SpeechConfig, optimiser: OptimiserConfig, device: str = "cpu"
    ) -> None:
        self.optimiser, self._per_second = optimiser, speech.frames_per_second
        self._frames = torch.from_numpy(corpus.features.frames).to(device)  # all frames, filters
        starts, lengths = corpus.features.starts[corpus.rows], corpus.features.lengths[corpus.rows]
        self._start, self._length = on_device(starts, device), on_device(lengths, device)
        self.lengths = lengths, np.diff(corpus.target_at) + 1
        super().__init__(corpus.target, corpus.target_at, optimiser.seed, device)

    def sources(self, chosen: Rows, pairs: Tensor) -> Utterances:
        """Features B, F, filters; a row that fills the shape has one frame of silence."""
        steps = torch.arange(chosen.source_length, device=self.device)
        lengths = torch.cat([self._length[pairs], self._length.new_ones(chosen.spare)])
        starts = torch.cat([self._start[pairs], self._start.new_zeros(chosen.spare)])
        places = (starts[:, None] + steps).clamp(max=len(self._frames) - 1)  # B, F
        hidden = steps >= lengths[:, None]
        hidden[len(pairs) :] = True
        return Utterances(self._frames[places].masked_fill(hidden[..., None], 0), lengths)

    def cut(self, generator: np.random.Generator) -> list[Rows]:
        """Utterances are shuffled and put with those of the same rounded length."""
        frames, target = self.lengths
        rounded = -(-frames // FRAME_ROUNDING) * FRAME_ROUNDING
        order = generator.permutation(len(frames))
        batches = []
        for length in np.unique(rounded):
            bucket = order[rounded[order] == length]
            size = max(1, int(self.optimiser.batch_seconds * self._per_second / length))
            if self.optimiser.batch_sentences:
                size = min(size, self.optimiser.batch_sentences)
            longest = -(-int(target[bucket].max()) // ROUNDING) * ROUNDING
            for at in range(0, len(bucket), size):
                rows = bucket[at : at + size]
                batches.append(Rows(rows, size, int(length), longest, int(target[rows].sum())))
        return batches
