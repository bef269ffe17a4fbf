"""Transcripts aligned with recordings: lines and words with times, in several formats, by two aligners."""

import json
import shutil
import subprocess
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from askew.core.errors import InputError, UsageError
from askew.formats.word_times import TimedText, read_words, textgrid
from askew.speech.audio import RATE, read_audio, write_wav
from askew.speech.ctc import best_path
from askew.speech.transcript import align_transcript, open_aligner

LINES = ["Good morning everybody.", "Today we talk about machine translation.", "Thank you for listening."]


@pytest.fixture(scope="module")
def talk(tmp_path_factory):
    """Three sentences by flite with half a second between them, and when each is spoken."""
    if shutil.which("flite") is None:
        pytest.skip("needs flite")
    pytest.importorskip("pocketsphinx")
    folder = tmp_path_factory.mktemp("talk")
    samples, spoken = [], []
    for number, line in enumerate(LINES):
        path = folder / f"{number}.wav"
        subprocess.run(["flite", "-voice", "slt", "-t", line, "-o", str(path)], check=True)
        start = sum(map(len, samples)) / RATE
        samples += [read_audio(path), np.zeros(RATE // 2, np.float32)]
        spoken.append((start, start + len(samples[-2]) / RATE))
    write_wav(folder / "talk.wav", np.concatenate(samples), RATE)
    (folder / "talk.txt").write_text("\n".join(LINES) + "\n")
    return folder, spoken


def heard_in_pieces(folder, spoken):
    rows = [
        {"start": start, "end": end, "text": text}
        for (start, end), text in zip(
            spoken, ["good morning every body", "today we talk about the mission translation", "thanks for listening"],
            strict=True,
        )
    ]  # fmt: skip
    path = folder / "heard.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.mark.parametrize("way", ["whole", "heard", "timed"])
def test_lines_and_words_have_the_times_at_which_they_are_spoken(talk, way):
    folder, spoken = talk
    transcript, heard = folder / "talk.txt", None
    if way == "heard":
        heard = heard_in_pieces(folder, spoken)
    if way == "timed":
        transcript = folder / "talk.srt"
        rows = (
            f"{k}\n00:00:0{a:.3f} --> 00:00:0{b:.3f}\n{line}\n"
            for k, ((a, b), line) in enumerate(zip(spoken, LINES, strict=True), 1)
        )
        transcript.write_text("\n".join(rows))
    found = align_transcript(folder / "talk.wav", transcript, heard=heard)
    assert [line.text for line in found] == LINES
    for line, (start, end) in zip(found, spoken, strict=True):
        assert [word.text for word in line.words] == line.text.split()
        assert abs(line.start - start) < 0.35
        assert abs(line.end - end) < 0.35
    starts = [word.start for line in found for word in line.words]
    assert starts == sorted(starts)


@pytest.mark.parametrize("ending", ["jsonl", "srt", "vtt", "yaml", "TextGrid"])
def test_every_format_says_the_same(askew, talk, tmp_path, ending):
    folder, _ = talk
    out = tmp_path / f"times.{ending}"
    shown = askew("align", folder / "talk.wav", folder / "talk.txt", "-o", out)
    assert shown.returncode == 0, shown.stderr
    assert "3 lines, 13 words" in shown.stderr
    if ending == "TextGrid":
        text = out.read_text()
        assert text.startswith('File type = "ooTextFile"')
        assert 'name = "words"' in text
        assert 'text = "translation."' in text
    else:
        assert "3 segments" in askew("lengths", out).stdout
    if ending == "yaml":
        assert out.with_suffix(".txt").read_text().splitlines() == LINES
    if ending == "jsonl":
        assert [word.text for word in read_words(out)] == " ".join(LINES).split()
        shown = askew("lengths", out, "--words", out, "--timeline", "-o", tmp_path / "cuts.svg")
        assert "Thank you for listening." in shown.stdout
        assert (tmp_path / "cuts.svg").read_text().startswith("<svg")


def test_what_cannot_be_aligned_is_refused(talk, tmp_path):
    folder, _ = talk
    other = tmp_path / "other.jsonl"
    other.write_text(json.dumps({"start": 0, "end": 1, "text": "el zorro salta sobre el perro"}) + "\n")
    with pytest.raises(InputError, match="were heard"):
        align_transcript(folder / "talk.wav", folder / "talk.txt", heard=other)
    write_wav(tmp_path / "long.wav", np.zeros(200 * RATE, np.float32), RATE)
    with pytest.raises(InputError, match="piece by piece"):
        align_transcript(tmp_path / "long.wav", folder / "talk.txt")
    for name, level, complaint in (("silent", 0.0, "is silent"), ("noise", 0.05, "no speech found")):
        noise = np.random.default_rng(0).normal(0, level, 5 * RATE).astype(np.float32)
        write_wav(tmp_path / f"{name}.wav", noise, RATE)
        with pytest.raises(InputError, match=complaint):
            align_transcript(tmp_path / f"{name}.wav", folder / "talk.txt")
    (tmp_path / "gap.txt").write_text("Good morning.\n\nBye.\n")
    with pytest.raises(InputError, match="line of the transcript is empty"):
        align_transcript(folder / "talk.wav", tmp_path / "gap.txt")
    (tmp_path / "none.jsonl").write_text(json.dumps({"start": 0, "end": 1}) + "\n")
    with pytest.raises(InputError, match="holds no text"):
        align_transcript(folder / "talk.wav", folder / "talk.txt", heard=tmp_path / "none.jsonl")
    with pytest.raises(UsageError, match="ctc:MODEL"):
        open_aligner("ctc:")


def test_words_that_end_before_they_begin_are_an_error(tmp_path):
    path = tmp_path / "words.jsonl"
    path.write_text(json.dumps({"words": [{"word": "a", "start": 2, "end": 1}]}) + "\n")
    with pytest.raises(InputError, match=r"words.jsonl:1: 'a' from 2 to 1 s"):
        read_words(path)


def test_a_textgrid_has_no_holes():
    grid = textgrid(3.0, {"words": [TimedText('"a"', 0.5, 1.0), TimedText("b", 1.0, 1.0), TimedText("c", 2.0, 3.5)]})
    bounds = [line.split(" = ")[1] for line in grid.splitlines() if line.startswith("            x")]
    assert bounds == ["0.000", "0.500", "0.500", "1.000", "1.000", "2.000", "2.000", "3.000"]
    assert 'text = """a"""' in grid


@given(st.lists(st.integers(1, 4), min_size=1, max_size=6), st.integers(0, 2**32 - 1), st.integers(0, 8))
def test_the_best_path_writes_the_text_and_is_the_best(symbols, seed, spare):
    """Against every path there is, for small cases."""
    rng = np.random.default_rng(seed)
    frames = len(symbols) + sum(a == b for a, b in pairwise(symbols)) + min(spare, 8 - len(symbols))
    scores = np.log(rng.dirichlet(np.ones(5), size=frames))
    spans = best_path(scores, symbols, blank=0)
    assert spans is not None
    path = np.zeros(frames, int)
    for symbol, (first, last) in zip(symbols, spans, strict=True):
        assert first <= last
        path[first : last + 1] = symbol
    assert written(path) == symbols
    assert sum(scores[range(frames), path]) == pytest.approx(best_of_all(scores, symbols))
    assert best_path(scores[: len(symbols) - 1], symbols, blank=0) is None if len(symbols) > 1 else True


def written(path):
    kept = [symbol for k, symbol in enumerate(path) if k == 0 or symbol != path[k - 1]]
    return [symbol for symbol in kept if symbol != 0]


def best_of_all(scores, symbols):
    """By extending all paths frame by frame, remembering for each what it has written and its last symbol."""
    best = {((), 0): 0.0}
    for row in scores:
        after = {}
        for (text, last), total in best.items():
            for symbol, score in enumerate(row):
                longer = text if symbol in (0, last) else (*text, symbol)
                if list(longer) == list(symbols[: len(longer)]):
                    key = longer, symbol
                    after[key] = max(after.get(key, -np.inf), total + score)
        best = after
    return max(total for (text, _), total in best.items() if list(text) == list(symbols))
