"""Give items a voice: a folder of WAV files with a manifest, made side by side; what is there already is not made
again.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from askew.core.errors import InputError, RunError, SystemFailure
from askew.core.files import from_builtins, inside, to_json_line, to_json_lines, write_atomically
from askew.core.records import Item
from askew.formats.json_lines import read_json_lines
from askew.formats.manifests import MANIFEST, Recording
from askew.speech.audio import read_audio, write_wav
from askew.speech.recordings import file_name
from askew.speech.voices import Voice

Row = dict[str, Any]
Progress = Callable[[Iterable[Row], int], Iterable[Row]]  # wraps the rows to come, told how many


@dataclass(frozen=True)
class Spoken:
    """What was made: how many recordings there are, how many of them are new, and how long they last."""

    voice: str
    folder: Path
    items: int
    new: int
    seconds: float


def speak(
    items: Sequence[Item],
    voice: Voice,
    folder: Path,
    *,
    rate: int = 16_000,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Spoken:
    """A recording of every item by one voice, and ``manifest.jsonl``, in ``folder``; one broken off is gone on with."""
    voice.check()
    silent = [item.id for item in items if not item.source.strip()]
    if silent:
        raise InputError(f"{len(silent)} items have no text to read aloud, such as {silent[0]}")
    folder.mkdir(parents=True, exist_ok=True)
    like = {**voice.labels, "engine": voice.program, "rate": rate}
    done = {row["id"]: row for row in _made_before(folder, like)}
    texts = {item.id: item.source for item in items}
    kept = {
        name: row
        for name, row in done.items()
        if name not in texts or (row["text"] == texts[name] and (folder / row["audio"]).is_file())
    }
    missing = [item for item in items if item.id not in kept]
    # Begins with what is kept: a torn last line or a recording that is gone must not stay in it.
    write_atomically(folder / MANIFEST, to_json_lines(kept.values()))
    with (folder / MANIFEST).open("a", encoding="utf-8") as manifest:
        made = _make(missing, voice, folder, like, rate, workers or os.cpu_count() or 1)
        for row in progress(made, len(missing)) if progress else made:
            manifest.write(to_json_line(row) + "\n")
            manifest.flush()
            kept[row["id"]] = row
    place = {item.id: number for number, item in enumerate(items)}
    ordered = sorted(kept.values(), key=lambda row: place.get(row["id"], len(place)))
    write_atomically(folder / MANIFEST, to_json_lines(ordered))
    return Spoken(voice.spec, folder, len(items), len(missing), sum(row["seconds"] for row in ordered))


def _made_before(folder: Path, like: Row) -> Iterator[Row]:
    """The rows of a manifest an earlier call left; one by another voice or at another rate is refused."""
    path = folder / MANIFEST
    if not path.exists():
        return
    try:
        rows = [row for _, row in read_json_lines(path, dict[str, Any], appended=True)]
        for row in rows:
            made = from_builtins(row, Recording, where=str(path))
            if None in (made.text, made.seconds) or not like.keys() <= row.keys():
                raise ValueError
            inside(folder, made.audio)
    except (InputError, ValueError):
        raise RunError(f"{path} was not written by askew speak: choose another --out") from None
    for row in rows:
        others = {name: row[name] for name in like if row[name] != like[name]}
        if others:
            shown = "; ".join(f"{name} {value} there, {like[name]} now" for name, value in others.items())
            raise RunError(f"{folder} holds recordings made otherwise ({shown}): choose another --out, or remove it")
        yield row


def _make(items: Sequence[Item], voice: Voice, folder: Path, like: Row, rate: int, workers: int) -> Iterator[Row]:
    """Rows as the recordings are made; if one fails, those begun are finished first, then its error is raised."""
    portions = [items[start : start + voice.portion] for start in range(0, len(items), voice.portion)]
    problem: Exception | None = None
    with ThreadPoolExecutor(workers) as pool:
        promised: list[Future[list[Row]]] = [
            pool.submit(_make_portion, portion, voice, folder, like, rate) for portion in portions
        ]
        try:
            for promise in as_completed(promised):
                if promise.cancelled():
                    continue
                if error := promise.exception():
                    problem = problem or (error if isinstance(error, Exception) else None)
                    for other in promised:
                        other.cancel()
                else:
                    yield from promise.result()
        finally:
            for promise in promised:
                promise.cancel()
    if problem is not None:
        raise problem


def _make_portion(items: Sequence[Item], voice: Voice, folder: Path, like: Row, rate: int) -> list[Row]:
    with tempfile.TemporaryDirectory() as place:
        raw = [Path(place) / f"{number}.wav" for number in range(len(items))]
        voice.read_aloud([(item.source, path) for item, path in zip(items, raw, strict=True)])
        return [_keep(item, path, voice, folder, like, rate) for item, path in zip(items, raw, strict=True)]


def _keep(item: Item, raw: Path, voice: Voice, folder: Path, like: Row, rate: int) -> Row:
    """One recording at the rate that is wanted, and its row."""
    try:
        samples = read_audio(str(raw), rate)
    except InputError as error:
        said = str(error).removeprefix(f"{raw}: ")
        raise SystemFailure(f"{voice.spec} made no recording of {item.id} ({item.source[:60]!r}): {said}") from None
    name = file_name(item)
    write_wav(folder / name, samples, rate)
    return {
        "id": item.id,
        "audio": name,
        "text": item.source,
        **like,
        "seconds": round(len(samples) / rate, 3),
        "sha256": hashlib.sha256((folder / name).read_bytes()).hexdigest(),
    }
