"""Talks translated as they are spoken: the rules of wait-k, and real recognisers on real sound."""

import json
import shutil
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

import askew
from askew.core.errors import UsageError
from askew.core.records import Emissions, Failure, Item, Output
from askew.speech.audio import RATE, read_audio, write_wav
from askew.speech.voices import open_voice
from askew.systems import System, open_system
from askew.systems.apertium import pairs
from askew.systems.listening import frame_loudness, is_loud, piece_end
from askew.systems.simultaneous import SimultaneousSystem, simultaneous
from askew.systems.wait_k import Policy, continuation, units_of

pytest.importorskip("soundfile")
FEW = askew.Resampling(resamples=100)
SENTENCES = ("The doctor went home.", "Her friends were waiting for the train.")
SPANISH = ("La doctora fue a casa.", "Sus amigos esperaban el tren.")


@dataclass
class BySeconds(System):
    """Hears a word for each full second of what it is given: w1, w2 …"""

    name: str = "seconds"
    details: ClassVar = {"kind": "seconds"}
    takes_text = False
    takes_audio = True

    def answer(self, items):
        for item in items:
            yield Output(item.id, " ".join(f"w{n + 1}" for n in range(len(read_audio(item.audio)) // RATE)))


@dataclass
class Upper(System):
    """Translates into capitals, and notes what it was given."""

    name: str = "upper"
    details: ClassVar = {"kind": "upper"}

    def __post_init__(self):
        self.given = []

    def answer(self, items):
        for item in items:
            self.given.append(item.source)
            yield Output(item.id, item.source.upper())


def sound(path, *parts):
    """Tones and silences, in seconds; a negative number is silence."""
    rng = np.random.default_rng(0)
    pieces = [rng.normal(0, 0.1 if part > 0 else 1e-5, round(abs(part) * RATE)) for part in parts]
    write_wav(path, np.concatenate(pieces).astype(np.float32), RATE)
    return Item("t/1", "", {"talk": "t"}, audio=str(path))


@pytest.mark.parametrize(
    "text",
    ["", "3", "wait-k", "wait-k=0", "wait-k=2.5", "wait-k=3,wait-k=3", "step=1", "wait-k=3,step=-1", "wait-k=3,hold=2",
     "wait-k=3,step=nan", "wait-k=3,step=inf", "wait-k=1,step=5,longest=6"],
)  # fmt: skip
def test_a_policy_that_is_none_is_refused(text):
    with pytest.raises(UsageError, match=r"wait-k=3|two steps"):
        Policy.parse(text)


def test_a_policy_is_written_whole_into_the_signature():
    assert str(Policy.parse("wait-k=3")) == "wait-k=3,step=1,longest=15"
    assert Policy.parse(str(Policy.parse("wait-k=5,step=0.25,longest=9"))) == Policy(5, 0.25, 9.0)


def test_a_new_translation_goes_on_after_what_is_out():
    assert continuation([], ["a", "b"]) == ["a", "b"]
    assert continuation(["a", "b"], ["a", "b"]) == []
    assert continuation(["a", "x"], ["a", "y", "c"]) == ["c"]
    assert continuation(["the", "house"], ["the", "white", "house", "burns"]) == ["burns"]
    assert continuation(["a", "b", "c"], []) == []
    assert units_of(" 你好 吗 ", "char") == ["你", "好", "吗"]
    assert units_of("", "word") == []


@pytest.mark.parametrize("wait_k", [1, 2, 4])
def test_the_t_th_word_comes_once_k_plus_t_minus_1_are_certain(tmp_path, wait_k):
    item = sound(tmp_path / "t.wav", 8)
    upper = Upper()
    [output] = SimultaneousSystem(BySeconds(), upper, Policy(wait_k), "de").answer([item])
    assert output.text == "W1 W2 W3 W4 W5 W6 W7 W8"
    # The n-th word is there after n seconds, and agreed upon a second later; all of it at the end.
    expected = [min(1000.0 * (place + wait_k + 1), 8000.0) for place in range(8)]
    assert output.emissions.delays == tuple(expected[: 8 - wait_k] + [8000.0] * wait_k)
    assert output.emissions.source_length == 8000.0
    assert output.transcript == "w1 w2 w3 w4 w5 w6 w7 w8"
    assert all(late >= early for late, early in zip(output.emissions.elapsed, output.emissions.delays, strict=True))
    assert list(output.emissions.elapsed) == sorted(output.emissions.elapsed)
    assert upper.given[0] == " ".join(f"w{n + 1}" for n in range(wait_k))


def test_a_recogniser_alone_holds_its_words_back_alike(tmp_path):
    item = sound(tmp_path / "t.wav", 4)
    [output] = simultaneous(BySeconds(), Policy(2), "en", "en").answer([item])
    assert (output.text, output.transcript) == ("w1 w2 w3 w4", None)
    assert output.emissions.delays == (3000.0, 4000.0, 4000.0, 4000.0)


def test_pauses_end_a_piece_and_silence_is_not_transcribed(tmp_path):
    item = sound(tmp_path / "t.wav", -2, 3, -2, 2)
    upper = Upper()
    [output] = SimultaneousSystem(BySeconds(), upper, Policy(1), "de").answer([item])
    first, second = 6000.0, 9000.0  # the pause is noticed a second after it began; then the recording ends
    assert output.text == "W1 W2 W3 W4 W1 W2"
    assert output.emissions.delays[3] == first
    assert output.emissions.delays[-1] == second
    assert upper.given[-1] == "w1 w2"


def test_speech_without_a_pause_is_parted_where_it_is_quietest():
    rng = np.random.default_rng(0)
    samples = rng.normal(0, 0.1, 10 * RATE)
    samples[7 * RATE : round(7.2 * RATE)] *= 0.5
    loudness = frame_loudness(samples.astype(np.float32))
    assert piece_end(loudness, 0.0, 8.0, longest=10.0) is None
    assert piece_end(loudness, 0.0, 10.0, longest=10.0) == pytest.approx(7.1, abs=0.06)
    assert is_loud(loudness, 0.0, 1.0)
    assert not is_loud(np.array([0.1] * 20 + [0.001] * 20), 1.0, 2.0)


def test_a_recording_that_can_t_be_read_is_a_failure(tmp_path):
    (tmp_path / "t.wav").write_bytes(b"RIFF....")
    item = Item("t/1", "", audio=str(tmp_path / "t.wav"))
    [answer] = SimultaneousSystem(BySeconds(), None, Policy(1), "en").answer([item])
    assert isinstance(answer, Failure)


@pytest.fixture(scope="module")
def talk(tmp_path_factory):
    """Two sentences by flite with a pause between them; when they are spoken, and what is said."""
    if shutil.which("flite") is None:
        pytest.skip("needs flite (Debian: apt-get install flite)")
    folder = tmp_path_factory.mktemp("talk")
    parts, rows, at = [], [], 0.0
    for place, sentence in enumerate(SENTENCES):
        path = folder / f"{place}.wav"
        open_voice("flite:slt").read_aloud([(sentence, path)])
        samples = read_audio(path)
        path.unlink()
        rows.append(f"- {{duration: {len(samples) / RATE:.3f}, offset: {at:.3f}, wav: talk.wav}}")
        parts += [samples, np.zeros(RATE, dtype=np.float32)]
        at += len(samples) / RATE + 1.0
    write_wav(folder / "talk.wav", np.concatenate(parts), RATE)
    (folder / "talk.yaml").write_text("\n".join(rows) + "\n", "utf-8")
    (folder / "talk.en").write_text("\n".join(SENTENCES) + "\n", "utf-8")
    (folder / "talk.es").write_text("\n".join(SPANISH) + "\n", "utf-8")
    return folder


def asked(talk, **more):
    return {
        "references": str(talk / "talk.yaml"), "audio": talk, "simultaneous": "wait-k=2", "resampling": FEW, **more,
    }  # fmt: skip


def test_a_real_cascade_on_a_talk(talk, models, tmp_path):
    if "eng-spa" not in pairs():
        pytest.skip("needs Debian's apertium-eng-spa")
    pytest.importorskip("faster_whisper")
    spec, settings = f"cascade:whisper:{models / 'ctranslate2'}+apertium:eng-spa", {"asr.threads": 1}
    run = askew.run("talks", target="es", system=spec, settings=settings, out=tmp_path / "run", **asked(talk))
    assert run.system == "run"  # its folder names it; the signature says how it was asked
    assert "|simultaneous:wait-k=2,step=1,longest=15|" in str(run.signature)
    assert run.scores["chrf"].value > 40
    assert 0 < run.scores["stream_laal"].value < run.scores["stream_laal_ca"].value
    log = tmp_path / "run/instances.log"
    row = json.loads(log.read_text("utf-8"))
    assert len(row["delays"]) == len(row["elapsed"]) == len(row["prediction"].split())
    assert row["source"] == ["talk.wav"]
    again = askew.score(
        "talks", target="es", hyp=log, latency=str(log), references=str(talk / "talk.yaml"), resampling=FEW
    )
    assert again.scores == run.scores  # the log is one that --latency reads
    assert askew.rescore(tmp_path / "run", resampling=FEW).scores == run.scores
    transcript = json.loads((tmp_path / "run/transcripts.jsonl").read_text("utf-8"))["output"]
    assert "doctor" in transcript
    offline = askew.run(
        "talks", target="es", system=spec, settings=settings, segments="whole", out=tmp_path / "offline",
        **asked(talk, simultaneous=None),
    )  # fmt: skip
    assert "stream_laal" not in offline.scores


@pytest.mark.filterwarnings("ignore:.*hardly anything of talk aligns")
def test_a_run_goes_on_where_it_stopped_and_may_be_thrown_away(talk, tmp_path):
    heard = []

    class Counting(BySeconds):
        def answer(self, items):
            heard.extend(items)
            return super().answer(items)

    first = askew.run("talks", target="en", system=Counting(), out=tmp_path / "run", **asked(talk))
    count = len(heard)
    again = askew.run("talks", target="en", system=Counting(), out=tmp_path / "run", **asked(talk))
    assert (len(heard), again.scores) == (count, first.scores)
    askew.run("talks", target="en", system=Counting(), out=tmp_path / "run", fresh=True, **asked(talk))
    assert len(heard) == 2 * count


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"simultaneous": "wait-3"}, "expected wait-k=WORDS"),
        ({"audio": None}, "give the folder that has their recordings"),
        ({"segments": "pieces.yaml"}, "leave out --segments"),
        ({"latency": "other.log"}, "writes its own log"),
        ({"target": "es"}, "counts the words of a transcript"),
        ({"system": Upper()}, "counts the words of a transcript"),
    ],
)
def test_what_a_simultaneous_run_can_t_be_is_said_before_anything_is_run(talk, tmp_path, more, message):
    arguments = {"target": "en", "system": BySeconds(), **asked(talk), **more}
    with pytest.raises(UsageError, match=message):
        askew.run("talks", out=tmp_path / "run", **arguments)
    assert not (tmp_path / "run").exists()


def test_only_talks_are_spoken_long_enough(talk, tmp_path):
    with pytest.raises(UsageError, match="is for talks"):
        askew.run(
            "simplegen", target="es", system=BySeconds(), audio=talk, simultaneous="wait-k=3", out=tmp_path / "run"
        )


def test_a_file_of_transcripts_hears_nothing(tmp_path):
    if "eng-spa" not in pairs():
        pytest.skip("needs Debian's apertium-eng-spa")
    (tmp_path / "heard.jsonl").write_text('{"id": "talk/1", "output": "hello"}\n', "utf-8")
    cascade = open_system(f"cascade:file:{tmp_path / 'heard.jsonl'}+apertium:eng-spa", target="es")
    with pytest.raises(UsageError, match="counts the words of a transcript"):
        simultaneous(cascade, Policy(3), "en", "es")


def test_times_of_words_are_kept_through_the_journal():
    output = Output("a", "b c", emissions=Emissions((1.0, 2.0), 3.0, (1.5, 2.5)))
    assert Output.from_json(output.to_json()) == output
