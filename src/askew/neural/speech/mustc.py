"""MuST-C's layout (Di Gangi et al. 2019), in which a corpus of speech is read:

CORPUS/data/SPLIT/wav/*.wav          16-bit PCM with one channel
CORPUS/data/SPLIT/txt/SPLIT.yaml     a row per segment: {duration: 3.5, offset: 16.08, speaker_id: spk.1, wav: ted_1.wav}, in seconds
CORPUS/data/SPLIT/txt/SPLIT.en, .es  a line per segment
"""

import re
import wave
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from askew.core.errors import InputError
from askew.core.files import read_lines

SLACK_SECONDS = 0.05  # by which a segment may reach beyond the end of its file: times are rounded
THREADS = 16
_ROW = re.compile(
    r"- \{((?:\w+: [^\s,:{}\[\]'\"#&*!|>%@`]+(?:, |(?=\})))+)\}"
)  # a row on a line, nothing quoted: YAML's parser is slow


@dataclass(frozen=True)
class Segment:
    """A stretch of a recording."""

    wav: Path
    offset: float
    duration: float
    speaker: str


@dataclass(frozen=True)
class Split:
    """Segments, and the texts of each in the languages asked for."""

    segments: list[Segment]
    texts: dict[str, list[str]]


def read_split(corpus: str | Path, split: str, languages: Sequence[str]) -> Split:
    """What is said of a split; its recordings are opened by ``read_samples``."""
    folder = Path(corpus) / "data" / split
    if not folder.is_dir():
        raise InputError(
            f"no such folder; a corpus in MuST-C's layout has data/{split}/wav and data/{split}/txt", where=str(folder)
        )
    path = folder / "txt" / f"{split}.yaml"
    segments = [_segment(row, folder / "wav", path, number) for number, row in enumerate(_rows(path), 1)]
    texts = {language: read_lines(folder / "txt" / f"{split}.{language}") for language in languages}
    for language, lines in texts.items():
        if len(lines) != len(segments):
            raise InputError(
                f"expected a line for each of the {len(segments)} segments of {path.name}, found {len(lines)}",
                where=str(folder / "txt" / f"{split}.{language}"),
            )
    for wav in sorted({segment.wav for segment in segments}):
        if not wav.is_file():
            raise InputError(f"no such recording, though {path.name} has segments of it", where=str(wav))
    return Split(segments, texts)


def _rows(path: Path) -> list[Any]:
    lines = read_lines(path)
    found = [_ROW.fullmatch(line) for line in lines]
    if all(found):
        return [dict(pair.split(": ") for pair in row[1].split(", ")) for row in found if row]
    import yaml

    try:
        rows = yaml.load("\n".join(lines), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.YAMLError as error:
        raise InputError(f"not YAML: {' '.join(str(error).split())}", where=str(path)) from None
    if not isinstance(rows, list):
        raise InputError(f"expected a list of segments, found a {type(rows).__name__}", where=str(path))
    return rows


def _segment(row: Any, folder: Path, path: Path, number: int) -> Segment:
    try:
        segment = Segment(
            folder / row["wav"], float(row["offset"]), float(row["duration"]), str(row.get("speaker_id", ""))
        )
        if not (0 <= segment.offset < np.inf and 0 < segment.duration < np.inf):
            raise ValueError
    except (KeyError, TypeError, ValueError, AttributeError):
        raise InputError(
            f"segment {number}: expected {{duration: seconds, offset: seconds, speaker_id: …, wav: a file's name}}, found {row!r}",
            where=str(path),
        ) from None
    return segment


def read_samples(segments: Sequence[Segment], rate: int) -> Iterator[tuple[int, NDArray[np.int16]]]:
    """The samples of each segment with its place among the segments, file by file, several files at once."""
    by_file: dict[Path, list[int]] = defaultdict(list)
    for place, segment in enumerate(segments):
        by_file[segment.wav].append(place)

    def read(path: Path) -> list[tuple[int, NDArray[np.int16]]]:
        return list(_read_file(path, [(place, segments[place]) for place in by_file[path]], rate))

    with ThreadPoolExecutor(THREADS) as pool:
        files = iter(by_file)
        waiting = [pool.submit(read, path) for path in islice(files, 4 * THREADS)]  # no more, or all would be in memory
        while waiting:
            yield from waiting.pop(0).result()
            waiting += [pool.submit(read, path) for path in islice(files, 1)]


def _read_file(path: Path, segments: list[tuple[int, Segment]], rate: int) -> Iterator[tuple[int, NDArray[np.int16]]]:
    try:
        with wave.open(str(path), "rb") as sound:
            found = (sound.getframerate(), sound.getnchannels(), sound.getsampwidth())
            if found != (rate, 1, 2):
                raise InputError(
                    f"expected {rate} samples a second, 1 channel and 2 bytes, found {found[0]}, {found[1]} and {found[2]}",
                    where=str(path),
                )
            length = sound.getnframes()
            for place, segment in segments:
                first, count = round(segment.offset * rate), round(segment.duration * rate)
                if first >= length or first + count > length + SLACK_SECONDS * rate:
                    raise InputError(
                        f"is {length / rate:.3f} s long, but segment {place + 1} is from {segment.offset:.3f} to "
                        f"{segment.offset + segment.duration:.3f} s",
                        where=str(path),
                    )
                count = min(count, length - first)
                sound.setpos(first)
                samples = np.frombuffer(sound.readframes(count), dtype="<i2")
                if len(samples) < count:
                    raise InputError(f"is cut short after {(first + len(samples)) / rate:.3f} s", where=str(path))
                yield place, samples
    except (wave.Error, EOFError) as error:
        raise InputError(f"can't be read as a WAV file: {error or 'it ends too early'}", where=str(path)) from None
    except OSError as error:
        raise InputError(f"can't be read: {error.strerror}", where=str(path)) from None
