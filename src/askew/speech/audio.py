"""Audio files as arrays of samples."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from askew.core.errors import InputError, UsageError

RATE = 16_000  # what the models here listen to


def read_audio(path: str | Path, rate: int = RATE) -> NDArray[np.float32]:
    """The samples of a file between −1 and 1, one channel, at a rate."""
    try:
        import soundfile
    except ImportError:
        raise UsageError("reading audio needs soundfile: pip install 'askew[speech]'") from None
    if not Path(path).is_file():
        raise InputError("no such file", where=str(path))
    try:
        samples, found = soundfile.read(str(path), dtype="float32", always_2d=True)
    except (soundfile.SoundFileError, RuntimeError) as error:
        raise InputError(f"is not audio that can be read: {error}", where=str(path)) from None
    mono = samples.mean(axis=1)
    if mono.size == 0:
        raise InputError("has no samples", where=str(path))
    if found == rate:
        return np.asarray(mono, dtype=np.float32)
    # Linear interpolation after a moving average over one new sample: enough for timing, where all this is used.
    width = max(1, round(found / rate))
    smooth = np.convolve(mono, np.ones(width) / width, mode="same")
    places = np.arange(int(mono.size * rate / found)) * (found / rate)
    return np.asarray(np.interp(places, np.arange(mono.size), smooth), dtype=np.float32)
