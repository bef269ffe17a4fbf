"""askew terms, and --terms of askew score."""

import json

import pytest


@pytest.fixture
def own(tmp_path):
    (tmp_path / "en.txt").write_text("A language model.\nThe model.\n")
    (tmp_path / "de.txt").write_text("Ein Sprachmodell.\nDas Modell.\n")
    (tmp_path / "terms.tsv").write_text("en\tde\nlanguage model\tSprachmodell\nmodel\tModell\ngraph\tGraph\n")
    return tmp_path


def score(askew, own, name, hyp, target="de"):
    (own / "hyp.txt").write_text(hyp)
    return askew(
        "score", "talks", "--references", own / f"{target}.txt", "--source-text", own / "en.txt", "--target", target,
        "--hyp", own / "hyp.txt", "--segmented", "--terms", own / "terms.tsv", "--resamples", 100, "--name", name, "--out", own / name,
    )  # fmt: skip


def test_tag_prints_the_text_and_says_what_never_occurs(askew, own):
    shown = askew("terms", "tag", own / "en.txt", "--terms", own / "terms.tsv")
    assert shown.stdout == "A [language model].\nThe [model].\n"
    assert "2 occurrences of 2 terms; 1 terms never occur: graph" in shown.stderr
    found = json.loads(askew("terms", "tag", own / "en.txt", "--terms", own / "terms.tsv", "--json").stdout)
    assert found["never"] == ["graph"]
    assert found["counts"] == {"language model": 1, "model": 1}


def test_recall_of_transcripts_beside_translations(askew, own):
    assert score(askew, own, "mt", "Ein Sprachmodell.\nDas Ding.\n").returncode == 0
    assert score(askew, own, "asr", "A language model.\nThe model.\n", target="en").returncode == 0
    shown = askew("terms", "recall", own / "asr", own / "mt", "-o", own / "figure.svg")
    assert shown.returncode == 0, shown.stderr
    assert "recognition" in shown.stdout
    assert "50.0" in shown.stdout
    assert "three are the least" in shown.stdout
    assert (own / "figure.svg").read_text().startswith("<svg")
    rows = json.loads(askew("terms", "recall", own / "asr", own / "mt", "--json").stdout)["rows"]
    assert [row["scores"]["term_recall"]["value"] for row in rows] == [100.0, 50.0]


def test_verdicts_have_a_row_per_occurrence(askew, own):
    score(askew, own, "mt", "Ein Sprachmodell.\nDas Ding.\n")
    header, *rows = [line.split("\t") for line in askew("verdicts", own / "mt").stdout.splitlines()]
    assert {len(row) for row in rows} == {len(header)}
    assert [dict(zip(header, row, strict=True))["came"] for row in rows] == ["", "", "exact", "missing"]
    assert "'model' should be Modell: missing" in askew("explain", own / "mt", "--id", "de/2").stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("tag", "en.txt", "--terms", "nowhere.tsv"), "nowhere.tsv: no such file"),
        (("tag", "en.txt", "--terms", "terms.tsv", "--source", "zh"), "no spaces between words"),
    ],
)
def test_mistakes_in_tagging(askew, own, is_users_mistake, words, complaint):
    result = askew("terms", *words, cwd=own)
    is_users_mistake(result)
    assert complaint in result.stderr


def test_mistakes_in_scoring_and_showing(askew, own, is_users_mistake):
    (own / "terms.tsv").write_text("model\tModell\nModel\tMuster\n")
    clash = score(askew, own, "mt", "Ein Sprachmodell.\nDas Ding.\n")
    is_users_mistake(clash)
    assert "clashing entries: 'Model' is Modell (line 1) and Muster (line 2)" in clash.stderr
    asked = ("score", "talks", "--references", own / "de.txt", "--target", "de", "--hyp", own / "hyp.txt")
    askew(*asked, "--out", own / "plain", "--resamples", 100)
    plain = askew("terms", "recall", own / "plain")
    is_users_mistake(plain)
    assert "scored without terms" in plain.stderr
