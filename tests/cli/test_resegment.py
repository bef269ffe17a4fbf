"""askew resegment as people call it."""

import json

import pytest

REFERENCE = "Good morning everybody.\nToday I talk about translation.\nIt is about people.\n"
SAID = "good morning everybody today I will talk about translations it is about people"


@pytest.fixture
def files(tmp_path):
    (tmp_path / "ref.txt").write_text(REFERENCE)
    (tmp_path / "hyp.txt").write_text(SAID + "\n")
    return tmp_path


def test_lines_on_standard_output(askew, files):
    shown = askew("resegment", "--reference", files / "ref.txt", "--hypothesis", files / "hyp.txt", "--target", "en")
    assert shown.returncode == 0
    assert shown.stdout.splitlines() == [
        "good morning everybody", "today I will talk about translations", "it is about people",
    ]  # fmt: skip


def test_a_json_lines_file_has_ids_and_margins(askew, files):
    out = files / "out.jsonl"
    shown = askew(
        "resegment", "--reference", files / "ref.txt", "--hypothesis", files / "hyp.txt", "--target", "en", "-o", out, "--doubtful", "1"
    )  # fmt: skip
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert [set(row) for row in rows] == [{"doc_id", "seg_id", "text", "margin"}] * 3
    assert [(row["doc_id"], row["seg_id"]) for row in rows] == [("ref", "1"), ("ref", "2"), ("ref", "3")]
    assert " ".join(row["text"] for row in rows) == SAID
    assert rows[2]["margin"] is None
    assert "margin" in shown.stderr


def test_another_text_is_warned_of(askew, files):
    (files / "hyp.txt").write_text("nothing here has anything in common with what was said before by anyone at all\n")
    shown = askew("resegment", "--reference", files / "ref.txt", "--hypothesis", files / "hyp.txt", "--target", "en")
    assert shown.returncode == 0
    assert "hardly anything" in shown.stderr


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--unit", "syllable"), "no unit is called 'syllable'"),
        (("--protocol", "mwerr"), "did you mean 'mwer'"),
        (("-o", "nowhere/out.txt"), "is not a folder"),
        (("--reference", "short.txt"), "not the same segments as the first reference"),
    ],
)
def test_mistakes_are_refused(askew, files, words, complaint):
    (files / "short.txt").write_text("One.\n")
    words = [files / word if word == "short.txt" else word for word in words]
    shown = askew(
        "resegment", "--reference", files / "ref.txt", "--hypothesis", files / "hyp.txt", "--target", "en", *words
    )
    assert shown.returncode == 2
    assert complaint in shown.stderr
    assert "Traceback" not in shown.stderr


def test_the_same_from_real_talks(askew, shared_data, tmp_path):
    reference = shared_data / "acl6060/eval/de.xml"
    long_form = shared_data / "acl6060/outputs/canary-v2/long.en-de.jsonl"
    askew(
        "resegment", "--reference", reference, "--hypothesis", long_form, "--target", "de", "-o", tmp_path / "out.jsonl"
    )
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert len(rows) == 416
    said = {row["doc_id"]: row["output"] for row in map(json.loads, long_form.read_text().splitlines())}
    for name, text in said.items():
        assert " ".join(row["text"] for row in rows if row["doc_id"] == name if row["text"]).split() == text.split()


def test_times_decide_where_words_can_not(askew, tmp_path):
    (tmp_path / "t.yaml").write_text("".join(f"- {{duration: 2, offset: {2 * k}, wav: t.wav}}\n" for k in range(3)))
    (tmp_path / "t.de").write_text("eins\nzwei\ndrei\n")
    (tmp_path / "t.vtt").write_text(
        "WEBVTT\n\n00:00.000 --> 00:04.000\nalpha beta gamma delta\n\n00:04.000 --> 00:06.000\nomega psi\n"
    )
    words = ("resegment", "--reference", tmp_path / "t.yaml", "--hypothesis", tmp_path / "t.vtt", "--target", "de")
    shown = askew(*words, "--times")
    assert shown.stdout.splitlines() == ["alpha beta", "gamma delta", "omega psi"]
    (tmp_path / "t.yaml").rename(tmp_path / "other.yaml")
    shown = askew(*words[:2], tmp_path / "t.de", *words[3:], "--times")
    assert shown.returncode == 2
    assert "t has no times" in shown.stderr
