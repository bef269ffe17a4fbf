"""SWEEP.toml: mistakes are found before anything runs, and named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askew.core.errors import InputError
from askew.sweep.design import name_of, rows_of, steps_of
from askew.sweep.plan import read_plan

GOOD = """
target = "es"
suites = ["simplegen"]
system = "command:./translate.sh {beam}"
[axes]
beam = [5, 1]
"""


def plan(tmp_path, text):
    (tmp_path / "sweep.toml").write_text(text)
    return read_plan(tmp_path / "sweep.toml")


def test_defaults(tmp_path):
    found = plan(tmp_path, GOOD)
    assert (found.name, found.designs, found.timing, found.resamples) == ("sweep", ("full",), None, 2000)
    assert [cell.name for cell in found.cells()] == ["5", "1"]


def test_seeds_multiply_the_cells(tmp_path):
    found = plan(tmp_path, "seeds = [1, 2, 3]\n" + GOOD)
    assert [cell.name for cell in found.cells()] == ["5_s1", "5_s2", "5_s3", "1_s1", "1_s2", "1_s3"]
    assert found.cells()[0].settings == {"beam": 5, "seed": 1}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("target =", "targt =", "no key of the sweep is called 'targt'; did you mean 'target'?"),
        ('target = "es"', "", "has no target"),
        ("beam = [5, 1]", "beam = 5", r"axes\.beam: expected a list"),
        ("beam = [5, 1]", "beam = [5]", "no cell differs from the baseline in beam"),
        ('suites = ["simplegen"]', "", "measures nothing"),
        ('system = "command:./translate.sh {beam}"', "", "names neither a system to run nor"),
        ("[axes]", 'designs = ["ful"]\n[axes]', "no design is called 'ful'; did you mean 'full'?"),
        ("[axes]", 'models = ["depth"]\n[axes]', "models: no axis is called 'depth'"),
        ("[axes]", "resamples = 10\n[axes]", "resamples at least 100"),
        ("beam = [5, 1]", "beam = [5, 1]\n[[steps]]\nset = {beam = 2}", "beam=2 is not among the axis's values"),
        (
            "beam = [5, 1]",
            "beam = [5, 1]\n[[steps]]\nset = {bream = 1}",
            "no axis is called 'bream'; did you mean 'beam'?",
        ),
        ("beam = [5, 1]", 'beam = [5, 1]\n[timing]\nset = "tatoeba"', r"timing\.set: no set is called 'tatoeba'"),
        (
            "beam = [5, 1]",
            'beam = [5, 1]\n[timing]\nset = "simplegen"\nrepeats = 0',
            r"timing\.repeats: expected a whole number >= 1",
        ),
        ("beam = [5, 1]", 'beam = [5, 1]\n[[quality]]\nname = "q"\nsource = "a"\nreferences = "b"', "no such file"),
        (
            "beam = [5, 1]",
            'beam = [5, 1]\n[[quality]]\nname = "q/q"\nsource = "a"\nreferences = "b"',
            "a quality set's name has letters",
        ),
        (
            "beam = [5, 1]",
            'beam = [5, 1]\n[cells]\nfolder = "$NOWHERE_AT_ALL/x"',
            "the environment variable is not set",
        ),
        ("[axes]", "[axes", "can't be read as TOML"),
        ("[axes]", f"seeds = [{'1' * 5000}]\n[axes]", "can't be read as TOML"),
        ("[axes]", f"seeds = {'[' * 5000}\n[axes]", "can't be read as TOML"),
        ('target = "es"', "target = 1979-05-27", "target: expected a string, found"),
        ('target = "es"', "target = []", "target: expected a string, found a list"),
        ("beam = [5, 1]", "beam = []", r"axes\.beam: expected a list of length >= 1"),
        ("beam = [5, 1]", "beam = [5, [1]]", r"axes\.beam: .*expected .*, found a list"),
        ("[axes]\nbeam = [5, 1]", "axes = 3", "axes: expected an object, found a whole number"),
        (
            "beam = [5, 1]",
            'beam = [5, 1]\n[timing]\nset = "simplegen"\nrepeat = 3',
            "no key of the timing is called 'repeat'; did you mean 'repeats'?",
        ),
        (
            '["simplegen"]',
            '[{suite = "simplegen", subst = "mofc"}]',
            "no key of the suites is called 'subst'; did you mean 'subset'?",
        ),
        ('["simplegen"]', "[7]", r"suites\[0\]: expected a string or an object, found a whole number"),
        ("beam = [5, 1]", "beam = [5, 1]\n[[steps]]\nset = 1", "set: expected an object, found a whole number"),
    ],
)
def test_a_mistake_is_named(tmp_path, old, new, message):
    assert old in GOOD
    with pytest.raises(InputError, match=message):
        plan(tmp_path, GOOD.replace(old, new))


def test_no_file_is_an_error(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        read_plan(tmp_path / "sweep.toml")


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("tatoeba\tonly two", "expected at least 3 columns, found 2"),
        ("europarl\ta\tb", r"has no rows \(is 'keep' right\?\)"),
    ],
)
def test_a_quality_file_that_does_not_fit_is_named(tmp_path, row, message):
    (tmp_path / "q.tsv").write_text(row + "\n")
    more = '[[quality]]\nname = "q"\nfile = "q.tsv"\nsource = 2\nreferences = 3\nkeep = {1 = "tatoeba"}'
    with pytest.raises(InputError, match=message):
        plan(tmp_path, GOOD + more)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('file = "q.tsv"\nsource = 0\nreferences = 2', "source: expected a whole number >= 1"),  # 0 was the last column
        ('file = "q.tsv"\nsource = -1\nreferences = 2', "source: expected a whole number >= 1"),
        ('file = "q.tsv"\nsource = 1\nreferences = [2, 0]', r"references\[1\]: expected a whole number >= 1"),
        ('file = "q.tsv"\nsource = 1\nreferences = []', "references must not be empty"),
        ('file = "q.tsv"\nsource = "1st"\nreferences = 2', "columns of a file are numbers from 1, found '1st'"),
        (
            'file = "q.tsv"\nsource = 1\nreferences = 2\nkeep = {0 = "a"}',
            "columns of a file are numbers from 1, found '0'",
        ),
        (
            'file = "q.tsv"\nsource = 1\nreferences = 2\nkeep = {-1 = "a"}',
            "columns of a file are numbers from 1, found '-1'",
        ),
        (
            'file = "q.tsv"\nsource = 1\nreferences = 2\nfirst = -1',
            "first: expected a whole number >= 1",
        ),  # dropped a row
        ('file = "q.tsv"\nsource = 1\nreferences = 2\nfirst = 0', "first: expected a whole number >= 1"),
        ("file = 7\nsource = 1\nreferences = 2", "file: expected a string"),
        ("source = 1\nreferences = 2", "1 is a column, and no 'file' is named"),
        ('source = "q.tsv"\nreferences = {}', "references: expected"),
    ],
)
def test_what_can_not_be_a_column_is_refused(tmp_path, text, message):
    (tmp_path / "q.tsv").write_text("a\tb\n")
    with pytest.raises(InputError, match=message):
        plan(tmp_path, f'{GOOD}[[quality]]\nname = "q"\n{text}')


def test_a_variable_is_never_spelled_out(tmp_path, monkeypatch):
    monkeypatch.setenv("SOME_KEY", "sk-secret")
    for more in (
        '[[quality]]\nname = "q"\nsource = "$SOME_KEY"\nreferences = "b"',
        '[cells]\nfolder = "cells/${SOME_KEY}"',
    ):
        with pytest.raises(InputError, match=r"SOME_KEY\}?: no such file or folder") as caught:
            plan(tmp_path, GOOD + more)
        assert "sk-secret" not in str(caught.value)


def test_sources_and_references_must_be_as_many(tmp_path):
    (tmp_path / "a").write_text("1\n2\n")
    (tmp_path / "b").write_text("1\n")
    with pytest.raises(InputError, match=r"different numbers of lines: \[2, 1\]"):
        plan(tmp_path, GOOD + '[[quality]]\nname = "q"\nsource = "a"\nreferences = ["b"]')


def test_a_later_step_replaces_an_earlier_one_on_its_axis():
    axes = {"depth": ["6,6", "10,2", "6,2"], "compute": ["fp32", "int8"]}
    stack = rows_of("stack", axes, steps_of(axes))
    assert [row.axes["depth"] for row in stack] == ["6,6", "10,2", "6,2", "6,2"]
    assert stack[-1].axes["compute"] == "int8"


@given(st.lists(st.text(min_size=1, max_size=30), min_size=2, max_size=6, unique=True))
def test_different_cells_have_different_names_that_can_be_folders(values):
    names = {name_of({"prompt": value}) for value in values}
    assert len(names) == len(values)
    assert all("/" not in name and name not in (".", "..") and len(name.encode()) < 100 for name in names)
