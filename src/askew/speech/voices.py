"""Voices: programs that read text aloud. A SPEC is ``ENGINE:VOICE``, maybe with labels:
``flite:my.flitevox,gender=female,accent=en-IN``.

| SPEC | the program |
|---|---|
| ``flite:slt`` | flite (http://cmuflite.org), one of its voices or a .flitevox file |
| ``festival:cmu_us_slt_arctic_hts`` | festival (http://www.cstr.ed.ac.uk/projects/festival), an installed voice |
| ``espeak-ng:en-gb+f3`` | eSpeak NG (https://github.com/espeak-ng/espeak-ng), a voice, maybe with a variant |
| ``piper:en_GB-alba-medium.onnx`` | Piper (https://github.com/OHF-Voice/piper1-gpl), a voice file and its .json |
| ``kokoro:af_heart``, ``silero:21`` | models run in this process (``voice_models.py``) |
"""

import re
import shutil
import subprocess
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from msgspec import Struct

from askew.core.errors import InputError, SystemFailure, UsageError
from askew.core.files import from_json, read_lines
from askew.core.registry import unknown
from askew.speech import voice_models
from askew.speech.audio import write_wav

ENGINES = ("flite", "festival", "espeak-ng", "piper", "kokoro", "silero")
_DEBIAN = {"flite": "flite", "festival": "festival festvox-us-slt-hts", "espeak-ng": "espeak-ng"}
Work = Sequence[tuple[str, Path]]  # texts, and the WAV file each becomes


@dataclass(frozen=True)
class Voice:
    """One voice of one engine; gender and accent as labelled, empty where nobody labelled them."""

    engine: str
    name: str
    gender: str = ""
    accent: str = ""

    @property
    def spec(self) -> str:
        """Engine and name; of a file, its name alone."""
        return f"{self.engine}:{Path(self.name).stem if '/' in self.name or self._is_file else self.name}"

    @property
    def _is_file(self) -> bool:
        return self.name.endswith((".onnx", ".flitevox"))

    @property
    def _is_model(self) -> bool:
        return self.engine in voice_models.WEIGHTS

    @property
    def folder(self) -> str:
        """A name for its folder.

        >>> Voice("flite", "slt").folder, Voice("espeak-ng", "en-gb+f3").folder
        ('flite-slt', 'espeak-ng-en-gb+f3')
        """
        return re.sub(r"[^\w.+-]", "-", self.spec)

    @property
    def labels(self) -> dict[str, str]:
        """What becomes of it in an item's attributes."""
        return {"voice": self.spec, "voice_gender": self.gender, "voice_accent": self.accent}

    @property
    def portion(self) -> int:
        """How many texts are worth one start of the program: festival takes a second to start, and can read many."""
        return 25 if self.engine == "festival" else 1

    def version(self) -> str:
        """The program's version as it says it, for the manifest; the model's, of a voice that is one."""
        if self._is_model:
            return voice_models.NAMES[self.engine]
        told = subprocess.run([self.engine, "--version"], capture_output=True, text=True, check=False)
        numbers = re.search(r"\d+(?:\.\d+)+[\w-]*", told.stdout or told.stderr)  # flite ends with status 1
        return numbers[0] if numbers else "unknown"

    @property
    def program(self) -> str:
        """What speaks, and in which version."""
        return self.version() if self._is_model else f"{self.engine} {self.version()}"

    def check(self) -> None:
        """Refuse a voice that can't speak here, before anything is begun."""
        if self._is_model:
            return voice_models.check_voice(self.engine, self.name)
        if shutil.which(self.engine) is None:
            raise SystemFailure(f"{self.engine} is not installed; {how_to_install(self.engine)}")
        if self._is_file and not Path(self.name).is_file():
            raise UsageError(f"{self.engine}:{self.name}: no such file")
        if self.engine == "flite" and not self._is_file:
            known = _program(["flite", "-lv"]).partition(":")[2].split()
            if self.name not in known:
                raise UsageError(unknown("flite voice", self.name, known))
        if self.engine == "festival":
            listed = _program(["festival", "--batch", "(print (voice.list))"])
            known = re.findall(r"[\w.-]+", listed)
            if self.name not in known:
                raise UsageError(unknown("festival voice", self.name, known))
        return None

    def read_aloud(self, work: Work) -> None:
        """Make a WAV file of every text, at whatever rate the voice has."""
        if self.engine == "festival":
            return _festival(self.name, work)
        for text, path in work:
            if self._is_model:
                write_wav(path, voice_models.read_aloud(self.engine, self.name, text), voice_models.RATE)
            elif self.engine == "flite":
                _program(["flite", "-voice", self.name, "-o", str(path)], text)
            elif self.engine == "espeak-ng":
                _program(["espeak-ng", "-v", self.name, "-w", str(path), "--stdin"], text)
            else:
                _program(["piper", "--model", self.name, "--output_file", str(path)], text)
        return None


def open_voice(spec: str) -> Voice:
    """The voice a SPEC names, with the labels that are known or given.

    >>> open_voice("flite:slt").labels
    {'voice': 'flite:slt', 'voice_gender': 'female', 'voice_accent': 'en-US'}
    >>> open_voice("espeak-ng:en-gb-scotland+f2").labels
    {'voice': 'espeak-ng:en-gb-scotland+f2', 'voice_gender': 'female', 'voice_accent': 'en-gb-scotland'}
    >>> open_voice("kokoro:bm_george").labels
    {'voice': 'kokoro:bm_george', 'voice_gender': 'male', 'voice_accent': 'en-GB'}
    >>> open_voice("silero:21").labels  # nobody labelled these
    {'voice': 'silero:21', 'voice_gender': '', 'voice_accent': ''}
    >>> open_voice("flite:me.flitevox,accent=en-IN").labels
    {'voice': 'flite:me', 'voice_gender': '', 'voice_accent': 'en-IN'}
    """
    named, *settings = spec.split(",")
    engine, colon, name = named.partition(":")
    if not colon or not name:
        raise UsageError(
            f"a voice is written ENGINE:VOICE, such as flite:slt; found {spec!r} (engines: {', '.join(ENGINES)})"
        )
    if engine not in ENGINES:
        raise UsageError(unknown("engine of voices", engine, list(ENGINES)))
    labels = _known_labels(engine, name)
    for setting in settings:
        key, equals, value = setting.partition("=")
        if key not in ("gender", "accent") or not equals:
            raise UsageError(f"a voice's labels are gender=… and accent=…; found {setting!r} in {spec!r}")
        labels[key] = value
    return Voice(engine, name, **labels)


class _Language(Struct):
    code: str


class _PiperVoice(Struct):
    """What a voice of Piper says of itself."""

    language: _Language


def how_to_install(engine: str) -> str:
    """Where a program comes from."""
    package = _DEBIAN.get(engine)
    return f"on Debian: apt-get install {package}" if package else "pip install piper-tts"


def _known_labels(engine: str, name: str) -> dict[str, str]:
    if engine == "espeak-ng":  # a language, maybe +m1 … +m8 or +f1 … +f5
        language, _, variant = name.partition("+")
        gender = {"f": "female", "m": "male"}.get(variant[:1], "") if variant[1:].isdigit() else ""
        return {"gender": gender, "accent": language}
    if engine == "piper":  # says its language, not its gender
        try:
            card = from_json("\n".join(read_lines(f"{name}.json")), _PiperVoice, where=f"{name}.json")
        except InputError:
            return {}
        return {"accent": card.language.code.replace("_", "-")}
    if engine == "kokoro":  # its names begin with accent and gender: af_heart
        genders, accents = {"f": "female", "m": "male"}, {"a": "en-US", "b": "en-GB"}
        return {"gender": genders.get(name[1:2], ""), "accent": accents.get(name[:1], "")}
    return dict(_table().get(engine, {}).get(name, {}))


@cache
def _table() -> dict[str, dict[str, dict[str, str]]]:
    return tomllib.loads(files("askew.speech").joinpath("voices.toml").read_text("utf-8"))


def _festival(name: str, work: Work) -> None:
    """Many texts in one go: festival's own language is Scheme, and a string in it needs its quotes and backslashes
    escaped.
    """
    lines = [f"(voice_{name})"]
    for text, path in work:
        words, place = (re.sub(r'(["\\])', r"\\\1", part) for part in (text, str(path)))
        lines.append(f'(utt.save.wave (utt.synth (Utterance Text "{words}")) "{place}" \'riff)')
    _program(["festival", "--pipe"], "\n".join(lines) + "\n")


def _program(words: list[str], text: str = "") -> str:
    """Run a program to its end; what it said."""
    try:
        done = subprocess.run(words, input=text.encode("utf-8"), capture_output=True, check=False)
    except OSError as error:
        raise SystemFailure(f"{words[0]} could not be started: {error.strerror}") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip()[-300:]
        raise SystemFailure(f"{words[0]} ended with status {done.returncode}" + (f"; it said: {said}" if said else ""))
    return done.stdout.decode("utf-8", "replace")
