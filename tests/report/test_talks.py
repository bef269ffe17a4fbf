"""The report on talks: the same numbers as elsewhere, long form against short, lengths, unsure cuts."""

from pathlib import Path

import pytest

import askew
from askew.report.content import Figure, Fold, Table
from askew.report.find import find
from askew.report.page import html_page
from askew.report.report import report_of
from askew.report.sections.talks import UNSURE
from askew.report.sets import run_sets


@pytest.fixture(scope="module")
def runs(talk_runs):
    return [askew.load(folder) for folder in find([talk_runs]).runs]


def all_blocks(blocks):
    for block in blocks:
        yield block
        if isinstance(block, Fold):
            yield from all_blocks(block.blocks)


@pytest.fixture(scope="module")
def blocks(runs):
    [section] = [section for section in report_of(runs).sections if section.id == "talks"]
    return list(all_blocks(section.blocks))


def test_one_system_asked_both_ways_is_told_apart(runs):
    german = next(run_set for run_set in run_sets(runs) if run_set.target == "de")
    assert sorted(german.names) == ["canary-v2 [segments]", "canary-v2 [whole talks]", "tower_whisper"]


def test_whole_talks_are_compared_with_segments_as_askew_compares_them(blocks, runs):
    [table] = [block for block in blocks if isinstance(block, Table) and block.title == "Whole talks against segments"]
    [row] = table.rows
    assert row[0].text == "canary-v2"
    long, short = sorted(
        (run for run in runs if run.system == "canary-v2"), key=lambda run: run.signature.fields["segmentation"]
    )
    [changes] = askew.compare(short, long, resampling=askew.Resampling(200)).changes
    place = list(table.headings).index("chrF")
    assert row[place].number == pytest.approx(changes["chrf"].difference)
    assert row[place].low == pytest.approx(changes["chrf"].low)


def test_unsure_cuts_are_counted(blocks, runs):
    [table] = [
        block for block in blocks if isinstance(block, Table) and block.title == "Where resegmentation was unsure"
    ]
    [row] = table.rows
    [long] = [run for run in runs if run.talks]
    margins = [output.margin for output in long.outputs if output.margin is not None]
    assert row[1].number == len(margins)
    assert row[2].number == sum(margin < UNSURE for margin in margins)


def test_lengths_count_every_segment(blocks):
    figures = [block for block in blocks if isinstance(block, Figure) and block.title == "Lengths of segments"]
    assert len(figures) == 2
    for figure in figures:
        for rows in figure.variants.values():
            for whose in ("reference", "output"):
                assert sum(row["segments"] for row in rows if row["whose"] == whose) == 416


def test_talks_are_groups_with_their_own_numbers(blocks, runs):
    [by_talk] = [
        b
        for b in blocks
        if isinstance(b, Figure) and b.title == "By talk" and any(r["measure"] == "chrf" for r in b.variants[""])
    ]
    run = next(run for run in runs if run.system == "tower_whisper")
    shown = {
        row["group"]: row["value"]
        for row in by_talk.variants[""]
        if row["system"] == "tower_whisper" and row["measure"] == "chrf"
    }
    assert shown == {talk: pytest.approx(scores["chrf"].value, abs=0.01) for talk, scores in run.groups["talk"].items()}


def test_segments_can_be_sorted_by_their_own_score_in_a_browser(visit, runs, tmp_path):
    path = tmp_path / "talks.html"
    path.write_text(html_page(runs), encoding="utf-8")
    german = next(run_set for run_set in run_sets(runs) if run_set.target == "de")
    page = visit(path, f"#sentences?set={german.id}&sort=chrf")
    page.wait_for_selector(".status:has-text('items')")
    shown = page.locator(".row .meta").all_inner_texts()[:8]
    values = [float(text.split("chrF ")[1].split()[0]) for text in shown]
    assert values == sorted(values)
    assert values[0] < 20


@pytest.fixture(scope="module")
def simultaneous_runs():
    """One log in two formats."""
    logs = Path(__file__).parents[1] / "fixtures/latency"
    few = askew.Resampling(100)
    asked = {"target": "de", "references": str(logs / "talks.yaml"), "resampling": few}
    return [
        askew.score("talks", hyp=logs / name, latency=str(logs / name), name=name.partition(".")[0], **asked)
        for name in ("long.log", "plain.jsonl")
    ]


def test_quality_is_drawn_against_latency_with_both_intervals(simultaneous_runs):
    [section] = [section for section in report_of(simultaneous_runs).sections if section.id == "talks"]
    [figure] = [block for block in section.blocks if isinstance(block, Figure) and block.id.startswith("latency-")]
    assert "chrF against LongYAAL" in figure.variants
    assert "BLEU against StreamLAAL CA" in figure.variants
    for row, run in zip(figure.variants["chrF against LongYAAL"], simultaneous_runs, strict=True):
        assert row["system"] == run.system
        for name, score in (("quality", run.scores["chrf"]), ("latency", run.scores["long_yaal"])):
            shown = [row[name], row[f"{name} low"], row[f"{name} high"]]
            assert shown == pytest.approx([score.value, score.low, score.high], abs=0.006)
    assert "Quality against latency" in html_page(simultaneous_runs)
    altair = pytest.importorskip("altair")
    altair.Chart.from_dict({**figure.spec, "data": {"values": []}})  # validates against the schema


def test_runs_without_times_have_no_such_figure(blocks):
    assert not [block for block in blocks if isinstance(block, Figure) and block.id.startswith("latency-")]
