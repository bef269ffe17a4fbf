"""Finding files that are here, plain or .gz, and telling whether they are what they should be."""

import gzip
import hashlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askew.core.errors import DataError, UsageError
from askew.datasets import manifest, store
from askew.datasets.manifest import DataFile, Manifest

BODY = b"one\ntwo\n" * 500
ENTRY = DataFile("sub/words.txt", len(BODY), hashlib.sha256(BODY).hexdigest())
TOY = Manifest("toy", "a toy", "http://localhost", "1", "MIT", "nobody", "http://localhost", (), (ENTRY,))


@pytest.fixture
def place(store_root):
    folder = store_root / "toy" / "sub"
    folder.mkdir(parents=True)
    return folder / "words.txt"


def compressed(place: Path) -> Path:
    return place.with_name(place.name + ".gz")


def test_askew_data_names_the_folder(store_root):
    assert store.root() == store_root


def test_a_misspelt_askew_data_is_refused_before_anything_is_downloaded(monkeypatch, tmp_path):
    monkeypatch.setenv("ASKEW_DATA", str(tmp_path / "typo"))
    for fetch in (lambda: store.fetch(TOY), lambda: store.fetch_file(TOY, ENTRY)):
        with pytest.raises(DataError, match="typo, which is no folder: correct it, or make the folder"):
            fetch()
    assert not (tmp_path / "typo").exists()


def test_without_askew_data_the_folder_is_in_the_users_cache(monkeypatch, tmp_path):
    monkeypatch.delenv("ASKEW_DATA", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert store.root().parts[-2:] == ("askew", "data")


def test_what_is_not_here_is_not_found():
    assert store.find(TOY, ENTRY) is None


def test_a_plain_file_is_found_and_is_as_described(place):
    place.write_bytes(BODY)
    assert store.find(TOY, ENTRY) == place
    assert store.complaint(place, ENTRY) is None


def test_a_gz_file_is_found_and_checked_by_its_uncompressed_bytes(place):
    compressed(place).write_bytes(gzip.compress(BODY))
    found = store.find(TOY, ENTRY)
    assert found == compressed(place)
    assert store.content(found, ENTRY.size) == BODY
    assert store.complaint(found, ENTRY) is None


def test_a_download_left_half_done_is_not_taken_for_the_file(place):
    place.with_name(place.name + ".part").write_bytes(BODY)
    assert store.find(TOY, ENTRY) is None


def test_a_changed_byte_is_found(place):
    place.write_bytes(BODY[:-2] + b"0\n")
    assert "has SHA-256" in store.complaint(place, ENTRY)


def test_a_missing_byte_is_found(place):
    place.write_bytes(BODY[:-1])
    assert f"has {ENTRY.size - 1} bytes, expected {ENTRY.size}" in store.complaint(place, ENTRY)


def test_other_bytes_inside_a_sound_gz_file_are_found(place):
    compressed(place).write_bytes(gzip.compress(BODY[:-2] + b"0\n"))
    assert "has SHA-256" in store.complaint(compressed(place), ENTRY)


@given(cut=st.integers(0, len(gzip.compress(BODY)) - 1))
def test_a_gz_file_cut_anywhere_is_a_complaint_and_not_a_crash(tmp_path_factory, cut):
    path = tmp_path_factory.mktemp("cut") / "words.txt.gz"
    path.write_bytes(gzip.compress(BODY)[:cut])
    assert str(path) in store.complaint(path, ENTRY)


@given(at=st.integers(0, len(gzip.compress(BODY)) - 1), byte=st.integers(1, 255))
def test_a_gz_file_damaged_anywhere_is_a_complaint_or_still_the_right_bytes(tmp_path_factory, at, byte):
    raw = bytearray(gzip.compress(BODY))
    raw[at] ^= byte
    path = tmp_path_factory.mktemp("damaged") / "words.txt.gz"
    path.write_bytes(bytes(raw))
    if store.complaint(path, ENTRY) is None:
        assert store.content(path, ENTRY.size) == BODY


def test_reading_a_damaged_gz_file_says_which_one(place):
    compressed(place).write_bytes(b"not compressed at all")
    with pytest.raises(DataError, match=r"words\.txt\.gz is a damaged \.gz file"):
        store.content(compressed(place), ENTRY.size)


def test_a_gz_file_is_not_unpacked_beyond_the_size_of_the_manifest(place):
    compressed(place).write_bytes(gzip.compress(BODY + b"x"))
    assert f"is larger than {ENTRY.size} bytes" in store.complaint(compressed(place), ENTRY)


def test_obtain_takes_what_is_here_without_asking_anybody(store_root):
    entry = manifest.load("simplegen").files[0]
    (store_root / "simplegen").mkdir(parents=True)
    (store_root / "simplegen" / entry.path).write_bytes(b"here")
    assert store.obtain("simplegen", entry.path) == store_root / "simplegen" / entry.path


def test_an_unknown_data_set_or_file_is_an_error_that_names_the_known():
    with pytest.raises(UsageError, match="simplegen"):
        store.obtain("simplegenn", "LICENSE")
    with pytest.raises(UsageError, match="LICENSE"):
        store.obtain("simplegen", "LICENCE")
