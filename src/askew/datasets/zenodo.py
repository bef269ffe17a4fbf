"""Records of Zenodo: a record's own list says which files it has and what their checksums are; archives are unpacked."""

import zipfile
from pathlib import Path

from askew.core.errors import DataError
from askew.datasets.download import resuming_download
from askew.datasets.manifest import Manifest

MARK = ".complete"


def fetch_record(dataset: Manifest, folder: Path, base_url: str | None = None) -> Path:
    """Download and unpack all files of a data set's record; what is there already is not fetched again."""
    import pooch
    import requests

    address = f"{(base_url or dataset.base_url).rstrip('/')}/api/records/{dataset.zenodo_record}"
    try:
        answer = requests.get(address, timeout=30)
        answer.raise_for_status()
        listed = [
            (file["key"], file["size"], file["checksum"], file["links"]["self"]) for file in answer.json()["files"]
        ]
        folder.mkdir(parents=True, exist_ok=True)
        for name, size, checksum, link in listed:
            path = folder / Path(name).name
            pooch.retrieve(
                link,
                known_hash=checksum,
                fname=path.name,
                path=folder,
                downloader=resuming_download(part=path.with_name(path.name + ".part"), size=size),
            )
            if zipfile.is_zipfile(path):
                with zipfile.ZipFile(path) as archive:
                    archive.extractall(folder)
    except (requests.RequestException, OSError, KeyError, TypeError) as error:
        raise DataError(
            f"{dataset.name} could not be fetched from {address}: {error}. Try again when online, or put its files into {folder}"
        ) from None
    except ValueError as error:  # a wrong checksum, or an answer that is no JSON
        raise DataError(f"{dataset.name}: what was downloaded is not what its record describes: {error}") from None
    (folder / MARK).write_text(dataset.revision)
    return folder
