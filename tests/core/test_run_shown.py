"""A run as it is shown in a session: its line, its data frame; and what the package offers."""

from dataclasses import replace

import pytest

import askew
from askew.core import frames
from askew.core.errors import UsageError
from askew.core.frames import data_frame


@pytest.fixture(scope="module")
def run():
    texts = ["La doctora es una mujer."] * 814
    return askew.score(
        "simplegen", target="es", hyp=texts, subset="mofc", name="a\nb", resampling=askew.Resampling(100)
    )


def test_a_run_is_one_short_line(run):
    shown = repr(run)
    assert shown.startswith(r"<Run simplegen es 'a\nb', 814 of 814 items: mofc=")
    assert "\n" not in shown
    assert len(shown) < 200
    assert "no score is defined" in repr(replace(run, scores={}))


def test_a_run_as_a_data_frame(run):
    polars = pytest.importorskip("polars")
    frame = run.to_frame()
    assert isinstance(frame, polars.DataFrame)
    assert len(frame) == len(run.verdicts)
    assert {"id", "unit", "occupation", "verdict", "reason", "source", "output"} <= set(frame.columns)
    right = frame.filter(polars.col("verdict") == "correct")
    assert len(right) == run.counts["mofc"]["correct"]


def test_columns_that_only_some_rows_have_and_fractions_among_whole_numbers():
    polars = pytest.importorskip("polars")
    frame = data_frame([{"a": 1, "b": "x"}, {"a": 2.5, "c": ["y"]}])
    assert frame["a"].to_list() == [1.0, 2.5]
    assert frame["b"].to_list() == ["x", None]
    assert frame["c"].to_list() == [None, ["y"]]
    assert frame["a"].dtype == polars.Float64


def test_pandas_is_taken_where_polars_is_not(monkeypatch):
    pandas = pytest.importorskip("pandas")
    monkeypatch.setattr(frames, "LIBRARIES", ("not_installed", "pandas"))
    assert isinstance(data_frame([{"a": 1}]), pandas.DataFrame)


def test_without_either_library_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setattr(frames, "LIBRARIES", ("not_installed", "neither"))
    with pytest.raises(UsageError, match="needs polars or pandas, and neither is installed: 'pip install polars'"):
        data_frame([])


def test_dir_lists_what_there_is():
    assert dir(askew) == sorted(askew.__all__)
    assert all(getattr(askew, name) is not None for name in dir(askew))
