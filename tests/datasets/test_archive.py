"""A data set's official archive, fetched or unpacked by hand; served on loopback, since the real one can't be reached."""

import io
import json
import zipfile

import pytest

import askew
from askew.core.errors import DataError, InputError
from askew.datasets import manifest
from askew.datasets.archive import fetch_archive, unpack_archive

XML = """<mteval><refset><doc docid="{talk}"><seg id="1">{first}</seg><seg id="2">{second}</seg></doc></refset></mteval>"""
UNPUBLISHED = "ignore:acl6060. no checksum of this archive is published"


def zipped(files):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return stream.getvalue()


@pytest.fixture
def official():
    """Two talks in the official archive's layout, in Farsi too."""
    files = {}
    for split, talk in (("dev", "2022.acl-long.1"), ("eval", "2022.acl-long.2")):
        for language, texts in (("en", ("Hello.", "Thank you.")), ("fa", ("سلام.", "ممنون."))):
            name = f"2/acl_6060/{split}/text/xml/ACL.6060.{split}.en-xx.{language}.xml"
            files[name] = XML.format(talk=talk, first=texts[0], second=texts[1])
    return zipped(files)


@pytest.mark.filterwarnings(UNPUBLISHED)
def test_an_archive_unpacked_by_hand_has_all_languages_and_both_splits(program, official, tmp_path, monkeypatch):
    (tmp_path / "a.zip").write_bytes(official)
    ended = program.run("data", "unpack", "acl6060", str(tmp_path / "a.zip"))
    assert ended.status == 0, ended.err
    assert "4 files" in ended.out
    assert "SHA-256" in ended.err
    monkeypatch.setenv("ASKEW_DATA", str(program.data))
    items = askew.items("acl6060", target="fa", subset="both")
    assert [item.attributes["split"] for item in items] == ["dev", "dev", "eval", "eval"]
    assert items[0].references == ("سلام.",)


@pytest.mark.filterwarnings(UNPUBLISHED)
def test_an_archive_is_fetched_resumed_and_unpacked(server, official, store_root):
    server.files["acl.zip"] = official
    server.plan.extend([("serve",), ("cut", 100)])  # asked for its size, then broken off
    folder = fetch_archive(manifest.load("acl6060"), store_root / "acl6060", f"{server.url}/acl.zip")
    assert (folder / "2/acl_6060/eval/text/xml/ACL.6060.eval.en-xx.fa.xml").is_file()
    assert json.loads((folder / "archive.json").read_text())["files"] == 4
    assert not list(folder.glob("*.zip"))
    assert server.asked[-1].range == "bytes=100-"


def test_what_is_not_the_archive_is_refused_and_leaves_nothing(tmp_path, store_root, server, nobody_home):
    dataset, folder = manifest.load("acl6060"), store_root / "acl6060"
    (tmp_path / "other.zip").write_bytes(zipped({"readme.txt": "hello"}))
    with pytest.raises(InputError, match="is not acl6060's archive"):
        unpack_archive(dataset, tmp_path / "other.zip", folder)
    (tmp_path / "broken.zip").write_bytes(b"PK no zip")
    with pytest.raises(InputError, match="is no zip archive"):
        unpack_archive(dataset, tmp_path / "broken.zip", folder)
    with pytest.raises(InputError, match="no such file"):
        unpack_archive(dataset, tmp_path / "none.zip", folder)
    with pytest.raises(DataError, match="askew data unpack acl6060 FILE"):
        fetch_archive(dataset, folder, f"{nobody_home}/acl.zip")
    with pytest.raises(DataError, match="404"):
        fetch_archive(dataset, folder, f"{server.url}/none.zip")
    with pytest.raises(DataError, match="simplegen has no archive"):
        fetch_archive(manifest.load("simplegen"), store_root / "simplegen")
    assert not list(folder.rglob("*.xml"))
