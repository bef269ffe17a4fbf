"""Features: against torchaudio's own, and the same in any company.

torchaudio itself can't be installed beside a torch without CUDA, so what its 2.11.0 gives for these sounds is kept in a
file:

    torchaudio.compliance.kaldi.fbank(samples[None], num_mel_bins=…, frame_length=…, frame_shift=…,
        sample_frequency=…, dither=0.0)
"""

from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from askew.neural.speech.config import SpeechConfig
from askew.neural.speech.features import features_of, frame_count, log_mel, normalised

SPEECH = SpeechConfig()


CASES = {
    "default": {},
    "filters": {"filters": 80},
    "window": {"window_ms": 32.0, "hop_ms": 8.0},
    "rate": {"rate": 8_000},
}


def reference_sound() -> np.ndarray:
    """A tone that rises from 100 Hz to 7.5 kHz, one that stays, and silence between them, all by formula; with some
    noise, as any recording has: far under a loud tone filters hold nothing but rounding, whose logarithms differ by
    0.006 between two programs.
    """
    times = np.arange(3_000) / 16_000
    rising = 0.1 * np.sin(2 * np.pi * (100 * times + 7_400 * times**2 / (2 * times[-1])))
    staying = 0.05 * np.sin(2 * np.pi * 440 * times[:1_500]) + 0.02 * np.cos(2 * np.pi * 3_210 * times[:1_500])
    state, most = 1, 2**31 - 1
    random = [state := state * 48_271 % most for _ in range(4_500)]  # Lehmer's generator
    hiss = 0.01 * (2 * np.array(random) / most - 1)
    return np.concatenate([rising + hiss[:3_000], np.zeros(700), staying + hiss[3_000:]]).astype(np.float32)


def noise(samples, seed=1):
    return np.random.default_rng(seed).normal(scale=0.1, size=samples).astype(np.float32)


@pytest.mark.parametrize("case", CASES)
def test_equal_to_torchaudio(case):
    config, samples = SpeechConfig(**CASES[case]), torch.from_numpy(reference_sound())
    with np.load(Path(__file__).parents[1] / "fixtures" / "torchaudio_fbank.npz") as kept:
        wanted = torch.from_numpy(kept[case])
    found = log_mel(samples[None], config)[0]
    assert found.shape == wanted.shape == (frame_count(len(samples), config), config.filters)
    assert wanted.std() > 1
    torch.testing.assert_close(found, wanted, atol=1e-3, rtol=0)


def test_mean_and_variance_over_the_utterance():
    made = features_of([noise(9_000), noise(20_000, seed=2)], SPEECH)
    for row, count in zip(made.features, made.lengths.tolist(), strict=True):
        torch.testing.assert_close(row[:count].mean(dim=0), torch.zeros(40), atol=1e-5, rtol=0)
        torch.testing.assert_close(row[:count].std(dim=0, correction=0), torch.ones(40), atol=1e-4, rtol=0)
        assert not row[count:].any()


@settings(max_examples=20)
@given(st.lists(st.integers(0, 9_000), min_size=1, max_size=5))
def test_an_utterance_has_the_same_features_in_any_company(lengths):
    recordings = [noise(length, seed) for seed, length in enumerate(lengths)]
    together = features_of(recordings, SPEECH)
    for row, recording in enumerate(recordings):
        alone = features_of([recording], SPEECH)
        count = frame_count(len(recording), SPEECH)
        assert together.lengths[row] == alone.lengths[0] == count
        torch.testing.assert_close(together.features[row, :count], alone.features[0, :count], atol=1e-4, rtol=1e-4)


def test_sixteen_bits_and_floats_are_the_same_sound():
    coarse = (noise(8_000) * 32_767).astype(np.int16)
    fine = (coarse / 32_768).astype(np.float32)
    wanted = features_of([fine], SPEECH).features
    torch.testing.assert_close(features_of([coarse], SPEECH).features, wanted)
    for row in features_of([coarse, fine], SPEECH).features:
        torch.testing.assert_close(row, wanted[0])


def test_silence_and_next_to_nothing_have_features():
    for recording in (np.zeros(5_000, np.float32), np.zeros(0, np.float32), noise(10)):
        assert torch.isfinite(features_of([recording], SPEECH).features).all()
    flat = torch.full((1, 7, 40), -15.9)
    assert normalised(flat, torch.tensor([7])).abs().max() < 0.01  # rounding, not blown up
