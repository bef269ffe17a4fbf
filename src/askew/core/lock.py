"""A folder that one askew at a time may write to."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from askew.core.errors import RunError

LOCK = ".lock"


@contextmanager
def only_one(folder: Path) -> Iterator[None]:
    """Hold a folder (made if it is not there) until the end of the block; the operating system lets go of it if we are killed.

    Raises:
        RunError: another process holds it; the message says which.

    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK).open("a+", encoding="utf-8") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            held.seek(0)
            raise RunError(
                f"{folder} is being written by another askew (process {held.read().strip() or 'unknown'}): "
                "wait for it, or choose another folder"
            ) from None
        held.truncate(0)
        held.write(f"{os.getpid()}\n")
        held.flush()
        yield
