"""The experiment in many voices: who reads what, and what is done to the sound."""

import json
from pathlib import Path

import pytest

from studies.s_transformer.make.choose_voices import held_out, reassigned
from studies.voices.sentences import COUNT, HELD_OUT, VOICES, drawn

PITCHES = json.loads((Path(__file__).parents[2] / "studies/voices/pitch.json").read_text("utf-8"))


def test_half_of_the_voices_held_out_are_high():
    chosen = held_out(PITCHES, 16, seed=1)
    assert chosen == HELD_OUT.split()  # those of the stored outputs
    assert [PITCHES[name] >= 185 for name in chosen] == [True] * 8 + [False] * 8
    assert all(PITCHES[name] <= 150 for name in chosen[8:])


def test_training_never_hears_the_voices_held_out():
    rows = [["train", "kal16", "1", "1", f"Sentence {n}.", "x"] for n in range(200)]
    rows += [[split, "rms", "1", "1", "One.", "Uno."] for split in ("test", "test-held-out") for _ in range(40)]
    unheard = held_out(PITCHES, 16, seed=1)
    seen = [name for name in PITCHES if name not in unheard]
    given = list(reassigned(rows, seen, unheard, seed=1))
    assert [row[4:] for row in given] == [row[4:] for row in rows]
    for split, voice, stretch, speed, *_ in given:
        assert (voice in unheard) == (split == "test-held-out")
        assert split == "train" or (stretch, speed) == ("1.00", "1.00")
    assert len({row[2] for row in given}) > 30
    assert 60 < sum(row[3] == "1.00" for row in given[:200]) < 140


def test_every_voice_reads_the_same_sentences_of_winomt():
    assert len(set(VOICES)) == 24
    assert len(set(drawn(3888))) == COUNT
    assert drawn(3888) == drawn(3888)


def test_faster_is_higher():
    torch = pytest.importorskip("torch")
    from studies.s_transformer.make.silero import RATE, SPOKEN_RATE, resampled

    times = torch.arange(SPOKEN_RATE) / SPOKEN_RATE
    tone = torch.sin(2 * torch.pi * 440 * times)[None]
    for speed in (0.87, 1.0, 1.15):
        found = resampled(tone, torch.tensor([speed]))[0]
        assert len(found) == pytest.approx(RATE / speed, rel=0.01)
        spectrum = torch.fft.rfft(found[:10_000] * torch.hann_window(10_000)).abs()
        assert int(spectrum.argmax()) * RATE / 10_000 == pytest.approx(440 * speed, abs=2)
        assert found.abs().max() == pytest.approx(1, abs=0.05)


def test_noise_is_as_loud_as_said():
    torch = pytest.importorskip("torch")
    from studies.s_transformer.make.silero import with_noise

    sound = torch.sin(torch.arange(16_000) / 5)[None].repeat(64, 1)
    noisy = with_noise(sound, [16_000] * 64, 0.5, torch.Generator().manual_seed(1))
    noise = (noisy - sound).square().mean(1)
    changed = noise > 0
    assert 16 < int(changed.sum()) < 48
    below = 10 * torch.log10(sound.square().mean(1)[changed] / noise[changed])
    assert float(below.min()) > 7.9
    assert float(below.max()) < 35.1


def test_the_text_model_translates_on_any_device():
    pytest.importorskip("torch")
    pytest.importorskip("sentencepiece")
    from studies.s_transformer.make.distil import in_torch

    (said,) = in_torch(["I am hungry."], beam=1, device="cpu")
    assert "hambre" in said
