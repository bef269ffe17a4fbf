"""Features: against torchaudio's own, and the same in any company."""

import importlib.util
import sys
import types
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from askew.neural.features import features_of, frame_count, log_mel, normalised
from askew.neural.speech_config import SpeechConfig

from .speech import sentences, sound

SPEECH = SpeechConfig()


@pytest.fixture(scope="module")
def kaldi():
    """torchaudio.compliance.kaldi alone: it is plain Python, while the package loads a library that wants CUDA."""
    found = importlib.util.find_spec("torchaudio")
    if found is None:
        pytest.skip("needs torchaudio: pip install --no-deps torchaudio")
    path = Path(found.origin).parent / "compliance" / "kaldi.py"
    spec = importlib.util.spec_from_file_location("torchaudio_compliance_kaldi", path)
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "torchaudio", types.ModuleType("torchaudio"))
        spec.loader.exec_module(module)
    return module


def noise(samples, seed=1):
    return np.random.default_rng(seed).normal(scale=0.1, size=samples).astype(np.float32)


@pytest.mark.parametrize("changes", [{}, {"filters": 80}, {"window_ms": 32.0, "hop_ms": 8.0}, {"rate": 8_000}])
def test_equal_to_torchaudio(kaldi, changes):
    config = SpeechConfig(**changes)
    spoken = [sound(sentences()[0][0]), noise(12_345), np.concatenate([np.zeros(8_000, np.float32), noise(4_000)])]
    for samples in map(torch.from_numpy, spoken):
        wanted = kaldi.fbank(
            samples[None], num_mel_bins=config.filters, frame_length=config.window_ms, frame_shift=config.hop_ms,
            sample_frequency=config.rate, dither=0.0,
        )  # fmt: skip
        found = log_mel(samples[None], config)[0]
        assert found.shape == wanted.shape == (frame_count(len(samples), config), config.filters)
        torch.testing.assert_close(found, wanted, atol=1e-3, rtol=0)


def test_mean_and_variance_over_the_utterance():
    made = features_of([noise(9_000), noise(20_000, seed=2)], SPEECH)
    for row, count in zip(made.features, made.lengths.tolist(), strict=True):
        torch.testing.assert_close(row[:count].mean(dim=0), torch.zeros(40), atol=1e-5, rtol=0)
        torch.testing.assert_close(row[:count].std(dim=0, correction=0), torch.ones(40), atol=1e-4, rtol=0)
        assert not row[count:].any()


@settings(deadline=None, max_examples=20)
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
