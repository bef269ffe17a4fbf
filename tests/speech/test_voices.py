"""Real programs that read aloud; Piper's voices can't be had, so a stand-in takes its command line."""

import json
import os
import stat

import numpy as np
import pytest

import askew
from askew.core.errors import RunError, SystemFailure, UsageError
from askew.core.records import Item
from askew.formats.manifests import read_recordings
from askew.speech.audio import read_audio, write_wav
from askew.speech.speak import speak
from askew.speech.voices import open_voice

pytest.importorskip("soundfile")
pytest.importorskip("soxr")

ITEMS = [
    Item("1", "The baker thanked the pilot."),
    Item("talk/2", 'He said "no" \\ twice.'),
    Item("3", "-v is no option."),
]


@pytest.mark.parametrize(
    ("spec", "program", "labels"),
    [
        ("flite:slt", "flite", ("female", "en-US")),
        ("flite:rms", "flite", ("male", "en-US")),
        ("festival:cmu_us_slt_arctic_hts", "festival", ("female", "en-US")),
        ("espeak-ng:en-gb-scotland+f2", "espeak-ng", ("female", "en-gb-scotland")),
    ],
)
def test_a_voice_reads_every_item(spec, program, labels, needs, tmp_path):
    needs(program)
    spoken = speak(ITEMS, open_voice(spec), tmp_path, rate=22_050)
    assert (spoken.items, spoken.new) == (3, 3)
    rows = read_recordings(tmp_path)
    assert list(rows) == ["1", "talk/2", "3"]
    for row in rows.values():
        samples = read_audio(str(tmp_path / row.audio), 22_050)
        assert len(samples) / 22_050 == pytest.approx(row.seconds, abs=0.001)
        assert 0.5 < row.seconds < 5
        assert np.abs(samples).max() > 0.05
        assert (row.voice, row.voice_gender, row.voice_accent, row.rate) == (spec, *labels, 22_050)
        assert program in row.engine
    assert not [path.name for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_what_was_made_is_not_made_again(needs, tmp_path):
    needs("flite")
    voice = open_voice("flite:slt")
    speak(ITEMS[:1], voice, tmp_path)
    first = (tmp_path / "1.wav").stat().st_mtime_ns
    with (tmp_path / "manifest.jsonl").open("a") as stream:
        stream.write('{"id": "talk/2", "au')  # killed in the middle of a line
    assert speak(ITEMS, voice, tmp_path).new == 2
    assert (tmp_path / "1.wav").stat().st_mtime_ns == first
    (tmp_path / "3.wav").unlink()
    assert speak(ITEMS, voice, tmp_path).new == 1
    changed = [Item("1", "The baker thanked nobody."), *ITEMS[1:]]
    assert speak(changed, voice, tmp_path).new == 1
    assert read_recordings(tmp_path)["1"].text == "The baker thanked nobody."


def test_recordings_made_otherwise_are_not_mixed(needs, tmp_path):
    needs("flite")
    speak(ITEMS[:1], open_voice("flite:slt"), tmp_path)
    with pytest.raises(RunError, match="rate 16000 there, 8000 now"):
        speak(ITEMS, open_voice("flite:slt"), tmp_path, rate=8000)
    with pytest.raises(RunError, match="voice flite:slt there, flite:rms now"):
        speak(ITEMS, open_voice("flite:rms"), tmp_path)
    (tmp_path / "manifest.jsonl").write_text('{"mine": 1}\n')
    with pytest.raises(RunError, match="not written by askew speak"):
        speak(ITEMS, open_voice("flite:slt"), tmp_path)


def stand_in(tmp_path, monkeypatch, name, script):
    """A program of that name, first in the path."""
    folder = tmp_path / "bin"
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(script)
    (folder / name).chmod(stat.S_IRWXU)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")


def test_piper_is_called_as_its_manual_says(tmp_path, monkeypatch):
    """piper --model FILE --output_file OUT, the text on standard input; its voices can't be had here."""
    write_wav(tmp_path / "tone.wav", np.full(22_050, 0.1, np.float32), 22_050)
    log = tmp_path / "log"
    stand_in(
        tmp_path, monkeypatch, "piper",
        f'#!/bin/sh\nif [ "$1" = --version ]; then echo 1.3.0; exit; fi\n'
        f'[ "$1" = --model ] && [ "$3" = --output_file ] || exit 9\ncp {tmp_path}/tone.wav "$4"\n{{ echo "$2"; cat; echo; }} >>{log}\n',
    )  # fmt: skip
    model = tmp_path / "en_GB-alba-medium.onnx"
    model.write_bytes(b"weights")
    (tmp_path / "en_GB-alba-medium.onnx.json").write_text(json.dumps({"language": {"code": "en_GB"}}))
    voice = open_voice(f"piper:{model},gender=female")
    assert voice.labels == {"voice": "piper:en_GB-alba-medium", "voice_gender": "female", "voice_accent": "en-GB"}
    speak(ITEMS, voice, tmp_path / "out", workers=1)
    assert log.read_text().splitlines() == [line for item in ITEMS for line in (str(model), item.source)]
    assert read_recordings(tmp_path / "out")["1"].engine == "piper 1.3.0"


def test_a_program_that_fails_is_named_and_what_it_made_is_kept(tmp_path, monkeypatch):
    write_wav(tmp_path / "tone.wav", np.full(16_000, 0.1, np.float32), 16_000)
    stand_in(
        tmp_path, monkeypatch, "espeak-ng",
        f'#!/bin/sh\n[ "$1" = --version ] && {{ echo 1.51; exit; }}\nread text\ncase "$text" in *twice*) echo "no such phoneme" >&2; exit 1;; -v*) exit 0;; esac\n'
        f'cp {tmp_path}/tone.wav "$4"\n',
    )  # fmt: skip
    voice = open_voice("espeak-ng:en")
    with pytest.raises(SystemFailure, match="espeak-ng ended with status 1; it said: no such phoneme"):
        speak(ITEMS, voice, tmp_path / "out", workers=1)
    assert set(read_recordings(tmp_path / "out")) >= {"1"}
    with pytest.raises(SystemFailure, match=r"espeak-ng:en made no recording of 3 .*no such file"):
        speak(ITEMS[2:], voice, tmp_path / "other", workers=1)


@pytest.mark.parametrize(
    ("spec", "complaint"),
    {
        "slt": "a voice is written ENGINE:VOICE",
        "flyte:slt": "did you mean 'flite'",
        "flite:slt,age=9": "gender=… and accent=…",
        "piper:missing.onnx": "not installed|no such file",
    }.items(),
)
def test_a_voice_that_is_not_there_is_refused(spec, complaint, own_data, tmp_path):
    del own_data
    with pytest.raises((UsageError, SystemFailure), match=complaint):
        askew.speak("winomt", voices=[spec], out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_misspelt_voice_gets_a_suggestion(needs, own_data, tmp_path):
    needs("flite")
    del own_data
    with pytest.raises(UsageError, match="did you mean 'slt'"):
        askew.speak("winomt", voices=["flite:sltt"], out=tmp_path / "out")
    with pytest.raises(UsageError, match="none twice"):
        askew.speak("winomt", voices=["flite:slt", "flite:slt"], out=tmp_path / "out")
