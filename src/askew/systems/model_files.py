"""A model's folder on disk, and what tells it from every other."""

import hashlib
from pathlib import Path

from askew.core.errors import UsageError


def model_folder(kind: str, name: str, needed: str) -> Path:
    """The folder of that name, which must hold the ``needed`` file."""
    folder = Path(name)
    if not (folder / needed).is_file():
        found = "it has none" if folder.is_dir() else "there is no such folder"
        raise UsageError(f"{kind}:{name}: expected a folder with {needed}; {found}")
    return folder


def digest_of(place: Path) -> str:
    """Sixteen hex digits that change with any byte of a file, or any name or byte in a folder. Reads it all, about 1
    GB/s.
    """
    everything = hashlib.sha256()
    for path in [place] if place.is_file() else sorted(path for path in place.rglob("*") if path.is_file()):
        everything.update(f"{path.relative_to(place)}\0".encode())
        with path.open("rb") as stream:
            everything.update(hashlib.file_digest(stream, "sha256").digest())
    return everything.hexdigest()[:16]
