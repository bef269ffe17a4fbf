"""The sound of a corpus's segments: 16-bit PCM with one channel, read file by file."""

import wave
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from askew.core.errors import InputError
from askew.formats.segments import Segment

SLACK_SECONDS = 0.05  # by which a segment may reach beyond the end of its file: times are rounded
THREADS = 16


def read_samples(segments: Sequence[Segment], rate: int) -> Iterator[tuple[int, NDArray[np.int16]]]:
    """The samples of each segment with its place among the segments, file by file, several files at once."""
    by_file: dict[str, list[int]] = defaultdict(list)
    for place, segment in enumerate(segments):
        by_file[segment.recording].append(place)

    def read(path: str) -> list[tuple[int, NDArray[np.int16]]]:
        return list(_read_file(path, [(place, segments[place]) for place in by_file[path]], rate))

    with ThreadPoolExecutor(THREADS) as pool:
        files = iter(by_file)
        waiting = [pool.submit(read, path) for path in islice(files, 4 * THREADS)]  # no more, or all would be in memory
        while waiting:
            yield from waiting.pop(0).result()
            waiting += [pool.submit(read, path) for path in islice(files, 1)]


def _read_file(path: str, segments: list[tuple[int, Segment]], rate: int) -> Iterator[tuple[int, NDArray[np.int16]]]:
    try:
        with wave.open(path, "rb") as sound:
            found = (sound.getframerate(), sound.getnchannels(), sound.getsampwidth())
            if found != (rate, 1, 2):
                raise InputError(
                    "expected {} samples a second, {} channel and {} bytes, found {}, {} and {}".format(
                        rate, 1, 2, *found
                    ),
                    where=path,
                )
            length = sound.getnframes()
            for place, segment in segments:
                first, count = round((segment.start or 0.0) * rate), round(segment.seconds * rate)
                if first >= length or first + count > length + SLACK_SECONDS * rate:
                    raise InputError(
                        f"is {length / rate:.3f} s long, but segment {place + 1} is from {segment.start:.3f} "
                        f"to {segment.end:.3f} s",
                        where=path,
                    )
                count = min(count, length - first)
                sound.setpos(first)
                samples = np.frombuffer(sound.readframes(count), dtype="<i2")
                if len(samples) < count:
                    raise InputError(f"is cut short after {(first + len(samples)) / rate:.3f} s", where=path)
                yield place, samples
    except (wave.Error, EOFError) as error:
        raise InputError(f"can't be read as a WAV file: {error or 'it ends too early'}", where=path) from None
    except OSError as error:
        raise InputError(f"can't be read: {error.strerror}", where=path) from None
