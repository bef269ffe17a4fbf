"""Where data sets lie on this machine, how they get there, and whether they are what they should be.

``ASKEW_DATA`` names a folder that is there and has (or shall have) them, laid out as ``DATASET/FILE``, plain or .gz;
without it they live in the user's cache folder.
"""

import hashlib
import os
from pathlib import Path

from askew.core.errors import DataError, InputError
from askew.core.files import unpacked
from askew.datasets import manifest, zenodo
from askew.datasets.manifest import DataFile, Manifest


def root() -> Path:
    """The folder that holds all data sets."""
    if chosen := os.environ.get("ASKEW_DATA"):
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("askew") / "data"


def check_root() -> None:
    """Refuse an ``ASKEW_DATA`` that names no folder, before anything is downloaded into a misspelt one."""
    if (chosen := os.environ.get("ASKEW_DATA")) and not Path(chosen).is_dir():
        raise DataError(
            f"ASKEW_DATA names {chosen}, which is no folder: correct it, or make the folder if data sets shall be put "
            "there"
        )


def find(dataset: Manifest, entry: DataFile) -> Path | None:
    """Where a file lies, plain or .gz; None if it is not here."""
    plain = root() / dataset.name / entry.path
    return next((path for path in (plain, plain.with_name(plain.name + ".gz")) if path.is_file()), None)


def missing(dataset: Manifest) -> list[str]:
    """What of a data set is not here: paths, or the record as a whole."""
    if dataset.zenodo_record:
        return [] if (root() / dataset.name / zenodo.MARK).is_file() else [f"record {dataset.zenodo_record}"]
    return [entry.path for entry in dataset.files if find(dataset, entry) is None]


def fetch(dataset: Manifest, base_url: str | None = None) -> Path:
    """Download what is missing or damaged of a data set."""
    check_root()
    folder = root() / dataset.name
    if dataset.zenodo_record:
        return folder if not missing(dataset) else zenodo.fetch_record(dataset, folder, base_url)
    for entry in dataset.files:
        place = find(dataset, entry)
        if place is None or complaint(place, entry):
            fetch_file(dataset, entry, base_url)
    return folder


def obtain(name: str, path: str) -> Path:
    """A file of a data set: the one that is here, else fetched now and checked."""
    dataset = manifest.load(name)
    entry = dataset.file(path)
    return find(dataset, entry) or fetch_file(dataset, entry)


def content(path: Path, size: int) -> bytes:
    """The uncompressed bytes of a file that should have ``size``; one that unpacks to more is not unpacked further."""
    raw = path.read_bytes()
    if path.suffix != ".gz":
        return raw
    if not raw.startswith(b"\x1f\x8b"):
        raise DataError(f"{path} is a damaged .gz file: it does not begin like one")
    try:
        return unpacked(raw, str(path), size)
    except InputError as error:
        raise DataError(str(error)) from None


def complaint(path: Path, entry: DataFile) -> str | None:
    """What is wrong with a file that is here; None if it is just what the manifest says."""
    try:
        raw = content(path, entry.size)
    except DataError as error:
        return str(error)
    if len(raw) != entry.size:
        return f"{path} has {len(raw)} bytes, expected {entry.size}"
    found = hashlib.sha256(raw).hexdigest()
    return None if found == entry.sha256 else f"{path} has SHA-256 {found}, expected {entry.sha256}"


def fetch_file(dataset: Manifest, entry: DataFile, base_url: str | None = None) -> Path:
    """Download one file, resuming what an earlier try left, and check it before it takes its place."""
    from askew.datasets.download import download

    check_root()
    target = root() / dataset.name / entry.path
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        url = (base_url or dataset.base_url).rstrip("/") + "/" + (entry.remote or entry.path)
        download(url, target, entry.size, f"sha256:{entry.sha256}")
    except ValueError as error:
        raise DataError(
            f"{dataset.name}/{entry.path}: what was downloaded is not what the manifest describes, so it was thrown "
            f"away: {error}"
        ) from None
    except OSError as error:
        raise DataError(
            f"{dataset.name}/{entry.path} could not be fetched: {error}. Try 'askew data fetch {dataset.name}' again "
            "when "
            f"online (it goes on where it stopped), or set ASKEW_DATA to a folder that has {dataset.name}/{entry.path}"
        ) from None
    return target
