"""Training, from a configuration to a model folder; killed at any moment, the same call goes on with the same losses.

    FOLDER/
      training.json                   the settings
      sentencepiece.model, corpus.npz        the vocabulary, and the training text as ids
      features-*                      of speech
      state.safetensors               the last checkpoint: weights, statistics, Adam's moments, generators, the update
      weights-UPDATE.safetensors      the last checkpoints' weights, to be averaged
      log.jsonl                       losses and scores on the dev set, a row each
      model.safetensors, model.json   the result

The weights live in one long float32 vector (``Weights``), of which the model's parameters are views: an update of a
model of any depth is then a handful of operations. On a GPU the model computes in bfloat16 on a second vector, and
since a small model's kernels take less time than their launches, forward and backward of each batch shape are recorded
once and replayed (CUDA graphs).
"""

import json
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor

from askew.core.errors import RunError
from askew.core.files import from_json, read_lines, write_atomically
from askew.neural.batches import Batch, Series
from askew.neural.checkpoint import average, load_tensors, new_model, save_model, save_tensors, start_encoder
from askew.neural.config import DataConfig, OptimiserConfig, TrainConfig
from askew.neural.decoding.search import SearchConfig
from askew.neural.decoding.translator import Translator, finisher
from askew.neural.speech.config import SpeechDataConfig
from askew.neural.speech.corpus import SpeechBatches, SpeechCorpus, prepare_speech
from askew.neural.text.corpus import Batches, Corpus, read_pairs
from askew.neural.training.adapt import Beside, prepare_adapting, start_from
from askew.neural.training.dev import dev_score
from askew.neural.training.recorded import Recorded
from askew.neural.training.weights import Weights
from askew.neural.vocabulary import FILE as PIECES
from askew.neural.vocabulary import PADDING, Vocabulary, learn
from askew.version import __version__

SPEECH_AT_ONCE = 250  # dev utterances a GPU decodes together
Report = Callable[[dict[str, Any]], None]  # told of every row of the log as it is written


def train(config: TrainConfig, folder: str | Path, device: str = "cpu", report: Report | None = None) -> Path:
    """Train, or go on training, the model of ``config`` in ``folder``; returns the folder."""
    folder = Path(folder)
    vocabulary, corpus = prepare(config, folder, device)
    trainer = Trainer(config, vocabulary, corpus, folder, device)
    trainer.resume()
    for row in trainer.run():
        if report is not None:
            report(row)
    return folder


def prepare(config: TrainConfig, folder: Path, device: str = "cpu") -> tuple[Vocabulary, Corpus | SpeechCorpus]:
    """The vocabulary and the training text as ids; made once, then read. A folder of another training is refused."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "training.json"
    if not path.exists():
        write_atomically(path, json.dumps(config.to_json(), indent=1))
    elif TrainConfig.of(from_json("\n".join(read_lines(path)), dict[str, Any], where=str(path)), str(path)) != config:
        raise RunError(f"{folder} holds a training with other settings: choose another folder, or remove it")
    if isinstance(config.data, SpeechDataConfig):
        assert config.speech is not None
        return prepare_speech(config.data, config.speech, config.model.vocabulary, folder, device)
    if config.adapt is not None:
        return prepare_adapting(config.adapt, config.data, config.optimiser.seed, folder)
    if not (folder / PIECES).exists() or not (folder / "corpus.npz").exists():
        sides = [read_pairs(name) for name in config.data.train]
        sources, targets = [s for side in sides for s in side[0]], [t for side in sides for t in side[1]]
        vocabulary = learn((*sources, *targets), config.model.vocabulary, folder / PIECES)
        Corpus.encode(sources, targets, vocabulary, config.data).save(folder / "corpus.npz")
    return Vocabulary(folder / PIECES), Corpus.load(folder / "corpus.npz")


class Trainer:
    """One training."""

    def __init__(
        self,
        config: TrainConfig,
        vocabulary: Vocabulary,
        corpus: Corpus | SpeechCorpus,
        folder: Path,
        device: str,
        compile: bool = False,
    ) -> None:
        self.config, self.vocabulary, self.corpus = config, vocabulary, corpus
        self.folder, self.device, self.optimiser = folder, device, config.optimiser
        self.shape = replace(config.model, vocabulary=len(vocabulary))  # of characters there are as many as there are
        torch.manual_seed(self.optimiser.seed)
        if device != "cpu":
            # cuDNN's attention can give gradients that are no numbers where there is a mask: pytorch/pytorch#196678.
            torch.backends.cuda.enable_cudnn_sdp(False)
        self.model = new_model(self.shape, config.speech).to(device).train()
        if isinstance(config.data, SpeechDataConfig) and config.data.start_from:
            start_encoder(self.model, config.data.start_from)
        if config.adapt is not None:
            start_from(self.model, config.adapt.model)
        self.weights = Weights(self.model, low_precision=device != "cpu")
        self.model.cast_tables(self.weights.used.dtype)
        self.batches: Series = self.series()
        self.update = 0
        self.first_moment, self.second_moment = (torch.zeros_like(self.weights.exact) for _ in range(2))
        self.gradient = torch.zeros_like(self.weights.exact)  # of an update, which may take several steps
        self.step_loss, self.update_loss = (torch.zeros((), device=device) for _ in range(2))
        self.loss = torch.zeros((), device=device)  # summed since it was last read
        self.left_out = torch.zeros((), device=device)  # updates since then whose gradient could not be used
        self.meter = Meter()
        self.loss_of: Callable[[Tensor, Tensor, Tensor, float], Tensor] = smoothed_loss
        if compile:
            self.loss_of = torch.compile(smoothed_loss, dynamic=True)
            self.model.compile_layers()
        self.steps = Recorded(self.forward_backward) if device != "cpu" else self.forward_backward

    def series(self) -> Series:
        """The batches to come."""
        if isinstance(self.corpus, SpeechCorpus):
            assert self.config.speech is not None
            return SpeechBatches(self.corpus, self.config.speech, self.optimiser, self.device)
        if self.config.adapt is not None:
            return Beside(self.corpus, self.folder, self.config.adapt.share, self.optimiser, self.device)
        return Batches(self.corpus, self.optimiser.batch_tokens, self.optimiser.seed, self.device)

    def run(self) -> Iterator[dict[str, Any]]:
        """Train to the end, yielding the log's rows."""
        while self.update < self.optimiser.updates:
            yield from self.advance()
        self.finish()

    def advance(self) -> Iterator[dict[str, Any]]:
        """One update, and what is due after it."""
        self.meter.count(self.collect_gradient())
        self.adam()
        self.update += 1
        if self.due(self.optimiser.log_every):
            since = (self.update - 1) % self.optimiser.log_every + 1  # updates, also if the last row was before a kill
            learnt = since - int(self.left_out)  # waits for the GPU, so the clock is read after it
            if learnt == 0:
                raise RunError(
                    f"{self.folder}: the training diverged before update {self.update}: its gradient is no longer "
                    "a number. Start it anew, in another folder, with a lower learning_rate, a longer warmup or "
                    "another seed"
                )
            left_out = {"left_out": since - learnt} if learnt < since else {}
            loss = round(float(self.loss) / learnt, 4)
            yield self.log({"update": self.update, "loss": loss, **left_out, **self.meter.read()})
            self.loss.zero_()
            self.left_out.zero_()
        if self.is_measured and self.due(self.optimiser.evaluate_every):
            yield self.log({"update": self.update, **self.dev_score()})
            self.meter.start()
        if self.due(self.optimiser.checkpoint_every):
            self.save()

    @property
    def is_measured(self) -> bool:
        """Whether there is anything to measure it with on the way."""
        return isinstance(self.config.data, SpeechDataConfig) or bool(self.config.data.dev)

    def due(self, every: int) -> bool:
        """Whether something done every so many updates is due now."""
        return self.update % every == 0 or self.update == self.optimiser.updates

    def collect_gradient(self) -> int:
        """Gradient and loss of the update's steps, each with the weight of its tokens, how many there are."""
        count = self.optimiser.accumulate
        batches = [self.batches.batch(self.update * count + step) for step in range(count)]
        tokens = sum(batch.tokens for batch in batches)
        self.gradient.zero_()
        self.update_loss.zero_()
        for batch in batches:
            self.steps(batch)
            self.gradient.add_(self.weights.gradient, alpha=batch.tokens / tokens)
            self.update_loss.add_(self.step_loss, alpha=batch.tokens / tokens)
        return tokens

    def forward_backward(self, batch: Batch) -> None:
        """The gradient of the label-smoothed cross-entropy per piece."""
        self.weights.gradient.zero_()
        states = self.model(batch.source, batch.given, self.model.mask(batch.source))  # B, T, D
        loss = self.loss_of(states, self.model.embedding.weight, batch.wanted, self.optimiser.label_smoothing)
        loss.backward()
        self.step_loss.copy_(loss.detach())

    @torch.no_grad()
    def adam(self) -> None:
        """Clip, then Adam (Kingma and Ba 2015), over all weights at once; one that is not finite counts as none."""
        settings, number = self.optimiser, self.update + 1
        norm = self.gradient.norm()
        usable = norm.isfinite()  # a gradient that overflowed teaches nothing
        gradient = torch.where(usable, self.gradient * (settings.clip / (norm + 1e-6)).clamp(max=1.0), 0.0)
        self.loss += torch.where(usable, self.update_loss, 0.0)
        self.left_out += ~usable
        (beta1, beta2), rate = settings.betas, learning_rate(settings, number)
        self.first_moment.lerp_(gradient, 1 - beta1)
        self.second_moment.lerp_(gradient * gradient, 1 - beta2)
        spread = (self.second_moment / (1 - beta2**number)).sqrt_().add_(1e-9)
        if settings.weight_decay:
            self.weights.exact.mul_(1 - rate * settings.weight_decay)
        self.weights.exact.addcdiv_(self.first_moment, spread, value=-rate / (1 - beta1**number))
        self.weights.publish()

    def dev_score(self) -> dict[str, float]:
        """BLEU or, of a recogniser, WER of greedy search on (the first) dev sentences."""
        with torch.random.fork_rng(devices=[]):  # whether and when it is measured must not change the training
            model = new_model(self.shape, self.config.speech).to(self.device, self.weights.used.dtype).eval()
        model.load_state_dict(self.model.state_dict())
        limit = self.config.data.dev_sentences
        search = SearchConfig(beam=1, max_length=self.config.longest)
        batch = 50 if self.device == "cpu" else limit if self.config.speech is None else min(limit, SPEECH_AT_ONCE)
        translator = Translator(model, self.vocabulary, search, batch, self.device, finisher(self.card()))
        return dev_score(translator, self.config.data, self.corpus)

    def log(self, row: dict[str, Any]) -> dict[str, Any]:
        """Append a row to the log."""
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        return row

    def save(self) -> None:
        """A checkpoint to go on from, and its weights for averaging."""
        weights = {**self.weights.named(self.model), **self.statistics()}
        save_tensors(self.folder / f"weights-{self.update:07d}.safetensors", weights)
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
                **self.statistics(),
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
        for name, tensor in self.statistics().items():
            tensor.copy_(state[name])
        torch.set_rng_state(state["generator_cpu"])
        if self.device != "cpu":
            torch.cuda.set_rng_state(state["generator_cuda"], self.device)
        log = self.folder / "log.jsonl"
        rows = log.read_text("utf-8").splitlines(keepends=True) if log.exists() else []
        kept = [row for row in rows if row.endswith("\n") and _update(row, log) <= self.update]
        write_atomically(log, "".join(kept))

    def statistics(self) -> dict[str, Tensor]:
        """What the model keeps besides its weights: of speech, batch norms' means and variances."""
        kept = self.model.state_dict()
        return {name: buffer for name, buffer in self.model.named_buffers() if name in kept}

    def finish(self) -> None:
        """Average the last checkpoints into the result."""
        tensors = {name: tensor.to(torch.float16) for name, tensor in average(self.kept()).items()}
        save_model(self.folder, tensors, self.card())

    def card(self) -> dict[str, Any]:
        """What ``model.json`` says."""
        data, tables = self.config.data, self.config.to_json()
        card: dict[str, Any] = {
            "askew": __version__,
            "source": data.source,
            "target": data.target,
            "model": asdict(self.shape),
            "parameters": self.weights.count,
        }
        if isinstance(data, SpeechDataConfig):
            card |= {"target": data.language, "task": data.task, "speech": tables["speech"]}
            card |= {"moses": data.moses and data.task == "translation"}
        if self.config.adapt is not None:
            card |= {"adapted": tables["adapt"] | {"text": data.train if isinstance(data, DataConfig) else ()}}
        return {**card, "training": {"updates": self.optimiser.updates, "optimiser": tables["optimiser"]}}


def smoothed_loss(states: Tensor, embedding: Tensor, wanted: Tensor, smoothing: float) -> Tensor:
    """Label-smoothed cross-entropy per piece: states B, T, D; wanted B, T."""
    logits = F.linear(states, embedding).flatten(0, 1).float()
    return F.cross_entropy(logits, wanted.flatten(), ignore_index=PADDING, label_smoothing=smoothing)


def _update(row: str, log: Path) -> int:
    """After which update a row of the log was written."""
    return from_json(row, LogRow, where=str(log)).update


@dataclass(frozen=True)
class LogRow:
    """What every row of a training's log has."""

    update: int


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


def learning_rate(settings: OptimiserConfig, update: int) -> float:
    """Linear warm-up from the start rate, then as 1/√update, or a half cosine down to a hundredth.

    >>> settings = OptimiserConfig(updates=1000, warmup=100, learning_rate=1.0)
    >>> [round(learning_rate(settings, n), 3) for n in (1, 50, 100, 550, 1000)]
    [0.01, 0.5, 1.0, 0.505, 0.01]
    """
    if update < settings.warmup:
        return settings.start_rate + (settings.learning_rate - settings.start_rate) * update / settings.warmup
    if settings.schedule == "inverse-sqrt":
        return settings.learning_rate * math.sqrt(max(1, settings.warmup) / update)
    progress = (update - settings.warmup) / max(1, settings.updates - settings.warmup)
    return settings.learning_rate * (0.01 + 0.99 * (1 + math.cos(math.pi * progress)) / 2)
