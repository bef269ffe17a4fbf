"""Tables in terminals of every width: no number is cut, nothing in a name is obeyed."""

import re

import pytest

import askew as api
from askew.report.content import Cell, Lines, Mark, Prose, Table
from askew.report.explain import explanation
from askew.report.scores import by_group, comparison_content, run_content, side_by_side
from askew.report.terminal import fitted, text_of

WIDTHS = (60, 80, 100, 140)
HOSTILE = "\x1b[31mred\x1b[0m\x1b]0;title\x07 \u202eegnaro\u202c \x9b2J \x08\ud800"


@pytest.fixture(scope="module")
def runs(simplegen):
    texts = {"a system with quite a long name": "La médica.", "b": "El médico.", "c": "La enfermera."}
    return [simplegen(text, name=name) for name, text in texts.items()]


def numbers(cells):
    return [text for cell in cells for text in (cell.text, cell.interval, cell.extra) if text]


def shown(table, width):
    text = text_of(table, width=width)
    assert max(len(line) for line in text.splitlines()) <= width
    return text


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("several", [1, 2, 3])
def test_every_number_interval_and_name_is_there_whole(runs, width, several):
    comparison = api.compare(*runs[:several], resampling=api.Resampling(200)) if several > 1 else None
    blocks = [side_by_side(runs[:several]), *(comparison_content(comparison) if comparison else [])]
    for table in (block for block in blocks if isinstance(block, Table)):
        text = " ".join(shown(table, width).replace("-", "−").split())
        for row in table.rows:
            for wanted in numbers(row[1:]):
                assert wanted.replace("-", "−") in text, wanted
            assert all(word in text for word in row[0].text.split())
        assert all(heading in text for heading in table.headings)
        assert "…" not in text


@pytest.mark.parametrize("width", WIDTHS)
def test_a_run_and_its_groups_fit(runs, width):
    text = text_of(*run_content(runs[0]), by_group(runs[0], "occupation"), width=width)
    assert max(len(line) for line in text.splitlines()) <= width
    assert str(runs[0].signature) in text.replace("\n", "")


def test_a_wide_table_is_turned_or_cut_into_blocks_and_loses_no_column():
    few = Table(
        "", ["system", *(f"c{k}" for k in range(12))], [[Cell("s"), *(Cell("12.3", 10.0, 14.0) for _ in range(12))]]
    )
    [turned] = fitted(few, 60)
    assert [row[0].text for row in turned.rows] == list(few.headings[1:])
    many = Table("", few.headings, list(few.rows) * 20)
    blocks = fitted(many, 60)
    assert len(blocks) > 1
    assert [heading for block in blocks for heading in block.headings[1:]] == list(few.headings[1:])
    assert all(block.headings[0] == "system" for block in blocks)


def test_a_sure_difference_is_starred_and_p_is_never_zero():
    strong = Table(
        "t",
        ["", "x"],
        [[Cell("a"), Cell("+3.0", 1.0, 5.0, "p < 0.001", strong=True, number=3.0)]],
        strong_means="p is below 0.05",
    )
    text = text_of(strong)
    assert "+3.0*" in text
    assert "* p is below 0.05" in text
    plain = text_of(Table("t", ["", "x"], [[Cell("a"), Cell("+3.0")]], strong_means="p is below 0.05"))
    assert "*" not in plain


@pytest.mark.parametrize("block", [
    Prose(HOSTILE, [HOSTILE], HOSTILE), Table(HOSTILE, [HOSTILE, "x"], [[Cell(HOSTILE), Cell(HOSTILE,
    extra=HOSTILE)]], note=HOSTILE),
    Lines([HOSTILE]), Table("", ["", ""], [[Cell("output"), Cell(HOSTILE, marks=[Mark(5, 8, "found")])]], left=2),
])  # fmt: skip
def test_a_terminal_obeys_nothing_in_a_text(block):
    text = text_of(block, width=200)
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", text)
    assert "U+001B" in text
    assert "red" in text


def test_show_explain_and_verdicts_print_names_and_outputs_as_text(askew, tmp_path):
    hyp = tmp_path / "out.txt"
    items = api.items("simplegen", subset="mofc")
    hyp.write_text("".join(f"La médica \x1b]0;x\x07{n}\n" for n in range(len(items))), encoding="utf-8")
    run = tmp_path / "run"
    made = askew(
        "score",
        "simplegen",
        "-t",
        "es",
        "--subset",
        "mofc",
        "--hyp",
        hyp,
        "--out",
        run,
        "--resamples",
        "100",
        "--name",
        "n\x1b[2J",
    )
    assert "\x1b" not in made.stdout + made.stderr
    for words in (("show", run), ("explain", run, "--id", items[0].id), ("verdicts", run)):
        said = askew(*words)
        assert said.returncode == 0
        assert "\x1b" not in said.stdout + said.stderr, words
    assert "U+001B" in askew("explain", run, "--id", items[0].id).stdout


def test_marks_stand_where_they_should(real_runs):
    [facts, verdict] = explanation(real_runs[0], "17")
    assert facts.rows[0][0].text == "source"
    output = next(row[1] for row in verdict.rows if row[0].text == "output")
    found = next(row[1].text for row in verdict.rows if row[0].text == "found")
    [mark] = [mark for mark in output.marks if mark.kind == "found"]
    assert output.text[mark.start : mark.end] == found
