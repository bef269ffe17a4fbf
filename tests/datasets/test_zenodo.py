"""WinoST's recordings come as a Zenodo record: its protocol spoken on loopback, since the real archive can't be reached."""

import hashlib
import io
import json
import zipfile

import pytest

from askew.core.errors import DataError
from askew.datasets import manifest, store


def record(server, archive, checksum=None):
    """A record with one archive, as Zenodo's API describes it."""
    server.files["files/WinoST.zip"] = archive
    entry = {
        "key": "WinoST.zip",
        "size": len(archive),
        "checksum": checksum or f"md5:{hashlib.md5(archive).hexdigest()}",
        "links": {"self": f"{server.url}/files/WinoST.zip"},
    }
    server.files["api/records/4139080"] = json.dumps({"id": 4139080, "files": [entry]}).encode()


@pytest.fixture
def archive():
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as written:
        for number in (1, 2):
            written.writestr(f"{number:04d}.wav", b"RIFF" + bytes(number))
    return stream.getvalue()


@pytest.fixture
def winost(tmp_path, monkeypatch):
    monkeypatch.setenv("ASKEW_DATA", str(tmp_path))
    return manifest.load("winost")


def test_a_record_is_fetched_checked_and_unpacked_once(server, archive, winost):
    record(server, archive)
    assert store.missing(winost) == ["record 4139080"]
    folder = store.fetch(winost, server.url)
    assert sorted(path.name for path in folder.glob("*.wav")) == ["0001.wav", "0002.wav"]
    assert store.missing(winost) == []
    asked = len(server.asked)
    store.fetch(winost, server.url)
    assert len(server.asked) == asked


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
