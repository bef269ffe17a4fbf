"""What all tests share."""

import os
import signal
from pathlib import Path

import pytest

# Whoever starts the tests in the background may have them ignore Ctrl-C, and the programs they start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def shared_data():
    """The folder of data sets that are not in the repository."""
    beside = Path(__file__).resolve().parents[2] / "shared" / "data"
    folder = Path(os.environ.get("ASKEW_DATA") or beside)
    if not folder.is_dir():
        pytest.skip(f"needs the data sets: set ASKEW_DATA, or put them in {beside} (looked in {folder})")
    return folder


@pytest.fixture(scope="session")
def models():
    """The folder scripts/whisper_weights.py fills: tiny.en.pt, transformers/, ctranslate2/."""
    folder = Path(os.environ.get("ASKEW_TEST_MODELS") or Path(__file__).parents[1] / ".models")
    if not (folder / "ctranslate2/tokenizer.json").is_file():
        pytest.skip(f"needs Whisper tiny.en: python scripts/whisper_weights.py {folder}")
    return folder
