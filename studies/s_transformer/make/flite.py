"""flite (http://cmuflite.org) as a library: no program start and no file per sentence, so that a core speaks a hundred
hours of a diphone voice in minutes.
"""

import ctypes
from functools import cache
from pathlib import Path

import numpy as np

RATE = 16_000
SMOOTH = sorted(
    2**a * 3**b * 5**c for a in range(16) for b in range(8) for c in range(6) if 2**a * 3**b * 5**c < 40_000
)


class _Wave(ctypes.Structure):
    _fields_ = (
        ("type", ctypes.c_char_p),
        ("rate", ctypes.c_int),
        ("samples", ctypes.c_int),
        ("channels", ctypes.c_int),
        ("data", ctypes.POINTER(ctypes.c_short)),
    )


class _Voice(ctypes.Structure):  # its first fields
    _fields_ = (("name", ctypes.c_char_p), ("features", ctypes.c_void_p))


class Flite:
    """The voices of a folder that pack_flite.sh made; of the system without one."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        if folder is not None:
            self._library("libasound.so.2")  # flite can play sound too, and wants this there
        self.flite = self._library("libflite.so.1")
        self.flite.flite_text_to_wave.argtypes = (ctypes.c_char_p, ctypes.POINTER(_Voice))
        self.flite.flite_text_to_wave.restype = ctypes.POINTER(_Wave)
        self.flite.flite_feat_set_float.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_float)
        self.flite.delete_wave.argtypes = (ctypes.POINTER(_Wave),)
        for name in ("usenglish", "cmulex"):
            self._library(f"libflite_{name}.so.1")
        self.flite.flite_init()
        self.c = ctypes.CDLL(None)
        self.voice = cache(self._voice)

    def speak(self, text: str, voice: str, stretch: float = 1.0) -> np.ndarray:
        """The samples, 16-bit at 16 kHz; ``stretch`` above 1 is slower. The same text always gives the same samples."""
        chosen = self.voice(voice)
        self.flite.flite_feat_set_float(chosen.contents.features, b"duration_stretch", stretch)
        self.c.srand(1)  # the noise in unvoiced sounds comes from here
        wave = self.flite.flite_text_to_wave(text.encode("ascii"), chosen)
        if not wave or wave.contents.rate != RATE:
            raise SystemExit(f"flite's voice {voice} made no {RATE} Hz sound of {text!r}")
        samples = np.ctypeslib.as_array(wave.contents.data, (wave.contents.samples,)).copy()
        self.flite.delete_wave(wave)
        return samples

    def _voice(self, name: str) -> "ctypes._Pointer[_Voice]":
        register = getattr(self._library(f"libflite_cmu_us_{name}.so.1"), f"register_cmu_us_{name}")
        register.argtypes, register.restype = (ctypes.c_char_p,), ctypes.POINTER(_Voice)
        voice: ctypes._Pointer[_Voice] = register(None)
        return voice

    def _library(self, name: str) -> ctypes.CDLL:
        return ctypes.CDLL(str(self.folder / name) if self.folder else name, mode=ctypes.RTLD_GLOBAL)


def resampled(samples: np.ndarray, speed: float) -> np.ndarray:
    """Played ``speed`` times as fast (in hundredths): pitch and resonances rise as with a smaller speaker. Exact below
    half the rate.
    """
    hundredths = round(100 * speed)
    if hundredths == 100:
        return samples
    # Fourier transforms are quick where the length has small factors: padded with silence to K·hundredths samples,
    # which become K·100.
    size = next(smooth for smooth in SMOOTH if smooth * hundredths >= len(samples))
    spectrum = np.fft.rfft(samples.astype(np.float32), size * hundredths)
    changed = np.fft.irfft(spectrum[: 50 * size + 1], 100 * size) * (100 / hundredths)
    kept = changed[: round(len(samples) * 100 / hundredths)]
    return np.clip(np.rint(kept), -32768, 32767).astype(np.int16)
