"""The decoder one step at a time: what ``model`` does for all positions at once, with everything that can be kept kept.

A step costs a few matrix products per layer: keys and values of the source are projected once, those of the target are
appended to a cache, and averaged attention only keeps a running sum. The K hypotheses of a sentence share its source,
so they attend to it together, as K queries, and the source is never copied. They share the cache of the target too: a
beam search that goes on from other hypotheses than before moves no keys or values, it only changes which of them a
hypothesis may see.

For one sentence at a time the calls cost more than the arithmetic, hence few of them: no modules, and no 4-dimensional
products.
"""

import math

import torch
from torch import Tensor, nn

from askew.neural.decoding.encoding import encode, norm_function
from askew.neural.speech.features import Utterances
from askew.neural.text.model import DecoderLayer, Transformer

ROOM = 32  # positions a cache has room for at first; it doubles


class Decoding:
    """A batch of B sentences being decoded with K hypotheses each; its rows are B·K, sentence by sentence."""

    def __init__(self, model: Transformer, source: Tensor | Utterances, width: int) -> None:
        """source: B, S, padded, or utterances; ``width`` is K."""
        self.model, self.width, self.position = model, width, 0
        self.heads = model.config.heads
        encoded = encode(model, source)
        layers: list[DecoderLayer] = list(model.decoder)  # type: ignore[arg-type]
        self.layers = [LayerFunctions(layer) for layer in layers]
        self.norm = norm_function(model.decoder_norm)
        width_of_head, depth = model.config.width // self.heads, len(layers)
        keys_values = encoded.spread(model.source_keys_values(encoded.rows))  # B, S, layers·2·D
        # Layers (a layer's keys, then its values), B, H, S, D/H
        self.source = keys_values.unflatten(2, (-1, self.heads, width_of_head)).permute(2, 0, 3, 1, 4).contiguous()
        self.source_mask = None if encoded.mask is None else encoded.mask.squeeze(1)  # B, 1, S
        self.zero = self.source.new_zeros(1, 1, 1)
        self.averaged = model.config.attention == "aan"
        if self.averaged:
            self.sums = self.source.new_zeros(depth, len(source) * width, model.config.width)
        else:  # as the source, with K hypotheses at each of the positions: layers, B, H, positions·K, D/H
            self.cache = self.source.new_empty(2 * depth, len(source), self.heads, ROOM * width, width_of_head)
        # Which places of the cache a hypothesis may see, as the mask of the source: B, K, positions·K; of one, all.
        self.seen = None if self.averaged or width == 1 else self._hidden(len(source), ROOM)

    def step(self, pieces: Tensor) -> Tensor:
        """The last piece of each row (B·K) -> logits of the next (B·K, V)."""
        model = self.model
        embedded = nn.functional.embedding(pieces, model.embedding.weight)  # rows, D
        x = torch.add(model.positions[self.position], embedded, alpha=math.sqrt(model.config.width))
        source, source_mask = self.source.flatten(1, 2).unbind(), self._for_heads(self.source_mask)
        if not self.averaged:
            here, so_far = self._places()
            mask = self._for_heads(self.seen, so_far[0].shape[1])
        for number, layer in enumerate(self.layers):
            y = layer.attention_norm(x)
            if self.averaged:
                x += layer.gate(y, self.sums[number].add_(y) / (self.position + 1))
            else:
                query, new = self._heads(layer.query_key_value(y)).split([1, 2])  # 1 (2), B, H, K, D/H
                here[number].copy_(new)
                x += layer.output(self._attend(query, so_far[2 * number], so_far[2 * number + 1], mask))
            query = self._heads(layer.cross_query(layer.cross_norm(x)))
            x += layer.cross_output(self._attend(query, source[2 * number], source[2 * number + 1], source_mask))
            x += layer.outer(layer.inner(layer.feed_forward_norm(x)).relu_())
        self.position += 1
        return model.logits(self.norm(x))

    def _heads(self, x: Tensor) -> Tensor:
        """B·K, parts·D -> parts, B, H, K, D/H."""
        width = self.model.config.width
        parts = x.view(-1, self.width, x.shape[1] // width, self.heads, width // self.heads)
        return parts.permute(2, 0, 3, 1, 4)

    def _attend(self, query: Tensor, keys: Tensor, values: Tensor, mask: Tensor) -> Tensor:
        """query: 1, B, H, K, D/H; keys, values: B·H, N, D/H; mask: B·H, 1 or K, N, or all 1 -> B·K, D."""
        batch, heads, width, size = query.shape[1:]
        query = query.reshape(batch * heads, width, size)
        logits = torch.baddbmm(mask, query, keys.transpose(1, 2), alpha=size**-0.5)  # B·H, K, N
        attended = torch.bmm(logits.softmax(dim=-1), values)  # B·H, K, D/H
        return attended.view(batch, heads, width, size).transpose(1, 2).reshape(batch * width, heads * size)

    def _places(self) -> tuple[tuple[Tensor, ...], tuple[Tensor, ...]]:
        """Where each layer's new keys and values go (2, B, H, K, D/H), and all so far, these included (B·H, N, D/H,
        layer by layer).
        """
        at, k = self.position, self.width
        if at * k == self.cache.shape[3]:
            self.cache = torch.cat([self.cache, torch.empty_like(self.cache)], dim=3)
            if self.seen is not None:
                self.seen = torch.cat([self.seen, self._hidden(len(self.seen), at)], dim=2)
        if self.seen is not None:  # each hypothesis sees itself
            self.seen[:, :, at * k : (at + 1) * k].diagonal(dim1=1, dim2=2).zero_()
        new = self.cache[:, :, :, at * k : (at + 1) * k]
        return new.unflatten(0, (-1, 2)).unbind(), self.cache[:, :, :, : (at + 1) * k].flatten(1, 2).unbind()

    def _for_heads(self, mask: Tensor | None, length: int | None = None) -> Tensor:
        """B, K, N -> B·H, K, ``length``; None, which hides nothing, becomes a zero."""
        return self.zero if mask is None else mask[:, :, :length].repeat_interleave(self.heads, dim=0)

    def _hidden(self, sentences: int, positions: int) -> Tensor:
        return self.source.new_full((sentences, self.width, positions * self.width), -math.inf)

    def reorder(self, rows: Tensor) -> None:
        """Row k goes on from what was row ``rows[k]`` (of the same sentence)."""
        if self.averaged:
            self.sums = self.sums.index_select(1, rows)
        elif self.seen is not None:
            self.seen = self.seen.flatten(0, 1).index_select(0, rows).view_as(self.seen)

    def keep(self, sentences: Tensor) -> None:
        """Go on with these of the B sentences only, in this order; what stays in its place costs nothing."""
        places = torch.arange(len(sentences), device=sentences.device)
        to = (sentences != places).nonzero().squeeze(1)
        moved = sentences[to]

        def shrunk(x: Tensor) -> Tensor:  # ., B, ...
            x[:, to] = x[:, moved]
            return x[:, : len(sentences)]

        self.source = shrunk(self.source)
        if self.source_mask is not None:
            self.source_mask = self.source_mask[sentences]
        if self.averaged:
            self.sums = shrunk(self.sums.unflatten(1, (-1, self.width))).flatten(1, 2)
        else:
            shrunk(self.cache[:, :, :, : self.position * self.width])
            self.cache = self.cache[:, : len(sentences)]
        if self.seen is not None:
            self.seen = self.seen[sentences]


class LayerFunctions:
    """What a step does with a decoder layer, as plain functions: calling a module, or looking for one, takes as long as
    a small product.
    """

    def __init__(self, layer: DecoderLayer) -> None:
        self.attention_norm, self.cross_norm, self.feed_forward_norm = (
            norm_function(norm) for norm in (layer.attention_norm, layer.cross_norm, layer.feed_forward_norm)
        )
        if layer.average is not None:
            self.gate = layer.average.gate
        if layer.attention is not None:
            self.query_key_value, self.output = layer.attention.query_key_value.forward, layer.attention.output.forward
        self.cross_query, self.cross_output = layer.cross.query.forward, layer.cross.output.forward
        self.inner, self.outer = layer.feed_forward.inner.forward, layer.feed_forward.outer.forward
