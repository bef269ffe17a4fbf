"""Sound on disk to samples in memory and back: WAV, FLAC, MP3, Ogg Vorbis and Opus.

A place is a path, or a path and a span of it in seconds, written as a media fragment
(https://www.w3.org/TR/media-frags/): ``talk.wav#t=12.5,17.25``.
"""

import io
import re
import struct
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from askew.core.errors import InputError, UsageError

Samples = NDArray[np.float32]  # one channel, −1 to 1
RATE = 16_000  # what most models listen to
ENDINGS = (".wav", ".flac", ".mp3", ".ogg", ".opus")
_SPAN = re.compile(r"(?P<path>.+)#t=(?P<start>\d+(?:\.\d+)?),(?P<end>\d+(?:\.\d+)?)", re.DOTALL)
_UNKNOWN_SIZES = (0, 0x7FFFFFFF, 0xFFFFFFFF)  # what programs write that don't know yet how long it will be


def span_of(path: str, start: float, end: float) -> str:
    """The place of a span.

    >>> span_of("talk.wav", 12.5, 17.25)
    'talk.wav#t=12.500,17.250'
    """
    return f"{path}#t={start:.3f},{end:.3f}"


def split_place(place: str) -> tuple[str, float | None, float | None]:
    """A place's path, and its span if it has one.

    >>> split_place("talk.wav#t=12.500,17.250"), split_place("a.wav")
    (('talk.wav', 12.5, 17.25), ('a.wav', None, None))
    """
    found = _SPAN.fullmatch(place)
    return (place, None, None) if found is None else (found["path"], float(found["start"]), float(found["end"]))


def read_audio(place: str | Path, rate: int = RATE) -> Samples:
    """The sound at a place, its channels mixed to one, at ``rate`` samples a second.

    No file, an unknown format, a file that is cut short or damaged, or no sound at all is an InputError.
    """
    path, start, end = split_place(str(place))
    soundfile = _library("soundfile")
    try:
        _check_length(Path(path))
        with soundfile.SoundFile(path) as sound:
            first = 0 if start is None else round(start * sound.samplerate)
            last = sound.frames if end is None else min(round(end * sound.samplerate), sound.frames)
            if first >= last:
                what = "there is no sound in it" if start is None else f"there is no sound from {start:g} to {end:g} s"
                raise InputError(f"{what} ({sound.frames / sound.samplerate:.3f} s long)", where=path)
            sound.seek(first)
            samples = sound.read(last - first, dtype="float32", always_2d=True).mean(axis=1)  # frames × channels
            given = sound.samplerate
    except FileNotFoundError:
        raise InputError("no such file", where=path) from None
    except IsADirectoryError:
        raise InputError("is a folder, expected a recording", where=path) from None
    except OSError as error:
        raise InputError(f"can't be read: {error.strerror}", where=path) from None
    except soundfile.LibsndfileError as error:
        raise InputError(
            f"can't be read as sound ({error.error_string.strip()}); expected {', '.join(ENDINGS)}", where=path
        ) from None
    if len(samples) < last - first:
        raise InputError(f"is cut short or damaged after {(first + len(samples)) / given:.3f} s", where=path)
    if not np.isfinite(samples).all():
        raise InputError("holds samples that are no numbers", where=path)
    return resample(samples, given, rate)


def _check_length(path: Path) -> None:
    """Refuse a WAV file shorter than it says: libsndfile would read what is there without a word."""
    with path.open("rb") as stream:
        head = stream.read(12)
        if not head:
            raise InputError("is empty", where=str(path))
        if head[:4] != b"RIFF" or head[8:] != b"WAVE":
            return
        size = path.stat().st_size
        while len(chunk := stream.read(8)) == 8:
            name, length = chunk[:4], struct.unpack("<I", chunk[4:])[0]
            if name == b"data":
                if length not in _UNKNOWN_SIZES and stream.tell() + length > size:
                    raise InputError(
                        f"is cut short: {size - stream.tell()} of {length} bytes of sound", where=str(path)
                    )
                return
            stream.seek(length + length % 2, io.SEEK_CUR)


def resample(samples: Samples, given: int, wanted: int) -> Samples:
    """The same sound at another rate."""
    if given == wanted:
        return samples
    changed: Samples = _library("soxr").resample(samples, given, wanted)
    return changed


def write_wav(path: Path, samples: Samples, rate: int) -> None:
    """A 16-bit WAV file, whole or not at all."""
    temporary = path.with_name(f".{path.name}.tmp")
    temporary.write_bytes(wav_bytes(samples, rate))
    temporary.replace(path)


def wav_bytes(samples: Samples, rate: int) -> bytes:
    """The bytes of a 16-bit WAV file."""
    stream = io.BytesIO()
    _library("soundfile").write(stream, samples, rate, format="WAV", subtype="PCM_16")
    return stream.getvalue()


def _library(name: str) -> Any:
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError:
        raise UsageError(f"sound needs {name}: pip install 'askew[speech]'") from None
