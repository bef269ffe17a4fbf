"""Linear layers laid out for translating on a CPU, and the function that puts them into a model.

Torch's plain layer reads a large matrix slowly when there are few rows, and decoding has few: one per hypothesis.
oneDNN's packed weights are two to four times faster from a handful of rows on; for a single row, a product with the
transposed matrix is.
"""

import copy
from collections.abc import Callable

import torch
from torch import Tensor, nn

from askew.neural.speech.model import SpeechTransformer
from askew.neural.text.model import Transformer

MakeLayer = Callable[[Tensor, Tensor | None], nn.Module]  # from weight (outputs, inputs) and bias


class PackedLinear(nn.Module):
    """A linear layer in float32, its weights twice: packed by oneDNN, and transposed for a single row."""

    def __init__(self, weight: Tensor, bias: Tensor | None) -> None:
        super().__init__()
        self.transposed = weight.t().contiguous()  # inputs, outputs
        self.packed = torch.ops.mkldnn._reorder_linear_weight(weight.contiguous(), 16)
        self.bias = bias

    def forward(self, x: Tensor) -> Tensor:
        """..., inputs -> ..., outputs."""
        if x.dim() == 2 and len(x) == 1:
            return x @ self.transposed if self.bias is None else torch.addmm(self.bias, x, self.transposed)
        return torch.ops.mkldnn._linear_pointwise(x, self.packed, self.bias, "none", [], "")


class Fixed:
    """A model for translating only: one layer gives the source's keys and values for all decoder layers, another the
    logits.
    """

    keys_values: Callable[[Tensor], Tensor]
    output: Callable[[Tensor], Tensor]

    def source_keys_values(self, rows: Tensor) -> Tensor:
        """N, D -> N, layers·2·D."""
        return self.keys_values(rows)

    def logits(self, states: Tensor) -> Tensor:
        """..., D -> ..., V."""
        return self.output(states)


class FixedTransformer(Fixed, Transformer):
    """One that reads."""


class FixedSpeechTransformer(Fixed, SpeechTransformer):
    """One that takes speech."""


def with_layers(model: Transformer, make: MakeLayer) -> Transformer:
    """A copy with such a layer in the place of every linear one."""
    fixed = copy.deepcopy(model).eval().requires_grad_(False)
    fixed.__class__ = FixedSpeechTransformer if isinstance(model, SpeechTransformer) else FixedTransformer
    fixed.output = make(fixed.embedding.weight, None)
    together = [layer.cross.key_value for layer in fixed.decoder]
    fixed.keys_values = make(torch.cat([part.weight for part in together]), torch.cat([part.bias for part in together]))
    for layer in fixed.decoder:
        del layer.cross.key_value
    for parent in list(fixed.modules()):
        for name, child in parent.named_children():
            if isinstance(child, nn.Linear):
                setattr(parent, name, make(child.weight, child.bias))
    return fixed


def pack(model: Transformer) -> Transformer:
    """A copy for translating in float32 on this CPU; the model itself where torch has no packed layers."""
    if torch.backends.mkldnn.is_available() and hasattr(torch.ops.mkldnn, "_linear_pointwise"):
        return with_layers(model.float(), lambda weight, bias: PackedLinear(weight, bias))
    return model.float().eval()
