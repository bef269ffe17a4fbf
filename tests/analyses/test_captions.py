"""SubER: what is asked of the published tool and what becomes of its answers; and its own numbers on real captions."""

import json
import os
import subprocess
import sys

import pytest

from askew.analyses.captions import suber
from askew.core.errors import InputError, JoinError, SystemFailure, UsageError

ONE = "1\n00:00:01,000 --> 00:00:02,500\nGood\n<i>morning</i>.\n\n2\n00:00:03,000 --> 00:00:04,000\nAll of you\n"
# Speaks the script's protocol; an edit is a line more or less.
STAND_IN = """
import json, sys
print(json.dumps({"version": "0"}))
for row in map(json.loads, sys.stdin):
    lines = [sum(len(cue[2]) for cue in row[side]) for side in ("hyp", "ref")]
    print(json.dumps({"id": row["id"], "edits": abs(lines[0] - lines[1]), "length": lines[1]}))
"""


@pytest.fixture
def tool(tmp_path):
    (tmp_path / "stand_in.py").write_text(STAND_IN, "utf-8")
    return f"{sys.executable} {tmp_path / 'stand_in.py'}"


def folder(tmp_path, name, **captions):
    (tmp_path / name).mkdir()
    for stem, text in captions.items():
        (tmp_path / name / f"{stem}.srt").write_text(text, "utf-8")
    return tmp_path / name


def test_files_are_joined_by_name_and_counts_added_up(tmp_path, tool):
    more = ONE + "\n3\n00:00:05,000 --> 00:00:06,000\nBye.\n"
    hyp = folder(tmp_path, "hyp", b=more, a=ONE, c=ONE)
    ref = folder(tmp_path, "ref", a=ONE, b=ONE, c=more)
    found = suber(hyp, ref, tool)
    assert [(each.name, each.edits, each.length) for each in found.files] == [("a", 0, 3), ("b", 1, 3), ("c", 1, 4)]
    assert found.score.value == pytest.approx(20.0)
    assert found.score.low < 20 < found.score.high
    assert found.to_json()["tool"] == "subtitle-edit-rate 0"


def test_one_file_has_no_interval(tmp_path, tool):
    (tmp_path / "system.vtt").write_text("WEBVTT\n\n" + ONE.replace(",", "."), "utf-8")
    (tmp_path / "talk.srt").write_text(ONE, "utf-8")
    score = suber(tmp_path / "system.vtt", tmp_path / "talk.srt", tool).score
    assert (score.value, score.low) == (0.0, None)
    assert "no interval" in score.reason


def test_what_does_not_fit_is_refused(tmp_path, tool):
    ref = folder(tmp_path, "ref", a=ONE, b=ONE)
    with pytest.raises(JoinError, match="one side only: b, c"):
        suber(folder(tmp_path, "hyp", a=ONE, c=ONE), ref, tool)
    with pytest.raises(InputError, match=r"expected files that end in \.srt or \.vtt"):
        suber(folder(tmp_path, "none"), ref, tool)
    (tmp_path / "a.txt").write_text("hello", "utf-8")
    with pytest.raises(UsageError, match="SubER is of captions"):
        suber(tmp_path / "a.txt", ref, tool)
    backwards = "1\n00:00:05,000 --> 00:00:06,000\nTwo\n\n2\n00:00:01,000 --> 00:00:02,000\nOne\n"
    with pytest.raises(InputError, match="caption 2 begins at 1 s, before the one before it"):
        suber(folder(tmp_path, "odd", a=backwards, b=ONE), ref, tool)
    with pytest.raises(SystemFailure, match="could not be started"):
        suber(ref, ref, "/nowhere/python")
    silent = f"{sys.executable} -c pass"
    with pytest.raises(SystemFailure, match="no counts for a, b"):
        suber(ref, ref, silent)


def captions(words, size, *, shift=0.0, damage=0):
    """Words with times as captions of two lines; of every ``damage`` words one is left out and one said otherwise."""
    cues = []
    for place in range(0, len(words), size):
        said = [
            "something" if damage and k % damage == 0 else text
            for k, (_, _, text) in enumerate(words[place : place + size], place)
            if not damage or k % damage != 1
        ]
        start, end = words[place][0] + shift, words[min(place + size, len(words)) - 1][1] + shift
        clock = [f"{int(t // 3600):02}:{int(t // 60 % 60):02}:{t % 60:06.3f}".replace(".", ",") for t in (start, end)]
        half = len(said) // 2
        lines = [" ".join(part) for part in (said[:half], said[half:]) if part]
        cues.append("\n".join([str(len(cues) + 1), " --> ".join(clock), *lines]))
    return "\n\n".join(cues) + "\n"


def test_real_words_and_times_have_the_published_tools_number(shared_data, tmp_path):
    python = os.environ.get("ASKEW_PEERS_PYTHON", sys.executable)
    if subprocess.run([python, "-c", "import suber"], capture_output=True, check=False).returncode:
        pytest.skip("needs subtitle-edit-rate (pip install subtitle-edit-rate; ASKEW_PEERS_PYTHON names its Python)")
    word_times = pytest.importorskip("studies.word_times")
    hyp, ref = folder(tmp_path, "hyp"), folder(tmp_path, "ref")
    for path in sorted((shared_data / "acl6060/dev/word_times").glob("*.gz"))[:2]:
        words = word_times.read_word_times(path)[:70]  # the tool takes long on many words without a pause
        name = path.name.partition(".TextGrid")[0]
        (ref / f"{name}.srt").write_text(captions(words, 8), "utf-8")
        (hyp / f"{name}.srt").write_text(captions(words, 11, shift=0.12, damage=13), "utf-8")
    found = suber(hyp, ref, python)
    for each in found.files:
        places = [str(side / f"{each.name}.srt") for side in (hyp, ref)]
        ran = subprocess.run([python, "-m", "suber", "-H", places[0], "-R", places[1]], capture_output=True, check=True)
        assert round(100 * each.edits / each.length, 3) == json.loads(ran.stdout)["SubER"]
    everything = [["-H", *sorted(map(str, hyp.iterdir()))], ["-R", *sorted(map(str, ref.iterdir()))]]
    ran = subprocess.run([python, "-m", "suber", *everything[0], *everything[1]], capture_output=True, check=True)
    assert round(found.score.value, 3) == json.loads(ran.stdout)["SubER"]
    assert 5 < found.score.value < 60
