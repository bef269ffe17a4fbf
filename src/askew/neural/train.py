"""Training, from a configuration to a model folder; killed at any moment, the same call goes on with the same losses.

    FOLDER/
      sentencepiece.model, corpus.npz        the vocabulary, and the training text as ids
      state.safetensors               the last checkpoint: weights, Adam's moments, generators, the update
      weights-UPDATE.safetensors      the last checkpoints' weights, to be averaged
      log.jsonl                       losses and dev BLEU, a row each
      model.safetensors, model.json   the result

The weights live in one long float32 vector (``Weights``), of which the model's parameters are views: an update of a model of any depth is then
a handful of operations. On a GPU the model computes in bfloat16 on a second vector, and since a small model's kernels take
less time than their launches, forward and backward of each batch shape are recorded once and replayed (CUDA graphs).
"""

import json
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor

from askew.core.errors import RunError
from askew.core.files import write_atomically
from askew.neural.batches import Batch, Batches, Corpus, read_pairs
from askew.neural.checkpoint import average, load_tensors, save_model, save_tensors
from askew.neural.config import OptimiserConfig, TrainConfig
from askew.neural.model import Transformer, padding_mask
from askew.neural.search import SearchConfig
from askew.neural.translator import Translator
from askew.neural.vocabulary import FILE as PIECES
from askew.neural.vocabulary import PADDING, Vocabulary, learn
from askew.version import __version__

Report = Callable[[dict[str, Any]], None]  # told of every row of the log as it is written


def train(config: TrainConfig, folder: str | Path, device: str = "cpu", report: Report | None = None) -> Path:
    """Train, or go on training, the model of ``config`` in ``folder``; returns the folder."""
    folder = Path(folder)
    vocabulary, corpus = prepare(config, folder)
    trainer = Trainer(config, vocabulary, corpus, folder, device)
    trainer.resume()
    for row in trainer.run():
        if report is not None:
            report(row)
    return folder


def prepare(config: TrainConfig, folder: Path) -> tuple[Vocabulary, Corpus]:
    """The vocabulary and the training text as ids; made once, then read. A folder of another training is refused."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = json.dumps(config.to_json(), indent=1)
    if (folder / "training.json").exists():
        if (folder / "training.json").read_text("utf-8") != settings:
            raise RunError(f"{folder} holds a training with other settings: choose another folder, or remove it")
    else:
        write_atomically(folder / "training.json", settings)
    if not (folder / PIECES).exists() or not (folder / "corpus.npz").exists():
        sides = [read_pairs(name) for name in config.data.train]
        sources, targets = [s for side in sides for s in side[0]], [t for side in sides for t in side[1]]
        vocabulary = learn((*sources, *targets), config.model.vocabulary, folder / PIECES)
        Corpus.encode(sources, targets, vocabulary, config.data).save(folder / "corpus.npz")
    return Vocabulary(folder / PIECES), Corpus.load(folder / "corpus.npz")


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


class Trainer:
    """One training."""

    def __init__(
        self,
        config: TrainConfig,
        vocabulary: Vocabulary,
        corpus: Corpus,
        folder: Path,
        device: str,
        compile: bool = False,
    ) -> None:
        self.config, self.vocabulary, self.folder, self.device = config, vocabulary, folder, device
        self.optimiser = config.optimiser
        torch.manual_seed(self.optimiser.seed)
        self.model = Transformer(config.model).to(device).train()
        self.weights = Weights(self.model, low_precision=device != "cpu")
        self.model.to(self.weights.used.dtype)  # the positions' table; the parameters have it already
        self.batches = Batches(corpus, self.optimiser.batch_tokens, self.optimiser.seed, device)
        self.update = 0
        self.first_moment, self.second_moment = (torch.zeros_like(self.weights.exact) for _ in range(2))
        self.loss = torch.zeros((), device=device)  # summed since it was last read
        self.left_out = torch.zeros((), device=device)  # updates since then whose gradient could not be used
        self.batch_loss = torch.zeros((), device=device)
        self.meter = Meter()
        self.loss_of: Callable[[Tensor, Tensor, Tensor, float], Tensor] = smoothed_loss
        if compile:
            self.loss_of = torch.compile(smoothed_loss, dynamic=True)
            for layer in (*self.model.encoder, *self.model.decoder):
                layer.compile(dynamic=True)
        self.steps = Recorded(self.forward_backward) if device != "cpu" else self.forward_backward

    def run(self) -> Iterator[dict[str, Any]]:
        """Train to the end, yielding the log's rows."""
        while self.update < self.optimiser.updates:
            yield from self.advance()
        self.finish()

    def advance(self) -> Iterator[dict[str, Any]]:
        """One update, and what is due after it."""
        batch = self.batches.batch(self.update)
        self.steps(batch)
        self.adam()
        self.update += 1
        self.meter.count(batch.tokens)
        if self.due(self.optimiser.log_every):
            since = (
                self.update - 1
            ) % self.optimiser.log_every + 1  # updates, also where the last row was before a kill
            learnt = since - int(self.left_out)  # waits for the GPU, so the clock is read after it
            if learnt == 0:
                raise RunError(
                    f"{self.folder}: the training diverged before update {self.update}: its gradient is no longer a number. "
                    "Start it anew, in another folder, with a lower learning_rate, a longer warmup or another seed"
                )
            left_out = {"left_out": since - learnt} if learnt < since else {}
            loss = round(float(self.loss) / learnt, 4)
            yield self.log({"update": self.update, "loss": loss, **left_out, **self.meter.read()})
            self.loss.zero_()
            self.left_out.zero_()
        if self.due(self.optimiser.evaluate_every):
            yield self.log({"update": self.update, "dev_bleu": round(self.dev_bleu(), 2)})
            self.meter.start()
        if self.due(self.optimiser.checkpoint_every):
            self.save()

    def due(self, every: int) -> bool:
        """Whether something done every so many updates is due now."""
        return self.update % every == 0 or self.update == self.optimiser.updates

    def forward_backward(self, batch: Batch) -> None:
        """The gradient of the label-smoothed cross-entropy per piece."""
        self.weights.gradient.zero_()
        mask = padding_mask(batch.source, PADDING, self.weights.used.dtype)
        states = self.model(batch.source, batch.given, mask)  # B, T, D
        loss = self.loss_of(states, self.model.embedding.weight, batch.wanted, self.optimiser.label_smoothing)
        loss.backward()
        self.batch_loss.copy_(loss.detach())

    @torch.no_grad()
    def adam(self) -> None:
        """Clip, then Adam (Kingma and Ba 2015), over all weights at once; a gradient that is not finite counts as none."""
        settings, number = self.optimiser, self.update + 1
        gradient = self.weights.gradient.float()
        norm = gradient.norm()
        usable = norm.isfinite()  # a gradient that overflowed teaches nothing
        gradient = torch.where(usable, gradient * (settings.clip / (norm + 1e-6)).clamp(max=1.0), 0.0)
        self.loss += torch.where(usable, self.batch_loss, 0.0)
        self.left_out += ~usable
        (beta1, beta2), rate = settings.betas, learning_rate(settings, number)
        self.first_moment.lerp_(gradient, 1 - beta1)
        self.second_moment.lerp_(gradient * gradient, 1 - beta2)
        spread = (self.second_moment / (1 - beta2**number)).sqrt_().add_(1e-9)
        if settings.weight_decay:
            self.weights.exact.mul_(1 - rate * settings.weight_decay)
        self.weights.exact.addcdiv_(self.first_moment, spread, value=-rate / (1 - beta1**number))
        self.weights.publish()

    def dev_bleu(self) -> float:
        """BLEU of greedy search on (the first) dev sentences."""
        from sacrebleu.metrics.bleu import BLEU

        sources, references = read_pairs(self.config.data.dev)
        limit = self.config.data.dev_sentences
        with torch.random.fork_rng(devices=[]):  # whether and when BLEU is measured must not change the training
            model = Transformer(self.config.model).to(self.device, self.weights.used.dtype).eval()
        model.load_state_dict(self.model.state_dict())
        batch = limit if self.device != "cpu" else 50
        search = SearchConfig(beam=1, max_length=self.config.data.max_pieces)
        translations = Translator(model, self.vocabulary, search, batch, self.device).translate(sources[:limit])
        return float(BLEU().corpus_score(translations, [references[:limit]]).score)

    def log(self, row: dict[str, Any]) -> dict[str, Any]:
        """Append a row to the log."""
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        return row

    def save(self) -> None:
        """A checkpoint to go on from, and its weights for averaging."""
        save_tensors(self.folder / f"weights-{self.update:07d}.safetensors", self.weights.named(self.model))
        generators = {"cpu": torch.get_rng_state()}
        if self.device != "cpu":
            generators["cuda"] = torch.cuda.get_rng_state(self.device)
        save_tensors(
            self.folder / "state.safetensors",
            {
                "update": torch.tensor(self.update),
                "weights": self.weights.exact,
                "first_moment": self.first_moment,
                "second_moment": self.second_moment,
                "loss": self.loss,
                "left_out": self.left_out,
                **{f"generator_{name}": state for name, state in generators.items()},
            },
        )
        for old in self.kept()[: -self.optimiser.average]:
            old.unlink()

    def kept(self) -> list[Path]:
        """The weights kept for averaging, oldest first."""
        return sorted(self.folder.glob("weights-*.safetensors"))

    def resume(self) -> None:
        """Go on from the last checkpoint, if there is one; what was logged after it is done again."""
        path = self.folder / "state.safetensors"
        if not path.exists():
            (self.folder / "log.jsonl").unlink(missing_ok=True)
            return
        state = load_tensors(path)
        self.update = int(state["update"])
        self.weights.exact.copy_(state["weights"])
        self.weights.publish()
        self.first_moment.copy_(state["first_moment"])
        self.second_moment.copy_(state["second_moment"])
        self.loss.copy_(state["loss"])
        self.left_out.copy_(state["left_out"])
        torch.set_rng_state(state["generator_cpu"])
        if self.device != "cpu":
            torch.cuda.set_rng_state(state["generator_cuda"], self.device)
        log = self.folder / "log.jsonl"
        rows = log.read_text("utf-8").splitlines(keepends=True) if log.exists() else []
        kept = [row for row in rows if row.endswith("\n") and json.loads(row)["update"] <= self.update]
        write_atomically(log, "".join(kept))

    def finish(self) -> None:
        """Average the last checkpoints into the result."""
        tensors = {name: tensor.to(torch.float16) for name, tensor in average(self.kept()).items()}
        data, seen = self.config.data, self.config.optimiser
        card = {
            "askew": __version__,
            "source": data.source,
            "target": data.target,
            "model": self.config.to_json()["model"],
            "parameters": sum(tensor.numel() for tensor in tensors.values()),
            "training": {"updates": seen.updates, "optimiser": self.config.to_json()["optimiser"]},
        }
        save_model(self.folder, tensors, card)


def smoothed_loss(states: Tensor, embedding: Tensor, wanted: Tensor, smoothing: float) -> Tensor:
    """Label-smoothed cross-entropy per piece: states B, T, D; wanted B, T."""
    logits = F.linear(states, embedding).flatten(0, 1).float()
    return F.cross_entropy(logits, wanted.flatten(), ignore_index=PADDING, label_smoothing=smoothing)


class Meter:
    """Tokens since the clock was last read."""

    def __init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Start the clock anew."""
        self.started, self.tokens = time.perf_counter(), 0

    def count(self, tokens: int) -> None:
        """An update was made."""
        self.tokens += tokens

    def read(self) -> dict[str, Any]:
        """The rate since the start, which is now anew."""
        rate = self.tokens / (time.perf_counter() - self.started)
        self.start()
        return {"tokens_per_second": round(rate)}


class Recorded:
    """Replays a step on the GPU instead of launching its kernels one by one: each batch shape is recorded when it comes again."""

    def __init__(self, step: Callable[[Batch], None]) -> None:
        self.step = step
        self.pool, self.stream = torch.cuda.graph_pool_handle(), torch.cuda.Stream()
        self.seen: Counter[tuple[int, ...]] = Counter()
        self.graphs: dict[tuple[int, ...], tuple[torch.cuda.CUDAGraph, Batch]] = {}

    def __call__(self, batch: Batch) -> None:
        """The step on this batch."""
        shape = (*batch.source.shape, *batch.given.shape)
        self.seen[shape] += 1
        if shape not in self.graphs:
            if (
                self.seen[shape] < 2
            ):  # a shape that comes once is not worth it, and the first time compiles and chooses kernels
                self.step(batch)
                return
            inputs = Batch(batch.source.clone(), batch.given.clone(), batch.wanted.clone(), 0)
            self.graphs[shape] = self.record(inputs), inputs
        graph, inputs = self.graphs[shape]
        inputs.source.copy_(batch.source)
        inputs.given.copy_(batch.given)
        inputs.wanted.copy_(batch.wanted)
        graph.replay()

    def record(self, inputs: Batch) -> torch.cuda.CUDAGraph:
        """As ``torch.cuda.graph`` does it, without emptying the allocator's cache, which would take longer than the training."""
        graph = torch.cuda.CUDAGraph()
        torch.cuda.synchronize()
        with torch.cuda.stream(self.stream):
            graph.capture_begin(pool=self.pool)
            try:
                self.step(inputs)
            finally:
                graph.capture_end()
        torch.cuda.current_stream().wait_stream(self.stream)
        return graph


def learning_rate(settings: OptimiserConfig, update: int) -> float:
    """Linear warm-up, then as 1/√update, or a half cosine down to a hundredth.

    >>> settings = OptimiserConfig(updates=1000, warmup=100, learning_rate=1.0)
    >>> [round(learning_rate(settings, n), 3) for n in (1, 50, 100, 550, 1000)]
    [0.01, 0.5, 1.0, 0.505, 0.01]
    """
    if update < settings.warmup:
        return settings.learning_rate * update / settings.warmup
    if settings.schedule == "inverse-sqrt":
        return settings.learning_rate * math.sqrt(max(1, settings.warmup) / update)
    progress = (update - settings.warmup) / max(1, settings.updates - settings.warmup)
    return settings.learning_rate * (0.01 + 0.99 * (1 + math.cos(math.pi * progress)) / 2)
