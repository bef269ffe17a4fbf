"""WinoST's recordings come as a Zenodo record: its protocol spoken on loopback, since the real archive can't be
reached.
"""

import hashlib
import io
import json
import zipfile
from dataclasses import replace

import pytest

from askew.core.errors import DataError, InputError
from askew.datasets import manifest, store, zenodo
from askew.datasets.manifest import DataFile
from askew.formats.archives import unpack_zip

UNPINNED = "ignore:winost. askew has no checksum of its own"


def record(server, archive, checksum=None, **changes):
    """A record with one archive, as Zenodo's API describes it."""
    server.files["files/WinoST.zip"] = archive
    entry = {
        "key": "WinoST.zip",
        "size": len(archive),
        "checksum": checksum or f"md5:{hashlib.md5(archive).hexdigest()}",
        "links": {"self": f"{server.url}/files/WinoST.zip"},
        **changes,
    }
    server.files["api/records/4139080"] = json.dumps({"id": 4139080, "files": [entry]}).encode()


@pytest.fixture
def archive():
    return zipped({f"{number:04d}.wav": b"RIFF" + bytes(number) for number in (1, 2)})


def zipped(files):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as written:
        for name, body in files.items():
            written.writestr(name, body)
    return stream.getvalue()


@pytest.fixture
def winost(tmp_path, monkeypatch):
    monkeypatch.setenv("ASKEW_DATA", str(tmp_path))
    return manifest.load("winost")


@pytest.mark.filterwarnings(UNPINNED)
def test_a_record_is_fetched_checked_and_unpacked_once(server, archive, winost):
    record(server, archive)
    assert store.missing(winost) == ["record 4139080"]
    folder = store.fetch(winost, server.url)
    assert sorted(path.name for path in folder.glob("*.wav")) == ["0001.wav", "0002.wav"]
    assert store.missing(winost) == []
    asked = len(server.asked)
    store.fetch(winost, server.url)
    assert len(server.asked) == asked


@pytest.mark.filterwarnings(UNPINNED)
def test_a_broken_download_goes_on_where_it_stopped(server, archive, winost):
    record(server, archive)
    server.plan.extend([("serve",), ("cut", 40)])
    store.fetch(winost, server.url)
    assert [request.range for request in server.asked if request.path.startswith("files")] == [None, "bytes=40-"]


def test_wrong_bytes_are_refused(server, archive, winost):
    record(server, archive, checksum="md5:" + "0" * 32)
    with pytest.raises(DataError, match="not what its record describes"):
        store.fetch(winost, server.url)
    assert store.missing(winost)


@pytest.mark.parametrize("answer", [b"<html>busy</html>", b"{}", b'{"files": [{"key": "x"}]}'])
def test_an_answer_that_is_no_record_is_a_clear_error(server, winost, answer):
    server.files["api/records/4139080"] = answer
    with pytest.raises(DataError, match="winost"):
        store.fetch(winost, server.url)


def test_offline_says_what_to_do(winost):
    with pytest.raises(DataError, match="Try again when online, or put its files into"):
        store.fetch(winost, "http://127.0.0.1:9")


def test_the_licence_is_said_where_it_is_fetched(server, archive, program):
    record(server, archive)
    shown = program.run("data", "fetch", "winost", "--from", server.url)
    assert shown.status == 0
    assert "voice is imitated" in shown.err


def test_a_record_without_a_checksum_of_askews_own_is_said_and_kept(server, archive, winost):
    record(server, archive)
    digest = hashlib.sha256(archive).hexdigest()
    with pytest.warns(UserWarning, match=f"checked against the server's list only: WinoST.zip has SHA-256 {digest}"):
        folder = store.fetch(winost, server.url)
    assert zenodo.changed_files(winost, folder) == []
    (folder / "WinoST.zip").write_bytes(b"another")
    assert zenodo.changed_files(winost, folder) == [f"{folder / 'WinoST.zip'} is not what was fetched"]


def test_a_checksum_of_the_manifest_counts_more_than_the_servers_list(server, archive, winost):
    true = DataFile("WinoST.zip", len(archive), hashlib.sha256(archive).hexdigest())
    record(server, archive)
    pinned = replace(winost, files=(true,))
    folder = store.fetch(pinned, server.url)
    (folder / zenodo.MARK).unlink()
    (folder / "WinoST.zip").unlink()
    record(server, zipped({"0001.wav": b"forged"}))  # with a list to match
    with pytest.raises(DataError, match=f"expected {true.sha256}; it was thrown away"):
        store.fetch(pinned, server.url)
    assert not (folder / "WinoST.zip").exists()
    assert store.missing(pinned)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"links": {"self": "http://127.0.0.1:9/elsewhere.zip"}}, "lies on another server than its record"),
        ({"links": {"self": "file:///etc/passwd"}}, "lies on another server than its record"),
        ({"key": "../WinoST.zip"}, "does not lie in the folder"),
        ({"key": "/tmp/WinoST.zip"}, "does not lie in the folder"),
        ({"key": "a/WinoST.zip"}, "is no file's name"),
        ({"size": 10}, "sends more than the 10 bytes that are expected"),
        ({"size": "many"}, "size: expected a whole number, found a string"),
        ({"checksum": 3}, "checksum: expected a string, found a whole number"),
    ],
)
def test_a_list_that_leads_elsewhere_is_refused(server, archive, winost, changes, complaint):
    record(server, archive, **changes)
    with pytest.raises(DataError, match=complaint):
        store.fetch(winost, server.url)
    assert store.missing(winost)


def test_a_list_without_end_is_refused(server, winost):
    server.files["api/records/4139080"] = b'{"files": [' + b" " * zenodo.LIST_BYTES + b"]}"
    with pytest.raises(DataError, match="the list of its files is longer than 4 MiB"):
        store.fetch(winost, server.url)


def encrypted(raw):
    """The bit set that says a file is encrypted, in its own header and in the archive's list."""
    damaged = bytearray(raw)
    damaged[6] |= 1
    damaged[raw.index(b"PK\1\2") + 8] |= 1
    return bytes(damaged)


def unnamed(raw):
    """An archive whose list has one file without a name: its letter counts as an extra field."""
    damaged, entry = bytearray(raw), raw.index(b"PK\1\2")
    damaged[entry + 28], damaged[entry + 30] = 0, 1
    return bytes(damaged)


HOSTILE = {
    "without a name": (unnamed(zipped({"a": b"x"})), "'' does not lie in the folder"),
    "leads out": (zipped({"a.wav": b"x", "../b.wav": b"x"}), "does not lie in the folder"),
    "leads to the root": (zipped({"/tmp/b.wav": b"x"}), "does not lie in the folder"),
    "encrypted": (encrypted(zipped({"a.wav": b"RIFF"})), "is encrypted: a.wav"),
    "cut short": (zipped({"a.wav": b"RIFF" * 99})[:-30], "is a damaged zip archive"),
    "scratched": (zipped({"a.wav": b"RIFF" * 99}).replace(b"RIFFRIFF", b"RIFFXIFF", 1), "is a damaged zip archive"),
    "no archive": (b"PK but no zip", "is a damaged zip archive"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_archive_is_refused_whole(server, winost, tmp_path, kind):
    raw, complaint = HOSTILE[kind]
    record(server, raw)
    with pytest.raises(DataError, match=complaint):
        store.fetch(winost, server.url)
    assert store.missing(winost)
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["WinoST.zip"]


def test_an_archive_beyond_the_limits_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "big.zip"
    path.write_bytes(zipped({f"{n}": b"x" * 100 for n in range(5)}))
    monkeypatch.setattr("askew.formats.archives.ARCHIVE_FILES", 4)
    with pytest.raises(InputError, match="has 5 files, more than 4"):
        unpack_zip(path, tmp_path)
    monkeypatch.setattr("askew.formats.archives.ARCHIVE_FILES", 5)
    monkeypatch.setattr("askew.formats.archives.ARCHIVE_BYTES", 499)
    with pytest.raises(InputError, match="would unpack to"):
        unpack_zip(path, tmp_path)
    monkeypatch.setattr("askew.formats.archives.ARCHIVE_BYTES", 500)
    assert len(unpack_zip(path, tmp_path)) == 5
