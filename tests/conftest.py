"""What all tests share."""

import fcntl
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

# Whoever starts the tests in the background may have them ignore Ctrl-C or a hang-up, and the programs they start would inherit
# that.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.fixture(scope="module")
def one_ray_at_a_time(tmp_path_factory):
    """Two clusters on one machine find each other: test files that start one wait for each other, also in other
    processes.
    """
    with (tmp_path_factory.getbasetemp().parent / "ray.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def shared_data():
    """The folder of data sets that are not in the repository."""
    beside = Path(__file__).resolve().parents[2] / "shared" / "data"
    folder = Path(os.environ.get("ASKEW_DATA") or beside)
    if not folder.is_dir():
        pytest.skip(f"needs the data sets: set ASKEW_DATA, or put them in {beside} (looked in {folder})")
    return folder


@pytest.fixture(scope="session")
def program():
    """The path of the askew script."""
    return Path(sys.executable).with_name("askew")


@pytest.fixture(scope="session")
def askew(program):
    """Runs the program with these words; gives back its exit status, standard output and standard error."""

    def start(*words, **more):
        return subprocess.run([program, *map(str, words)], capture_output=True, check=False, **{"text": True, **more})

    return start


@pytest.fixture(scope="session")
def is_users_mistake():
    """Checks that the program ended with one message, as it must after a mistake of the user's."""

    def check(result):
        assert result.returncode == 2, result
        assert result.stdout == ""
        assert result.stderr.strip()
        assert "Traceback" not in result.stderr
        assert "bug in askew" not in result.stderr

    return check


@pytest.fixture(scope="session")
def model_folder():
    """Where scripts/test.sh puts the models that tests need, whether there are any or not."""
    return Path(os.environ.get("ASKEW_TEST_MODELS") or Path(__file__).parents[1] / ".models")


@pytest.fixture(scope="session")
def models(model_folder):
    """The folder with what scripts/whisper_weights.py makes: tiny.en.pt, transformers/, ctranslate2/."""
    if not (model_folder / "ctranslate2/tokenizer.json").is_file():
        pytest.skip(f"needs Whisper tiny.en: python scripts/whisper_weights.py {model_folder}")
    return model_folder
