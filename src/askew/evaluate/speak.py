"""Give a suite's items one or more voices."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from askew.core.errors import UsageError
from askew.evaluate.plan import items
from askew.speech.speak import Progress, Spoken
from askew.speech.speak import speak as speak_items
from askew.speech.voices import open_voice


def speak(
    suite: str,
    *,
    voices: Sequence[str],
    out: str | Path,
    edition: str | None = None,
    subset: str | None = None,
    rate: int = 16_000,
    limit: int | None = None,
    shuffle_seed: int | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> list[Spoken]:
    """Recordings of the items by every voice, each in a folder of its own in ``out`` that ``run(audio=…)`` takes.

    ``options`` are the suite's own. Raises UsageError for an unknown voice or a rate that makes no sense.
    """
    chosen = [open_voice(spec) for spec in voices]
    folders = [voice.folder for voice in chosen]
    if not chosen or len(set(folders)) < len(folders):
        raise UsageError(f"name at least one voice, and none twice: {', '.join(folders) or 'none was named'}")
    if not 1_000 <= rate <= 192_000:
        raise UsageError(f"a rate is 1000 to 192000 samples a second, found {rate}")
    for voice in chosen:
        voice.check()
    asked = items(suite, edition=edition, subset=subset, **options)
    if shuffle_seed is not None:
        random.Random(shuffle_seed).shuffle(asked)
    return [
        speak_items(asked[:limit], voice, Path(out) / voice.folder, rate=rate, workers=workers, progress=progress)
        for voice in chosen
    ]
