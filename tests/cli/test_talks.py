"""Talks on the command line: scored, explained, compared, listed."""

import json

import pytest

REFERENCE = "Good morning everybody.\nToday I talk about the Transformer.\nThank you.\n"


@pytest.fixture
def own(tmp_path):
    (tmp_path / "ref.txt").write_text(REFERENCE)
    (tmp_path / "hyp.txt").write_text("Good morning everybody. Today I will talk about a transformer. Thank you.\n")
    return tmp_path


def talks(askew, own, *words, target="en"):
    return askew(
        "score", "talks", "--references", own / "ref.txt", "--target", target, "--hyp", own / "hyp.txt",
        "--resamples", "100", *words,
    )  # fmt: skip


def test_a_table_also_by_talk(askew, own):
    shown = talks(askew, own, "--by", "talk")
    assert shown.returncode == 0, shown.stderr
    assert "talks en, own (3 items), protocol recognition" in shown.stdout
    assert "WER norm." in shown.stdout
    assert "by talk" in shown.stdout
    assert "segmentation:askew-2" in shown.stdout.replace("\n", "")


def test_json_has_scores_groups_and_signature(askew, own):
    found = json.loads(talks(askew, own, "--json").stdout)
    assert found["scores"]["wer"]["value"] == pytest.approx(100 * 3 / 11)
    assert list(found["groups"]) == ["talk"]
    assert found["counts"]["wer"] == {"hits": 9, "substitutions": 2, "deletions": 0, "insertions": 1}


def test_explain_shows_the_alignment_as_sclite_does(askew, own):
    talks(askew, own, "--out", own / "run")
    shown = askew("explain", own / "run", "--id", "ref/2")
    assert [line.rstrip() for line in shown.stdout.splitlines() if line.startswith(("REF", "HYP", "Eval"))] == [
        "REF:  Today I **** talk about THE Transformer.",
        "HYP:  Today I WILL talk about A   transformer.",
        "Eval:         I               S   S",
    ]
    assert "margin" in shown.stdout
    rows = json.loads(askew("explain", own / "run", "--id", "ref/2", "--json").stdout)
    assert rows[0]["wer_insertions"] == 1


def test_explain_of_a_translation_shows_its_reference_and_chrf(askew, own):
    talks(askew, own, "--out", own / "run", "--source", "de")
    shown = askew("explain", own / "run", "--id", "ref/1").stdout
    assert "reference   Good morning everybody." in shown
    assert "chrF 100.0" in shown
    assert "in the target language" in shown


def test_compare_report_and_rescore(askew, own):
    talks(askew, own, "--out", own / "a", "--name", "long")
    (own / "hyp.txt").write_text(REFERENCE)
    talks(askew, own, "--out", own / "b", "--segmented", "--name", "short")
    compared = askew("compare", own / "b", own / "a", "--resamples", "100")
    assert "difference from short" in compared.stdout
    assert "+27.3" in compared.stdout
    assert askew("report", own / "a", own / "b", "-o", own / "page.html").returncode == 0
    assert "WER" in (own / "page.html").read_text()
    again = askew("rescore", own / "a", "--by", "talk", "--resamples", "100")
    assert "by talk" in again.stdout


def test_items_have_references_where_a_target_is_given(askew, own):
    shown = askew("items", "talks", "--references", own / "ref.txt", "--target", "en", "--json")
    rows = [json.loads(line) for line in shown.stdout.splitlines()]
    assert rows[0]["references"] == ["Good morning everybody."]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--by", "accent"), "no group of this run is called 'accent'"),
        (("--marks", "hide"), "no marks of talks is called 'hide'"),
        (("--segmentation", "mwerr"), "did you mean 'mwer'"),
        (("--segmented", "--segmentation", "mwer"), "makes no sense"),
        (("--neural-scores", "nowhere.jsonl"), "nowhere.jsonl: no such file"),
        (("--speakers", "nowhere.tsv"), "nowhere.tsv: no such file"),
        (("--comet", "/nowhere/python"), "--comet needs the source text"),
        (("--format", "tsv"), "say --segmented"),
        (("--format", "srtt"), "no format is called 'srtt'"),
        (("--split", "eval"), "no talks subset is called 'eval'"),
        (("--protocol", "transcription"), "no talks protocol is called 'transcription'"),
    ],
)
def test_mistakes_are_refused(askew, own, is_users_mistake, words, complaint):
    result = talks(askew, own, *words)
    is_users_mistake(result)
    assert complaint in result.stderr


def test_a_talk_of_another_text_is_warned_of(askew, own):
    (own / "hyp.txt").write_text("nothing here has anything in common with what anyone has ever said before\n")
    shown = talks(askew, own)
    assert shown.returncode == 0
    assert "hardly anything" in shown.stderr


def test_standard_input_is_read(askew, own):
    shown = askew(
        "score", "talks", "--references", own / "ref.txt", "--target", "en", "--hyp", "-", "--resamples", "100", "--json",
        input=REFERENCE.replace("\n", " "),
    )  # fmt: skip
    assert json.loads(shown.stdout)["scores"]["wer"]["value"] == 0.0
