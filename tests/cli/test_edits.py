"""askew edits and askew effort as programs."""

import json


def test_edits_are_shown_kept_and_put_side_by_side(askew, tmp_path, is_users_mistake):
    for name, text in (("mt", "Es gut ist.\nDanke sehr\n"), ("de", "Es ist gut.\nDanke sehr.\n")):
        (tmp_path / f"{name}.txt").write_text(text)
    asked = ("edits", tmp_path / "mt.txt", tmp_path / "de.txt", "--target", "de", "--segmented", "--resamples", 100)
    shown = askew(*asked, "-o", tmp_path / "a.json", "--name", "one")
    assert shown.returncode == 0, shown.stderr
    assert "1 mt.txt → 2 de.txt" in shown.stdout
    assert "words right from this stage on: 1 mt.txt" in shown.stdout
    askew(*asked, "-o", tmp_path / "b.json", "--name", "other")
    both = askew("effort", tmp_path / "a.json", tmp_path / "b.json", "-o", tmp_path / "figures")
    assert both.returncode == 0, both.stderr
    assert "TER by talk, between analyses" in both.stdout
    assert {path.name for path in (tmp_path / "figures").iterdir()} == {
        "effort.svg",
        "reordering.svg",
        "talks.svg",
        "correlation.svg",
    }
    assert json.loads(askew(*asked, "--json").stdout)["segments"] == 2
    alone = askew("edits", tmp_path / "mt.txt", "--target", "de")
    is_users_mistake(alone)
    assert "two stages at least" in alone.stderr


def test_transcripts_that_are_not_right_enough_are_refused(askew, tmp_path):
    (tmp_path / "asr.txt").write_text("thank you for the bird model\n" * 3)
    (tmp_path / "edited.txt").write_text("Thank you for the BERT model.\n" * 3)
    asked = (
        "edits",
        tmp_path / "asr.txt",
        tmp_path / "edited.txt",
        "--target",
        "en",
        "--segmented",
        "--resamples",
        100,
    )
    refused = askew(*asked, "--accept", 95)
    assert refused.returncode == 1
    assert "word accuracy 83.3%, not above 95%" in refused.stderr
    assert askew(*asked, "--accept", 80).returncode == 0
    shares = json.loads(askew(*asked, "--json").stdout)["steps"][0]["scores"]
    assert shares["surface_share"]["value"] > 50  # capital and full stop
    assert shares["substituted_share"]["value"] == 100
