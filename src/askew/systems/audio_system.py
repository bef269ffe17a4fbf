"""What systems that take audio have in common; each of them says only how samples become text."""

import time
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence

from askew.core.errors import InputError, UsageError
from askew.core.records import Answer, Failure, Item, Output
from askew.speech.audio import Samples, read_audio
from askew.systems.base import System


class AudioSystem(System):
    """A system that answers recordings, one at a time; one that can't be read is a failure, and the others are
    answered.
    """

    takes_text = False
    takes_audio = True
    never_gives_up = True
    rate = 16_000
    """Samples a second the system wants."""

    @abstractmethod
    def transcribe(self, samples: Samples) -> str:
        """What is said in a recording, in the target language."""

    def answer(self, items: Sequence[Item]) -> Iterator[Answer]:
        """An output per recording, with how long the recording lasts."""
        self.load()
        yield from answer_recordings(self.name, items, self.rate, self.transcribe)


def answer_recordings(
    system: str, items: Sequence[Item], rate: int, transcribe: Callable[[Samples], str]
) -> Iterator[Answer]:
    """An output per recording, in one line, with how long it took and how long the recording lasts.

    ``system`` is its name, ``rate`` the samples a second it wants. A recording that can't be read is a Failure.
    """
    for item in items:
        began = time.perf_counter()
        samples = read_recording(system, item, rate)
        if isinstance(samples, Failure):
            yield samples
            continue
        text = " ".join(transcribe(samples).split())
        seconds = time.perf_counter() - began
        yield Output(item.id, text, seconds, audio_seconds=round(len(samples) / rate, 3))


def read_recording(system: str, item: Item, rate: int) -> Samples | Failure:
    """An item's recording, or why there is none to be had."""
    if item.audio is None:
        raise UsageError(
            f"{system} takes audio, but {item.id} has no recording: give the folder that has them with --audio "
            "('askew speak' makes recordings of any suite)"
        )
    try:
        return read_audio(item.audio, rate)
    except InputError as error:
        return Failure(item.id, str(error))


def check_transcribes(kind: str, target: str, source: str) -> None:
    """Refuse to ask a recogniser for a translation."""
    if target != source:
        raise UsageError(
            f"{kind} transcribes {source}, it does not translate into {target!r}: use --target {source}, or a "
            f"cascade such as cascade:{kind}:…+apertium:eng-spa"
        )
