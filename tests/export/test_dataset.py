"""Items as a data set, read back by the library datasets."""

import json
import sys

import pytest

import askew as api
from askew.core.errors import RunError, UsageError
from askew.core.records import Item
from askew.export.dataset import write_dataset

KINDS = ["jsonl", "parquet"]


def rows_in(folder, cache):
    datasets = pytest.importorskip("datasets", reason="needs the library datasets")
    return datasets.load_dataset(str(folder), cache_dir=str(cache))["test"]


@pytest.mark.parametrize("format", KINDS)
def test_what_the_library_reads_are_the_items(tmp_path, format):
    write_dataset("simplegen", tmp_path / "data", subset="mofc", format=format)
    items = api.items("simplegen", subset="mofc")
    rows = list(rows_in(tmp_path / "data", tmp_path / "cache"))
    assert [Item.from_json({key: value for key, value in row.items() if value is not None}) for row in rows] == items


@pytest.mark.parametrize("format", KINDS)
def test_references_and_persons_come_along(tmp_path, shared_data, monkeypatch, format):
    monkeypatch.setenv("ASKEW_DATA", str(shared_data))
    for suite in ("winomt", "mtgeneval"):
        write_dataset(suite, tmp_path / suite, target="es", format=format)
        row = rows_in(tmp_path / suite, tmp_path / "cache")[0]
        item = api.items(suite, target="es")[0]
        assert row["source"] == item.source
        assert tuple(row.get("references") or ()) == item.references
        assert row.get("person") == (item.person.to_json() if item.person else None)


def test_the_card_has_a_head_that_is_yaml_with_licence_and_revision(tmp_path, shared_data, monkeypatch):
    monkeypatch.setenv("ASKEW_DATA", str(shared_data))
    yaml = pytest.importorskip("yaml")
    write_dataset("mtgeneval", tmp_path / "data", target="de")
    _, head, body = (tmp_path / "data/README.md").read_text("utf-8").split("---\n")
    assert yaml.safe_load(head)["license"] == "cc-by-sa-3.0"
    assert yaml.safe_load(head)["language"] == ["en", "de"]
    outputs = ["Hallo."] * len(api.items("mtgeneval", target="de"))
    run = api.score("mtgeneval", target="de", hyp=outputs)
    assert f"revision {run.signature.fields['revision']}:" in body


def test_a_row_is_a_json_object_with_every_key(tmp_path, askew):
    ended = askew("export", "dataset", "simplegen", "--subset", "mofc", "--out", tmp_path / "data")
    assert (ended.returncode, ended.stdout) == (0, f"{tmp_path / 'data'}\n"), ended.stderr
    rows = [json.loads(line) for line in (tmp_path / "data/test.jsonl").read_text("utf-8").splitlines()]
    assert len(rows) == 814
    assert len({tuple(row) for row in rows}) == 1


def test_a_folder_that_is_there_and_parquet_without_polars_are_clear_errors(tmp_path, monkeypatch):
    (tmp_path / "mine").touch()
    with pytest.raises(RunError, match="not empty"):
        write_dataset("simplegen", tmp_path)
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(UsageError, match="parquet needs polars"):
        write_dataset("simplegen", tmp_path / "new", format="parquet")
    assert not (tmp_path / "new").exists()
