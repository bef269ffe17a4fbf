"""A training step recorded on the GPU (a CUDA graph): a small model's kernels take less time than their launches."""

import gc
from collections import Counter
from collections.abc import Callable

import torch

from askew.neural.batches import Batch


class Recorded:
    """Replays a step on the GPU instead of launching its kernels one by one: each batch shape is recorded when it comes
    again.
    """

    def __init__(self, step: Callable[[Batch], None]) -> None:
        self.step = step
        self.pool, self.stream = torch.cuda.graph_pool_handle(), torch.cuda.Stream()
        self.seen: Counter[tuple[int, ...]] = Counter()
        self.graphs: dict[tuple[int, ...], tuple[torch.cuda.CUDAGraph, Batch]] = {}

    def __call__(self, batch: Batch) -> None:
        """The step on this batch."""
        shape = tuple(size for tensor in batch.tensors for size in tensor.shape)
        self.seen[shape] += 1
        if shape not in self.graphs:
            if self.seen[shape] < 2:
                # A shape that comes once is not worth it, and the first time compiles and chooses kernels.
                self.step(batch)
                return
            inputs = batch.clone()
            self.graphs[shape] = self.record(inputs), inputs
        graph, inputs = self.graphs[shape]
        for place, tensor in zip(inputs.tensors, batch.tensors, strict=True):
            place.copy_(tensor)
        graph.replay()

    def record(self, inputs: Batch) -> torch.cuda.CUDAGraph:
        """As ``torch.cuda.graph`` does it, without emptying the allocator's cache, which would take longer than the
        training.
        """
        graph = torch.cuda.CUDAGraph()
        torch.cuda.synchronize()
        gc.disable()  # an older graph freed now would spoil the recording
        try:
            with torch.cuda.stream(self.stream):
                graph.capture_begin(pool=self.pool)
                try:
                    self.step(inputs)
                finally:
                    graph.capture_end()
        finally:
            gc.enable()
        torch.cuda.current_stream().wait_stream(self.stream)
        return graph
