"""Files nobody should have to trust: whatever is in them, a reader gives what was written or an error that says what is
wrong.
"""

import tempfile
import warnings
from pathlib import Path

import pytest

from askew.core.errors import AskewError

from .budget import BUDGET, SEED, chance_of
from .mutations import mutated
from .readers import READERS


@pytest.fixture
def folder():
    """In memory where the system has a place for that: half of the time went to the disk."""
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as root:
        inputs = Path(root) / "inputs"
        inputs.mkdir()
        yield inputs


@pytest.mark.parametrize("kind", READERS)
def test_no_file_is_a_bug_in_askew(kind, folder):
    reader = READERS[kind]
    refused = 0
    for number in range(BUDGET):
        raw = mutated(chance_of(kind, number), reader.seeds)
        (folder / reader.name).write_bytes(raw)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                reader.read(folder, reader.name)
        except AskewError as error:
            refused += 1
            str(error).encode("utf-8")  # it can be shown
        except BaseException as error:
            pytest.fail(
                f"{kind}, seed {SEED}, input {number}: {type(error).__name__}: {error}; the file: {raw[:500]!r}"
            )
    assert list(folder.parent.iterdir()) == [folder]  # nothing was written beside it
    assert 0.1 * BUDGET < refused < BUDGET  # neither all good nor all hopeless


@pytest.mark.parametrize("kind", READERS)
def test_the_files_it_begins_from_are_good(kind, tmp_path):
    reader = READERS[kind]
    for raw in reader.seeds:
        (tmp_path / reader.name).write_bytes(raw)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert reader.read(tmp_path, reader.name)
