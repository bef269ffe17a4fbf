"""``pocketsphinx``: CMU PocketSphinx (https://github.com/cmusphinx/pocketsphinx) with the US English model that comes
with it.

A recogniser of 2000s technology, kept as the weak contrast. ``pocketsphinx:DIR`` is a folder with a model of one's own:
``DIR/acoustic``, ``DIR/language.lm.bin``, ``DIR/words.dict``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

from askew.core.errors import SystemFailure, UsageError
from askew.speech.audio import Samples
from askew.systems.audio_system import AudioSystem, check_transcribes
from askew.systems.model_files import digest_of

_FILES = {"hmm": "acoustic", "lm": "language.lm.bin", "dict": "words.dict"}


@dataclass(kw_only=True)
class PocketSphinxSystem(AudioSystem):
    """One model, in the language ``source`` says."""

    argument: str = field(default="", kw_only=False)
    target: str
    source: str = "en"

    def __post_init__(self) -> None:
        check_transcribes("pocketsphinx", self.target, self.source)
        self._folder = Path(self.argument) if self.argument else None
        if self._folder is not None:
            lacking = [name for name in _FILES.values() if not (self._folder / name).exists()]
            if lacking:
                raise UsageError(
                    f"pocketsphinx:{self.argument}: expected a folder with {', '.join(_FILES.values())}; "
                    f"no {lacking[0]}"
                )
        try:
            self._version = version("pocketsphinx")
        except PackageNotFoundError:
            raise UsageError("pocketsphinx is not installed: pip install 'askew[pocketsphinx]'") from None
        self._decoder: Any = None

    @property
    def name(self) -> str:
        """The program, and a model that is not its own."""
        return "pocketsphinx" if self._folder is None else f"pocketsphinx {self._folder.resolve().name}"

    @property
    def details(self) -> Mapping[str, str]:
        """The program's version and the model."""
        model = "en-us" if self._folder is None else digest_of(self._folder)
        return {"kind": "pocketsphinx", "version": self._version, "model": model, "source": self.source}

    def load(self) -> None:
        """Read the model."""
        if self._decoder is None:
            from pocketsphinx import Decoder

            own = {} if self._folder is None else {key: str(self._folder / name) for key, name in _FILES.items()}
            try:
                self._decoder = Decoder(samprate=self.rate, loglevel="FATAL", **own)
            except (RuntimeError, ValueError) as error:
                raise SystemFailure(f"pocketsphinx can't be started: {error}") from None

    def transcribe(self, samples: Samples) -> str:
        """The best hypothesis, without marks for noise."""
        self._decoder.start_utt()
        sixteen_bit = np.clip(samples * 32768, -32768, 32767).astype("<i2")
        self._decoder.process_raw(sixteen_bit.tobytes(), full_utt=True)
        self._decoder.end_utt()
        best = self._decoder.hyp()
        return "" if best is None else str(best.hypstr)
