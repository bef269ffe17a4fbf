"""All weights of a model as one long vector, so that an update of a model of any depth is a handful of operations."""

import torch
from torch import Tensor

from askew.neural.model import Transformer


class Weights:
    """All weights as one float32 vector; the model's parameters are views of it, or of its copy in bfloat16."""

    def __init__(self, model: Transformer, low_precision: bool) -> None:
        self.parameters = list(model.parameters())
        self.exact = torch.cat([p.detach().float().flatten() for p in self.parameters])
        self.used = self.exact.bfloat16() if low_precision else self.exact
        self.gradient = torch.zeros_like(self.used)
        at = 0
        for parameter in self.parameters:
            end = at + parameter.numel()
            parameter.data = self.used[at:end].view_as(parameter)
            parameter.grad = self.gradient[at:end].view_as(parameter)
            at = end

    def publish(self) -> None:
        """Let the model see what the optimiser did."""
        if self.used is not self.exact:
            self.used.copy_(self.exact)

    def named(self, model: Transformer) -> dict[str, Tensor]:
        """The exact weights under the names of the model's parameters."""
        sizes = [parameter.numel() for parameter in self.parameters]
        parts = self.exact.detach().split(sizes)
        return {name: part.view_as(p) for (name, p), part in zip(model.named_parameters(), parts, strict=True)}
