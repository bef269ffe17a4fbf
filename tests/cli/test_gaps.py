"""askew score speakers, askew gaps, askew compare --by."""

import json

import pytest


@pytest.fixture
def study(tmp_path):
    rows = [
        {"id": str(k), "src_ref": "one two three four", "speaker": f"s{k % 4}", "gender": "fm"[k % 2]}
        for k in range(16)
    ]
    (tmp_path / "m.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "hyp.txt").write_text(
        "".join("one two three\n" if k % 2 else "one two three four\n" for k in range(16))
    )
    return tmp_path


def test_gaps_say_that_the_data_can_not_tell(askew, study, is_users_mistake):
    asked = ("score", "speakers", "--manifest", study / "m.jsonl", "--hyp", study / "hyp.txt", "--resamples", 100)
    shown = askew(*asked, "--by", "gender", "--out", study / "run")
    assert shown.returncode == 0, shown.stderr
    assert "largest gap by gender; speakers resampled (f 2, m 2)" in shown.stdout
    assert "wer: m 25.0, f 0.0: can't tell" in shown.stdout
    again = askew("gaps", study / "run", "--by", "gender", "--resamples", 100, "--json")
    assert again.returncode == 3
    assert json.loads(again.stdout)[0]["measures"]["wer"]["tells"] is False
    unknown = askew("gaps", study / "run", "--by", "accent")
    is_users_mistake(unknown)
    assert "no attribute of this run is called 'accent'" in unknown.stderr


def test_compare_by_group(askew, study):
    asked = ("score", "speakers", "--manifest", study / "m.jsonl", "--resamples", 100)
    askew(*asked, "--hyp", study / "hyp.txt", "--name", "bare", "--out", study / "a")
    (study / "better.txt").write_text("one two three four\n" * 16)
    askew(*asked, "--hyp", study / "better.txt", "--name", "prompted", "--out", study / "b")
    shown = askew("compare", study / "a", study / "b", "--by", "gender", "--resamples", 100)
    assert shown.returncode == 0, shown.stderr
    assert "prompted: difference from bare by gender" in shown.stdout
    assert "-25.0" in shown.stdout
