"""Every shipped manifest says all there is to say, and describes the files as they are."""

import re
from pathlib import PurePosixPath

import pytest

from askew.datasets import manifest, store

NAMES = manifest.names()


def test_there_is_a_manifest_for_simplegen():
    assert "simplegen" in NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_manifest_is_complete(name):
    dataset = manifest.load(name)
    assert dataset.name == name
    for field in (dataset.title, dataset.revision, dataset.licence, dataset.citation):
        assert field.strip()
    assert dataset.homepage.startswith("https://")
    assert dataset.base_url.startswith("https://")
    if dataset.zenodo_record:  # a published record never changes, and lists its own files
        assert dataset.revision == dataset.zenodo_record
    else:
        assert dataset.revision in dataset.base_url, "the address must not change under us"
        assert dataset.files


@pytest.mark.parametrize("name", NAMES)
def test_every_file_has_a_size_and_a_checksum(name):
    for entry in manifest.load(name).files:
        assert entry.size > 0, entry.path
        assert re.fullmatch("[0-9a-f]{64}", entry.sha256), entry.path


@pytest.mark.parametrize("name", NAMES)
def test_no_file_is_named_twice_or_lies_outside_its_folder(name):
    paths = [PurePosixPath(entry.path) for entry in manifest.load(name).files]
    assert len(set(paths)) == len(paths)
    assert not [path for path in paths if path.is_absolute() or ".." in path.parts]


@pytest.mark.parametrize("name", NAMES)
def test_a_manifest_describes_the_files_as_they_are(name, monkeypatch, shared_data):
    if not (shared_data / name).is_dir():
        pytest.skip(f"no {shared_data / name} to check the manifest against")
    monkeypatch.setenv("ASKEW_DATA", str(shared_data))
    dataset = manifest.load(name)
    places = {entry: store.find(dataset, entry) for entry in dataset.files}
    assert [entry.path for entry, place in places.items() if place is None] == []
    assert [said for entry, place in places.items() if (said := store.complaint(place, entry))] == []
