"""``neural`` or ``neural:en-es``: the model that comes with askew; ``neural:DIR``: one that ``askew train`` made, of
text or of speech.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from askew.core.errors import UsageError
from askew.core.records import Answer, Failure, Item, Output
from askew.neural.checkpoint import CARD, WEIGHTS, architecture, describe, speech_of
from askew.neural.shipped import shipped, shipped_models
from askew.neural.speech.config import LONGEST_SECONDS
from askew.speech.audio import Samples
from askew.systems.audio_system import check_transcribes, read_recording
from askew.systems.base import System
from askew.systems.ctranslate2 import CTranslate2System
from askew.systems.model_files import digest_of

if TYPE_CHECKING:
    from askew.neural.decoding.translator import Translator

EXPORTED = "ctranslate2"  # the folder inside a model's that holds it in the other engine's format


@dataclass(kw_only=True)
class NeuralSystem(System):
    """One of the project's own models. CTranslate2 runs those of text with multi-head attention, torch all of them."""

    argument: str = field(default="", kw_only=False)
    target: str
    beam: int = 5
    batch: int = 32
    compute_type: Literal["float32", "int8", "bfloat16"] = "float32"
    engine: Literal["auto", "ctranslate2", "torch"] = "auto"
    device: str = "cpu"
    threads: int = 0
    """Threads to compute with; as many as there are cores if 0."""
    max_length: int = 0
    """The most pieces of an answer; if 0, 200 of text, and what the model has room for of speech, which may be written
    by character.
    """
    length_penalty: float = 1.0

    def __post_init__(self) -> None:
        self._folder = _folder(self.argument or f"en-{self.target}")
        self._card = describe(self._folder)
        if self._card.get("task") == "recognition":
            check_transcribes("neural", self.target, self._card["target"])
        if self._card.get("target") not in (None, self.target):
            raise UsageError(f"neural:{self._folder} translates into {self._card['target']!r}, not {self.target!r}")
        self._exported = (self._folder / "model.bin").exists()
        if self._exported and self.engine == "torch":
            raise UsageError(f"neural:{self._folder} is in CTranslate2's format alone, so torch can't run it")
        self._speech = speech_of(self._folder)
        self.max_length = self.max_length or (200 if self._speech is None else architecture(self._folder).max_length)
        averaged = self._card["model"].get("attention") == "aan"
        if (averaged or self._speech is not None) and self.engine == "ctranslate2":
            what = "has averaged attention" if averaged else "takes audio"
            raise UsageError(f"neural:{self._folder} {what}, which CTranslate2 does not know")
        self._engine = "torch" if self.engine == "torch" or averaged or self._speech is not None else "ctranslate2"
        self._running: CTranslate2System | Translator | None = None
        self._details: dict[str, str] | None = None

    @property
    def name(self) -> str:
        """The model's name, and what sets it apart from the same model elsewhere in a sweep."""
        return f"neural {self._folder.resolve().name} {self.compute_type} beam {self.beam}"

    @property
    def takes_audio(self) -> bool:
        """Whether it is a model of speech."""
        return self._speech is not None

    @property
    def takes_text(self) -> bool:
        """Whether it is a model of text."""
        return self._speech is None

    @property
    def never_gives_up(self) -> bool:
        """A recording that can't be read says nothing of the next."""
        return self.takes_audio

    @property
    def details(self) -> Mapping[str, str]:
        """The model's checksum and everything that can change an answer."""
        if self._details is None:
            names = ("beam", "batch", "compute_type", "device", "max_length", "length_penalty")
            weights = self._folder / ("model.bin" if self._exported else WEIGHTS)
            self._details = {
                "kind": "neural",
                "model": digest_of(weights),
                "engine": self._engine,
                **{name: str(getattr(self, name)) for name in names},
            }
        return self._details

    def load(self) -> None:
        """Read the model into its engine."""
        if self._running is not None:
            return
        self._running = self._in_ctranslate2() if self._engine == "ctranslate2" else self._in_torch()

    def answer(self, items: Sequence[Item]) -> Iterator[Answer]:
        """Outputs a batch at a time."""
        self.load()
        if isinstance(self._running, CTranslate2System):
            yield from self._running.answer(items)
            return
        assert self._running is not None
        for start in range(0, len(items), self.batch):
            some = items[start : start + self.batch]
            yield from (
                self._transcribed(some, self._running) if self.takes_audio else self._translated(some, self._running)
            )

    def _translated(self, items: Sequence[Item], translator: "Translator") -> Iterator[Answer]:
        began, short = time.perf_counter(), []
        for item, pieces in zip(items, translator.vocabulary.encode([item.source for item in items]), strict=True):
            if len(pieces) > translator.room:
                yield Failure(item.id, f"{len(pieces)} pieces; the model reads {translator.room} at most")
            else:
                short.append(item)
        texts = translator.translate([item.source for item in short])
        seconds = (time.perf_counter() - began) / max(1, len(short))
        for item, text in zip(short, texts, strict=True):
            yield Output(item.id, " ".join(text.split()), seconds)

    def _transcribed(self, items: Sequence[Item], translator: "Translator") -> Iterator[Answer]:
        assert self._speech is not None
        began, rate = time.perf_counter(), self._speech.rate
        recordings: dict[str, Samples] = {}
        for item in items:
            samples = read_recording(self.name, item, rate)
            if isinstance(samples, Failure):
                yield samples
            elif len(samples) > LONGEST_SECONDS * rate:
                yield Failure(
                    item.id,
                    f"{item.audio}: {len(samples) / rate:.0f} s long; a model takes {LONGEST_SECONDS} s at most "
                    "('askew segment' cuts)",
                )
            else:
                recordings[item.id] = samples
        texts = translator.from_speech(list(recordings.values()))
        seconds = (time.perf_counter() - began) / max(1, len(recordings))
        for (name, samples), text in zip(recordings.items(), texts, strict=True):
            yield Output(name, " ".join(text.split()), seconds, audio_seconds=round(len(samples) / rate, 3))

    def _in_ctranslate2(self) -> CTranslate2System:
        folder = self._folder
        if not self._exported:
            from askew.neural.decoding.export import export

            folder = self._folder / EXPORTED
            if not (folder / "model.bin").exists():
                export(self._folder, folder)
        system = CTranslate2System(
            str(folder),
            target=self.target,
            beam=self.beam,
            batch=self.batch,
            compute_type=self.compute_type,
            device=self.device,
            threads=self.threads,
            max_length=self.max_length,
            length_penalty=self.length_penalty,
        )
        system.load()
        return system

    def _in_torch(self) -> "Translator":
        try:
            import torch
        except ImportError:
            raise UsageError(
                "neural: speech, averaged attention and engine=torch need torch: pip install 'askew[neural]'"
            ) from None
        from askew.neural.decoding.search import SearchConfig
        from askew.neural.decoding.translator import Translator

        if self.threads:
            torch.set_num_threads(self.threads)
        search = SearchConfig(self.beam, self.length_penalty, self.max_length)
        return Translator.load(self._folder, search, self.compute_type, self.batch, self.device)


def _folder(name: str) -> Path:
    """The shipped model of that name, or the model folder there."""
    if (found := shipped(name)) is not None:
        return found
    if not (Path(name) / CARD).is_file():
        known = ", ".join(shipped_models())
        raise UsageError(f"neural:{name}: neither a model that comes with askew ({known}) nor a folder with {CARD}")
    return Path(name)
