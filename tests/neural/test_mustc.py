"""MuST-C's layout: read, and what is wrong in it is said."""

import re

import numpy as np
import pytest

from askew.core.errors import InputError
from askew.formats.mustc import read_split
from askew.neural.speech.samples import read_samples

from .speech import RATE, sentences, sound, write_split, write_wav


@pytest.fixture
def corpus(tmp_path):
    return write_split(tmp_path / "en-es", "train", sentences()[:7], talk=3)


def described(corpus):
    return corpus / "data" / "train" / "txt" / "train.yaml"


def test_segments_texts_and_samples(corpus):
    split = read_split(corpus, "train", ["en", "es"])
    assert list(zip(split.texts["en"], split.texts["es"], strict=True)) == sentences()[:7]
    assert {segment.speaker for segment in split.segments} == {"spk.1"}
    heard = dict(read_samples(split.segments, RATE))
    assert sorted(heard) == list(range(7))
    for place, (source, _) in enumerate(sentences()[:7]):
        np.testing.assert_allclose(heard[place] / 32_767, sound(source, place), atol=1e-4)


def test_yaml_of_any_style_is_the_same(corpus):
    import yaml

    path = described(corpus)
    plain = read_split(corpus, "train", ["en"])
    path.write_text(yaml.safe_dump(yaml.safe_load(path.read_text()), default_flow_style=False))
    assert read_split(corpus, "train", ["en"]) == plain
    path.write_text(path.read_text().replace("ted_0.wav", "'ted_0.wav'  # quoted"))
    assert read_split(corpus, "train", ["en"]) == plain


def complaint(corpus, rate=RATE):
    with pytest.raises(InputError) as error:
        list(read_samples(read_split(corpus, "train", ["en", "es"]).segments, rate))
    return str(error.value)


def test_no_such_split(corpus):
    with pytest.raises(InputError, match=r"data/dev: no such folder; .* has data/dev/wav and data/dev/txt"):
        read_split(corpus, "dev", ["en"])


def test_a_missing_file(corpus):
    (corpus / "data/train/txt/train.es").unlink()
    assert complaint(corpus).endswith("train.es: no such file")
    (corpus / "data/train/wav/ted_3.wav").unlink()
    (corpus / "data/train/txt/train.es").write_text("x\n" * 7)
    assert "ted_3.wav: no such recording, though train.yaml has segments of it" in complaint(corpus)


@pytest.mark.parametrize("lines", [6, 8])
def test_another_number_of_lines(corpus, lines):
    (corpus / "data/train/txt/train.es").write_text("hola\n" * lines)
    assert f"train.es: expected a line for each of the 7 segments of train.yaml, found {lines}" in complaint(corpus)


@pytest.mark.parametrize(
    ("yaml", "said"),
    [
        ("- {duration: 3", "broken YAML"),
        ("duration: 3", "expected a list"),
        ("- {duration: 3.0, offset: 0.0}", "has no wav"),
        ("- {duration: long, offset: 0.0, wav: ted_0.wav}", "duration: expected a number"),
        ("- {duration: -1.0, offset: 0.0, wav: ted_0.wav}", "are no times"),
        ("- {duration: .nan, offset: 0.0, wav: ted_0.wav}", "duration: expected a number"),
        ("- 3", "expected an object"),
        ("- {duration: 1.0, offset: 0.0, wav: [3]}", "wav: expected a string"),
        ("- {duration: 0, offset: 0.0, wav: ted_0.wav}\n" * 7, "segments without length: 1, 2, 3, 4, 5 and 2 more"),
        ("- {duration: 1.0, offset: 0.0, wav: ../ted_0.wav}", "does not lie in the folder"),
        ("- {duration: 1.0, offset: 0.0, wav: /ted_0.wav}", "does not lie in the folder"),
        ("", "is empty"),
    ],
)
def test_broken_yaml(corpus, yaml, said):
    described(corpus).write_text(yaml)
    assert "train.yaml:" in complaint(corpus)
    assert said in complaint(corpus)


def change_first(corpus, **values):
    lines = described(corpus).read_text().splitlines()
    for name, value in values.items():
        lines[0] = re.sub(rf"{name}: [^,}}]+", f"{name}: {value}", lines[0])
    described(corpus).write_text("\n".join(lines) + "\n")


def test_a_segment_beyond_the_end_of_its_file(corpus):
    change_first(corpus, duration=100.0)
    assert re.search(r"ted_0\.wav: is [\d.]+ s long, but segment 1 is from 0\.000 to 100\.000 s", complaint(corpus))
    change_first(corpus, offset=50.0, duration=1.0)
    assert "segment 1 is from 50.000 to 51.000 s" in complaint(corpus)


def test_a_segment_that_ends_with_its_file_but_for_rounding(tmp_path):
    corpus = write_split(tmp_path / "en-es", "train", sentences()[:1])
    samples = sound(sentences()[0][0])
    write_wav(corpus / "data/train/wav/ted_0.wav", samples)
    change_first(corpus, duration=len(samples) / RATE + 0.03)
    (heard,) = dict(read_samples(read_split(corpus, "train", ["en"]).segments, RATE)).values()
    assert len(heard) == len(samples)


def test_other_kinds_of_sound(corpus):
    assert "expected 8000 samples a second, 1 channel and 2 bytes, found 16000, 1 and 2" in complaint(corpus, 8_000)
    path = corpus / "data/train/wav/ted_0.wav"
    write_wav(path, sound("red cat"), channels=2)
    assert "found 16000, 2 and 2" in complaint(corpus)
    write_wav(path, sound("red cat"), rate=44_100)
    assert "ted_0.wav: expected 16000 samples a second, 1 channel and 2 bytes, found 44100, 1 and 2" in complaint(
        corpus
    )


def test_damaged_sound(corpus):
    path = corpus / "data/train/wav/ted_0.wav"
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert "ted_0.wav: is cut short after" in complaint(corpus)
    for damaged in (whole[:20], b"", b"MP3 or so, and long enough to be something else"):
        path.write_bytes(damaged)
        assert "ted_0.wav: can't be read as a WAV file" in complaint(corpus)
