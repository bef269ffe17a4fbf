"""``bergamot:DIR``: a translator of Firefox's (https://github.com/browsermt/bergamot-translator), in its own Python."""

import json
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from pathlib import Path

from msgspec import Struct

from askew.core.errors import SystemFailure, UsageError, first_five
from askew.core.exchange import Exchange
from askew.core.records import Answer, Failure, Item, Output
from askew.systems.base import System
from askew.systems.model_files import digest_of

ENGINE = "bergamot==0.4.5"
HOW = f"name the Python 3.10 of an environment that has it, --set python=PATH/bin/python (pip install {ENGINE})"
_PARTS = {"model": "model.*.bin", "vocabulary": "vocab.*.spm", "source": "srcvocab.*.spm", "target": "trgvocab.*.spm"}
_SHORTLIST = "lex.*.bin"
_PAIR = re.compile(r"model\.[a-z]{2}([a-z]{2})\.")
# Firefox's own settings; what it reads the weights with stands in the name of their file.
_SETTINGS = {
    "beam-size": 1, "normalize": 1.0, "word-penalty": 0, "max-length-break": 128, "mini-batch-words": 1024,
    "workspace": 128, "max-length-factor": 2.0, "skip-cost": True, "cpu-threads": 0, "quiet": True,
    "quiet-translation": True, "alignment": "soft", "ssplit-mode": "paragraph",
}  # fmt: skip


class _Answer(Struct):
    """What the engine writes: a translation for every id."""

    id: str
    text: str


@dataclass(kw_only=True)
class BergamotSystem(System):
    """A folder as Firefox downloads it: a model, its vocabulary or two, maybe a shortlist of likely words."""

    argument: str = field(kw_only=False)
    target: str
    python: str = ""
    """The Python of an environment that has bergamot, or a command that speaks the same JSON Lines."""
    threads: int = 1
    batch: int = 1
    """Texts handed over at a time. With more it is up to three times as fast, and an answer depends on its neighbours:
    the shortlist of likely words is one for all of them.
    """

    def __post_init__(self) -> None:
        self._folder = Path(self.argument)
        self._config = json.dumps(_config(self._folder, self.target))  # which is YAML too
        if not self.python:
            raise UsageError(f"bergamot: keeps its engine in a Python of its own: {HOW}")

    @property
    def name(self) -> str:
        """The folder's name."""
        return self._folder.resolve().name

    @cached_property
    def details(self) -> Mapping[str, str]:
        """The checksum of the folder, the engine's version, and what can change an answer."""
        return {
            "kind": "bergamot",
            "model": digest_of(self._folder),
            "engine": self._version(),
            "target": self.target,
            "batch": str(self.batch),
        }

    def answer(self, items: Sequence[Item]) -> Iterator[Answer]:
        """Outputs as the engine gives them, matched by id; an item it says nothing about is a failure."""
        waiting = {item.id: item for item in items}
        rows = [{"id": item.id, "text": " ".join(item.source.split())} for item in items]
        last = time.perf_counter()
        for answer in self._exchange.ask(rows):
            if waiting.pop(answer.id, None) is None:
                raise SystemFailure(f"{self._exchange.name} answered {answer.id!r} twice, or without being asked")
            now = time.perf_counter()
            yield Output(answer.id, " ".join(answer.text.split()), now - last)
            last = now
        answered = len(items) - len(waiting)
        for name in waiting:
            yield Failure(name, f"the engine answered {answered} of {len(items)} texts, and this one not")

    def close(self) -> None:
        """End the engine, if it runs."""
        self._exchange.close()

    @cached_property
    def _exchange(self) -> Exchange[_Answer]:
        words = ("--config", self._config, "--threads", str(self.threads), "--batch", str(self.batch))
        return self._open(*words)

    def _open(self, *words: str) -> Exchange[_Answer]:
        script = Path(str(files("askew.systems").joinpath("bergamot_exchange.py")))
        return Exchange(self.python, script, _Answer, "bergamot", *words)

    def _version(self) -> str:
        try:
            return next((answer.text for answer in self._open("--version").ask([])), "unknown")
        except SystemFailure as error:
            raise SystemFailure(f"{error}; {HOW}") from None


def _config(folder: Path, target: str) -> dict[str, object]:
    """The engine's settings for a folder. Raises UsageError if it is not such a folder, or of another language."""
    if not folder.is_dir():
        raise UsageError(f"bergamot:{folder}: there is no such folder")
    found = {part: sorted(folder.glob(pattern)) for part, pattern in _PARTS.items()}
    model = _one(folder, _PARTS["model"], found["model"])
    if found["source"] or found["target"]:
        vocabularies = [_one(folder, _PARTS[side], found[side]) for side in ("source", "target")]
    else:
        vocabularies = [_one(folder, _PARTS["vocabulary"], found["vocabulary"])] * 2
    if (pair := _PAIR.match(model.name)) and pair[1] != target:
        raise UsageError(f"bergamot:{folder}: {model.name} translates into {pair[1]}, not into {target}")
    precision = "int8shiftAlphaAll" if ".alphas." in model.name else "int8shiftAll"
    files = {"models": [str(model.absolute())], "vocabs": [str(path.absolute()) for path in vocabularies]}
    shortlists = sorted(folder.glob(_SHORTLIST))
    shortlist = {"shortlist": [str(_one(folder, _SHORTLIST, shortlists).absolute()), False]} if shortlists else {}
    return {**_SETTINGS, "gemm-precision": precision, **files, **shortlist}


def _one(folder: Path, pattern: str, found: Sequence[Path]) -> Path:
    if len(found) != 1:
        there = first_five(sorted(path.name for path in folder.iterdir())) or "nothing"
        raise UsageError(
            f"bergamot:{folder}: expected one {pattern}, found {len(found)} (it holds {there}); "
            "files that end in .gz must be unpacked"
        )
    return found[0]
