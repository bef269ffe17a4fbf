"""What a model is and how it is trained: read from TOML, checked, written into the model's JSON."""

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin

from askew.core.errors import InputError
from askew.core.registry import unknown

T = TypeVar("T")
Attention = Literal["mha", "aan"]
Schedule = Literal["inverse-sqrt", "cosine"]


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
        _at_least_one(self, "model", "heads", "feed_forward", "encoder_layers", "decoder_layers", "max_length")
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
    """Source and target pieces per update, about."""
    learning_rate: float = 2e-3
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
        _at_least_one(
            self, "optimiser", "updates", "batch_tokens", "average", "checkpoint_every", "evaluate_every", "log_every"
        )


@dataclass(frozen=True)
class TrainConfig:
    """All of a training, as its TOML file says it."""

    data: DataConfig
    model: ModelConfig = field(default_factory=ModelConfig)
    optimiser: OptimiserConfig = field(default_factory=OptimiserConfig)

    def __post_init__(self) -> None:
        longest = -(-self.data.max_pieces // 8) * 8  # a batch's length is rounded up
        if longest > self.model.max_length:
            raise InputError(
                f"model: max_length {self.model.max_length} must be at least {longest}, for data.max_pieces"
            )

    @classmethod
    def read(cls, path: str | Path, changes: Mapping[str, Any] | None = None) -> "TrainConfig":
        """From a TOML file with the tables data, model and optimiser; ``changes`` maps such as ``{"model.width": 512}``.

        Paths are taken from the file's folder.
        """
        path = Path(path)
        try:
            tables = tomllib.loads(path.read_text("utf-8"))
        except FileNotFoundError:
            raise InputError(f"{path}: no such file") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise InputError(f"{path}: not TOML: {error}") from None
        for name, value in (changes or {}).items():
            table, _, key = name.partition(".")
            if isinstance(tables.setdefault(table, {}), dict):
                tables[table][key] = value
        return cls.of(tables, where=str(path), base=path.parent)

    @classmethod
    def of(cls, tables: Mapping[str, Any], where: str, base: Path | None = None) -> "TrainConfig":
        """From the tables of a file or of a model's JSON."""
        _no_strangers(tables, ["data", "model", "optimiser"], where)
        if "data" not in tables:
            raise InputError(f"{where}: there must be a table [data] with source, target, train and dev")
        data = _table(DataConfig, tables["data"], f"{where}: [data]")
        if base is not None:
            data = replace(data, train=tuple(str(base / name) for name in data.train), dev=str(base / data.dev))
        return cls(
            data,
            _table(ModelConfig, tables.get("model", {}), f"{where}: [model]"),
            _table(OptimiserConfig, tables.get("optimiser", {}), f"{where}: [optimiser]"),
        )

    def to_json(self) -> dict[str, Any]:
        """Plain tables, from which ``of`` makes it again."""
        return {"data": asdict(self.data), "model": asdict(self.model), "optimiser": asdict(self.optimiser)}


def model_config(table: Mapping[str, Any], where: str) -> ModelConfig:
    """The architecture from a model's JSON."""
    return _table(ModelConfig, table, where)


def _at_least_one(config: object, where: str, *names: str) -> None:
    for name in names:
        if getattr(config, name) < 1:
            raise InputError(f"{where}: {name} must be at least 1, found {getattr(config, name)}")


def _no_strangers(table: Mapping[str, Any], known: list[str], where: str) -> None:
    for name in table:
        if name not in known:
            raise InputError(f"{where}: {unknown('setting', name, known)}")


def _table(kind: type[T], table: Mapping[str, Any], where: str) -> T:
    """A dataclass from a table, every value of the type its field says."""
    if not isinstance(table, Mapping):
        raise InputError(f"{where} must be a table, found {table!r}")
    known = {field.name: field for field in fields(kind)}  # type: ignore[arg-type]
    _no_strangers(table, list(known), where)
    values: dict[str, Any] = {}
    for name, declared in known.items():
        if table.get(name) is None:
            if declared.default is MISSING and declared.default_factory is MISSING:
                raise InputError(f"{where}: {name} is missing")
            continue
        values[name] = _typed(table[name], declared.type, f"{where}: {name}")
    return kind(**values)


def _typed(value: Any, wanted: Any, where: str) -> Any:
    if get_origin(wanted) is Literal:
        if value not in get_args(wanted):
            raise InputError(f"{where} must be one of {', '.join(get_args(wanted))}; found {value!r}")
        return value
    if get_origin(wanted) is tuple:
        members = get_args(wanted)
        if isinstance(value, str) and wanted == tuple[str, ...]:
            value = [value]
        if not isinstance(value, (list, tuple)) or (members[-1] is not Ellipsis and len(value) != len(members)):
            raise InputError(f"{where} must be a list, found {value!r}")
        return tuple(_typed(item, members[0], where) for item in value)
    if wanted is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, wanted) or (wanted is not bool and isinstance(value, bool)):
        raise InputError(f"{where} must be a {wanted.__name__}, found {value!r}")
    return value
