"""What a speech model has that a text model has not, and what it is trained on. Defaults are the settings of the WinoST
papers (Costa-jussà, Basta and Gállego 2020, 2022), and, where they say nothing, those of Di Gangi, Negri and Turchi
(2019), whose model it is.
"""

from dataclasses import dataclass
from typing import Any, Literal

from askew.core.errors import InputError
from askew.neural.tables import at_least_one

Penalty = Literal["log", "gauss", "none"]
Task = Literal["recognition", "translation"]
Units = Literal["auto", "characters", "bpe"]

SHRINKING = 4  # two convolutions with stride 2
LONGEST_SECONDS = 60  # of a recording a model takes; those it learns from are shorter


@dataclass(frozen=True)
class SpeechConfig:
    """Features, and the layers between them and the Transformer's encoder."""

    rate: int = 16_000
    """Samples a second."""
    filters: int = 40
    window_ms: float = 25.0
    hop_ms: float = 10.0
    channels: int = 64
    attention_2d: int = 2
    """How many layers of 2D attention; 0 for none."""
    attention_maps: int = 4
    penalty: Penalty = "log"
    """What encoder self-attention loses with distance: ln |i-j|, a Gaussian with a learned width per head, nothing."""
    time_masks: int = 0
    """SpecAugment (Park et al. 2019), in training only: how many spans of time are blanked. The papers have none."""
    time_mask_seconds: float = 0.4
    """The longest such span, and at most a fifth of the utterance."""
    frequency_masks: int = 0
    frequency_mask_filters: int = 8

    def __post_init__(self) -> None:
        at_least_one(self, "speech", "rate", "filters", "channels", "attention_maps")
        for name in ("window_ms", "hop_ms"):
            if not 1 <= getattr(self, name) <= 1000:
                raise InputError(f"speech: {name} must be from 1 to 1000, found {getattr(self, name)}")
        for name in ("attention_2d", "time_masks", "time_mask_seconds", "frequency_masks", "frequency_mask_filters"):
            if getattr(self, name) < 0:
                raise InputError(f"speech: {name} must be at least 0, found {getattr(self, name)}")
        if self.frequency_mask_filters > self.filters:
            raise InputError(f"speech: frequency_mask_filters can't be more than the {self.filters} filters")

    @property
    def window(self) -> int:
        """Samples in a window."""
        return round(self.rate * self.window_ms / 1000)

    @property
    def hop(self) -> int:
        """Samples from a window's start to the next one's."""
        return round(self.rate * self.hop_ms / 1000)

    @property
    def frames_per_second(self) -> float:
        """Of the features."""
        return self.rate / self.hop


@dataclass(frozen=True)
class SpeechDataConfig:
    """Speech in MuST-C's layout (see ``formats/mustc.py``)."""

    corpus: str
    """The folder that has data/SPLIT/wav and data/SPLIT/txt."""
    source: str = "en"
    target: str = "es"
    task: Task = "translation"
    """Recognition: the source text, lower-cased and without punctuation, is what is to be said."""
    units: Units = "auto"
    """What the target is cut into; auto: characters for recognition, byte-pair pieces for translation."""
    moses: bool = True
    """Normalise and tokenise text as the Moses scripts do (by sacremoses); what the model says is put back together."""
    train: str = "train"
    train_text: str = ""
    """The ending of the file with the training targets if it is not the language's: of a text model's translations,
    say.
    """
    dev: str = "dev"
    dev_sentences: int = 1_000
    max_seconds: float = 14.0
    """Longer recordings are left out of training."""
    max_tokens: int = 300
    """So are longer targets."""
    features: str = ""
    """A folder that keeps the features, for several trainings; the training's own if empty."""
    start_from: str = ""
    """The folder of a trained speech model whose encoder this one starts with."""

    def __post_init__(self) -> None:
        at_least_one(self, "data", "max_tokens", "dev_sentences")
        if not 0.1 <= self.max_seconds <= LONGEST_SECONDS:
            raise InputError(f"data: max_seconds must be from 0.1 to {LONGEST_SECONDS}, found {self.max_seconds}")

    @property
    def language(self) -> str:
        """What the model writes."""
        return self.source if self.task == "recognition" else self.target

    @property
    def by_character(self) -> bool:
        """Whether targets are cut into characters."""
        return self.units == "characters" or (self.units == "auto" and self.task == "recognition")


# What [model] and [optimiser] say where there is a table [speech], and they say nothing: an update has 64 times 8
# utterances.
DEFAULTS: dict[str, dict[str, Any]] = {
    "model": {"width": 512, "heads": 8, "feed_forward": 1_024, "max_length": 304},
    "optimiser": {
        "learning_rate": 5e-3, "start_rate": 3e-4, "warmup": 4_000, "schedule": "inverse-sqrt", "clip": 20.0,
        "batch_seconds": 112.0, "batch_sentences": 8, "accumulate": 64,
    },
}  # fmt: skip
