"""One writer at a time: a run folder belongs to the process that writes it, until that ends."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from askew.core.errors import RunError, UsageError
from askew.core.files import writing


@contextmanager
def only_writer(folder: Path) -> Iterator[None]:
    """Hold a folder, which need not exist yet. Raises RunError that says who holds it if another process does.

    The lock is a file beside the folder. The operating system lets go of it when the process ends, however it ends;
    only then may a file of that name be left, which does no harm.
    """
    path = folder.absolute().with_name(f".{folder.name}.lock")
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = _acquire(path, folder)
    try:
        who = f"process {os.getpid()} ({' '.join(Path(sys.argv[0]).name.split()[:1] + sys.argv[1:3])})"
        with writing(path):
            os.ftruncate(descriptor, 0)
            os.write(descriptor, f"{who} since {datetime.now(UTC).isoformat(timespec='seconds')}".encode())
        yield
    finally:
        path.unlink(missing_ok=True)  # before it is let go, so that nobody waits for a file that is gone
        os.close(descriptor)


def _acquire(path: Path, folder: Path) -> int:
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            take(descriptor)
        except OSError:
            holder = os.read(descriptor, 500).decode("utf-8", "replace") or "another process"
            os.close(descriptor)
            raise RunError(f"{folder} is being written by {holder}: wait for it, or choose another folder") from None
        if _is_still_there(path, descriptor):
            return descriptor
        os.close(descriptor)  # whoever held it has removed the file meanwhile: take the one that is there now


def take(descriptor: int) -> None:
    """Lock an open file for this process; raises OSError if another one has it, UsageError where there are no locks."""
    try:
        import fcntl
    except ImportError:
        raise UsageError(
            "this system has no locks of files (fcntl), without which a run can't be written safely: 'askew score', "
            "'report', 'compare' and 'gate' work here; for the rest use Linux, macOS or WSL"
        ) from None
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _is_still_there(path: Path, descriptor: int) -> bool:
    try:
        return path.stat().st_ino == os.fstat(descriptor).st_ino
    except FileNotFoundError:
        return False
