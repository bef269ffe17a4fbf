"""The Transformer (Vaswani et al. 2017) of any encoder and decoder depth, its decoder with multi-head or averaged
attention.

Pre-norm: each sublayer is x + sublayer(norm(x)), and each stack ends in a norm, which trains at any depth without care.
One embedding serves source, target and output. Shapes: B sentences (in a beam search B·K hypotheses), S source and T
target positions, D the model's width, H heads, V pieces.

Averaged attention (Zhang, Xiong and Su 2018, "Accelerating Neural Transformer via an Average Attention Network")
replaces the decoder's self-attention by the mean of everything up to the position, so a decoding step costs the same at
any length:

    g_j = FFN((y_1 + … + y_j) / j)      [i_j, f_j] = σ(W [y_j; g_j])      out_j = i_j ∘ y_j + f_j ∘ g_j
"""

import math

import torch
import torch.nn.functional as F  # noqa: N812  # as everybody writes it
from torch import Tensor, nn

from askew.neural.config import ModelConfig
from askew.neural.text.positions import sinusoids
from askew.neural.vocabulary import PADDING


class SelfAttention(nn.Module):
    """Multi-head attention of a sequence to itself; ``mask`` is added to the logits (0 where one may look, -inf where
    not).
    """

    def __init__(self, width: int, heads: int, dropout: float) -> None:
        super().__init__()
        self.heads, self.dropout = heads, dropout
        self.query_key_value = nn.Linear(width, 3 * width)
        self.output = nn.Linear(width, width)

    def forward(self, x: Tensor, mask: Tensor | None, causal: bool = False) -> Tensor:
        """x: B, T, D -> B, T, D."""
        query, key, value = (split_heads(part, self.heads) for part in self.query_key_value(x).chunk(3, dim=-1))
        dropout = self.dropout if self.training else 0.0
        attended = F.scaled_dot_product_attention(query, key, value, mask, dropout, is_causal=causal)
        return self.output(join_heads(attended))


class CrossAttention(nn.Module):
    """Multi-head attention of the target to the source."""

    def __init__(self, width: int, heads: int, dropout: float) -> None:
        super().__init__()
        self.heads, self.dropout = heads, dropout
        self.query = nn.Linear(width, width)
        self.key_value = nn.Linear(width, 2 * width)
        self.output = nn.Linear(width, width)

    def project(self, memory: Tensor) -> tuple[Tensor, Tensor]:
        """Keys and values of the source: B, S, D -> twice B, H, S, D/H."""
        key, value = self.key_value(memory).chunk(2, dim=-1)
        return split_heads(key, self.heads), split_heads(value, self.heads)

    def forward(self, x: Tensor, memory: Tensor, mask: Tensor | None) -> Tensor:
        """x: B, T, D; memory: B, S, D -> B, T, D."""
        query, dropout = split_heads(self.query(x), self.heads), self.dropout if self.training else 0.0
        return self.output(join_heads(F.scaled_dot_product_attention(query, *self.project(memory), mask, dropout)))


def split_heads(x: Tensor, heads: int) -> Tensor:
    """B, T, D -> B, H, T, D/H."""
    return x.unflatten(-1, (heads, -1)).transpose(1, 2)


def join_heads(x: Tensor) -> Tensor:
    """B, H, T, D/H -> B, T, D."""
    return x.transpose(1, 2).flatten(2)


class AveragedAttention(nn.Module):
    """See the top of the file; in training the running mean is one cumulative sum."""

    def __init__(self, width: int, feed_forward: int | None, dropout: float) -> None:
        super().__init__()
        self.feed_forward = FeedForward(width, feed_forward, dropout) if feed_forward else None
        self.gates = nn.Linear(2 * width, 2 * width)

    def forward(self, y: Tensor) -> Tensor:
        """y: B, T, D -> B, T, D."""
        counts = torch.arange(1, y.shape[1] + 1, device=y.device, dtype=torch.float32)
        mean = (y.float().cumsum(dim=1) / counts[:, None]).to(y.dtype)
        return self.gate(y, mean)

    def gate(self, y: Tensor, mean: Tensor) -> Tensor:
        """Mix what is here with what came before."""
        if self.feed_forward is not None:
            mean = self.feed_forward(mean)
        here, before = torch.sigmoid(self.gates(torch.cat([y, mean], dim=-1))).chunk(2, dim=-1)
        return here * y + before * mean


class FeedForward(nn.Module):
    """Two linear layers with a ReLU between them."""

    def __init__(self, width: int, inner: int, dropout: float) -> None:
        super().__init__()
        self.inner = nn.Linear(width, inner)
        self.outer = nn.Linear(inner, width)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        """B, T, D -> B, T, D."""
        return self.outer(self.dropout(F.relu(self.inner(x))))


class EncoderLayer(nn.Module):
    """Self-attention, feed-forward."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.attention = SelfAttention(config.width, config.heads, config.dropout)
        self.attention_norm = nn.LayerNorm(config.width)
        self.feed_forward = FeedForward(config.width, config.feed_forward, config.dropout)
        self.feed_forward_norm = nn.LayerNorm(config.width)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, x: Tensor, mask: Tensor | None) -> Tensor:
        """x: B, S, D -> B, S, D."""
        x = x + self.dropout(self.attention(self.attention_norm(x), mask))
        return x + self.dropout(self.feed_forward(self.feed_forward_norm(x)))


class DecoderLayer(nn.Module):
    """Self-attention (or its averaged stand-in), attention to the source, feed-forward."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        averaged = config.attention == "aan"
        self.average = (
            AveragedAttention(config.width, config.feed_forward if config.averaged_ffn else None, config.dropout)
            if averaged
            else None
        )
        self.attention = None if averaged else SelfAttention(config.width, config.heads, config.dropout)
        self.attention_norm = nn.LayerNorm(config.width)
        self.cross = CrossAttention(config.width, config.heads, config.dropout)
        self.cross_norm = nn.LayerNorm(config.width)
        self.feed_forward = FeedForward(config.width, config.feed_forward, config.dropout)
        self.feed_forward_norm = nn.LayerNorm(config.width)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, x: Tensor, memory: Tensor, mask: Tensor | None) -> Tensor:
        """All target positions at once, as in training: x: B, T, D; memory: B, S, D -> B, T, D."""
        y = self.attention_norm(x)
        if self.attention is None:
            assert self.average is not None
            x = x + self.dropout(self.average(y))
        else:
            x = x + self.dropout(self.attention(y, None, causal=True))
        x = x + self.dropout(self.cross(self.cross_norm(x), memory, mask))
        return x + self.dropout(self.feed_forward(self.feed_forward_norm(x)))


class Transformer(nn.Module):
    """Source pieces and target pieces so far in, logits of the next piece out."""

    positions: Tensor

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocabulary, config.width)
        nn.init.normal_(self.embedding.weight, std=config.width**-0.5)
        self.dropout = nn.Dropout(config.dropout)
        self.encoder = nn.ModuleList(EncoderLayer(config) for _ in range(config.encoder_layers))
        self.encoder_norm = nn.LayerNorm(config.width)
        self.decoder = nn.ModuleList(DecoderLayer(config) for _ in range(config.decoder_layers))
        self.decoder_norm = nn.LayerNorm(config.width)
        self.register_buffer(
            "positions", torch.from_numpy(sinusoids(config.max_length, config.width)), persistent=False
        )
        for parameter in self.parameters():
            if parameter.dim() == 2 and parameter is not self.embedding.weight:
                nn.init.xavier_uniform_(parameter)

    def embed(self, pieces: Tensor, start: int = 0) -> Tensor:
        """B, T -> B, T, D, with the positions from ``start`` on."""
        positions = self.positions[start : start + pieces.shape[1]]
        return self.dropout(self.embedding(pieces) * math.sqrt(self.config.width) + positions)

    def mask(self, source: Tensor) -> Tensor:
        """What ``encode`` and the decoder add to their logits: B, 1, 1, S."""
        return padding_mask(source, PADDING, self.embedding.weight.dtype)

    def encode(self, source: Tensor, mask: Tensor | None) -> Tensor:
        """source: B, S -> B, S, D; ``mask`` as ``padding_mask`` makes it, None where nothing is padded."""
        x = self.embed(source)
        for layer in self.encoder:
            x = layer(x, mask)
        return self.encoder_norm(x)

    def forward(self, source: Tensor, target: Tensor, mask: Tensor | None) -> Tensor:
        """The last states, from which ``logits`` come: target: B, T (shifted right) -> B, T, D."""
        memory = self.encode(source, mask)
        x = self.embed(target)
        for layer in self.decoder:
            x = layer(x, memory, mask)
        return self.decoder_norm(x)

    def source_keys_values(self, rows: Tensor) -> Tensor:
        """What the decoder layers attend to, each its keys, then its values: N, D -> N, layers·2·D."""
        return torch.cat([layer.cross.key_value(rows) for layer in self.decoder], dim=-1)

    def cast_tables(self, dtype: torch.dtype) -> None:
        """Have what is computed, not learnt, in the precision of the weights."""
        self.positions = self.positions.to(dtype)

    def compile_layers(self) -> None:
        """Have torch write kernels for the layers; their shapes may change."""
        for layer in (*self.encoder, *self.decoder):
            layer.compile(dynamic=True)

    def logits(self, states: Tensor) -> Tensor:
        """..., D -> ..., V, with the embedding as output matrix."""
        return F.linear(states, self.embedding.weight)


def padding_mask(pieces: Tensor, padding: int, dtype: torch.dtype) -> Tensor:
    """B, S -> B, 1, 1, S: what to add to the logits so that nobody attends to padding."""
    return torch.zeros(pieces.shape, dtype=dtype, device=pieces.device).masked_fill_(pieces == padding, -math.inf)[
        :, None, None, :
    ]
