"""askew train: a translation model from parallel text or speech."""

import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from askew.neural.config import TrainConfig


def command(
    config: Annotated[
        Path | None,
        typer.Argument(
            metavar="[CONFIG.toml]",
            help="Data, model and optimiser; see docs/models.md and docs/s-transformer.md. Not with --adapt.",
        ),
    ] = None,
    out: Annotated[
        Path,
        typer.Option(
            metavar="DIR", help="The model's folder; a training broken off there goes on.", show_default=False
        ),
    ] = ...,  # type: ignore[assignment]  # typer's way to say that it is required
    adapt: Annotated[
        str,
        typer.Option(metavar="MODEL", help="Go on from this model: a folder, or one that comes with askew (en-es)."),
    ] = "",
    text: Annotated[
        list[Path], typer.Option(metavar="FILE.tsv", help="--adapt: the new text, such as 'askew balance' writes.")
    ] = [],  # noqa: B006  # typer reads it, nobody changes it
    anchor: Annotated[
        list[Path], typer.Option(metavar="FILE.tsv", help="--adapt: old text beside it, so that nothing is forgotten.")
    ] = [],  # noqa: B006
    dev: Annotated[
        Path | None, typer.Option(metavar="FILE.tsv", help="--adapt: sentences to measure BLEU on at the end.")
    ] = None,
    device: Annotated[str, typer.Option(help="cpu, cuda, or auto: a GPU if there is one.")] = "auto",
    settings: Annotated[
        list[str], typer.Option("--set", metavar="NAME=VALUE", help="e.g. model.decoder_layers=2, optimiser.seed=3.")
    ] = [],  # noqa: B006
) -> None:
    """Train a model, go on training it, or adapt one to new text; 'neural:DIR' then is a system."""
    from askew.core.errors import UsageError

    try:
        import torch
    except ImportError:
        raise UsageError("training needs torch: pip install 'askew[neural]'") from None
    from askew.neural.training.train import train
    from askew.report.curve import write_curve

    changes = dict(_setting(setting) for setting in settings)
    chosen = (
        _adapting(adapt, config, text, anchor, dev, changes) if adapt else _training(config, text, anchor, dev, changes)
    )
    if device == "auto":
        device = "cuda" if torch.cuda.is_available() else "cpu"
    with _progress(chosen.optimiser.updates) as show:
        train(chosen, out, device, show)
    write_curve(out / "log.jsonl", out / "curve.svg")
    print(f"model: {out} (curve.svg shows how it learned; use it as neural:{out})")


def _training(
    config: Path | None, text: list[Path], anchor: list[Path], dev: Path | None, changes: dict[str, Any]
) -> "TrainConfig":
    from askew.core.errors import UsageError
    from askew.neural.config import TrainConfig

    if config is None:
        raise UsageError("what to train? Expected CONFIG.toml, or --adapt MODEL with --text and --anchor")
    if text or anchor or dev:
        raise UsageError("--text, --anchor and --dev go with --adapt; a configuration names its own text")
    return TrainConfig.read(config, changes)


def _adapting(
    model: str, config: Path | None, text: list[Path], anchor: list[Path], dev: Path | None, changes: dict[str, Any]
) -> "TrainConfig":
    from askew.core.errors import UsageError
    from askew.neural.training.adapt import adapting

    if config is not None:
        raise UsageError(f"{config}: --adapt takes no configuration; --set changes single settings")
    if not text or not anchor:
        raise UsageError(
            "--adapt needs --text, such as 'askew balance' writes, and --anchor, text of the model's training"
        )
    return adapting(model, text, anchor, dev, changes)


def _setting(text: str) -> tuple[str, Any]:
    """``model.width=512`` -> ("model.width", 512); what is no TOML value is taken as text."""
    from askew.core.errors import UsageError

    name, equals, value = text.partition("=")
    if not equals or "." not in name:
        raise UsageError(f"--set is written TABLE.NAME=VALUE, such as model.width=512; found {text!r}")
    try:
        return name, tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return name, value


SCORES = {"dev_bleu": "dev BLEU", "dev_wer": "dev WER"}


class _progress:  # noqa: N801  # used as a function
    """A bar on a terminal; elsewhere a line for each score on the dev set."""

    def __init__(self, updates: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("update {task.completed}/{task.total}"), BarColumn(), TextColumn("{task.fields[news]}"))
        self.bar = Progress(
            *columns, TimeRemainingColumn(), console=Console(stderr=True), disable=not sys.stderr.isatty()
        )
        self.task = self.bar.add_task("train", total=updates, news="")
        self.news: dict[str, Any] = {}

    def __enter__(self) -> "_progress":
        self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.stop()

    def __call__(self, row: dict[str, Any]) -> None:
        """A row of the log was written."""
        self.news |= row
        names = ("loss", *SCORES, "tokens_per_second")
        said = [f"{name} {self.news[name]}" for name in names if name in self.news]
        self.bar.update(self.task, completed=row["update"], news=", ".join(said).replace("_", " "))
        for name in SCORES:
            if self.bar.disable and name in row:
                print(f"update {row['update']}: {SCORES[name]} {row[name]}", file=sys.stderr)
