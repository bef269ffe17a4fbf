"""From samples to log-Mel features, for training and decoding alike: batched, on any device, nothing but torch.

The definition is Kaldi's (``compute-fbank-feats`` without dither; ``torchaudio.compliance.kaldi.fbank``), of samples
from -1 to 1: from each window its mean is taken, x_n - 0.97 x_(n-1) raises high frequencies, the window is weighted
(Hann to the power 0.85), its power spectrum is summed under triangles that are evenly spaced on the Mel scale from 20
Hz to half the sample rate, and the logarithm is taken. Only whole windows count. Then each filter has mean 0 and
variance 1 over the utterance.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from askew.neural.speech.config import SpeechConfig

LOUDEST = 32_768  # of 16-bit samples
LOWEST_HZ = 20.0
EMPHASIS = 0.97
FLOOR = torch.finfo(torch.float32).eps  # of a filter's power: silence has a logarithm too
LEAST_DEVIATION = 1e-3  # of a filter over an utterance: one that never changes stays 0

Recording = NDArray[np.int16] | NDArray[np.float32]  # one channel; 16-bit, or from -1 to 1


@dataclass(frozen=True)
class Utterances:
    """Features of B utterances, padded with zeros, and how many frames each has."""

    features: Tensor  # B, F, filters
    lengths: Tensor  # B

    def __len__(self) -> int:
        return len(self.features)

    @property
    def device(self) -> torch.device:
        """Where they are."""
        return self.features.device


def frame_count(samples: int, config: SpeechConfig) -> int:
    """Frames of so many samples; what is shorter than a window counts as one.

    >>> [frame_count(n, SpeechConfig()) for n in (0, 400, 559, 560, 16_000)]
    [1, 1, 1, 2, 98]
    """
    return 1 + max(0, samples - config.window) // config.hop


def features_of(recordings: Sequence[Recording], config: SpeechConfig, device: str = "cpu") -> Utterances:
    """The normalised features of some recordings."""
    counts = [frame_count(len(recording), config) for recording in recordings]
    longest = max(config.window, *(len(recording) for recording in recordings))
    coarse = all(recording.dtype == np.int16 for recording in recordings)  # half as much to be moved
    samples = np.zeros((len(recordings), longest), dtype=np.int16 if coarse else np.float32)
    for row, recording in zip(samples, recordings, strict=True):
        is_fine = coarse or recording.dtype != np.int16
        row[: len(recording)] = recording if is_fine else recording / LOUDEST
    moved = torch.from_numpy(samples).to(device).float() / (LOUDEST if coarse else 1)
    lengths = torch.tensor(counts, device=device)
    return Utterances(normalised(log_mel(moved, config), lengths), lengths)


def log_mel(samples: Tensor, config: SpeechConfig) -> Tensor:
    """B, N -> B, F, filters."""
    frames = samples.unfold(1, config.window, config.hop)  # B, F, window
    frames = frames - frames.mean(dim=2, keepdim=True)
    before = torch.cat([frames[..., :1], frames[..., :-1]], dim=2)
    window, triangles = (table.to(samples.device) for table in _tables(config))
    spectrum = torch.fft.rfft((frames - EMPHASIS * before) * window, n=2 * (len(triangles) - 1))
    return (spectrum.abs().square() @ triangles).clamp(min=FLOOR).log()


def normalised(features: Tensor, lengths: Tensor) -> Tensor:
    """Each filter with mean 0 and variance 1 over its utterance, and 0 in the padding: B, F, filters."""
    real = real_frames(lengths, features.shape[1])[..., None]  # B, F, 1
    count = lengths[:, None, None]
    mean = (features * real).sum(dim=1, keepdim=True) / count
    centred = (features - mean) * real
    deviation = (centred.square().sum(dim=1, keepdim=True) / count).sqrt()
    return centred / deviation.clamp(min=LEAST_DEVIATION)


def real_frames(lengths: Tensor, longest: int) -> Tensor:
    """Which frames are no padding: B -> B, F."""
    return torch.arange(longest, device=lengths.device) < lengths[:, None]


@lru_cache(maxsize=8)
def _tables(config: SpeechConfig) -> tuple[Tensor, Tensor]:
    """The window's weights, and the triangles: size/2 + 1 frequencies, filters. The spectrum's size is a power of 2."""
    size = 2 ** math.ceil(math.log2(config.window))
    frequencies = torch.arange(size // 2 + 1, dtype=torch.float64) * config.rate / size
    edges = torch.linspace(_mel(LOWEST_HZ), _mel(config.rate / 2), config.filters + 2, dtype=torch.float64)
    mels = 1127 * (1 + frequencies / 700).log()
    rising = (mels[:, None] - edges[:-2]) / (edges[1:-1] - edges[:-2])
    falling = (edges[2:] - mels[:, None]) / (edges[2:] - edges[1:-1])
    window = torch.hann_window(config.window, periodic=False, dtype=torch.float64).pow(0.85)
    return window.float(), torch.minimum(rising, falling).clamp(min=0).float()


def _mel(hertz: float) -> float:
    return 1127 * math.log(1 + hertz / 700)
