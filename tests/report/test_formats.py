"""Markdown, LaTeX, CSV and JSON: the same numbers, and no text that is taken for markup."""

import csv
import io
import json

import pytest

from askew.report.content import Cell, Prose, Section, Table
from askew.report.formats import latex, markdown, scores_csv, scores_json
from askew.report.latex import sections_latex, table_latex
from askew.report.markdown import sections_markdown, table_markdown
from askew.report.report import report_of

NAME = "a|b_{x} & 50% $y$ <i>\n#1"


@pytest.fixture(scope="module")
def report(simplegen):
    return report_of([simplegen("La médica.", name=NAME), simplegen("El médico.", name="other")])


def test_csv_has_every_score_of_every_group(report):
    rows = list(csv.DictReader(io.StringIO(scores_csv([run for s in report.sets for run in s.runs]))))
    run = report.sets[0].runs[0]
    total = sum(len(scores) for by_value in run.groups.values() for scores in by_value.values()) + len(run.scores)
    own = [row for row in rows if row["system"] == NAME]
    assert len(own) == total
    [pro] = [row for row in own if row["score"] == "pro" and row["attribute"] == ""]
    assert float(pro["value"]) == run.scores["pro"].value
    assert pro["signature"] == str(run.signature)


def test_json_has_the_runs_and_the_findings(report):
    value = json.loads(scores_json(report))
    assert [run["system"] for run in value["runs"]] == [NAME, "other"]
    assert value["runs"][1] == json.loads(json.dumps(report.sets[0].runs[1].to_json()))
    assert value["findings"]


def test_markdown_tables_keep_their_columns(report):
    text = markdown(report)
    assert text.startswith("# Gender in translation: ")
    assert "<i>" not in text
    tables = [block for block in text.split("\n\n") if block.startswith("|")]
    assert tables
    for table in tables:
        widths = {line.replace("\\|", "").count("|") for line in table.splitlines()}
        assert len(widths) == 1, table
    assert "Intended use" in text


def test_latex_escapes_names_and_balances_its_environments(report):
    text = latex(report)
    assert r"a\textbar{}b\_\{x\} \& 50\% \$y\$ \textless{}i\textgreater{} \#1" in text
    assert text.count(r"\begin{") == text.count(r"\end{")
    body = text.split(r"\midrule", 1)[1].split(r"\bottomrule")[0]
    assert body.count(r"\\") >= 2
    assert "$\\Delta$" in text


STRANGE = [
    "[2em] a",
    "* a",
    "\\\\ a",
    "<script>alert(1)</script>",
    "=1+1",
    "a & b",
    "{",
    "%",
    "|",
    "`x`",
    "[a](javascript:alert(1))",
    "1. a",
    "---",
]


@pytest.mark.parametrize("text", STRANGE)
def test_no_cell_is_markup(text):
    table = Table("t", ["a", "b"], [[Cell("first"), Cell("1")], [Cell(text), Cell(text)]])
    rows = table_latex(table).splitlines()
    last = rows[rows.index(r"\bottomrule") - 1]
    assert not last.startswith(("[", "*"))  # after the end of a row either would be an option of it
    assert last.endswith(r" \\")
    shown = table_markdown(table)
    assert "<script" not in shown
    assert "](" not in shown.replace("\\](", "")
    assert {line.replace("\\|", "").count("|") for line in shown.splitlines()} == {3}


@pytest.mark.parametrize("text", STRANGE)
def test_no_sentence_is_markup(text):
    sections = [Section("s", text, [Prose(text, [text], text)])]
    shown = sections_markdown(text, [text], sections)
    assert "<script" not in shown
    import markdown_it

    kinds = {token.type for token in markdown_it.MarkdownIt("commonmark").parse(shown)}
    assert kinds <= {
        "heading_open",
        "heading_close",
        "inline",
        "paragraph_open",
        "paragraph_close",
        "bullet_list_open",
        "bullet_list_close",
        "list_item_open",
        "list_item_close",
    }
    assert "\n[" not in sections_latex(text, sections)


def test_csv_has_no_formula(simplegen):
    run = simplegen("La médica.", name="=HYPERLINK(1)", subset="mofc")
    systems = {row["system"] for row in csv.DictReader(io.StringIO(scores_csv([run])))}
    assert systems == {"'=HYPERLINK(1)"}


@pytest.mark.parametrize(
    ("name", "begins"), [("x.csv", "suite,target"), ("x.md", "# "), ("x.html", "<!doctype"), ("x.json", "{")]
)
def test_a_files_name_says_its_format(askew, simplegen, tmp_path, name, begins):
    simplegen("La médica.", subset="mofc", out=tmp_path / "run")
    assert askew("report", tmp_path / "run", "-o", tmp_path / name).returncode == 0
    assert (tmp_path / name).read_text("utf-8").startswith(begins)


def test_an_ending_that_is_no_format_is_refused(askew, simplegen, tmp_path, is_users_mistake):
    simplegen("La médica.", subset="mofc", out=tmp_path / "run")
    is_users_mistake(askew("report", tmp_path / "run", "-o", tmp_path / "x.docx"))
    assert not (tmp_path / "x.docx").exists()
