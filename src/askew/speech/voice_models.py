"""Voices that are models run in this process: Silero's and Kokoro's. Their weights lie in a folder of their own, which
``scripts/voices.py`` makes and ``ASKEW_VOICES`` names, and are used only if they are the ones they should be.
"""

import hashlib
import json
import os
import re
import subprocess
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from askew.core.errors import SystemFailure, UsageError
from askew.core.registry import unknown
from askew.datasets import store
from askew.speech.audio import Samples

RATE = 24_000  # of both
# What is run or loaded, and its SHA-256 as its publishers have it. Silero's holds code as well: nothing else may run.
WEIGHTS = {
    "silero": ("v3_en.pt", "02b71034d9f13bc4001195017bac9db1c6bb6115e03fea52983e8abcff13b665"),
    "kokoro": ("kokoro-quantized.onnx", "fbae9257e1e05ffc727e951ef9b9c98418e6d79f1c9b6b13bd59f5c9028a1478"),
}
NAMES = {"silero": "Silero v3_en", "kokoro": "Kokoro-82M v1.0 int8"}
PACKAGES = {"silero": ("torch", "pip install torch"), "kokoro": ("onnxruntime", "pip install onnxruntime")}
_ALONE = threading.Lock()  # a model is loaded once, and reads one text at a time


class Reader(Protocol):
    """A loaded model."""

    voices: list[str]

    def read(self, text: str, voice: str) -> Samples:
        """The text in a voice, at RATE."""


def folder(engine: str) -> Path:
    """Where an engine's weights lie."""
    chosen = os.environ.get("ASKEW_VOICES")
    return (Path(chosen) if chosen else store.root() / "voices") / engine


def reader(engine: str) -> Reader:
    """The engine's model, loaded once. SystemFailure if it, or what runs it, is not here or not what it should be."""
    with _ALONE:
        return _loaded(engine, folder(engine))


def read_aloud(engine: str, voice: str, text: str) -> Samples:
    """One text. SystemFailure for one the model can't say."""
    model = reader(engine)
    with _ALONE:
        return model.read(text, voice)


def check_voice(engine: str, voice: str) -> None:
    """Refuse a voice the model has not."""
    known = reader(engine).voices
    if voice not in known:
        raise UsageError(unknown(f"{engine} voice", voice, known))


@cache
def _loaded(engine: str, place: Path) -> Reader:
    name, wanted = WEIGHTS[engine]
    path = place / name
    if not path.is_file():
        raise SystemFailure(
            f"{engine}'s voices are not here: {path} is missing; 'python scripts/voices.py DIR {engine}' makes their "
            "folder, and ASKEW_VOICES=DIR names it"
        )
    with path.open("rb") as stream:
        found = hashlib.file_digest(stream, "sha256").hexdigest()
    if found != wanted:
        raise SystemFailure(f"{path} is not {NAMES[engine]}: its SHA-256 is {found}, expected {wanted}")
    package, how = PACKAGES[engine]
    try:
        return _READERS[engine](place)
    except ImportError:
        raise SystemFailure(f"{engine}'s voices need {package}, which is not installed: {how}") from None


class Silero:
    """Silero's English voices (https://github.com/snakers4/silero-models), 0 to 117. CC BY-NC 4.0: not for commercial
    use.
    """

    def __init__(self, place: Path) -> None:
        import torch

        self.model: Any = torch.package.PackageImporter(str(place / WEIGHTS["silero"][0])).load_pickle(
            "tts_models", "model"
        )
        self.voices = [name.removeprefix("en_") for name in self.model.speakers if name != "random"]

    def read(self, text: str, voice: str) -> Samples:
        """It reads letters and marks alone, and would leave out anything else without a word."""
        plain = re.sub("[‘’]", "'", re.sub("[“”]", '"', re.sub("[‐‑–—]", "-", text.lower())))
        if unsaid := sorted({sign for sign in plain if sign.isalnum() and sign not in self.model.symbols}):
            raise SystemFailure(f"silero:{voice} can't say {', '.join(unsaid)} (in {text[:60]!r}): write it in letters")
        sound = self.model.apply_tts(text=plain, speaker=f"en_{voice}", sample_rate=RATE)
        return np.asarray(sound.numpy(), dtype=np.float32)


class Kokoro:
    """Kokoro-82M (https://huggingface.co/hexgrad/Kokoro-82M, Apache-2.0), its English voices. Pronunciations are
    eSpeak NG's, in the letters the model was trained with.
    """

    def __init__(self, place: Path) -> None:
        import onnxruntime

        self.place = place
        self.session = onnxruntime.InferenceSession(
            str(place / WEIGHTS["kokoro"][0]), providers=["CPUExecutionProvider"]
        )
        self.ids: dict[str, int] = json.loads((place / "tokenizer.json").read_text("utf-8"))["model"]["vocab"]
        self.voices = sorted(path.stem for path in (place / "voices").glob("[ab][fm]_*.bin"))

    def read(self, text: str, voice: str) -> Samples:
        """At most 510 sounds at once, which is far more than a sentence has."""
        said = phonemes(text, british=voice.startswith("b"))
        ids = [self.ids[sound] for sound in said if sound in self.ids]
        styles = np.fromfile(self.place / "voices" / f"{voice}.bin", dtype=np.float32).reshape(-1, 1, 256)
        if not 0 < len(ids) < len(styles):
            raise SystemFailure(
                f"kokoro:{voice} can't say {text[:60]!r}: {len(ids)} sounds; 1 to {len(styles) - 1} can be"
            )
        given = {
            "input_ids": np.array([[0, *ids, 0]], dtype=np.int64),
            "style": styles[len(ids)],
            "speed": np.ones(1, np.float32),
        }
        return np.asarray(self.session.run(None, given)[0], dtype=np.float32).reshape(-1)


_READERS: dict[str, Callable[[Path], Reader]] = {"silero": Silero, "kokoro": Kokoro}
# eSpeak's sounds in misaki's letters (https://github.com/hexgrad/misaki), which Kokoro was trained with.
_BOTH = (
    ("aɪ", "I"), ("aʊ", "W"), ("dʒ", "ʤ"), ("eɪ", "A"), ("tʃ", "ʧ"), ("ɔɪ", "Y"), ("r", "ɹ"), ("x", "k"), ("ç", "k"),
    ("ɬ", "l"), ("̃", ""), ("̩", ""),
)  # fmt: skip
_AMERICAN = (("oʊ", "O"), ("ɜːɹ", "ɜɹ"), ("ɜː", "ɜɹ"), ("ɚ", "əɹ"), ("ɪə", "iə"), ("ɐ", "ə"), ("ː", ""))
_BRITISH = (("əʊ", "Q"), ("eə", "ɛː"), ("iə", "ɪə"), ("ɐ", "ə"), ("ɚ", "ə"))
_MARKS = re.compile(r'([;:,.!?—…"()“”]+)')


def phonemes(text: str, british: bool = False) -> str:
    """A text's sounds and marks, as Kokoro reads them."""
    parts = _MARKS.split(text.replace("–", "—"))
    return " ".join("".join(part if k % 2 else _sounds(part, british) for k, part in enumerate(parts)).split())


def _sounds(words: str, british: bool) -> str:
    """What eSpeak NG makes of some words; a space stays on either side where there was one."""
    if not words.strip():
        return words
    program = ["espeak-ng", "-q", "--ipa", "-v", "en-gb" if british else "en-us", "--stdin"]
    try:
        done = subprocess.run(program, input=words.encode("utf-8"), capture_output=True, check=False)
    except OSError:
        raise SystemFailure(
            "kokoro's voices need espeak-ng, which is not installed; on Debian: apt-get install espeak-ng"
        ) from None
    if done.returncode:
        raise SystemFailure(f"espeak-ng ended with status {done.returncode} on {words[:60]!r}")
    said = " ".join(done.stdout.decode("utf-8", "replace").split())
    for theirs, ours in (*_BOTH, *(_BRITISH if british else _AMERICAN)):
        said = said.replace(theirs, ours)
    return f"{words[: len(words) - len(words.lstrip())]}{said}{words[len(words.rstrip()) :]}"
