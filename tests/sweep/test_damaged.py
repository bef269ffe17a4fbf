"""Stored sweeps that were damaged: whatever is wrong with them, the answer is an error that names the file, never a
traceback.
"""

import copy
import functools
import json
import os
import random
import shutil

import pytest

from askew.core.errors import AskewError, InputError, RunError
from askew.core.lock import only_writer
from askew.sweep.about import begin
from askew.sweep.analyse import analyse
from askew.sweep.cells import Folder
from askew.sweep.execute import execute
from askew.sweep.plan import read_plan
from askew.sweep.result import read_result
from askew.sweep.stored import Store

ODD = (None, True, -1, 0, 2.5, 10**400, "", "x", "\ud800", [], [1], {}, {"x": 1}, [[[]]])


def damaged(value, chance):
    """A copy of some JSON in which one thing is something else, missing, or there twice."""
    value = copy.deepcopy(value)
    inside = value
    while True:
        keys = list(inside) if isinstance(inside, dict) else range(len(inside))
        key = chance.choice(list(keys))
        if isinstance(inside[key], (dict, list)) and inside[key] and chance.random() < 0.8:
            inside = inside[key]
            continue
        how = chance.random()
        if how < 0.2:
            del inside[key]
        elif how < 0.3 and isinstance(inside, list):
            inside.insert(key, inside[key])
        else:
            inside[key] = copy.deepcopy(chance.choice(ODD))
        return value


def complaint(kind, act):
    """The message of the error an act ends with; empty if it does not. Any other error is the test's failure."""
    try:
        act()
    except kind as error:
        return str(error)
    return ""


@pytest.fixture(scope="module")
def stored(swept, result, tmp_path_factory):
    """A finished sweep's folder with its result."""
    folder = tmp_path_factory.mktemp("damaged") / "out"
    shutil.copytree(swept[1], folder)
    result.save(folder)
    return folder


def test_a_result_is_the_same_when_read_back(stored, result):
    again = read_result(stored)
    assert json.dumps(again.to_json()) == json.dumps(result.to_json())
    assert again.fastest.name == result.fastest.name
    assert [cell.name for _, cell in again.rows(again.tables[1])] == [
        cell.name for _, cell in result.rows(result.tables[1])
    ]


def test_a_damaged_result_is_named_with_what_to_do(stored, tmp_path):
    whole, chance = json.loads((stored / "result.json").read_text("utf-8")), random.Random(1)
    whole["lost"] = whole["lost"][:1]
    for group in whole["lost"][0]["groups"]:
        group["items"] = group["items"][:2]
    said = []
    for _ in range(1_000):
        (tmp_path / "result.json").write_text(json.dumps(damaged(whole, chance)))
        said.append(complaint(RunError, lambda: read_result(tmp_path).to_json()))
    refused = [message for message in said if message]
    assert len(refused) > 300
    assert all(str(tmp_path / "result.json") in message for message in refused)
    assert all("start the same 'askew sweep' again" in message for message in refused)
    for text in ("", "[]", "{", "\ud800".encode("utf-8", "surrogatepass").decode("latin-1")):
        (tmp_path / "result.json").write_text(text)
        with pytest.raises(RunError, match="not the result of a sweep"):
            read_result(tmp_path)


def test_a_sweep_that_can_not_be_told_any_more_is_refused(stored, swept, tmp_path):
    whole, chance = json.loads((stored / "sweep.json").read_text("utf-8")), random.Random(2)
    said = {}
    for number in range(300):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "sweep.json").write_text(json.dumps(damaged(whole, chance)))
        said[folder] = complaint(RunError, functools.partial(begin, swept[0], Folder(folder)))
    refused = {folder: message for folder, message in said.items() if message}
    assert len(refused) > 200
    assert all(str(folder) in message and "choose another --out" in message for folder, message in refused.items())


@pytest.mark.parametrize("name", ["cells.jsonl", "timing.jsonl"])
def test_damaged_rows_of_stored_cells_are_named(store, tmp_path, name):
    for file in ("cells.jsonl", "timing.jsonl"):
        shutil.copy(store / "cells" / file, tmp_path)
    rows, chance = [json.loads(line) for line in (tmp_path / name).read_text().splitlines()], random.Random(3)
    said = []
    for _ in range(1_000):
        (tmp_path / name).write_text("".join(json.dumps(row) + "\n" for row in damaged(rows, chance)))
        said.append(complaint(InputError, lambda: Store(tmp_path)))
    refused = [message for message in said if message]
    assert len(refused) > 500
    assert all(str(tmp_path) in message for message in refused)


def test_damaged_timings_of_a_sweep_are_named(swept, tmp_path):
    shutil.copytree(swept[1], tmp_path / "out")
    (tmp_path / "out/timing.jsonl").write_text('{"cell": "x", "repeat": 0, "wall_seconds": "1"}\n')
    with pytest.raises(InputError, match=r"timing\.jsonl:1: wall_seconds: expected a number, found a string"):
        analyse(swept[0], tmp_path / "out")


def test_a_damaged_sweep_file_is_named(sweep_file, tmp_path):
    text, chance = sweep_file.read_text("utf-8"), random.Random(4)
    for name in ("src.txt", "ref.txt"):
        shutil.copy(sweep_file.parent / name, tmp_path)
    (tmp_path / "cells").mkdir()
    for _ in range(300):
        start = chance.randrange(len(text))
        odd = chance.choice(
            ["", "[", '"', "=", "1e999", "nan", "0", "-1", "\n", "{}", "[[", "1979-05-27", "\\ud800", "$HOME"]
        )
        (tmp_path / "sweep.toml").write_text(text[:start] + odd + text[start + chance.randrange(6) :])
        complaint(AskewError, lambda: read_plan(tmp_path / "sweep.toml"))


def test_a_second_sweep_in_a_folder_waits_its_turn(swept, tmp_path):
    with only_writer(tmp_path / "out"), pytest.raises(RunError, match=rf"written by process {os.getpid()}"):
        execute(swept[0], tmp_path / "out")
    assert not (tmp_path / "out/sweep.json").exists()
