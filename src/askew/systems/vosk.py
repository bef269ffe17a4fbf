"""``vosk:DIR``: a Vosk model (https://alphacephei.com/vosk/models), unpacked in a folder."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

from askew.core.errors import SystemFailure, UsageError
from askew.core.files import from_json
from askew.speech.audio import Samples
from askew.systems.audio_system import AudioSystem, check_transcribes
from askew.systems.model_files import digest_of


@dataclass(frozen=True)
class _Utterance:
    """What Vosk says of an utterance, as far as it is needed."""

    text: str


@dataclass(kw_only=True)
class VoskSystem(AudioSystem):
    """A Kaldi model, in the language ``source`` says."""

    argument: str = field(kw_only=False)
    target: str
    source: str = "en"

    def __post_init__(self) -> None:
        check_transcribes("vosk", self.target, self.source)
        self._folder = Path(self.argument)
        if not self._folder.is_dir():
            raise UsageError(f"vosk:{self.argument}: expected the folder of a model, and there is no such folder")
        try:
            self._version = version("vosk")
        except PackageNotFoundError:
            raise UsageError("vosk is not installed: pip install 'askew[vosk]'") from None
        self._model: Any = None

    @property
    def name(self) -> str:
        """The model's folder."""
        return f"vosk {self._folder.resolve().name}"

    @property
    def details(self) -> Mapping[str, str]:
        """The library's version and the model's checksum."""
        return {"kind": "vosk", "version": self._version, "model": digest_of(self._folder), "source": self.source}

    def load(self) -> None:
        """Read the model."""
        if self._model is None:
            import vosk

            vosk.SetLogLevel(-1)
            try:
                self._model = vosk.Model(str(self._folder))
            except Exception as error:  # vosk raises nothing more precise
                raise SystemFailure(f"vosk:{self.argument} is not a Vosk model: {error}") from None

    def transcribe(self, samples: Samples) -> str:
        """All the utterances Vosk finds, together."""
        from vosk import KaldiRecognizer

        recogniser = KaldiRecognizer(self._model, self.rate)
        sixteen_bit = np.clip(samples * 32768, -32768, 32767).astype("<i2").tobytes()
        utterances = []
        for start in range(0, len(sixteen_bit), 8000):  # a quarter of a second at a time, as Vosk's own examples do
            if recogniser.AcceptWaveform(sixteen_bit[start : start + 8000]):
                utterances.append(recogniser.Result())
        parts = [*utterances, recogniser.FinalResult()]
        return " ".join(from_json(part, _Utterance, where=self.name).text for part in parts)
