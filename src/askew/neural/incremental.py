"""The decoder one step at a time: what ``model`` does for all positions at once, with everything that can be kept kept.

A step costs a few matrix products per layer: keys and values of the source are projected once, those of the target are appended to a
cache, and averaged attention only keeps a running sum. The K hypotheses of a sentence share its source, so they
attend to it together, as K queries, and the source is never copied.
"""

import math

import torch
from torch import Tensor

from askew.neural.model import DecoderLayer, Transformer, padding_mask, split_heads
from askew.neural.vocabulary import PADDING

ROOM = 32  # positions a cache has room for at first; it doubles


class Decoding:
    """A batch of B sentences being decoded with K hypotheses each; rows of the caches are B·K."""

    def __init__(self, model: Transformer, source: Tensor, width: int) -> None:
        """source: B, S, padded; ``width`` is K."""
        self.model, self.width, self.position = model, width, 0
        mask = padding_mask(source, PADDING, model.embedding.weight.dtype) if (source == PADDING).any() else None
        memory = model.encode(source, mask)
        self.layers: list[DecoderLayer] = list(model.decoder)  # type: ignore[arg-type]
        self.mask = mask  # B, 1, 1, S
        # The scale of attention goes into the keys once, not into the queries at every step.
        self.scale = math.sqrt(model.config.heads / model.config.width)
        self.source = [
            (keys.transpose(2, 3).mul(self.scale).contiguous(), values.contiguous())
            for keys, values in (layer.cross.project(memory) for layer in self.layers)
        ]  # per layer: B, H, D/H, S and B, H, S, D/H
        rows, depth = len(source) * width, len(self.layers)
        self.averaged = model.config.attention == "aan"
        # Positions, layers (a layer's keys, then its values), rows, D; averaged attention has one position: the sum so far.
        shape = (1, depth, rows, model.config.width) if self.averaged else (ROOM, 2 * depth, rows, model.config.width)
        self.cache = memory.new_zeros(shape)
        self.spare = torch.empty_like(
            self.cache
        )  # what `reorder` writes into, so that nothing is allocated at every step

    def step(self, pieces: Tensor) -> Tensor:
        """The last piece of each row (B·K) -> logits of the next (B·K, V)."""
        model = self.model
        if not self.averaged and self.position == len(self.cache):
            self.cache = torch.cat([self.cache, torch.empty_like(self.cache)])
            self.spare = torch.empty_like(self.cache)
        x = model.embedding(pieces) * math.sqrt(model.config.width) + model.positions[self.position]  # rows, D
        for number, layer in enumerate(self.layers):
            y = layer.attention_norm(x)
            x = x + (self._average(layer, y, number) if self.averaged else self._attend(layer, y, number))
            x = x + self._attend_to_source(layer, layer.cross_norm(x), number)
            x = x + layer.feed_forward(layer.feed_forward_norm(x))
        self.position += 1
        return model.logits(model.decoder_norm(x))

    def _average(self, layer: DecoderLayer, y: Tensor, number: int) -> Tensor:
        assert layer.average is not None
        total = self.cache[0, number].add_(y)
        return layer.average.gate(y, total / (self.position + 1))

    def _attend(self, layer: DecoderLayer, y: Tensor, number: int) -> Tensor:
        attention = layer.attention
        assert attention is not None
        query, keys_values = attention.query_key_value(y).split([y.shape[1], 2 * y.shape[1]], dim=1)
        self.cache[self.position, 2 * number : 2 * number + 2] = keys_values.view(len(y), 2, -1).transpose(0, 1)
        so_far = (
            self.cache[: self.position + 1].unflatten(3, (attention.heads, -1)).flatten(2, 3)
        )  # T, layers, rows·H, D/H
        keys, values = so_far[:, 2 * number].permute(1, 2, 0), so_far[:, 2 * number + 1].transpose(0, 1)
        logits = (query.reshape(keys.shape[0], 1, -1) * self.scale) @ keys  # rows·H, 1, T
        return attention.output((logits.softmax(dim=-1) @ values).view(len(y), -1))

    def _attend_to_source(self, layer: DecoderLayer, y: Tensor, number: int) -> Tensor:
        keys, values = self.source[number]
        query = split_heads(layer.cross.query(y).view(-1, self.width, y.shape[1]), layer.cross.heads)  # B, H, K, D/H
        logits = query @ keys  # B, H, K, S
        if self.mask is not None:
            logits = logits + self.mask
        attended = logits.softmax(dim=-1) @ values
        return layer.cross.output(attended.transpose(1, 2).reshape(len(y), -1))

    def reorder(self, rows: Tensor) -> None:
        """Row k goes on from what was row ``rows[k]`` (of the same sentence)."""
        used = 1 if self.averaged else self.position
        shape = (-1, *self.cache.shape[2:])
        torch.index_select(self.cache[:used].view(shape), 1, rows, out=self.spare[:used].view(shape))
        self.cache, self.spare = self.spare, self.cache

    def keep(self, sentences: Tensor) -> None:
        """Go on with these of the B sentences only."""
        self.source = [(keys[sentences], values[sentences]) for keys, values in self.source]
        self.mask = None if self.mask is None else self.mask[sentences]
        rows = (sentences[:, None] * self.width + torch.arange(self.width, device=sentences.device)).flatten()
        self.cache = self.cache.index_select(2, rows)
        self.spare = torch.empty_like(self.cache)
