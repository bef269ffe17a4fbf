"""A site that two write at once, and a site's own files damaged or made to harm."""

import json

import pytest

import askew as api
from askew.core.errors import RunError, UsageError
from askew.core.lock import only_writer
from askew.report.site import build

FEW = api.Resampling(100)


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    root = tmp_path_factory.mktemp("runs")
    for name, text in (("old", "la médica"), ("new", "el médico")):
        api.score("simplegen", target="es", subset="fofc", hyp=[text] * 518, name=name, out=root / name, resampling=FEW)
    return sorted(root.iterdir())


def pages_of(site):
    return {str(path.relative_to(site)): path.read_bytes() for path in site.rglob("*") if path.is_file()}


def test_a_second_writer_is_refused_and_told_who_writes(runs, tmp_path):
    with only_writer(tmp_path / "site"), pytest.raises(RunError, match=r"site is being written by process \d+"):
        build(runs, tmp_path / "site")
    assert list(tmp_path.iterdir()) == []
    build(runs, tmp_path / "site")
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


@pytest.mark.parametrize("record", [b"{", b"[]", b'{"pages": []}', b'{"pages": {"index.html": 3}}', b"\xff", b""])
def test_a_folder_whose_record_is_none_is_left_alone(runs, tmp_path, record):
    build(runs, tmp_path / "site")
    (tmp_path / "site/site.json").write_bytes(record)
    before = pages_of(tmp_path / "site")
    with pytest.raises(UsageError, match="is not empty and not a site that askew made"):
        build(runs, tmp_path / "site")
    assert pages_of(tmp_path / "site") == before


@pytest.mark.parametrize("name", ["../mine.txt", "/{}/mine.txt", "sets/../../mine.txt", "link/mine.txt"])
def test_a_record_removes_nothing_outside_its_site(runs, tmp_path, name):
    (tmp_path / "mine.txt").write_text("mine")
    build(runs, tmp_path / "site")
    (tmp_path / "site/link").symlink_to(tmp_path)
    record = json.loads((tmp_path / "site/site.json").read_text())
    record["pages"][name.format(tmp_path)] = "0"
    (tmp_path / "site/site.json").write_text(json.dumps(record))
    assert not build(runs, tmp_path / "site").removed
    assert (tmp_path / "mine.txt").read_text() == "mine"


def damaged(raw):
    """What was compared, in all the ways it may be wrong."""
    made = json.loads(raw)
    [pair] = made["pairs"]
    [test] = made["tests"]
    yield b""
    yield raw[: len(raw) // 2]
    yield json.dumps({**made, "askew": "0.0.0"}).replace("0.", "7.").encode()  # another version's numbers
    yield json.dumps({**made, "pairs": {pair: {"fofc": ["<b>"] * 7}}}).encode()
    yield json.dumps({**made, "pairs": {pair: {"fofc": [1, 2]}}}).encode()
    yield json.dumps(
        {**made, "tests": {test: [{"score": "fofc", "left": 9, "right": 1, "difference": 1, "p": 0}]}}
    ).encode()
    yield json.dumps({**made, "tests": {test: {}}}).encode()


def test_comparisons_that_are_damaged_or_of_another_version_are_made_anew(runs, tmp_path):
    build(runs, tmp_path / "site")
    whole = pages_of(tmp_path / "site")
    for raw in damaged(whole["comparisons.json"]):
        (tmp_path / "site/comparisons.json").write_bytes(raw)
        record = dict.fromkeys(json.loads(whole["site.json"])["pages"], "")  # every page is drawn again
        (tmp_path / "site/site.json").write_text(json.dumps({"askew": "", "pages": record}))
        build(runs, tmp_path / "site")
        assert pages_of(tmp_path / "site") == whole
