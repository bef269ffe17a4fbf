"""All weights of a model as one long vector, so that an update of a model of any depth is a handful of operations."""

import torch
from torch import Tensor

from askew.neural.text.model import Transformer

ALIGNMENT = 64  # elements: kernels read fastest, and some only, from addresses that are multiples of 16 bytes and more


class Weights:
    """All weights as one float32 vector; the model's parameters are views of it, or of its copy in bfloat16."""

    def __init__(self, model: Transformer, low_precision: bool) -> None:
        self.parameters = list(model.parameters())
        self.sizes = [-(-parameter.numel() // ALIGNMENT) * ALIGNMENT for parameter in self.parameters]
        self.exact = torch.zeros(sum(self.sizes), device=self.parameters[0].device)
        for parameter, part in zip(self.parameters, self.parts(self.exact), strict=True):
            part.copy_(parameter.detach())
        self.used = self.exact.bfloat16() if low_precision else self.exact
        self.gradient = torch.zeros_like(self.used)
        views = zip(self.parameters, self.parts(self.used), self.parts(self.gradient), strict=True)
        for parameter, value, gradient in views:
            parameter.data, parameter.grad = value, gradient

    @property
    def count(self) -> int:
        """How many weights there are, what only fills up left out."""
        return sum(parameter.numel() for parameter in self.parameters)

    def parts(self, vector: Tensor) -> list[Tensor]:
        """Each parameter's part of such a vector, in the parameter's shape."""
        pieces = zip(self.parameters, vector.split(self.sizes), strict=True)
        return [piece[: parameter.numel()].view_as(parameter) for parameter, piece in pieces]

    def publish(self) -> None:
        """Let the model see what the optimiser did."""
        if self.used is not self.exact:
            self.used.copy_(self.exact)

    def named(self, model: Transformer) -> dict[str, Tensor]:
        """The exact weights under the names of the model's parameters."""
        names = [name for name, _ in model.named_parameters()]
        return dict(zip(names, self.parts(self.exact.detach()), strict=True))
