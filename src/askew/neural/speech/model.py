"""The S-Transformer (Di Gangi, Negri and Turchi 2019): features of speech in front of the same Transformer that
translates text.

Two convolutions shrink time and frequency by four; layers of 2D attention (Dong, Xu and Xu 2018) look along both; a
projection makes of each time step a vector of the Transformer's width; and the encoder's self-attention loses with
distance (Sperber et al. 2018). Norms, rectifiers and dropout in front of the encoder stand where the authors' own code
(FBK-Fairseq-ST) has them. Decoder, search and training are those of text. As there, layers are pre-norm.

Shapes: B utterances, F frames, S = F/4 time steps, C channels, M maps, K filters/4; ``real`` is 1 where there is sound,
0 in the padding. What is padded is zeroed after every step and counts in no statistic, so that an utterance means the
same in any company.
"""

import math
from typing import TypeVar

import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor, nn

from askew.neural.config import ModelConfig
from askew.neural.speech.config import LONGEST_SECONDS, SHRINKING, SpeechConfig
from askew.neural.speech.features import Utterances, real_frames
from askew.neural.text.model import Transformer
from askew.neural.text.positions import sinusoids

MOMENTUM = 0.1  # of batch norm's running statistics
EPSILON = 1e-5
Length = TypeVar("Length", int, Tensor)
FIRST_WIDTH = 10.0  # of the Gaussian penalty, in time steps of 40 ms
LEAST_DROPOUT = 0.1  # after the convolutions, whatever the model's is


class SpeechTransformer(Transformer):
    """Features of speech and target pieces so far in, logits of the next piece out."""

    times: Tensor

    def __init__(self, config: ModelConfig, speech: SpeechConfig) -> None:
        super().__init__(config)
        self.speech = speech
        self.front = FrontEnd(config.width, speech, config.dropout)
        if speech.penalty == "gauss":
            self.penalty_widths = nn.Parameter(torch.full((config.encoder_layers, config.heads), FIRST_WIDTH))
        longest = math.ceil(LONGEST_SECONDS * speech.frames_per_second / SHRINKING)
        self.register_buffer("times", torch.from_numpy(sinusoids(longest, config.width)), persistent=False)

    def mask(self, source: Utterances) -> Tensor:
        """B, 1, 1, S: what to add to the logits so that nobody attends to padding."""
        real = real_frames(shrunk(source.lengths), shrunk(source.features.shape[1]))
        zeros = torch.zeros(real.shape, dtype=self.embedding.weight.dtype, device=real.device)
        return zeros.masked_fill_(~real, -math.inf)[:, None, None, :]

    def front_end(self, source: Utterances, mask: Tensor) -> Tensor:
        """What the encoder layers are given: B, S, D."""
        features = source.features.to(self.embedding.weight.dtype)
        if self.training:
            features = blanked(features, source.lengths, self.speech)
        x = self.front(features, source.lengths, mask)
        return self.dropout(x + self.times[: x.shape[1]])

    def encode(self, source: Utterances, mask: Tensor) -> Tensor:
        """B, F, filters -> B, S, D; ``mask`` as ``mask`` makes it."""
        x = self.front_end(source, mask)
        for layer, added in zip(self.encoder, self.attention_masks(mask), strict=True):
            x = layer(x, added)
        return self.encoder_norm(x)

    def attention_masks(self, mask: Tensor) -> list[Tensor]:
        """For each encoder layer, what is added to its logits: padding and penalty, B, 1 or H, 1 or S, S."""
        steps, layers = mask.shape[-1], len(self.encoder)
        if self.speech.penalty == "none":
            return [mask] * layers
        if self.speech.penalty == "log":
            return [mask - distances(steps, mask.device).clamp(min=1).log().to(mask.dtype)] * layers
        squares = distances(steps, mask.device).square()
        penalties = squares / (2 * self.penalty_widths.float().square())[..., None, None]  # layers, H, S, S
        return [mask - penalty for penalty in penalties.to(mask.dtype)]

    def cast_tables(self, dtype: torch.dtype) -> None:
        """Positions of target and source."""
        super().cast_tables(dtype)
        self.times = self.times.to(dtype)


def distances(length: int, device: torch.device) -> Tensor:
    """|i - j|: S, S."""
    places = torch.arange(length, device=device)
    return (places[:, None] - places).abs().float()


def shrunk(length: Length) -> Length:
    """Time steps, or bands, that two convolutions with stride 2 leave: the quarter, rounded up.

    >>> [shrunk(n) for n in (1, 4, 5, 8)]
    [1, 1, 2, 2]
    """
    return (length + SHRINKING - 1) // SHRINKING


class FrontEnd(nn.Module):
    """Convolutions, 2D attention, projection."""

    def __init__(self, width: int, speech: SpeechConfig, dropout: float) -> None:
        super().__init__()
        channels = speech.channels
        self.convolutions = nn.ModuleList(
            nn.Conv2d(before, channels, kernel_size=3, stride=2, padding=1) for before in (1, channels)
        )
        self.norms = nn.ModuleList(MaskedBatchNorm(channels) for _ in self.convolutions)
        self.dropout = nn.Dropout(max(dropout, LEAST_DROPOUT))
        self.attention = nn.ModuleList(
            Attention2D(channels, speech.attention_maps, dropout) for _ in range(speech.attention_2d)
        )
        self.projection = nn.Linear(channels * shrunk(speech.filters), width)

    def forward(self, features: Tensor, lengths: Tensor, mask: Tensor) -> Tensor:
        """features: B, F, filters; lengths: B; mask: B, 1, 1, S -> B, S, D."""
        x = features[:, None]  # B, 1, F, filters
        for convolution, norm in zip(self.convolutions, self.norms, strict=True):
            x, lengths = convolution(x), (lengths + 1) // 2
            real = real_frames(lengths, x.shape[2]).to(x.dtype)[:, None, :, None]  # B, 1, S, 1
            x = self.dropout(norm(x.relu(), real))
        for layer in self.attention:
            x = x + layer(x, real, mask)
        return F.relu(self.projection(x.transpose(1, 2).flatten(2)))  # B, C, S, K -> B, S, C·K -> B, S, D


class Attention2D(nn.Module):
    """Attention of time steps to each other, their bands being the features, and of bands, their time steps being the
    features, each with its own maps (Di Gangi, Negri and Turchi 2019, §3.2):

        Q, K, V = ReLU(BN(conv(x)))     T = softmax(Q Kᵀ) V     F = (softmax(Qᵀ K) Vᵀ)ᵀ     y = ReLU(BN(conv([T; F])))

    Queries are scaled by 1/√C before their norm, so the logits are scaled by what the norms learn. Padding, which the
    authors' code leaves in, is hidden from both: it has weight 0 in time, and adds 0 to a band's logits.
    """

    def __init__(self, channels: int, maps: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.query_key_value = nn.Conv2d(channels, 3 * maps, kernel_size=3, padding=1)
        self.input_norm = MaskedBatchNorm(3 * maps)
        self.output = nn.Conv2d(2 * maps, channels, kernel_size=3, padding=1)
        self.output_norm = MaskedBatchNorm(channels)
        self.dropout = nn.Dropout(dropout)
        scaling = torch.ones(3 * maps, 1, 1)
        scaling[:maps] = channels**-0.5
        self.register_buffer("scaling", scaling, persistent=False)  # of queries alone
        for convolution in (self.query_key_value, self.output):
            nn.init.xavier_uniform_(convolution.weight)
            nn.init.zeros_(convolution.bias)  # type: ignore[arg-type]

    def forward(self, x: Tensor, real: Tensor, mask: Tensor) -> Tensor:
        """x: B, C, S, K; real: B, 1, S, 1; mask: B, 1, 1, S -> B, C, S, K."""
        parts = self.query_key_value(x) * self.scaling.to(x.dtype)  # B, 3·M, S, K
        query, key, value = F.relu(self.input_norm(parts, real)).chunk(3, dim=1)
        over_time = self.attend(query, key, value, mask) * real
        query, key, value = (part.transpose(2, 3) for part in (query, key, value))  # B, M, K, S
        over_frequency = self.attend(query, key, value, None).transpose(2, 3)
        return F.relu(self.output_norm(self.output(torch.cat([over_time, over_frequency], dim=1)), real))

    def attend(self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None) -> Tensor:
        """..., N, features -> ..., N, features. Few features, so plain products are as good as a fused kernel."""
        logits = (query @ key.transpose(-1, -2)).float()
        weights = (logits if mask is None else logits + mask).softmax(dim=-1).to(value.dtype)
        return self.dropout(weights) @ value


class MaskedBatchNorm(nn.Module):
    """Batch norm over what is no padding; padding becomes 0."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(channels))
        self.bias = nn.Parameter(torch.zeros(channels))
        self.register_buffer("mean", torch.zeros(channels))
        self.register_buffer("variance", torch.ones(channels))

    def forward(self, x: Tensor, real: Tensor) -> Tensor:
        """x: B, C, S, K; real: B, 1, S, 1 -> B, C, S, K."""
        if not self.training:
            scale, shift = _scale_and_shift(self.weight, self.bias, self.mean, self.variance)
            return torch.addcmul(shift.to(x.dtype), x, scale.to(x.dtype)) * real
        y, mean, variance = masked_batch_norm(x, real, self.weight, self.bias)
        with torch.no_grad():  # in place, so that a recorded step keeps them up to date
            self.mean.lerp_(mean, MOMENTUM)
            self.variance.lerp_(variance, MOMENTUM)
        return y


def masked_batch_norm(x: Tensor, real: Tensor, weight: Tensor, bias: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The norm in training, and this batch's mean and variance: B, C, S, K, and twice C."""
    y = x.float() * real.float()
    count = real.float().sum() * x.shape[3]
    mean = y.sum(dim=(0, 2, 3)) / count
    variance = (y.square().sum(dim=(0, 2, 3)) / count - mean.square()).clamp(min=0)
    scale, shift = _scale_and_shift(weight, bias, mean, variance)
    return ((y * scale + shift) * real.float()).to(x.dtype), mean.detach(), variance.detach()


def _scale_and_shift(weight: Tensor, bias: Tensor, mean: Tensor, variance: Tensor) -> tuple[Tensor, Tensor]:
    """Twice C, 1, 1."""
    scale = weight.float() * (variance.float() + EPSILON).rsqrt()
    return scale[:, None, None], (bias.float() - mean.float() * scale)[:, None, None]


def blanked(features: Tensor, lengths: Tensor, speech: SpeechConfig) -> Tensor:
    """SpecAugment's masks: spans of time, and of filters, set to 0, which is their mean. Drawn on the device: B, F,
    filters.
    """
    batch, _, filters = features.shape
    for count, size, axis, longest in (
        (speech.time_masks, lengths, 1, speech.time_mask_seconds * speech.frames_per_second),
        (speech.frequency_masks, torch.full_like(lengths, filters), 2, float(speech.frequency_mask_filters)),
    ):
        for _ in range(count):
            most = (size * 0.2).clamp(max=longest) if axis == 1 else torch.full_like(size, longest, dtype=torch.float32)
            drawn = torch.rand(2, batch, device=features.device)
            width = (drawn[0] * (most + 1)).floor()
            start = (drawn[1] * (size - width + 1)).floor()
            places = torch.arange(features.shape[axis], device=features.device)
            hidden = (places >= start[:, None]) & (places < (start + width)[:, None])  # B, F or filters
            features = features.masked_fill(hidden[:, :, None] if axis == 1 else hidden[:, None, :], 0)
    return features
