"""Cells made elsewhere: packed and read back whole, and refused where something does not fit."""

import json
import lzma
import shutil
from dataclasses import asdict

import pytest

from askew.core.errors import InputError, JoinError, RunError
from askew.sweep.cells import store_of, stored_cell
from askew.sweep.execute import execute
from askew.sweep.plan import Cell, read_plan
from askew.sweep.stored import Store, pack, packed
from askew.sweep.times import Timing, read_timings


@pytest.fixture
def copy(sweep_file, tmp_path):
    shutil.copytree(sweep_file.parent, tmp_path / "made")
    return tmp_path / "made"


def test_packed_outputs_are_those_of_the_text_files_and_small(copy):
    plain, text = Store(copy / "cells"), (copy / "cells/simplegen").rglob("*.txt")
    size = sum(path.stat().st_size for path in text)
    before = {cell.cell: plain.outputs("simplegen", cell.cell, 2664) for cell in plain.cells}
    sizes = pack(copy / "cells")
    assert sizes["simplegen"] < size / 10
    shutil.rmtree(copy / "cells/simplegen")
    again = Store(copy / "cells")
    assert {cell.cell: again.outputs("simplegen", cell.cell, 2664) for cell in again.cells} == before
    assert again.sets() == ["simplegen", "tatoeba"]
    assert again.outputs("winomt", again.cells[0].cell, 3888) is None


def test_another_number_of_outputs_is_an_error(copy):
    store = Store(copy / "cells")
    with pytest.raises(JoinError, match="expected 2665 outputs, one per item of simplegen, found 2664"):
        store.outputs("simplegen", store.cells[0].cell, 2665)


def timed(**changes):
    """A line of timing.jsonl with some fields changed."""
    row = {
        "cell": "es-6,6-mha-5",
        "repeat": 9,
        "wall_seconds": 1,
        "cpu_seconds": 1,
        "sentences": 1,
        "tokens": 1,
        "threads": 1,
    }
    return json.dumps(row | changes)


@pytest.mark.parametrize(
    ("name", "line", "message"),
    [
        ("cells.jsonl", '{"cell": "a/b", "axes": {}}', "cell: expected a name without '/', found 'a/b'"),
        ("cells.jsonl", '{"cell": "x", "axes": {"beam": [1]}}', "axes: expected .*, found a list"),
        ("cells.jsonl", '{"cell": "x"}', "has no axes"),
        ("cells.jsonl", '{"cell": 7, "axes": {}}', "cell: expected a string, found a whole number"),
        ("cells.jsonl", '{"cell": "x", "axes": {}, "details": "none"}', "details: expected an object, found a string"),
        ("cells.jsonl", '{"cell": "es-6,6-mha-5", "axes": {}}', "the cell es-6,6-mha-5 is here twice"),
        ("cells.jsonl", "{", "broken JSON"),
        ("cells.jsonl", "[" * 100_000, "nested"),
        ("cells.jsonl", "[]", "expected an object, found a list"),
        ("timing.jsonl", timed(cell="nobody"), "nobody, which is not in cells.jsonl"),
        ("timing.jsonl", timed(wall_seconds=0), "wall_seconds: expected a number > 0"),
        ("timing.jsonl", timed(wall_seconds="1"), "wall_seconds: expected a number, found a string"),
        ("timing.jsonl", timed(cpu_seconds=-1), "cpu_seconds: expected a number >= 0"),
        ("timing.jsonl", timed(sentences=0), "sentences: expected a whole number >= 1"),
        ("timing.jsonl", timed(sentences=True), "sentences: expected a whole number, found true or false"),
        ("timing.jsonl", timed(repeat=1.5), "repeat: expected a whole number"),
        ("timing.jsonl", timed(wall_seconds=float("nan")), "NaN is no number in JSON"),
        ("timing.jsonl", timed(repeat=0), "repeat 0 of es-6,6-mha-5 was timed twice"),
        ("timing.jsonl", '{"cell": "es-6,6-mha-5"}', "has no repeat"),
    ],
)  # fmt: skip
def test_a_row_that_does_not_fit_is_named_with_its_line(copy, name, line, message):
    path = copy / "cells" / name
    before = path.read_text()
    path.write_text(before + line + "\n")
    with pytest.raises(InputError, match=message) as caught:
        Store(copy / "cells")
    assert f"{path}:{before.count(chr(10)) + 1}: " in str(caught.value)


def test_damaged_and_doubled_packs_are_refused(copy):
    pack(copy / "cells")
    path = copy / "cells/simplegen.jsonl.xz"
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InputError, match=r"is a damaged \.xz file"):
        Store(copy / "cells").outputs("simplegen", "es-6,6-mha-5", 2664)
    rows = [json.loads(line) for line in lzma.decompress(whole).decode().splitlines()]
    path.write_bytes(packed([*rows, rows[0]]))
    with pytest.raises(InputError, match="is here twice"):
        Store(copy / "cells").outputs("simplegen", "es-6,6-mha-5", 2664)
    (copy / "cells/tatoeba/stranger.txt").write_text("x\n")
    with pytest.raises(InputError, match=r"not in cells\.jsonl: stranger"):
        pack(copy / "cells")
    with pytest.raises(InputError, match=r"has no cells\.jsonl"):
        Store(copy)


def test_cells_that_can_not_be_told_apart_are_an_error(copy):
    path = copy / "cells/cells.jsonl"
    row = json.loads(path.read_text().splitlines()[0])
    row["cell"], row["axes"]["seed"] = "second", 2
    path.write_text(path.read_text() + json.dumps(row) + "\n")
    plan = read_plan(copy / "speed.toml")
    with pytest.raises(RunError, match="several cells for 6,6_mha_5: es-6,6-mha-5, second"):
        execute(plan, copy / "out")


def test_outputs_that_changed_after_they_were_read_in_are_refused(copy):
    text = (
        (copy / "speed.toml")
        .read_text()
        .replace('["full", "one", "stack"]', '["one"]')
        .replace('suites = ["simplegen"]', "suites = []")
    )
    (copy / "speed.toml").write_text(text)
    execute(read_plan(copy / "speed.toml"), copy / "out")
    execute(read_plan(copy / "speed.toml"), copy / "out")
    path = copy / "cells/tatoeba/es-6,6-mha-1.txt"
    path.write_text(path.read_text().replace("casa", "cosa"))
    store_of.cache_clear()
    with pytest.raises(RunError, match="are not those this run was made from"):
        execute(read_plan(copy / "speed.toml"), copy / "out")


def test_values_on_the_axes_are_compared_as_written(copy):
    plan = read_plan(copy / "speed.toml")
    assert stored_cell(plan, Cell({"depth": "6,2", "attention": "aan", "beam": "1"})).cell == "es-6,2-aan-1"
    assert stored_cell(plan, Cell({"depth": "6,2", "attention": "aan", "beam": 3})) is None


def test_timings_are_the_same_when_read_back(tmp_path):
    row = Timing("a", 0, 1.5, 1.25, 10, 90, 1, load_seconds=0.5)
    path = tmp_path / "timing.jsonl"
    path.write_text(json.dumps(asdict(row)) + '\n{"cell": "torn')
    assert list(read_timings(path, appended=True)) == [(1, row)]


def test_outputs_of_another_type_are_refused(copy):
    for outputs in ("text", [1], None):
        (copy / "cells/simplegen.jsonl.xz").write_bytes(packed([{"cell": "es-6,6-mha-5", "outputs": outputs}]))
        with pytest.raises(InputError, match=r"simplegen\.jsonl\.xz:1: outputs.*: expected"):
            Store(copy / "cells").outputs("simplegen", "es-6,6-mha-5", 2664)
