"""Every format, rate and span; and files that are not what they seem."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from askew.core.errors import InputError
from askew.speech.audio import read_audio, span_of, split_place, wav_bytes, write_wav

soundfile = pytest.importorskip("soundfile")
pytest.importorskip("soxr")


def pitch(samples, rate):
    return np.abs(np.fft.rfft(samples)).argmax() * rate / len(samples)


@pytest.mark.parametrize(
    ("name", "options"),
    {
        "a.wav": {}, "b.wav": {"subtype": "FLOAT"}, "a.flac": {}, "a.mp3": {"format": "MP3"}, "a.ogg": {"format": "OGG"},
        "a.opus": {"format": "OGG", "subtype": "OPUS"},
    }.items(),
)  # fmt: skip
@pytest.mark.parametrize("channels", [1, 2])
def test_every_format_is_heard_at_the_rate_that_is_wanted(tone, name, options, channels):
    samples = read_audio(str(tone(name, channels=channels, **options)), 16_000)
    assert samples.dtype == np.float32
    assert samples.ndim == 1
    assert len(samples) == pytest.approx(16_000, abs=2_000)  # lossy formats pad
    assert pitch(samples, 16_000) == pytest.approx(440, abs=5)


def test_a_span_is_cut_out(tone):
    path = tone("a.wav", seconds=3.0)
    assert len(read_audio(span_of(str(path), 1.0, 1.5), 16_000)) == 8_000
    assert len(read_audio(span_of(str(path), 2.5, 9.0), 16_000)) == 8_000  # to the end
    with pytest.raises(InputError, match=r"no sound from 3 to 4 s \(3.000 s long\)"):
        read_audio(span_of(str(path), 3.0, 4.0), 16_000)


@given(st.text(min_size=1), st.integers(0, 10**7), st.integers(0, 10**7))
def test_a_place_can_be_split_again(path, start, end):
    assert split_place(span_of(path, start / 1000, end / 1000)) == (path, start / 1000, end / 1000)


def test_what_is_written_is_read_again(tmp_path):
    wave = np.linspace(-0.9, 0.9, 1000, dtype=np.float32)
    write_wav(tmp_path / "a.wav", wave, 16_000)
    assert read_audio(str(tmp_path / "a.wav"), 16_000) == pytest.approx(wave, abs=1e-4)
    assert (tmp_path / "a.wav").read_bytes() == wav_bytes(wave, 16_000)
    assert [path.name for path in tmp_path.iterdir()] == ["a.wav"]


def broken(tmp_path, tone):
    whole = tone("whole.wav").read_bytes()
    flac = tone("whole.flac").read_bytes()
    (tmp_path / "folder.wav").mkdir()
    return {
        "missing.wav": (None, "no such file"),
        "folder.wav": (None, "is a folder"),
        "empty.wav": (b"", "is empty"),
        "text.wav": (b"these are words", "can't be read as sound"),
        "cut.wav": (whole[: len(whole) // 2], "is cut short: 47978 of 96000 bytes of sound"),
        "header.wav": (whole[:44], "is cut short: 0 of 96000 bytes"),
        "silent.wav": (wav_bytes(np.zeros(0, np.float32), 8000), "there is no sound in it"),
        "cut.flac": (flac[: len(flac) // 2], "cut short or damaged|can't be read as sound"),
        "video.mp4": (b"\0\0\0\x18ftypmp42" + b"\0" * 100, "can't be read as sound"),
    }


def test_what_is_no_sound_is_an_error_that_says_why(tmp_path, tone):
    for name, (content, complaint) in broken(tmp_path, tone).items():
        path = tmp_path / name
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(InputError, match=complaint) as error:
            read_audio(str(path), 16_000)
        assert name in str(error.value)


def test_samples_that_are_no_numbers_are_refused(tmp_path):
    soundfile.write(tmp_path / "nan.wav", np.array([0.1, np.nan, 0.1]), 16_000, subtype="FLOAT")
    with pytest.raises(InputError, match="no numbers"):
        read_audio(str(tmp_path / "nan.wav"), 16_000)
