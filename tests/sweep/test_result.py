"""What a sweep of cells with known errors comes to."""

import json

import pytest

import askew
from askew.sweep.drops import TO_FASTEST, TO_WORST


def test_every_cell_is_there_with_speed_values_and_drops(result):
    assert len(result.cells) == 8
    first = result.cells[0]
    assert (first.label, first.time_drop, first.drops["simplegen.anti"].value) == ("baseline", 0, 0)
    assert all(cell.speed and cell.speed.repeats == 3 and cell.speed.low < cell.speed.high for cell in result.cells)
    assert result.fastest.label == "depth=6,2 attention=aan beam=1"
    for cell in result.cells[1:]:
        drop = cell.drops["simplegen.mofc"]
        assert drop.low <= drop.value <= drop.high


def test_drops_are_relative_to_the_baseline(result):
    base, fastest = result.cells[0], result.fastest
    for key in ("tatoeba.bleu", "simplegen.anti", "simplegen.pro_decided"):
        before, after = base.values[key].value, fastest.values[key].value
        assert fastest.drops[key].value == pytest.approx(100 * (before - after) / before)
    assert fastest.time_drop == pytest.approx(100 * (10.05 - 3.05) / 10.05)


def test_gaps_and_error_rates_have_no_relative_drop(result):
    without = {column.measure for column in result.columns if not column.has_drop}
    assert without == {"delta", "delta_fc", "delta_mc", "inconclusive", "coverage"}


def test_tables_have_the_rows_of_their_designs_and_both_readings(result):
    tables = {table.design: table for table in result.tables}
    assert [row.label for row in tables["one"].rows] == ["baseline", "depth=6,2", "attention=aan", "beam=1"]
    assert [row.label for row in tables["stack"].rows] == ["baseline", "+depth=6,2", "+attention=aan", "+beam=1"]
    stack = tables["stack"]
    assert stack.largest_drops[TO_FASTEST]["simplegen.anti"] == pytest.approx(
        result.fastest.drops["simplegen.anti"].value
    )
    column = [cell.values["simplegen.anti"].value for _, cell in result.rows(stack)]
    assert stack.largest_drops[TO_WORST]["simplegen.anti"] == pytest.approx(
        100 * (max(column) - min(column)) / max(column)
    )
    assert "simplegen.delta" not in stack.largest_drops[TO_WORST]


def test_amplification_is_a_number_with_an_interval_and_a_sentence(result):
    slopes = {slope.measure: slope for slope in result.amplification}
    anti, momc = slopes["simplegen.anti"], slopes["simplegen.momc"]
    assert anti.low < anti.value < anti.high
    assert (anti.cells, anti.models) == (7, 4)
    assert anti.sentence.startswith(
        f"Among these models: for 1% of BLEU lost, anti (simplegen) loses {anti.value:.1f}% ["
    )
    assert momc.low < 0.3 < anti.low  # as they were made: nothing of one lost, much of the other


def test_the_sentences_name_what_was_lost_most_frequent_first(result):
    (lost,) = result.lost
    assert lost.cell == result.fastest.name
    assert [group.lost for group in lost.groups] == sorted((group.lost for group in lost.groups), reverse=True)
    for group in lost.groups:
        assert len(group.items) == group.lost <= group.right_before
        assert all(item.baseline != item.cell for item in group.items)


def test_the_result_is_plain_data(result):
    shown = json.loads(json.dumps(result.to_json(), allow_nan=False))
    assert list(shown) == [
        "name",
        "target",
        "signatures",
        "resampling",
        "columns",
        "cells",
        "tables",
        "amplification",
        "trends",
        "lost",
        "warnings",
    ]
    assert len(shown["trends"]) == sum(column["has_drop"] for column in shown["columns"])


def test_a_cell_is_a_run_folder_like_any_other(swept):
    _, out = swept
    before, run = (askew.load(out / "cells" / name / "simplegen") for name in ("6,6_mha_5", "6,2_aan_1"))
    assert len(run.outputs) == 2664
    assert askew.compare(before, run, resampling=askew.Resampling(100)).changes[0]["mofc"].difference < -15
