"""``whisper:MODEL``: Whisper (Radford et al. 2022) by faster-whisper if that is installed, else by openai-whisper.

MODEL is one of their names (``tiny.en``, ``large-v3`` …), which they download, or a file or folder on disk: a ``.pt``
file is read by openai-whisper, a CTranslate2 folder by faster-whisper.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

from askew.core.errors import SystemFailure, UsageError
from askew.speech.audio import Samples
from askew.systems.audio_system import AudioSystem
from askew.systems.context import read_context
from askew.systems.model_files import digest_of

BACKENDS = {"faster": "faster-whisper", "openai": "openai-whisper"}


@dataclass(kw_only=True)
class WhisperSystem(AudioSystem):
    """Transcribes, or translates into English. Decoding is deterministic: temperature 0, without the fallback that
    samples.
    """

    argument: str = field(kw_only=False)
    target: str
    source: str = "en"
    """The language that is spoken."""
    backend: Literal["auto", "faster", "openai"] = "auto"
    beam: int = 1
    device: str = "cpu"
    compute_type: str = "default"
    """Of faster-whisper: int8, float16, float32 …; openai-whisper computes in float32 on a CPU, float16 elsewhere."""
    threads: int = 0
    """Threads; what the library thinks best if 0."""
    prompt: str = ""
    """What the model is told came before: names, say."""
    context: str = ""
    """A file of text the model is told came before, such as an abstract or a term a line; it reads the last 224
    tokens of it and ``prompt`` together.
    """
    condition: bool = True
    """Whether each window of 30 s is told the transcript of the one before."""

    def __post_init__(self) -> None:
        if self.target != self.source and self.target != "en":
            raise UsageError(
                f"whisper transcribes, or translates into English, not into {self.target!r}: use a cascade such as "
                f"cascade:whisper:{self.argument}+apertium:eng-spa"
            )
        if self.source != "en" and self.argument.endswith(".en"):
            raise UsageError(f"whisper:{self.argument} knows English alone, not {self.source!r}")
        self._path = Path(self.argument)
        if not self._path.exists() and ("/" in self.argument or self.argument.endswith(".pt")):
            raise UsageError(f"whisper:{self.argument}: no such file or folder")
        self._backend = self._chosen_backend()
        self._told = " ".join(
            part for part in (read_context(self.context) if self.context else "", self.prompt) if part
        )
        self._model: Any = None
        self._details: dict[str, str] | None = None

    def _chosen_backend(self) -> str:
        wanted = self.backend
        if wanted == "auto" and self._path.exists():
            wanted = "faster" if self._path.is_dir() else "openai"
        modules = {"faster": "faster_whisper", "openai": "whisper"}
        tried = list(modules) if wanted == "auto" else [wanted]
        found = next((name for name in tried if find_spec(modules[name]) is not None), None)
        if found is None:
            needed = " or ".join(BACKENDS[name] for name in tried)
            raise UsageError(f"whisper:{self.argument} needs {needed}: pip install {BACKENDS[tried[0]]}")
        return found

    @property
    def name(self) -> str:
        """The model, and what sets it apart from the same model elsewhere in a sweep."""
        return f"whisper {self._path.stem if self._path.exists() else self.argument}" + (
            f" beam {self.beam}" if self.beam > 1 else ""
        )

    @property
    def details(self) -> Mapping[str, str]:
        """The model, by which library, and everything that can change an answer."""
        if self._details is None:
            names = ("target", "source", "beam", "device", "compute_type", "prompt", "condition")
            self._details = {
                "kind": "whisper",
                "model": digest_of(self._path) if self._path.exists() else self.argument,
                "backend": f"{BACKENDS[self._backend]} {version(BACKENDS[self._backend])}",
                **{name: str(getattr(self, name)) for name in names},
                "prompt": self._told,
            }
        return self._details

    def load(self) -> None:
        """Read the model."""
        if self._model is not None:
            return
        try:
            self._model = self._load_faster() if self._backend == "faster" else self._load_openai()
        except Exception as error:  # a damaged file may raise anything, a pickle that is more than weights among it
            said = (str(error).strip() or type(error).__name__).splitlines()[0]
            raise SystemFailure(f"whisper:{self.argument} can't be loaded: {said}") from None

    def _load_faster(self) -> Any:
        from faster_whisper import WhisperModel

        return WhisperModel(self.argument, device=self.device, compute_type=self.compute_type, cpu_threads=self.threads)

    def _load_openai(self) -> Any:
        import torch
        import whisper

        if self.threads:
            torch.set_num_threads(self.threads)
        return whisper.load_model(self.argument, device=self.device)

    def transcribe(self, samples: Samples) -> str:
        """The text of all windows together."""
        options: dict[str, Any] = {
            "language": self.source,
            "task": "transcribe" if self.target == self.source else "translate",
            "beam_size": self.beam if self.beam > 1 or self._backend == "faster" else None,
            "temperature": 0.0,
            "initial_prompt": self._told or None,
            "condition_on_previous_text": self.condition,
        }
        if self._backend == "faster":
            segments, _ = self._model.transcribe(samples, **options)
            return "".join(segment.text for segment in segments)
        result = self._model.transcribe(samples, fp16=self.device != "cpu", **options)
        return str(result["text"])
