"""Sounds, sentences and a recogniser for tests."""

import shutil
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def own_data(tmp_path, monkeypatch):
    """Eight sentences of our own, laid out as WinoMT is."""
    shutil.copytree(ROOT / "tests/fixtures", tmp_path / "data")
    monkeypatch.setenv("ASKEW_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def needs():
    """Skips a test without a program."""

    def check(*programs):
        for name in programs:
            if shutil.which(name) is None:
                pytest.skip(f"needs {name} (Debian: apt-get install {name})")

    return check


@pytest.fixture
def tone(tmp_path):
    """Writes a second of a 440 Hz tone to a file of that name, and gives its path."""
    soundfile = pytest.importorskip("soundfile")

    def write(name, rate=48_000, seconds=1.0, channels=1, **options):
        wave = 0.3 * np.sin(2 * np.pi * 440 * np.arange(int(rate * seconds)) / rate)
        path = tmp_path / name
        soundfile.write(path, np.stack([wave] * channels, axis=1), rate, **options)
        return path

    return write
