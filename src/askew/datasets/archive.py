"""A data set's official archive: all of it in one zip file, fetched from its publisher or downloaded by hand.

Publishers of such archives give no checksum, so what came is said, and kept beside it (``archive.json``), that it can
be compared and does not change unseen.
"""

import hashlib
import warnings
import zipfile
from pathlib import Path

from askew.core.errors import DataError, InputError
from askew.core.files import to_json_line, write_atomically
from askew.datasets.download import download
from askew.datasets.manifest import Manifest
from askew.formats.archives import unpack_zip

MARK = "archive.json"


def fetch_archive(dataset: Manifest, folder: Path, url: str | None = None) -> Path:
    """Download a data set's archive, going on where an earlier try stopped, and unpack it.

    Raises DataError where it can't be had (the message says how to go on by hand), or the data set has no archive.
    """
    import requests

    if not dataset.archive:
        raise DataError(f"{dataset.name} has no archive: 'askew data fetch {dataset.name}' fetches all there is")
    address = url or dataset.archive
    target = folder / address.rpartition("/")[2]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with requests.get(address, timeout=30, stream=True) as answer:  # not all servers know HEAD
            answer.raise_for_status()
            size = int(answer.headers["Content-Length"])
        download(address, target, size)
    except (requests.RequestException, OSError, KeyError, ValueError) as error:
        raise DataError(
            f"{address} could not be fetched: {error}. Download it by other means, then: askew data unpack "
            f"{dataset.name} FILE.zip"
        ) from None
    unpack_archive(dataset, target, folder)
    target.unlink()
    return folder


def unpack_archive(dataset: Manifest, path: Path, folder: Path) -> list[Path]:
    """Unpack an archive that is here into the data set's folder, whole or not at all; the files it had.

    Raises InputError for what is no archive of this data set, DataError if the data set has none.
    """
    if not dataset.archive:
        raise DataError(f"{dataset.name} has no archive to unpack: 'askew data fetch {dataset.name}' fetches its files")
    if not path.is_file():
        raise InputError("no such file", where=str(path))
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, OSError, EOFError, ValueError) as error:
        raise InputError(f"is no zip archive, or a damaged one: {error}", where=str(path)) from None
    if not any(dataset.archive_holds in name for name in names):
        raise InputError(
            f"is not {dataset.name}'s archive: nothing in it lies in {dataset.archive_holds}; expected "
            f"{dataset.archive}",
            where=str(path),
        )
    folder.mkdir(parents=True, exist_ok=True)
    files = unpack_zip(path, folder)
    with path.open("rb") as stream:
        found = hashlib.file_digest(stream, "sha256").hexdigest()
    write_atomically(folder / MARK, to_json_line({"archive": path.name, "sha256": found, "files": len(files)}))
    warnings.warn(
        f"{dataset.name}: no checksum of this archive is published; what was unpacked has SHA-256 {found}: compare it "
        "with a copy you trust",
        stacklevel=2,
    )
    return files
