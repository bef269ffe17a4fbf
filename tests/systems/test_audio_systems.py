"""Systems that hear: real recognisers on real speech, and cascades from sound to a gender score."""

import json
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import askew
from askew.core.errors import Incomplete, SystemFailure, UsageError
from askew.core.journal import read_failures
from askew.core.records import Failure, Item, Output
from askew.judges.recognition import RecognitionJudge
from askew.measures.table import Table
from askew.speech.audio import write_wav
from askew.speech.recordings import find_recordings
from askew.speech.speak import speak
from askew.speech.voices import open_voice
from askew.systems import System, open_system
from askew.systems.apertium import pairs
from askew.systems.cascade import split_cascade

pytest.importorskip("soundfile")
pytest.importorskip("soxr")

ROOT = Path(__file__).parents[2]
FEW = askew.Resampling(resamples=100)
QUICK = {"threads": 1}


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """Eight sentences of our own, laid out as WinoMT is."""
    folder = tmp_path_factory.mktemp("data")
    shutil.copytree(ROOT / "tests/fixtures", folder, dirs_exist_ok=True)
    return folder


@pytest.fixture(autouse=True)
def own_data(data, monkeypatch):
    monkeypatch.setenv("ASKEW_DATA", str(data))


@pytest.fixture(scope="module")
def speech(data, tmp_path_factory):
    """The eight sentences in two voices."""
    if shutil.which("flite") is None:
        pytest.skip("needs flite (Debian: apt-get install flite)")
    folder = tmp_path_factory.mktemp("speech")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ASKEW_DATA", str(data))
        items = askew.items("winomt")
    for name in ("slt", "rms"):
        speak(items, open_voice(f"flite:{name}"), folder / f"flite-{name}")
    return folder


def heard_of(speech, count=3):
    return find_recordings(askew.items("winomt"), speech / "flite-slt").placed()[:count]


def word_errors(items, outputs):
    verdicts = RecognitionJudge("en").judge(items, outputs)
    table = Table.of(items, verdicts)
    return 100 * table.counts("edits").sum() / table.counts("words").sum()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # openai-whisper leaves a file open
def test_the_same_weights_hear_the_same_in_three_libraries(speech, models):
    pytest.importorskip("whisper")
    pytest.importorskip("faster_whisper")
    pytest.importorskip("transformers")
    items = heard_of(speech)
    specs = {
        f"whisper:{models / 'tiny.en.pt'}": QUICK,
        f"whisper:{models / 'ctranslate2'}": QUICK,
        f"hf:{models / 'transformers'}": {**QUICK, "beam": 1},
    }
    heard = []
    for spec, options in specs.items():
        outputs = list(open_system(spec, options, target="en").answer(items))
        assert all(output.seconds > 0 and output.audio_seconds > 1 for output in outputs)
        assert word_errors(items, outputs) < 15
        heard.append([output.text for output in outputs])
    assert heard[0] == heard[1] == heard[2]


def test_pocketsphinx_transcribes_less_well(speech):
    pytest.importorskip("pocketsphinx")
    items = heard_of(speech)
    outputs = list(open_system("pocketsphinx", target="en").answer(items))
    assert 0 < word_errors(items, outputs) < 50


@pytest.fixture
def cascade(models):
    if "eng-spa" not in pairs():
        pytest.skip("needs Debian's apertium-eng-spa")
    pytest.importorskip("faster_whisper")
    return f"cascade:whisper:{models / 'ctranslate2'}+apertium:eng-spa"


def test_from_sound_to_a_gender_score_in_two_voices(speech, cascade, tmp_path):
    runs = []
    for voice in ("flite-slt", "flite-rms"):
        run = askew.run(
            "winomt",
            target="es",
            system=cascade,
            settings={"asr.threads": 1},
            audio=speech / voice,
            out=tmp_path / voice,
            resampling=FEW,
        )
        assert run.scores["wer"].value < 35
        assert run.scores["accuracy"].value is not None
        assert run.scores["asr_pronouns"].value > 50
        assert run.scores["coverage"].value > 60
        assert {item.attributes["voice"] for item in run.items} == {voice.replace("-", ":")}
        for output in run.outputs:
            assert output.transcript
            assert output.text != output.transcript
            assert None not in (output.audio_seconds, output.recognition_seconds, output.translation_seconds)
        assert run.timing["recognition_seconds"] > run.timing["translation_seconds"] > 0
        assert run.timing["audio_seconds"] > 10
        assert "transcripts:recognition-1" in str(run.signature)
        assert askew.load(tmp_path / voice).scores == run.scores
        assert askew.rescore(tmp_path / voice, resampling=FEW).scores == run.scores
        runs.append(run)
    comparison = askew.compare(*runs, by="voice", resampling=FEW)
    assert [run.system for run in comparison.runs] == ["flite:slt", "flite:rms"]
    [changes] = comparison.changes
    assert "mismatch" in changes  # though eight sentences may not show one
    for name in ("wer", "accuracy", "asr_pronouns"):
        assert changes[name].difference == pytest.approx(runs[1].scores[name].value - runs[0].scores[name].value)
    text = askew.run("winomt", target="es", system="apertium:eng-spa", out=tmp_path / "text", resampling=FEW)
    assert "wer" not in text.scores
    [changes] = askew.compare(text, runs[0], resampling=FEW).changes  # what speech costs; there is no WER to compare
    assert "accuracy" in changes
    assert "wer" not in changes


def test_recordings_that_can_t_be_heard_are_failures_and_the_rest_is_run(speech, cascade, tmp_path):
    folder = tmp_path / "speech"
    shutil.copytree(speech / "flite-slt", folder)
    (folder / "2.wav").write_bytes((folder / "2.wav").read_bytes()[:2000])
    (folder / "3.wav").write_bytes(b"")
    (folder / "5.wav").unlink()
    ask = {"target": "es", "system": cascade, "audio": folder, "out": tmp_path / "run", "resampling": FEW}
    with pytest.raises(Incomplete, match="outputs for 5 of 8 items, none for 2, 3, 5"):
        askew.run("winomt", **ask)
    reasons = {failure.id: failure.reason for failure in read_failures(tmp_path / "run/failures.jsonl")}
    assert set(reasons) == {"2", "3", "5"}
    assert "is cut short" in reasons["2"]
    assert "is empty" in reasons["3"]
    assert "no such file" in reasons["5"]
    run = askew.run("winomt", **ask, partial=True)
    assert "items:5/8" in str(run.signature)


def test_however_many_recordings_are_broken_the_others_are_answered(tmp_path, monkeypatch):
    from askew.systems.pocketsphinx import PocketSphinxSystem

    pytest.importorskip("pocketsphinx")
    monkeypatch.setattr(PocketSphinxSystem, "load", lambda _: None)
    monkeypatch.setattr(PocketSphinxSystem, "transcribe", lambda *_: "the baker")
    rows = [f"male\t1\tThe baker number {number} said that he slept.\tbaker" for number in range(30)]
    (tmp_path / "winomt").mkdir()
    (tmp_path / "winomt/en.txt").write_text("\n".join(rows) + "\n")
    monkeypatch.setenv("ASKEW_DATA", str(tmp_path))
    folder = _named(askew.items("winomt"), tmp_path / "audio")
    for number in range(1, 26):
        (folder / f"{number}.wav").write_bytes(b"broken")
    ask = {"target": "en", "system": "pocketsphinx", "audio": folder, "out": tmp_path / "run", "resampling": FEW}
    run = askew.run("winomt", **ask, partial=True)
    assert len(run.outputs) == 5
    assert len(read_failures(tmp_path / "run/failures.jsonl")) == 25


def test_silence_is_heard_as_nothing_and_not_translated(tmp_path):
    write_wav(tmp_path / "1.wav", np.zeros(16_000, np.float32), 16_000)
    (tmp_path / "heard.jsonl").write_text('{"id": "1", "output": ""}\n')
    system = open_system(f"cascade:file:{tmp_path / 'heard.jsonl'}+command:false", target="es")
    [output] = system.answer([Item("1", "Nothing.", audio=str(tmp_path / "1.wav"))])
    assert (output.text, output.transcript) == ("", "")


def test_transcripts_that_exist_can_be_translated(tmp_path):
    """A cascade whose recogniser ran elsewhere; sed stands for a translator."""
    items = askew.items("winomt")
    rows = [json.dumps({"id": item.id, "output": item.source.replace("pilot", "pirate")}) for item in items]
    (tmp_path / "heard.jsonl").write_text("\n".join(rows) + "\n")
    run = askew.run(
        "winomt",
        target="es",
        system=f"cascade:file:{tmp_path / 'heard.jsonl'}+command:sed -u s/The/La/",
        out=tmp_path / "run",
        audio=_named(items, tmp_path / "audio"),
        resampling=FEW,
    )
    assert run.scores["wer"].value == pytest.approx(100 * 2 / sum(len(item.source.split()) for item in items))
    assert run.scores["asr_accuracy"].value == pytest.approx(100 * 7 / 8)
    assert run.scores["asr_pronouns"].value == 100
    again = askew.score("winomt", target="es", hyp=tmp_path / "run/outputs.jsonl", resampling=FEW)
    assert again.scores == run.scores


def _named(items, folder):
    folder.mkdir()
    for item in items:
        write_wav(folder / f"{item.id}.wav", np.full(1600, 0.1, np.float32), 16_000)
    return folder


def test_a_cascade_hands_on_options_and_failures():
    class Deaf(System):
        name, details = "deaf", {}

        def answer(self, items):
            for item in items:
                yield Failure(item.id, "can't hear") if item.id == "1" else Output(item.id, f"heard {item.id}", 2.0)

    system = open_system("cascade:pocketsphinx+command:sed -u s/heard/oído/", {"batch": 2}, target="es")
    system._asr = Deaf()
    answers = {answer.id: answer for answer in system.answer([Item(str(n), "", audio="x") for n in range(5)])}
    assert answers["1"] == Failure("1", "can't hear")
    assert [answers[str(n)].text for n in (0, 2, 3, 4)] == [f"oído {n}" for n in (0, 2, 3, 4)]
    assert answers["4"].transcript == "heard 4"
    assert answers["4"].recognition_seconds == 2.0
    assert answers["4"].seconds > 2.0
    with pytest.raises(UsageError, match="no option of command is called 'beam'"):
        open_system("cascade:pocketsphinx+command:cat", {"mt.beam": "5"}, target="es")
    with pytest.raises(UsageError, match=r"asr.NAME and mt.NAME; found 'beam'"):
        open_system("cascade:pocketsphinx+command:cat", {"beam": "5"}, target="es")


@pytest.mark.parametrize(
    "argument", ["", "whisper:tiny.en", "whisper:tiny.en+", "whisper:tiny.en+wat:x", "+apertium:eng-spa"]
)
def test_a_cascade_names_two_systems(argument):
    with pytest.raises(UsageError, match="is written cascade:ASR\\+MT"):
        split_cascade(argument)


def test_what_can_t_be_asked_is_refused_at_once(models, tmp_path, speech):
    pytest.importorskip("faster_whisper")
    tiny = f"whisper:{models / 'ctranslate2'}"
    refused = {
        (tiny, "es"): "transcribes, or translates into English, not into 'es': use a cascade",
        ("whisper:no/such/model.pt", "en"): "no such file or folder",
        ("pocketsphinx", "es"): "does not translate into 'es'",
        (f"pocketsphinx:{tmp_path}", "en"): "expected a folder with acoustic",
        ("vosk:no-such-folder", "en"): "there is no such folder",
    }
    for (spec, target), complaint in refused.items():
        with pytest.raises(UsageError, match=complaint):
            open_system(spec, target=target)
    with pytest.raises(UsageError, match="no recordings of winomt here: give their folder with --audio"):
        askew.run("winomt", target="en", system=tiny, out=tmp_path / "run")
    with pytest.raises(UsageError, match="takes text, not the audio of --audio"):
        askew.run("winomt", target="es", system="command:cat", audio=speech / "flite-slt", out=tmp_path / "run")
    with pytest.raises(UsageError, match="winomt has no talks"):
        askew.run(
            "winomt", target="en", system=tiny, audio=speech / "flite-slt", segments="whole", out=tmp_path / "run"
        )
    assert not (tmp_path / "run").exists()


def test_a_folder_that_is_no_vosk_model(tmp_path, capfd):
    pytest.importorskip("vosk")
    with pytest.raises(SystemFailure, match="is not a Vosk model"):
        open_system(f"vosk:{tmp_path}", target="en").load()
    del capfd


def test_vosk_is_asked_as_its_examples_ask_it(tmp_path, monkeypatch):
    """Its models can't be had here: the stand-in has the interface of vosk's Python package."""
    import types

    class Recogniser:
        def __init__(self, model, rate):
            assert (model, rate) == (str(tmp_path), 16_000)
            self.bytes = 0

        def AcceptWaveform(self, data):  # noqa: N802
            self.bytes += len(data)
            return self.bytes == 8000

        def Result(self):  # noqa: N802
            return json.dumps({"text": "first"})

        def FinalResult(self):  # noqa: N802
            return json.dumps({"text": f"after {self.bytes} bytes"})

    fake = types.SimpleNamespace(SetLogLevel=lambda _: None, Model=str, KaldiRecognizer=Recogniser)
    monkeypatch.setitem(sys.modules, "vosk", fake)
    monkeypatch.setattr("askew.systems.vosk.version", lambda _: "0.3.45")
    write_wav(tmp_path / "1.wav", np.full(8000, 0.1, np.float32), 16_000)
    [output] = open_system(f"vosk:{tmp_path}", target="en").answer([Item("1", "", audio=str(tmp_path / "1.wav"))])
    assert output.text == "first after 16000 bytes"


def test_winosts_own_recordings_are_looked_for_where_they_are_unpacked(data, speech, tmp_path, monkeypatch):
    """Files as Zenodo's record has them, made here: the real ones can't be had."""
    own = tmp_path / "data"
    shutil.copytree(data, own)
    for item in find_recordings(askew.items("winomt"), speech / "flite-slt").placed():
        place = own / f"winost/WinoST/{int(item.id):04d}.wav"
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(item.audio, place)
    monkeypatch.setenv("ASKEW_DATA", str(own))
    pytest.importorskip("pocketsphinx")
    run = askew.run("winost", target="en", system="pocketsphinx", out=tmp_path / "run", resampling=FEW)
    assert run.protocol == "recognition"
    assert 0 < run.scores["wer"].value < 50
    assert run.items[0].audio == "0001.wav"


def test_a_talk_is_heard_in_pieces_put_together_and_cut_again(speech, tmp_path):
    """Two sentences in one recording, cut elsewhere than the reference is."""
    pytest.importorskip("pocketsphinx")
    items = heard_of(speech, 2)
    from askew.speech.audio import read_audio

    sounds = [read_audio(item.audio, 16_000) for item in items]
    write_wav(tmp_path / "talk.wav", np.concatenate(sounds), 16_000)
    (tmp_path / "ref").mkdir()
    (tmp_path / "ref/talk.txt").write_text("".join(item.source + "\n" for item in items))
    cut, end = len(sounds[0]) / 16_000, sum(map(len, sounds)) / 16_000
    segments = [(0.0, cut), (cut, end)]
    rows = [{"offset": start, "duration": stop - start, "wav": "talk.wav"} for start, stop in segments]
    (tmp_path / "s.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    ask = {
        "target": "en",
        "system": "pocketsphinx",
        "audio": tmp_path,
        "references": str(tmp_path / "ref"),
        "resampling": FEW,
        "name": "heard",
    }
    whole = askew.run("talks", **ask, segments="whole", out=tmp_path / "whole")
    pieces = askew.run("talks", **ask, segments=tmp_path / "s.jsonl", out=tmp_path / "pieces")
    for run in (whole, pieces):
        assert [output.id for output in run.outputs] == ["talk/1", "talk/2"]
        assert 0 < run.scores["wer_normalized"].value < 60
        assert "segmentation:askew-2" in str(run.signature)
        assert run.talks[0]["doc_id"] == "talk"
    assert len((tmp_path / "pieces/pieces/outputs.jsonl").read_text().splitlines()) == 2
    assert askew.rescore(tmp_path / "pieces", resampling=FEW).scores == pieces.scores
    again = askew.run("talks", **ask, segments=tmp_path / "s.jsonl", out=tmp_path / "pieces")  # nothing is asked again
    assert again.scores == pieces.scores
    fresh = askew.run("talks", **ask, segments="whole", out=tmp_path / "pieces", fresh=True)
    assert replace(fresh, created="", timing={}) == replace(whole, created="", timing={})
    (tmp_path / "beyond.jsonl").write_text(json.dumps({**rows[0], "offset": 99.0}) + "\n" + json.dumps(rows[1]) + "\n")
    with pytest.raises(Incomplete, match=r"no sound from 99 to .* a talk with holes in it is not scored"):
        askew.run("talks", **ask, segments=tmp_path / "beyond.jsonl", out=tmp_path / "holes", partial=True)
