"""Voices that are models: their sounds, and what is said where they can't be had."""

import os
import shutil
from pathlib import Path

import numpy as np
import pytest

import askew
from askew.core.errors import SystemFailure, UsageError
from askew.core.records import Item
from askew.formats.manifests import read_recordings
from askew.speech import voice_models
from askew.speech.audio import read_audio
from askew.speech.speak import speak
from askew.speech.voices import open_voice

pytest.importorskip("soundfile")
pytest.importorskip("soxr")
needs_espeak = pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")


@pytest.fixture
def made(monkeypatch):
    """The folder that scripts/voices.py makes, where it was made."""
    folder = Path(os.environ.get("ASKEW_TEST_MODELS", ".models")) / "voices"
    if not folder.is_dir():
        pytest.skip(f"no {folder}: python scripts/voices.py {folder} makes it")
    monkeypatch.setenv("ASKEW_VOICES", str(folder))
    return folder


@pytest.fixture(autouse=True)
def unloaded():
    """Nothing stays loaded for another test's folder."""
    voice_models._loaded.cache_clear()
    yield
    voice_models._loaded.cache_clear()


@pytest.mark.parametrize(
    ("spec", "package", "labels"),
    [("silero:21", "torch", ("", "")), ("kokoro:bf_emma", "onnxruntime", ("female", "en-GB"))],
)
@pytest.mark.usefixtures("made")
def test_a_model_reads_aloud(spec, package, labels, tmp_path):
    pytest.importorskip(package)
    if spec.startswith("kokoro") and shutil.which("espeak-ng") is None:
        pytest.skip("espeak-ng is not installed")
    spoken = speak([Item("1", "She can't pay.")], open_voice(spec), tmp_path, workers=1)
    row = read_recordings(tmp_path)["1"]
    samples = read_audio(str(tmp_path / row.audio))
    assert 0.5 < spoken.seconds < 4
    assert np.abs(samples).max() > 0.05
    assert (row.voice, row.voice_gender, row.voice_accent) == (spec, *labels)
    assert row.engine == voice_models.NAMES[spec.partition(":")[0]]


@pytest.mark.parametrize("engine", ["silero", "kokoro"])
def test_without_its_weights_a_voice_is_refused_before_anything_is_begun(engine, own_data, monkeypatch, tmp_path):
    del own_data
    monkeypatch.setenv("ASKEW_VOICES", str(tmp_path / "none"))
    with pytest.raises(SystemFailure, match=rf"is missing; 'python scripts/voices.py DIR {engine}' makes their folder"):
        askew.speak("winomt", voices=[f"{engine}:x"], out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("engine", ["silero", "kokoro"])
def test_other_weights_are_never_loaded(engine, monkeypatch, tmp_path):
    monkeypatch.setenv("ASKEW_VOICES", str(tmp_path))
    place = tmp_path / engine / voice_models.WEIGHTS[engine][0]
    place.parent.mkdir()
    place.write_bytes(b"something else")
    with pytest.raises(SystemFailure, match=r"is not .*: its SHA-256 is [0-9a-f]{64}, expected [0-9a-f]{64}"):
        open_voice(f"{engine}:1").check()


@pytest.mark.parametrize("engine", ["silero", "kokoro"])
def test_what_a_model_runs_on_is_named_where_it_is_missing(engine, monkeypatch, tmp_path):
    def lacking(_place):
        raise ImportError

    monkeypatch.setenv("ASKEW_VOICES", str(tmp_path))
    name = voice_models.WEIGHTS[engine][0]
    (tmp_path / engine).mkdir()
    (tmp_path / engine / name).write_bytes(b"")
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    monkeypatch.setitem(voice_models.WEIGHTS, engine, (name, empty))
    monkeypatch.setitem(voice_models._READERS, engine, lacking)
    with pytest.raises(SystemFailure, match=f"need {voice_models.PACKAGES[engine][0]}, which is not installed"):
        open_voice(f"{engine}:1").check()


@pytest.mark.usefixtures("made")
def test_a_voice_the_model_has_not_and_a_text_it_cannot_say(tmp_path):
    pytest.importorskip("torch")
    with pytest.raises(UsageError, match="no silero voice is called '118'"):
        open_voice("silero:118").check()
    with pytest.raises(SystemFailure, match=r"silero:3 can't say 4, é .*write it in letters"):
        speak([Item("1", "Room 4, café.")], open_voice("silero:3"), tmp_path, workers=1)


@needs_espeak
def test_sounds_are_written_as_kokoro_learnt_them():
    assert voice_models.phonemes("She said: go, now!") == "ʃi sˈɛd: ɡˈO, nˈW!"
    assert voice_models.phonemes("Go.", british=True) == "ɡˈQ."
    assert voice_models.phonemes("...") == "..."
