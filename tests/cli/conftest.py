"""The program as a user starts it."""

import subprocess
import sys
from pathlib import Path

import pytest


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
