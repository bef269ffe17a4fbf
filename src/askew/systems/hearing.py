"""What all systems that hear have in common; each of them says only how samples become text."""

import time
from collections.abc import Iterator, Mapping, Sequence

from askew.core.errors import InputError, UsageError
from askew.core.records import Answer, Failure, Item, Output
from askew.speech.audio import Samples, read_audio


class Hearing:
    """A system that answers recordings, one at a time. A recording that can't be read is a failure; the others are heard."""

    hears: bool | None = True
    tireless = True
    rate = 16_000
    """Samples a second the system wants."""

    @property
    def name(self) -> str:
        """What it is called in tables."""
        raise NotImplementedError

    @property
    def details(self) -> Mapping[str, str]:
        """What identifies it."""
        raise NotImplementedError

    def load(self) -> None:
        """Make it ready."""

    def hear(self, samples: Samples) -> str:
        """What is said in a recording."""
        raise NotImplementedError

    def answer(self, items: Sequence[Item]) -> Iterator[Answer]:
        """Outputs as the recordings are heard, with how long each lasts."""
        self.load()
        for item in items:
            began = time.perf_counter()
            samples = read_recording(self.name, item, self.rate)
            if isinstance(samples, Failure):
                yield samples
                continue
            text = " ".join(self.hear(samples).split())
            seconds = time.perf_counter() - began
            yield Output(item.id, text, seconds, numbers={"audio_seconds": round(len(samples) / self.rate, 3)})


def read_recording(system: str, item: Item, rate: int) -> Samples | Failure:
    """An item's recording, or why there is none to be heard."""
    if item.audio is None:
        raise UsageError(
            f"{system} hears, but {item.id} has no recording: give the folder that has them with --audio "
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
            f"{kind} writes down what it hears ({source}), it does not translate into {target!r}: use --target {source}, or a "
            f"cascade such as cascade:{kind}:…+apertium:eng-spa"
        )
