"""Auditing a judge with a person's labels."""

import csv
import io

import pytest
from scipy.stats import binomtest

import askew
from askew import Resampling
from askew.analyses.audit import read_sheet, wilson, write_sheet
from askew.core.errors import InputError, JoinError, UsageError


@pytest.fixture(scope="module")
def run():
    return askew.score("simplegen", target="es", subset="fofc", hyp=["La enfermera."] * 518, resampling=Resampling(100))


def labelled(path, labels):
    rows = list(csv.reader(path.read_text("utf-8").splitlines(), delimiter="\t"))
    for row, label in zip(rows[1:], labels, strict=False):
        row[-1] = label
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, delimiter="\t", lineterminator="\n").writerows(rows)


def test_a_sheet_shows_no_verdicts_and_is_never_overwritten(run, tmp_path):
    assert write_sheet(run, tmp_path / "sheet.tsv", 20, seed=1) == 20
    text = (tmp_path / "sheet.tsv").read_text()
    assert all(line.endswith("\t") for line in text.splitlines()[1:])
    assert text.splitlines()[0] == "id\tperson\tsource\toutput\tlabel"
    with pytest.raises(UsageError, match="may hold somebody's labels"):
        write_sheet(run, tmp_path / "sheet.tsv", 20, seed=1)


def test_labels_give_the_judges_error_rate_with_its_interval(run, tmp_path):
    sheet = tmp_path / "sheet.tsv"
    write_sheet(run, sheet, 10, seed=1)
    predicted = {(verdict.item, verdict.unit): verdict.labels["predicted"] for verdict in run.verdicts}
    rows = [line.split("\t") for line in sheet.read_text().splitlines()[1:]]
    labelled(sheet, [predicted[row[0], row[1]] for row in rows[:7]] + ["b", "b"])
    audit = read_sheet(run, sheet)
    assert (audit.labelled, audit.unlabelled, audit.wrong) == (9, 1, 2)
    assert audit.low < audit.error_rate < audit.high
    assert [row[1] for row in audit.disagreements] == ["both", "both"]


def test_a_sheet_that_is_not_this_runs_or_has_no_labels_is_refused(run, tmp_path):
    sheet = tmp_path / "sheet.tsv"
    write_sheet(run, sheet, 5, seed=1)
    with pytest.raises(InputError, match="no row has a label yet"):
        read_sheet(run, sheet)
    labelled(sheet, ["woman"])
    with pytest.raises(InputError, match=r"sheet\.tsv:2: 'woman' is no label"):
        read_sheet(run, sheet)
    sheet.write_text("id\tperson\tsource\toutput\tlabel\nnobody\tx\ty\tz\tm\n")
    with pytest.raises(JoinError, match="not in this run: nobody"):
        read_sheet(run, sheet)
    sheet.write_text("id\tlabel\n")
    with pytest.raises(InputError, match="expected the columns"):
        read_sheet(run, sheet)


@pytest.mark.parametrize(("hits", "n"), [(0, 10), (3, 10), (10, 10), (5, 100), (1, 1)])
def test_wilsons_interval_is_scipys(hits, n):
    expected = binomtest(hits, n).proportion_ci(method="wilson")
    assert wilson(hits, n) == pytest.approx((100 * expected.low, 100 * expected.high), abs=1e-6)


@pytest.mark.parametrize("output", ["=HYPERLINK(1)", "+1", "-x", "@a", "\ttab", "a\rb", "a\nb", 'a "quote', "'=1", ""])
def test_a_sheet_runs_no_formula_and_reads_back_whatever_the_outputs_are(output, tmp_path):
    strange = askew.score(
        "simplegen", target="es", subset="fofc", hyp=[f"{output} la enfermera"] * 518, resampling=Resampling(100)
    )
    sheet = tmp_path / "sheet.tsv"
    write_sheet(strange, sheet, 5, seed=1)
    cells = [cell for row in csv.reader(io.StringIO(sheet.read_text("utf-8")), delimiter="\t") for cell in row]
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in cells)
    with pytest.raises(InputError, match="no row has a label yet"):
        read_sheet(strange, sheet)
    labelled(sheet, ["f"] * 5)
    assert read_sheet(strange, sheet).labelled == 5
