"""What all tests share."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared_data():
    """The folder of data sets that are not in the repository."""
    beside = Path(__file__).resolve().parents[2] / "shared" / "data"
    folder = Path(os.environ.get("ASKEW_DATA") or beside)
    if not folder.is_dir():
        pytest.skip(f"needs the data sets: set ASKEW_DATA, or put them in {beside} (looked in {folder})")
    return folder
