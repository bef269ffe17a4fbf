"""What a model is and how it is trained: read from TOML, checked, written into the model's JSON."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from askew.core.errors import InputError
from askew.formats.toml import read_toml
from askew.neural.speech.config import DEFAULTS, SpeechConfig, SpeechDataConfig
from askew.neural.tables import at_least_one, no_strangers, read_table

Attention = Literal["mha", "aan"]
Schedule = Literal["inverse-sqrt", "cosine"]
TEXT_PATHS, SPEECH_PATHS = ("train", "dev"), ("corpus", "features", "start_from")  # settings of [data]


@dataclass(frozen=True)
class ModelConfig:
    """The architecture."""

    vocabulary: int = 8_000
    width: int = 256
    heads: int = 4
    feed_forward: int = 1_024
    encoder_layers: int = 6
    decoder_layers: int = 6
    attention: Attention = "mha"
    averaged_ffn: bool = False
    """Whether averaged attention has its feed-forward layer; its authors found it can go."""
    dropout: float = 0.1
    max_length: int = 256
    """The longest source and target, in pieces."""

    def __post_init__(self) -> None:
        at_least_one(self, "model", "heads", "feed_forward", "encoder_layers", "decoder_layers", "max_length")
        if self.width < 4 or self.width % self.heads or self.width % 2:
            raise InputError(f"model: width {self.width} must be even, 4 or more and a multiple of heads, {self.heads}")
        if not 0 <= self.dropout < 1:
            raise InputError(f"model: dropout must be at least 0 and below 1, found {self.dropout}")
        if not 5 <= self.vocabulary <= 65_536:  # four pieces have a task of their own; ids are kept in 16 bits
            raise InputError(f"model: vocabulary must be from 5 to 65536, found {self.vocabulary}")

    @property
    def name(self) -> str:
        """Short: depth and attention, as the paper writes it, such as 10,2-aan."""
        return f"{self.encoder_layers},{self.decoder_layers}-{self.attention}"


@dataclass(frozen=True)
class DataConfig:
    """Parallel text: TSV files whose last two columns are source and target, plain or .gz."""

    source: str
    target: str
    train: tuple[str, ...]
    dev: str
    """Sentences for the BLEU on the way; none is measured if it is empty."""
    max_pieces: int = 120
    """Longer pairs are left out of training."""
    max_ratio: float = 3.0
    """So are pairs whose one side has this many times the other's pieces (and ten more)."""
    dev_sentences: int = 1_000
    """How many of the dev sentences the BLEU on the way is measured on."""


@dataclass(frozen=True)
class OptimiserConfig:
    """How it learns. The defaults suit a small model and a GPU for minutes."""

    updates: int = 4_000
    batch_tokens: int = 32_768
    """Source and target pieces per update, about. Of text."""
    batch_seconds: float = 400.0
    """Seconds of speech per step, padding included."""
    batch_sentences: int = 0
    """At most so many utterances per step; any number if 0."""
    accumulate: int = 1
    """How many steps' gradients make an update."""
    learning_rate: float = 2e-3
    start_rate: float = 0.0
    """Where the warm-up starts."""
    warmup: int = 400
    schedule: Schedule = "cosine"
    betas: tuple[float, float] = (0.9, 0.98)
    weight_decay: float = 0.0
    label_smoothing: float = 0.1
    clip: float = 1.0
    """The largest norm of the gradient."""
    average: int = 5
    """How many of the last checkpoints the result averages."""
    checkpoint_every: int = 200
    evaluate_every: int = 500
    log_every: int = 50
    seed: int = 1

    def __post_init__(self) -> None:
        at_least_one(
            self, "optimiser", "updates", "batch_tokens", "batch_seconds", "accumulate", "average",
            "checkpoint_every", "evaluate_every", "log_every",
        )  # fmt: skip


@dataclass(frozen=True)
class AdaptConfig:
    """A model to go on from, and old text beside the new, so that it forgets nothing."""

    model: str
    """The folder of a model of text, or the name of one that comes with askew."""
    anchor: tuple[str, ...]
    """Old text: TSV files as in [data]."""
    share: float = 0.5
    """Of an update's pieces, those of the new text."""
    anchor_pairs: int = 100_000
    """How many pairs of the old text are drawn; all if there are fewer."""

    def __post_init__(self) -> None:
        at_least_one(self, "adapt", "anchor_pairs")
        if not 0 < self.share < 1:
            raise InputError(f"adapt: share must be above 0 and below 1, found {self.share}")
        if not self.anchor:
            raise InputError("adapt: anchor must name old text, or the model forgets what it knows")


@dataclass(frozen=True)
class TrainConfig:
    """All of a training, as its TOML file says it. With ``speech`` the model takes recordings; without, texts."""

    data: DataConfig | SpeechDataConfig
    model: ModelConfig = field(default_factory=ModelConfig)
    optimiser: OptimiserConfig = field(default_factory=OptimiserConfig)
    speech: SpeechConfig | None = None
    adapt: AdaptConfig | None = None

    def __post_init__(self) -> None:
        if isinstance(self.data, SpeechDataConfig) != (self.speech is not None):
            raise InputError("speech: a corpus of speech and a table [speech] go together")
        needed = -(-self.longest // 8) * 8  # a batch's length is rounded up
        if needed > self.model.max_length:
            name = "max_tokens" if isinstance(self.data, SpeechDataConfig) else "max_pieces"
            raise InputError(f"model: max_length {self.model.max_length} must be at least {needed}, for data.{name}")

    @property
    def longest(self) -> int:
        """Of the targets it learns from, the end included."""
        return self.data.max_tokens + 1 if isinstance(self.data, SpeechDataConfig) else self.data.max_pieces

    @classmethod
    def read(cls, path: str | Path, changes: Mapping[str, Any] | None = None) -> "TrainConfig":
        """From a TOML file with the tables data, model, optimiser and speech; ``changes`` maps such as
        ``{"model.width": 512}``.

        Paths are taken from the file's folder, those in ``changes`` from where the program runs.
        """
        path = Path(path)
        tables = read_toml(path, dict[str, Any], "training")
        for name, value in (changes or {}).items():
            table, _, key = name.partition(".")
            if isinstance(tables.setdefault(table, {}), dict):
                is_path = table == "data" and key in (SPEECH_PATHS if "speech" in tables else TEXT_PATHS)
                tables[table][key] = _from_here(value) if is_path else value
        return cls.of(tables, where=str(path), base=path.parent)

    @classmethod
    def of(cls, tables: Mapping[str, Any], where: str, base: Path | None = None) -> "TrainConfig":
        """From the tables of a file or of a model's JSON."""
        no_strangers(tables, ["data", "model", "optimiser", "speech", "adapt"], where)
        takes_speech = tables.get("speech") is not None
        if "data" not in tables:
            needed = "corpus" if takes_speech else "source, target, train and dev"
            raise InputError(f"{where}: there must be a table [data] with {needed}")

        def given(name: str) -> Any:
            table = tables.get(name, {})
            return {**DEFAULTS[name], **table} if takes_speech and isinstance(table, Mapping) else table

        return cls(
            _data(SpeechDataConfig if takes_speech else DataConfig, tables["data"], f"{where}: [data]", base),
            read_table(ModelConfig, given("model"), f"{where}: [model]"),
            read_table(OptimiserConfig, given("optimiser"), f"{where}: [optimiser]"),
            read_table(SpeechConfig, tables["speech"], f"{where}: [speech]") if takes_speech else None,
            read_table(AdaptConfig, tables["adapt"], f"{where}: [adapt]") if tables.get("adapt") else None,
        )

    def to_json(self) -> dict[str, Any]:
        """Plain tables, from which ``of`` makes it again."""
        tables = {
            "data": self.data, "model": self.model, "optimiser": self.optimiser,
            "speech": self.speech, "adapt": self.adapt,
        }  # fmt: skip
        return {name: asdict(table) for name, table in tables.items() if table is not None}


def _data(
    kind: type[DataConfig] | type[SpeechDataConfig], table: Any, where: str, base: Path | None
) -> DataConfig | SpeechDataConfig:
    data = read_table(kind, table, where)
    if base is None:
        return data
    if isinstance(data, DataConfig):
        return replace(data, train=tuple(str(base / name) for name in data.train), dev=str(base / data.dev))
    for name in SPEECH_PATHS:
        if getattr(data, name):
            data = replace(data, **{name: str(base / getattr(data, name))})  # type: ignore[arg-type]
    return data


def _from_here(value: Any) -> Any:
    if isinstance(value, list):
        return [_from_here(item) for item in value]
    return str(Path(value).absolute()) if isinstance(value, str) and value else value


def model_config(table: Mapping[str, Any], where: str) -> ModelConfig:
    """The architecture from a model's JSON."""
    return read_table(ModelConfig, table, where)


def speech_config(table: Mapping[str, Any], where: str) -> SpeechConfig:
    """What a speech model's JSON has besides."""
    return read_table(SpeechConfig, table, where)
