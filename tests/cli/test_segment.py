"""askew segment, check-subtitles and lengths as programs."""

import json

import numpy as np
import soundfile


def test_windows_in_every_format_and_their_lengths(askew, tmp_path):
    soundfile.write(tmp_path / "a.wav", 0.1 * np.sin(np.arange(50 * 16_000) / 9), 16_000)
    shown = askew("segment", tmp_path / "a.wav", "--method", "fixed", "--longest", 20)
    assert [json.loads(line)["end"] for line in shown.stdout.splitlines()] == [20.0, 40.0, 50.0]
    assert "3 segments, 50.0 s in all" in shown.stderr
    for ending in ("yaml", "vtt"):
        assert askew("segment", tmp_path / "a.wav", "--method", "fixed", "-o", tmp_path / f"a.{ending}").returncode == 0
    assert (tmp_path / "a.vtt").read_text().startswith("WEBVTT\n\n1\n00:00:00.000 --> 00:00:20.000\n")
    found = askew("lengths", tmp_path / "a.yaml", tmp_path / "a.vtt", "-o", tmp_path / "lengths.svg")
    assert found.stdout.count("3 segments") == 2
    assert (tmp_path / "lengths.svg").read_text().startswith("<svg")


def test_mistakes(askew, tmp_path, is_users_mistake):
    soundfile.write(tmp_path / "silence.wav", np.zeros(16_000), 16_000)
    for words, complaint in (
        (("segment", tmp_path / "silence.wav"), "silence.wav: is silent"),
        (("segment", tmp_path / "silence.wav", "-o", tmp_path / "a.doc"), "can be written as jsonl"),
        (("check-subtitles", tmp_path / "none.srt"), "no such file"),
    ):
        result = askew(*words)
        is_users_mistake(result)
        assert complaint in result.stderr


def test_subtitles_that_break_the_rules_are_listed(askew, tmp_path):
    (tmp_path / "a.srt").write_text(
        f"1\n00:00:00,000 --> 00:00:02,000\n{'a' * 44}\n\n2\n00:00:03,000 --> 00:00:05,000\nFine.\n"
    )
    shown = askew("check-subtitles", tmp_path / "a.srt")
    assert shown.returncode == 1
    assert shown.stdout.startswith("1\t0.000\ta line of 44 characters (42); 22.0 characters a second (20)\t")
    assert "1 of 2 subtitles" in shown.stderr
    assert askew("check-subtitles", tmp_path / "a.srt", "--line", 50, "--speed", 25).returncode == 0
