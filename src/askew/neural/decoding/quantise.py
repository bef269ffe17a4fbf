"""8-bit weights on the CPU, behind one function: ``quantise(model)`` puts an 8-bit layer in the place of every linear
one.

Weights are rounded once, a scale per output; activations at every call. Torch's own kernels (FBGEMM) do the work where
torch has them. Torch means to move quantisation out of its core, so ``PlainInt8Linear`` does the same with an integer
matrix product.
"""

import warnings

import torch
from torch import Tensor, nn

from askew.neural.decoding.packed import with_layers
from askew.neural.text.model import Transformer


class PlainInt8Linear(nn.Module):
    """y = s_x s_w (x_q W_q) + b: symmetric, a scale per row of x and per output; the sum over the inputs is exact."""

    def __init__(self, weight: Tensor, bias: Tensor | None) -> None:
        super().__init__()
        self.scale = weight.abs().amax(dim=1).clamp(min=1e-12) / 127  # outputs
        self.weight = (weight / self.scale[:, None]).round().to(torch.int8).t().contiguous()  # inputs, outputs
        self.bias = bias

    def forward(self, x: Tensor) -> Tensor:
        """..., inputs -> ..., outputs."""
        rows = x.reshape(-1, x.shape[-1])
        scale = rows.abs().amax(dim=1, keepdim=True).clamp(min=1e-12) / 127
        product = torch._int_mm((rows / scale).round().to(torch.int8), self.weight)
        y = (product * scale).mul_(self.scale).view(*x.shape[:-1], -1)
        return y if self.bias is None else y + self.bias


class PackedInt8Linear(nn.Module):
    """Torch's dynamic quantisation: the weights packed for FBGEMM, a scale per output; one for a call's activations."""

    def __init__(self, weight: Tensor, bias: Tensor | None) -> None:
        super().__init__()
        scales = weight.abs().amax(dim=1).clamp(min=1e-12).double() / 127
        zeros = torch.zeros(len(weight), dtype=torch.long)
        with warnings.catch_warnings():  # that torch means to drop this is known: see the top of the file
            warnings.filterwarnings("ignore", r"torch\.quantize_per_tensor, .* are deprecated", UserWarning)
            rounded = torch.quantize_per_channel(weight, scales, zeros, 0, torch.qint8)
        self.packed = torch.ops.quantized.linear_prepack(rounded, bias)

    def forward(self, x: Tensor) -> Tensor:
        """..., inputs -> ..., outputs."""
        return torch.ops.quantized.linear_dynamic(x, self.packed)  # type: ignore[no-any-return]


def int8_linear(weight: Tensor, bias: Tensor | None) -> nn.Module:
    """The fastest 8-bit layer this torch has."""
    weight, bias = weight.detach().float(), None if bias is None else bias.detach().float()
    if hasattr(torch, "quantize_per_channel") and hasattr(torch.ops.quantized, "linear_prepack"):
        return PackedInt8Linear(weight, bias)
    return PlainInt8Linear(weight, bias)


def quantise(model: Transformer) -> Transformer:
    """A copy with 8-bit weights, for translating only."""
    return with_layers(model, int8_linear)
