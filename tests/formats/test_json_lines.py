"""The one JSON-lines reader, and what a file may hold at most."""

import gzip
import io
import json
import lzma
import sys

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from askew.core import limits
from askew.core.errors import InputError
from askew.core.files import from_json, read_lines, to_json_line, unpacked
from askew.formats.json_lines import read_json_lines, rows_of


class Row(msgspec.Struct):
    id: str | int
    scores: dict[str, float] = {}


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('{"id": null}', "f:1: id: expected a whole number or a string, found null"),
        ('{"id": true}', "f:1: id: expected a whole number or a string, found true or false"),
        ("{}", "f:1: has no id"),
        ("[1]", "f:1: expected an object, found a list"),
        ('{"id": 1, "scores": {"a": "b"}}', "f:1: scores: expected a number, found a string"),
        ('{"id": 1, "scores": {"a": 1' + "0" * 400 + "}}", "f:1: scores: a number is too large"),
        ('{"id": 1, "scores": {"a": NaN}}', "f:1: NaN is no number in JSON; leave it out, or write null"),
        ('{"id": 1' + "0" * 5000 + "}", "f:1: id: a number is too large"),
        ('{"id": "\\ud800"}', r"f:1: holds a lone surrogate (\ud800), which is no character"),
        ('{"id": "\\ud800a"}', r"f:1: holds a lone surrogate (\ud800), which is no character"),
        ('{"id": "x\\udc00"}', r"f:1: holds a lone surrogate (\udc00), which is no character"),
        ('{"id": 1, "x": ' + "[" * 200 + "]" * 200 + "}", "f:1: JSON is nested more than 100 levels deep"),
        ("[" * 100_000, "f:1: JSON is nested more than 100 levels deep"),
        ('{"id": 1', "f:1: broken JSON: it ends too early"),
        ("", "f:1: blank line in a JSON Lines file"),
    ],
)
def test_a_bad_row_is_named(line, complaint):
    with pytest.raises(InputError) as error:
        list(rows_of([line], Row, "f"))
    assert str(error.value) == complaint


def test_brackets_in_strings_are_no_nesting():
    [(_, row)] = rows_of([json.dumps({"id": '"[' * 500 + "\\"})], Row, "f")
    assert row.id == '"[' * 500 + "\\"


@given(
    st.text(st.characters(exclude_categories=["Cs"])),
    st.dictionaries(
        st.text(st.characters(exclude_categories=["Cs"])), st.floats(allow_nan=False, allow_infinity=False)
    ),
)
def test_what_is_written_is_read(name, scores):
    for text in (to_json_line({"id": name, "scores": scores}), json.dumps({"id": name, "scores": scores})):
        assert from_json(text, Row, where="f") == Row(name, scores)


def test_the_line_is_counted_in_a_packed_file(tmp_path):
    for pack, ending in ((gzip.compress, "gz"), (lzma.compress, "xz"), (bytes, "jsonl")):
        path = tmp_path / f"rows.{ending}"
        path.write_bytes(pack(b'{"id": 1}\n{"id": 2}\n[]\n'))
        rows = read_json_lines(path, Row)
        assert [next(rows), next(rows)] == [(1, Row(1)), (2, Row(2))]
        with pytest.raises(InputError, match=f"rows.{ending}:3: expected an object, found a list"):
            next(rows)


def test_a_torn_last_line_is_dropped_where_a_file_is_appended_to(tmp_path):
    path = tmp_path / "rows.jsonl"
    for content, ids in ((b"", []), (b'{"id": 1}\n{"id', [1]), (b'{"id": 1}\n{"id": 2}\n', [1, 2])):
        path.write_bytes(content)
        assert [row.id for _, row in read_json_lines(path, Row, appended=True)] == ids
    with pytest.raises(InputError, match="no such file"):
        list(read_json_lines(tmp_path / "none", Row, appended=True))


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_unpacking_stops_at_the_limit(pack):
    """However much a file would unpack to, one byte more than the limit is all that is ever held."""
    packed = pack(b"a" * 30_000)
    assert unpacked(packed, "f", 30_000) == b"a" * 30_000
    with pytest.raises(InputError, match="is larger than"):
        unpacked(packed, "f", 29_999)


def test_a_gz_of_many_members_is_read_whole():
    assert unpacked(gzip.compress(b"a") * 10_000, "f", 10_000) == b"a" * 10_000


@pytest.mark.parametrize(("pack", "kind"), [(gzip.compress, ".gz"), (lzma.compress, ".xz")])
@pytest.mark.parametrize("damage", [lambda raw: raw[:-9], lambda raw: raw[:-8] + bytes(8), lambda raw: raw + b"junk"])
def test_a_damaged_file_is_an_error(pack, kind, damage):
    with pytest.raises(InputError, match=f"is a damaged {kind} file"):
        unpacked(damage(pack(b"some text")), "f", 1000)


def test_too_many_lines(tmp_path, monkeypatch):
    path = tmp_path / "lines.txt"
    path.write_text("a\n" * 11)
    monkeypatch.setattr("askew.core.files.TEXT_LINES", 10)
    with pytest.raises(InputError, match="more than 10 lines"):
        read_lines(path)


def test_standard_input_is_limited_too(monkeypatch):
    monkeypatch.setattr("askew.core.files.TEXT_BYTES", 100)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a" * 101)))
    with pytest.raises(InputError, match="standard input: is larger"):
        read_lines("-")


def test_limits_are_beyond_any_real_file():
    assert limits.TEXT_BYTES >= 2**27
    assert limits.TEXT_LINES >= 1_000_000
