"""The encoder for translating: what ``Transformer.encode`` does, on the pieces that are no padding only, and with few
calls.

Shorter sentences of a batch are padded for attention alone; everything else sees N rows, one for each real piece (of
speech: time step).
"""

import math
from collections.abc import Callable

import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor, nn

from askew.neural.speech.features import Utterances
from askew.neural.speech.model import SpeechTransformer
from askew.neural.text.model import EncoderLayer, Transformer, padding_mask
from askew.neural.vocabulary import PADDING

Function = Callable[[Tensor], Tensor]


class Encoded:
    """A batch of B sentences: ``rows`` (N, D) and how to spread them over B, S."""

    def __init__(self, model: Transformer, source: Tensor) -> None:
        """source: B, S, padded."""
        self.shape = source.shape
        pieces = source.flatten()
        self.places = (pieces != PADDING).nonzero().squeeze(1)  # N: where in B·S the real pieces are
        self.is_padded = len(self.places) < len(pieces)
        self.mask = (
            padding_mask(source, PADDING, model.embedding.weight.dtype) if self.is_padded else None
        )  # B, 1, 1, S
        positions = model.positions[self.places % source.shape[1]]
        embedded = F.embedding(pieces[self.places], model.embedding.weight)
        x = torch.add(positions, embedded, alpha=math.sqrt(model.config.width))  # N, D
        self.rows = self._through_layers(model, x, [self.mask] * len(model.encoder))

    def _through_layers(self, model: Transformer, x: Tensor, masks: list[Tensor | None]) -> Tensor:
        """N, D -> N, D; a mask for each layer, B, 1 or H, 1 or S, S."""
        for layer, mask in zip(map(EncoderFunctions, model.encoder), masks, strict=True):
            parts = self.spread(layer.query_key_value(layer.attention_norm(x)))  # B, S, 3·D
            query, key, value = (
                parts.unflatten(2, (3, model.config.heads, -1)).permute(2, 0, 3, 1, 4).unbind()
            )  # B, H, S, D/H
            attended = F.scaled_dot_product_attention(query, key, value, mask).transpose(1, 2)  # B, S, H, D/H
            x += layer.output(self._gathered(attended.reshape(self.shape.numel(), -1)))
            x += layer.outer(layer.inner(layer.feed_forward_norm(x)).relu_())
        return norm_function(model.encoder_norm)(x)

    def spread(self, rows: Tensor) -> Tensor:
        """N, anything -> B, S, anything; zero where there is padding."""
        if self.is_padded:
            rows = rows.new_zeros(self.shape.numel(), rows.shape[1]).index_copy_(0, self.places, rows)
        return rows.view(*self.shape, -1)

    def _gathered(self, spread: Tensor) -> Tensor:
        """B·S, D -> N, D."""
        return spread.index_select(0, self.places) if self.is_padded else spread


class EncodedSpeech(Encoded):
    """A batch of B utterances: ``rows`` (N, D), one for each time step that is no padding."""

    def __init__(self, model: SpeechTransformer, source: Utterances) -> None:
        mask = model.mask(source)  # B, 1, 1, S
        self.shape = torch.Size((mask.shape[0], mask.shape[3]))
        self.places = (mask.flatten() == 0).nonzero().squeeze(1)  # N
        self.is_padded = len(self.places) < self.shape.numel()
        self.mask = mask if self.is_padded else None
        x = self._gathered(model.front_end(source, mask).flatten(0, 1))  # N, D
        self.rows = self._through_layers(model, x, model.attention_masks(mask))


def encode(model: Transformer, source: "Tensor | Utterances") -> Encoded:
    """A batch of sentences, padded, or of utterances."""
    return EncodedSpeech(model, source) if isinstance(model, SpeechTransformer) else Encoded(model, source)


class EncoderFunctions:
    """An encoder layer as plain functions: calling a module, or looking for one, takes as long as a small product."""

    def __init__(self, layer: EncoderLayer) -> None:
        self.attention_norm, self.feed_forward_norm = map(
            norm_function, (layer.attention_norm, layer.feed_forward_norm)
        )
        self.query_key_value: Function = layer.attention.query_key_value.forward
        self.output: Function = layer.attention.output.forward
        self.inner: Function = layer.feed_forward.inner.forward
        self.outer: Function = layer.feed_forward.outer.forward


def norm_function(norm: nn.LayerNorm) -> Function:
    """The norm as a plain function."""
    shape, weight, bias, eps = norm.normalized_shape, norm.weight, norm.bias, norm.eps
    return lambda x: torch.layer_norm(x, shape, weight, bias, eps)
