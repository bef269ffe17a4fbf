"""Records of Zenodo: a record lists its files with their checksums; archives are unpacked.

The list comes from whoever serves the files, so it only guards against damage on the way. Where the manifest has a
SHA-256 of its own, that is what counts. Where it has none, what came is said and kept (``.complete``), so that it can
be compared and does not change unseen.
"""

import hashlib
import warnings
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from msgspec import Struct, field

from askew.core.errors import AskewError, DataError
from askew.core.files import from_json, inside, to_json_line
from askew.datasets.download import download
from askew.datasets.manifest import Manifest
from askew.formats.archives import is_zip, unpack_zip

if TYPE_CHECKING:
    import requests

MARK = ".complete"
LIST_BYTES = 4 * 2**20  # a record's list of files


class Links(Struct):
    """Where a file can be had."""

    address: str = field(name="self")


class RecordFile(Struct):
    """A file of a record."""

    key: str
    size: int
    checksum: str
    links: Links


class Record(Struct):
    """What Zenodo says of a record."""

    files: list[RecordFile]


class Complete(Struct):
    """What was fetched: the revision, and the SHA-256 of every file of the record."""

    revision: str
    sha256: dict[str, str] = {}


def fetch_record(dataset: Manifest, folder: Path, base_url: str | None = None) -> Path:
    """Download, check and unpack all files of a data set's record; what is there already is not fetched again."""
    import requests

    base = (base_url or dataset.base_url).rstrip("/")
    address = f"{base}/api/records/{dataset.zenodo_record}"
    found = {}
    try:
        record = from_json(_answer(address).decode("utf-8"), Record, where=address)
        folder.mkdir(parents=True, exist_ok=True)
        for entry in record.files:
            path = _download(entry, folder, base)
            found[entry.key] = _sha256(path)
            _check_pinned(dataset, entry.key, found[entry.key], path)
            if is_zip(path):
                unpack_zip(path, folder)
    except DataError:
        raise
    except (requests.RequestException, OSError) as error:
        raise DataError(
            f"{dataset.name} could not be fetched from {address}: {error}. Try again when online, or put its files "
            f"into {folder}"
        ) from None
    except (AskewError, ValueError) as error:  # a wrong checksum, or an answer that is no record
        raise DataError(f"{dataset.name}: what was downloaded is not what its record describes: {error}") from None
    _say_what_came(dataset, found)
    (folder / MARK).write_text(to_json_line({"revision": dataset.revision, "sha256": found}), encoding="utf-8")
    return folder


def _answer(address: str) -> bytes:
    import requests

    with requests.get(address, timeout=30, stream=True) as answer:
        answer.raise_for_status()
        return _body(answer)


def _body(answer: "requests.Response") -> bytes:
    body = b""
    for part in answer.iter_content(1 << 16):
        body += part
        if len(body) > LIST_BYTES:
            raise ValueError(f"the list of its files is longer than {LIST_BYTES / 2**20:.0f} MiB")
    return body


def _download(entry: RecordFile, folder: Path, base: str) -> Path:
    """One file of the record; its address must be the record's own server's, and its name a name in the folder."""
    if urlsplit(entry.links.address)[:2] != urlsplit(base)[:2]:
        raise ValueError(f"{entry.key} lies on another server than its record: {entry.links.address[:200]}")
    path = inside(folder, entry.key)
    if path.parent != folder:
        raise ValueError(f"{entry.key!r} is no file's name")
    download(entry.links.address, path, entry.size, entry.checksum)
    return path


def _check_pinned(dataset: Manifest, name: str, found: str, path: Path) -> None:
    pinned = {entry.path: entry.sha256 for entry in dataset.files}
    if pinned and pinned.get(name) != found:
        path.unlink()
        raise ValueError(f"{name} has SHA-256 {found}, expected {pinned.get(name, 'no such file')}; it was thrown away")


def _say_what_came(dataset: Manifest, found: dict[str, str]) -> None:
    if not dataset.files:
        shown = ", ".join(f"{name} has SHA-256 {digest}" for name, digest in found.items())
        warnings.warn(
            f"{dataset.name}: askew has no checksum of its own for this record, so it was checked against the server's "
            f"list only: {shown}; compare it with a copy you trust",
            stacklevel=3,
        )


def changed_files(dataset: Manifest, folder: Path) -> list[str]:
    """What of a fetched record is not as it was when it came."""
    where = str(folder / MARK)
    try:
        complete = from_json((folder / MARK).read_text("utf-8"), Complete, where=where)
    except (AskewError, OSError, ValueError):
        return [f"{where} does not say what was fetched: remove it and fetch {dataset.name} again"]
    return [
        f"{folder / name} is not what was fetched"
        for name, digest in complete.sha256.items()
        if not (folder / name).is_file() or _sha256(folder / name) != digest
    ]


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
