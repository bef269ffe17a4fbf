"""A look at the machine: which parts are there, and what each one that isn't would add."""

import platform
import shutil
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from askew.datasets import manifest, store
from askew.lang import pack
from askew.speech.voices import ENGINES, how_to_install
from askew.systems.apertium import pairs
from askew.version import __version__

EXTRAS = {
    "ctranslate2": "models",
    "sentencepiece": "models",
    "transformers": "hf",
    "torch": "hf",
    "ray": "ray",
    "keyring": "keyring",
    "soundfile": "speech",
    "soxr": "speech",
    "silero-vad": "segment",
    "faster-whisper": "whisper",
    "pocketsphinx": "pocketsphinx",
    "vosk": "vosk",
}
"""Packages that are not always there, and the extra of askew's that brings each."""


@dataclass(frozen=True)
class Check:
    """One part of the machine."""

    part: str
    found: bool
    detail: str


def examine() -> list[Check]:
    """Everything askew can use."""
    return [
        Check("askew", True, f"{__version__} on Python {platform.python_version()}"),
        *(_package(name) for name in ("numpy", "typer", "rich", "jinja2", "requests", "sacrebleu", "py3langid")),
        Check("language packs", True, " ".join(pack.available())),
        _apertium(),
        *(_extra(name, extra) for name, extra in EXTRAS.items()),
        *(_voices(name) for name in ENGINES),
        *(_dataset(name) for name in manifest.names()),
    ]


def _package(name: str) -> Check:
    try:
        return Check(name, True, version(name))
    except PackageNotFoundError:
        return Check(name, False, f"missing: reinstall askew, or pip install {name}")


def _extra(name: str, extra: str) -> Check:
    check = _package(name)
    return check if check.found else Check(name, False, f"pip install 'askew[{extra}]'")


def _apertium() -> Check:
    if found := pairs():
        return Check("apertium", True, f"pairs {' '.join(found)}")
    return Check("apertium", False, "adds the apertium: systems; on Debian: apt-get install apertium apertium-eng-spa")


def _voices(engine: str) -> Check:
    place = shutil.which(engine)
    return Check(
        engine, place is not None, place or f"adds the {engine}: voices of askew speak; {how_to_install(engine)}"
    )


def _dataset(name: str) -> Check:
    dataset = manifest.load(name)
    missing = store.missing(dataset)
    if missing:
        return Check(
            f"data {name}",
            False,
            f"{len(missing)} of {len(dataset.files) or 1} parts missing: askew data fetch {name}",
        )
    return Check(f"data {name}", True, str(store.root() / name))
