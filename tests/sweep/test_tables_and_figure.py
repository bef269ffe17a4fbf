"""A sweep's tables and its figure: the same numbers in every format."""

import csv
import io
import json
import re

import pytest

from askew.core.errors import UsageError
from askew.report.sweep import as_csv, as_latex, as_markdown, lost_tsv, sweep_content
from askew.report.sweep_figure import chart, panels, points_and_lines, save_figures
from askew.report.terminal import text_of

PAPER = ["time (s)", "BLEU", "chrF", "pro", "anti", "Δ", "FoFc", "MoFc", "ΔFC", "MoMc", "FoMc", "ΔMC"]


@pytest.fixture
def stack(result):
    return next(table for table in result.tables if table.design == "stack")


def test_markdown_has_the_papers_columns_and_both_last_rows(result, stack):
    lines = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in as_markdown(result, stack, "simplegen").splitlines()
    ]
    assert lines[0][1:13] == PAPER
    assert [line[0] for line in lines[2:]] == [
        "baseline",
        "+depth=6,2",
        "+attention=aan",
        "+beam=1",
        "*max rel. % drop, baseline to fastest*",
        "*max rel. % drop, best to worst*",
    ]
    assert lines[2][5] == f"{result.cells[0].values['simplegen.anti'].value:.1f}"
    assert {len(line) for line in lines} == {len(lines[0])}


def test_latex_has_the_same_cells(result, stack):
    markdown = re.findall(r"\d+\.\d+", as_markdown(result, stack, "simplegen"))
    latex = as_latex(result, stack, "simplegen")
    assert re.findall(r"\d+\.\d+", latex) == markdown
    assert latex.count(r"\\") == 1 + 4 + 2
    assert r"max rel. \% drop" in latex
    assert r"$\Delta$FC" in latex


def test_csv_has_everything(result):
    full = next(table for table in result.tables if table.design == "full")
    rows = list(csv.DictReader(io.StringIO(as_csv(result, full))))
    assert len(rows) == 8
    for row, cell in zip(rows, result.cells, strict=True):
        assert row["cell"] == cell.name
        assert float(row["simplegen.mofc"]) == pytest.approx(cell.values["simplegen.mofc"].value)
        assert float(row["simplegen.mofc.drop"]) == pytest.approx(cell.drops["simplegen.mofc"].value)
        assert float(row["time.wall_seconds"]) == pytest.approx(cell.speed.wall_seconds)


def test_the_terminal_shows_tables_sentences_and_warnings(result):
    shown = text_of(*sweep_content(result), width=250)
    assert "max rel. % drop, best to worst" in shown
    assert re.search(r"for 1% of BLEU lost, anti \(simplegen\) loses [\d.]+% \[", shown)
    assert "loses" in shown
    assert "items the baseline has right, most often" in shown


def test_the_lost_sentences_are_a_table(result):
    (lost,) = result.lost
    rows = [line.split("\t") for line in lost_tsv(lost).splitlines()]
    assert len(rows) == 1 + sum(group.lost for group in lost.groups)
    assert {len(row) for row in rows} == {6}
    assert rows[1][0] == lost.groups[0].value


def test_the_figure_has_a_point_per_cell_and_measure_and_the_breakdown(result):
    first, second = panels(result, "simplegen")
    assert [column.heading for column in first] == ["BLEU", "pro", "anti"]
    assert {column.heading for column in second} == {"BLEU", "FoFc", "MoFc", "MoMc", "FoMc"}
    points, lines = points_and_lines(result, second)
    assert len(points) == 8 * 5
    assert len(lines) == 21 * 5
    assert all(line["low"] <= line["drop"] <= line["high"] for line in lines)


def test_the_figure_is_written_as_svg_png_and_a_page_that_loads_nothing(result, tmp_path):
    paths = save_figures(result, tmp_path)
    svg, png, page = (path.read_bytes() for path in paths)
    assert svg.lstrip().startswith(b"<svg")
    assert png.startswith(b"\x89PNG")
    assert not re.search(rb'<(script|link)[^>]+(src|href)="?http', page)
    assert json.loads(chart(result, "simplegen").to_json())["hconcat"]


def test_no_times_no_figure(result):
    from dataclasses import replace

    timeless = replace(result, cells=[replace(cell, time_drop=None) for cell in result.cells], trends=[])
    with pytest.raises(UsageError, match="no times and values"):
        chart(timeless, "simplegen")
