"""What the speed experiment trains: seven depths with both kinds of attention for each language, a wider model; each
plain, and mended.
"""

from dataclasses import dataclass, replace
from typing import Any

from askew.neural.config import AdaptConfig, DataConfig, ModelConfig, OptimiserConfig, TrainConfig
from askew.neural.training.adapt import SETTINGS

DEPTHS = ((6, 6), (10, 2), (6, 1), (8, 4), (11, 1), (6, 4), (6, 2))
ATTENTION = ("mha", "aan")


@dataclass(frozen=True)
class Job:
    """A model to train."""

    target: str
    encoder: int
    decoder: int
    attention: str
    width: int = 256
    updates: int = 4_000
    batch_tokens: int = 32_768
    seed: int = 1
    dropout: float = 0.1
    learning_rate: float = 2e-3
    corpus: str = "corpus"
    """What it is trained on: DATA/XX/CORPUS.npz; part of the name if it is not the parallel text, such as distilled."""
    mend: str = ""
    """Not trained from scratch but adapted from the plain model; the name tells several ways apart."""
    text: str = "balanced"
    """What it is adapted to: DATA/XX/TEXT.npz, beside DATA/XX/ANCHOR.npz."""
    share: float = 0.5
    anchor: str = "anchor"

    @property
    def plain(self) -> str:
        """The name of the model without its mend, such as es-10.2-aan-256-s1 or es-6.1-mha-256-s1-distilled."""
        name = f"{self.target}-{self.encoder}.{self.decoder}-{self.attention}-{self.width}-s{self.seed}"
        return name if self.corpus == "corpus" else f"{name}-{self.corpus}"

    @property
    def name(self) -> str:
        """Such as es-10.2-aan-256-s1, or es-10.2-aan-256-s1-mended."""
        return f"{self.plain}-{self.mend}" if self.mend else self.plain

    def config(self, train: str, dev: str, vocabulary: int) -> TrainConfig:
        """The training configuration, with a vocabulary of so many pieces."""
        return TrainConfig(
            DataConfig("en", self.target, (train,), dev),
            ModelConfig(
                vocabulary=vocabulary,
                width=self.width,
                heads=self.width // 64,
                feed_forward=4 * self.width,
                encoder_layers=self.encoder,
                decoder_layers=self.decoder,
                attention=self.attention,  # type: ignore[arg-type]
                dropout=self.dropout,
            ),
            OptimiserConfig(
                updates=self.updates,
                batch_tokens=self.batch_tokens,
                learning_rate=self.learning_rate,
                seed=self.seed,
                average=1,
                checkpoint_every=self.updates,
                evaluate_every=self.updates // 4,
                log_every=100,
            ),
        )

    def mending(self, plain: TrainConfig, models: str) -> TrainConfig:
        """From the plain model's configuration to the one that adapts it."""
        given = {"updates": self.updates, "batch_tokens": self.batch_tokens, "learning_rate": self.learning_rate}
        usual = {**SETTINGS, **given, "warmup": self.updates // 10, "evaluate_every": self.updates}
        optimiser = OptimiserConfig(**usual, seed=self.seed)
        return replace(
            plain, optimiser=optimiser, adapt=AdaptConfig(f"{models}/{self.plain}", (self.anchor,), self.share)
        )


def from_text(text: str) -> Job:
    """``es,10,2,aan,width=512,updates=3000`` -> a job."""
    target, encoder, decoder, attention, *rest = text.split(",")
    job = Job(target, int(encoder), int(decoder), attention)
    for part in rest:
        name, _, value = part.partition("=")
        usual = getattr(job, name)
        given: Any = value if isinstance(usual, str) else type(usual)(float(value))
        job = replace(job, **{name: given})
    return job
