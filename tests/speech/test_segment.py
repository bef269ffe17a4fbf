"""Cuts, subtitles, their files, and recordings in which nobody speaks."""

import itertools
import json

import numpy as np
import pytest
import soundfile
from hypothesis import given, settings
from hypothesis import strategies as st

from askew.core.errors import InputError, UsageError
from askew.formats.segment_files import FORMATS, read_segments, written
from askew.formats.segments import Segment
from askew.formats.word_times import TimedText
from askew.speech.align import align_words
from askew.speech.audio import RATE, read_audio, write_wav
from askew.speech.segment import FRAME, SPEECH, divide_and_conquer, fixed_cuts
from askew.speech.segmentation import check_subtitles, lengths_of, segment
from askew.speech.subtitles import Rules, broken_rules, keeps_rules, lines_of, split_words, subtitle_segments

RULES = Rules()


def recording(path, samples, rate=RATE):
    soundfile.write(path, samples, rate)
    return path


@given(st.lists(st.floats(0, 1), min_size=1, max_size=1500), st.floats(2, 30))
def test_divide_and_conquer_keeps_its_limits_and_all_speech_worth_a_segment(probabilities, longest):
    likely = np.array(probabilities)
    cuts = list(divide_and_conquer(likely, longest, 0.2))
    assert all(0.2 - 1e-3 <= cut.end - cut.start <= longest + 1e-3 for cut in cuts)
    assert all(left.end <= right.start + 1e-9 for left, right in itertools.pairwise(cuts))
    spoken = np.flatnonzero(likely >= SPEECH) * FRAME
    outside = [time for time in spoken if not any(cut.start - 1e-3 <= time < cut.end for cut in cuts)]
    assert len(outside) * FRAME <= 0.2 * (1 + sum(likely < SPEECH) + longest / FRAME)


def test_it_splits_where_speech_is_least_likely():
    likely = np.full(1000, 0.9)  # 32 s
    likely[300], likely[700] = 0.1, 0.2
    assert [round(cut.end / FRAME) for cut in divide_and_conquer(likely, 18.0, 0.2)] == [
        *[300, 1000 if 700 * FRAME <= 18 else 700, 1000][:1],
        700,
        1000,
    ]


def test_windows_cover_everything():
    cuts = fixed_cuts(61.0, 20.0)
    assert cuts[0].start == 0.0
    assert cuts[-1].end == 61.0
    assert len(cuts) == 4


@pytest.mark.parametrize("method", ["silero", "shas-like"])
def test_noise_and_silence_are_refused(tmp_path, method):
    noise = np.random.default_rng(0).normal(0, 0.1, 5 * RATE)
    with pytest.raises(InputError, match=r"noise.wav: no speech found: at no moment is it likelier than \d+%"):
        segment(recording(tmp_path / "noise.wav", noise), method)
    with pytest.raises(InputError, match=r"silence.wav: is silent"):
        segment(recording(tmp_path / "silence.wav", np.zeros(RATE)), method)


def test_a_transcript_of_noise_is_refused(tmp_path):
    (tmp_path / "said.txt").write_text("nobody said this\n")
    noise = recording(tmp_path / "noise.wav", np.random.default_rng(0).normal(0, 0.1, 3 * RATE))
    with pytest.raises(InputError, match="no speech found"):
        segment(noise, "subtitles", transcript=tmp_path / "said.txt")


def test_bad_recordings_and_options_are_named(tmp_path):
    (tmp_path / "text.wav").write_text("not audio")
    with pytest.raises(InputError, match="can't be read as sound"):
        read_audio(tmp_path / "text.wav")
    with pytest.raises(InputError, match="no such file"):
        read_audio(tmp_path / "none.wav")
    with pytest.raises(InputError, match="no sound in it"):
        read_audio(recording(tmp_path / "empty.wav", np.zeros(0)))
    with pytest.raises(UsageError, match="needs --transcript"):
        segment(tmp_path / "text.wav", "subtitles")
    with pytest.raises(UsageError, match="did you mean 'silero'"):
        segment(tmp_path / "text.wav", "silerro")
    tone = recording(tmp_path / "tone.wav", 0.1 * np.sin(np.arange(RATE) / 10))
    with pytest.raises(UsageError, match="must have room"):
        segment(tone, "fixed", longest=0.1)


def test_audio_is_mixed_and_resampled(tmp_path):
    wave = np.sin(2 * np.pi * 200 * np.arange(44_100) / 44_100)
    found = read_audio(recording(tmp_path / "a.wav", np.stack([wave, wave], axis=1), 44_100))
    assert found.dtype == np.float32
    assert found.size == RATE
    assert np.abs(np.fft.rfft(found)).argmax() == 200


@pytest.mark.parametrize(
    ("lines", "length", "expected"),
    [
        (["a" * 42, "b" * 42], 10, []),
        (["a" * 43], 10, ["a line of 43 characters (42)"]),
        (["a", "b", "c"], 10, ["3 lines (2)"]),
        (["a"], 31, ["31.0 s long (30)"]),
        (["a" * 41], 2, ["20.5 characters a second (20)"]),
        (["a"], 0, ["no time at all"]),
        ([], 0, []),
    ],
)
def test_the_rules(lines, length, expected):
    assert broken_rules(lines, 0.0, length, RULES) == expected


WORDS = st.lists(
    st.tuples(st.text("abc.,", min_size=1, max_size=20), st.floats(0.05, 2), st.floats(0, 3)), min_size=1, max_size=60
)


def timed(drawn):
    words, now = [], 0.0
    for text, length, pause in drawn:
        words.append(TimedText(text, now, now + length))
        now += length + pause
    return words


@settings(max_examples=50)
@given(WORDS)
def test_split_words_are_all_there_and_fit(drawn):
    words = timed(drawn)
    pieces = split_words(words, RULES)
    assert [word for piece in pieces for word in piece] == words
    for piece in pieces:
        shown = lines_of(" ".join(word.text for word in piece), RULES)
        assert len(shown) <= 2
        assert max(map(len, shown)) <= 42
        assert len(piece) == 1 or piece[-1].end - piece[0].start <= 30


def test_pieces_end_where_sentences_end():
    text = (
        "We did this and that all day long and more. Then we went home to rest and to eat something warm. It was late."
    )
    words = timed([(word, 0.5, 0.1) for word in text.split()])
    assert [piece[-1].text for piece in split_words(words, RULES)] == ["more.", "late."]


def test_segments_that_keep_the_rules_are_left_alone():
    kept = Segment("1", "Good morning.", 1.0, 3.0)
    assert keeps_rules(kept, RULES)
    assert subtitle_segments(np.zeros(4 * RATE, dtype=np.float32), [kept], RULES) == [kept]


def test_no_words_are_left_alone_at_the_beginning():
    """Before there was a shortest duration, the first two words were cut off for .74 s."""
    text = "Hi this is the third part of our tutorial on how machines translate what is said in talks"
    words = timed([(word, 0.3 if k < 2 else 0.36, 0.3 if k == 1 else 0.02) for k, word in enumerate(text.split())])
    pieces = split_words(words, RULES)
    assert len(pieces) > 1
    assert all(len(piece) >= 3 for piece in pieces)
    assert all(piece[-1].end - piece[0].start >= 1 for piece in pieces)


def test_a_sentence_may_be_short():
    rest = "We did all of that already last year, yes, and in the one before that one as well"
    words = timed([("Yes.", 1.2, 1.5), *((word, 0.4, 0.05) for word in rest.split())])
    assert [word.text for word in split_words(words, RULES)[0]] == ["Yes."]


def shown(*segments):
    samples = np.zeros(20 * RATE, dtype=np.float32)
    given = [Segment(str(k), text, start, end) for k, (text, start, end) in enumerate(segments, 1)]
    return [(each.text, each.start, each.end) for each in subtitle_segments(samples, given, RULES)]


def test_what_is_too_short_stays_on_or_is_put_together():
    assert shown(("Okay.", 1.0, 1.5), ("So let us begin.", 3.0, 5.0)) == [
        ("Okay.", 1.0, 2.001), ("So let us begin.", 3.0, 5.0),
    ]  # fmt: skip
    assert shown(("Okay.", 1.0, 1.5), ("So let us begin.", 1.6, 4.0)) == [("Okay. So let us begin.", 1.0, 4.0)]
    assert shown(("So let us begin.", 1.0, 4.0), ("Okay.", 4.1, 4.5)) == [("So let us begin. Okay.", 1.0, 4.5)]


def test_what_can_not_be_put_together_is_named():
    long = "This one is as long as two lines of forty-two characters let a subtitle be, so"
    assert len(lines_of(long, RULES)) == 2
    found = shown(("Okay then.", 1.0, 1.5), (long, 1.6, 6.0))
    assert [text for text, _, _ in found] == ["Okay then.", long]
    assert broken_rules(["Okay then."], 1.0, 1.5, RULES) == ["only 0.50 s long (1)"]


SEGMENTS = [
    Segment("1", "Good morning.", 0.5, 2.25),
    Segment("2", "So we're going to be covering what lexical borrowing is", 3700.0, 3704.0),
]


@pytest.mark.parametrize("format", FORMATS)
def test_segments_are_read_as_they_were_written(tmp_path, format):
    path = tmp_path / f"talk.{format}"
    path.write_text(written(SEGMENTS, format, "talk.wav"))
    found = read_segments(path)
    assert [(each.start, each.end) for each in found] == [(0.5, 2.25), (3700.0, 3704.0)]
    if format != "yaml":
        assert [each.text for each in found] == [each.text for each in SEGMENTS]


def test_subtitles_are_checked_line_by_line(tmp_path):
    path = tmp_path / "a.srt"
    path.write_text(
        "1\n00:00:00,000 --> 00:00:04,000\nGood\nmorning\nall.\n\n2\n00:00:05,000 --> 00:00:06,000\nFine.\n"
    )
    count, broken = check_subtitles(path)
    assert count == 2
    assert [(each.number, each.rules) for each in broken] == [(1, ["3 lines (2)"])]


def test_lengths_say_what_is_too_short_and_too_long():
    summary = lengths_of("x", [Segment("1", "a b", 0.0, 1.0), Segment("2", "c", 0.0, 31.0)]).summary
    assert "2 segments, 32.0 s in all" in summary
    assert "1 below 2 s, 1 above 30 s" in summary


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ({"start": 1}, "has no end"),
        ({"start": "1", "end": 2}, "start: expected a number, found a string"),
        ({"start": 2, "end": 1}, "from 2 to 1 s ends before it begins"),
        ({"start": -1, "end": 1}, "begins before 0"),
    ],
)
def test_segments_that_are_none_are_an_error(tmp_path, row, complaint):
    (tmp_path / "a.jsonl").write_text(json.dumps({"start": 0, "end": 1}) + "\n" + json.dumps(row) + "\n")
    with pytest.raises(InputError, match=f"a.jsonl:2: .*{complaint}"):
        read_segments(tmp_path / "a.jsonl")


@pytest.fixture(scope="session")
def clip(shared_data):
    """90 s of a real talk, and its words with their times from another aligner."""
    import gzip
    import re

    folder = shared_data / "acl6060/dev"
    grid = gzip.decompress((folder / "word_times/2022.acl-long.268.TextGrid.gz").read_bytes()).decode()
    rows = re.findall(r'^([\d.]+)\n([\d.]+)\n"(.+)"$', grid.split('"phones"')[0], re.MULTILINE)
    words = [(float(start), float(end), word) for start, end, word in rows if float(end) < 89]
    return folder / "audio/2022.acl-long.268.first90s.wav", words


def test_words_are_timed_as_another_aligner_times_them(clip):
    path, words = clip
    samples = read_audio(path)[: int((words[-1][1] + 0.3) * RATE)]
    found = align_words(samples, " ".join(word for _, _, word in words))
    errors = [abs(mine.start - start) for mine, (start, _, _) in zip(found, words, strict=True)]
    assert np.median(errors) <= 0.040
    assert np.quantile(errors, 0.9) <= 0.15


def test_a_transcript_of_another_recording_is_refused(clip):
    path, _ = clip
    with pytest.raises(InputError, match="can't be aligned"):
        align_words(
            read_audio(path)[:RATE], "these are far too many words for one single second of audio " * 6, "a.wav"
        )
    with pytest.raises(InputError, match="no words"):
        align_words(read_audio(path)[:RATE], " ")
    with pytest.raises(InputError, match="spoken English"):
        align_words(read_audio(path)[:RATE], "。")


def test_a_real_talk_is_cut_and_subtitled(clip, tmp_path):
    path, words = clip
    for method, longest in (("silero", 30), ("shas-like", 18), ("fixed", 20)):
        found = segment(path, method)
        assert len(found) > 3
        assert all(0 < each.end - each.start <= longest + 0.1 for each in found)
        if method != "fixed":
            middle = [(start + end) / 2 for start, end, _ in words]
            inside = sum(any(each.start <= time <= each.end for each in found) for time in middle)
            assert inside / len(middle) > 0.95
    # One segment keeps the rules and one does not.
    said = [word for _, end, word in words if end < 30]
    kept = " ".join(said[:8])
    captions = tmp_path / "t.srt"
    first, rest = words[7][1], next(end for _, end, word in reversed(words[: len(said)]))
    captions.write_text(
        written(
            [Segment("1", kept, 2.0, first + 2), Segment("2", " ".join(said[8:]), first, rest)],
            "srt",
            "t.wav",
        )
    )
    found = segment(path, "subtitles", transcript=captions)
    assert found[0].text == kept
    assert found[0].start == 2.0
    assert len(found) > 4
    assert " ".join(each.text for each in found).split() == said
    assert all(len(lines_of(each.text, RULES)) <= 2 for each in found)


def test_shas_takes_its_probabilities_from_a_file(tmp_path):
    write_wav(tmp_path / "a.wav", np.random.default_rng(0).normal(0, 0.1, 40 * RATE).astype(np.float32), RATE)
    likely = np.full(2_000, 0.9)
    likely[:50] = 0.1
    likely[700:720], likely[1_400] = 0.2, 0.3  # a pause, and the end of a sentence
    np.save(tmp_path / "a.npy", likely)
    (tmp_path / "a.txt").write_text("".join(f"{each}\n" for each in likely))
    for name in ("a.npy", "a.txt"):
        found = segment(tmp_path / "a.wav", "shas", probabilities=tmp_path / name)
        assert [(each.start, each.end) for each in found] == [(1.0, 14.0), (14.4, 28.0), (28.02, 40.0)]


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("a.txt", b"0.5\nhalf\n", "a.txt:2: expected a probability, found 'half'"),
        ("a.txt", b"0.5\n" * 10, "10 frames of 0.02 s are 0.2 s, but the recording is 5.0 s long"),
        ("a.txt", b"1.5\n" * 250, "between 0 and 1"),
        ("a.txt", b"0.1\n" * 250, "no speech found"),
        ("a.npy", b"no array", "can't be read as a NumPy array"),
    ],
)
def test_probabilities_that_are_none_are_an_error(tmp_path, name, content, complaint):
    write_wav(tmp_path / "a.wav", np.full(5 * RATE, 0.1, np.float32), RATE)
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=complaint):
        segment(tmp_path / "a.wav", "shas", probabilities=tmp_path / name)
    with pytest.raises(UsageError, match="needs --probabilities"):
        segment(tmp_path / "a.wav", "shas")
