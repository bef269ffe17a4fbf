"""Markdown, LaTeX, CSV and JSON: the same numbers, and no text that is taken for markup."""

import csv
import io
import json

import pytest

from askew.report.formats import latex, markdown, scores_csv, scores_json
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
    assert text.startswith("# SimpleGEN, English to Spanish\n")
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
