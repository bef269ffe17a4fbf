"""Simultaneous translation by wait-k, over any recogniser and translator there is (``askew run --simultaneous
wait-k=3``).

Wait-k (Ma et al. 2019, https://aclanthology.org/P19-1289/) writes the t-th unit of a translation once k + t − 1 words
of its source are known. The recogniser hears as ``listening`` says; whatever is certain of a piece of speech is
translated anew, and the new translation goes on where what is out already resembles it most. What is out is never taken
back. Once the piece has ended, the rest of its translation follows at once.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from askew.core.errors import UsageError
from askew.core.records import Answer, Emissions, Failure, Item, Output
from askew.formats.emissions import Unit
from askew.resegment.talks import unit_of
from askew.speech.audio import RATE
from askew.systems.audio_system import read_recording
from askew.systems.base import System
from askew.systems.cascade import CascadeSystem
from askew.systems.listening import Heard, listen, only_answer
from askew.systems.wait_k import Policy, continuation, units_of


class SimultaneousSystem(System):
    """Answers recordings with translations whose words have times. ``recogniser`` alone transcribes, and holds its
    words back by the same rule.
    """

    takes_text = False
    takes_audio = True
    never_gives_up = True

    def __init__(self, recogniser: System, translator: System | None, policy: Policy, target: str) -> None:
        self._recogniser, self._translator, self._policy = recogniser, translator, policy
        self._parts = {"asr": recogniser, **({} if translator is None else {"mt": translator})}
        self._unit: Unit = unit_of(target)

    @property
    def name(self) -> str:
        """The parts' names and the policy."""
        return f"{' + '.join(system.name for system in self._parts.values())} wait-{self._policy.wait_k}"

    @property
    def details(self) -> Mapping[str, str]:
        """The parts' details and the policy."""
        details = {
            f"{part}_{name}": value for part, system in self._parts.items() for name, value in system.details.items()
        }
        return {"kind": "simultaneous", "policy": str(self._policy), **details}

    def load(self) -> None:
        """Make both ready."""
        for system in self._parts.values():
            system.load()

    def close(self) -> None:
        """Let go of both."""
        for system in self._parts.values():
            system.close()

    def answer(self, items: Sequence[Item]) -> Iterator[Answer]:
        """An output per recording, with when each unit of it came out, after the recording's beginning."""
        for item in items:
            yield self._answer(item)

    def _answer(self, item: Item) -> Answer:
        began, clock = time.perf_counter(), 0.0
        samples = read_recording(self.name, item, RATE)
        if isinstance(samples, Failure):
            return samples
        written, transcript, pieces = list[str](), list[str](), list[str]()
        delays, elapsed = list[float](), list[float]()
        for heard in listen(self._recogniser, item, samples, self._policy.step, self._policy.longest):
            if isinstance(heard, Failure):
                return heard
            more, translating = self._more(item, heard, written)
            if isinstance(more, Failure):
                return more
            clock = max(clock, heard.now) + heard.seconds + translating
            written += more
            delays += [1000 * heard.now] * len(more)
            elapsed += [1000 * clock] * len(more)
            if heard.ended:
                transcript += heard.words
                pieces += [self._joined(written)]
                written = []
        return Output(
            item.id,
            self._joined([piece for piece in pieces if piece]),
            time.perf_counter() - began,
            transcript=" ".join(transcript) if self._translator else None,
            audio_seconds=round(samples.size / RATE, 3),
            emissions=Emissions(tuple(delays), 1000 * samples.size / RATE, tuple(elapsed)),
        )

    def _joined(self, units: Sequence[str]) -> str:
        return ("" if self._unit == "char" else " ").join(units)

    def _more(self, item: Item, heard: Heard, written: Sequence[str]) -> tuple[list[str] | Failure, float]:
        """The units that may be written now, after those that were, and how many seconds the translator took."""
        allowed = len(heard.words) - self._policy.wait_k + 1 - len(written)
        if not heard.words or (allowed < 1 and not heard.ended):
            return [], 0.0
        said, seconds = " ".join(heard.words), 0.0
        if self._translator is not None:
            answer = only_answer(self._translator, replace(item, source=said, audio=None))
            if isinstance(answer, Failure):
                return answer, 0.0
            said, seconds = answer.text, answer.seconds or 0.0
        rest = continuation(written, units_of(said, self._unit))
        return rest if heard.ended else rest[:allowed], seconds


def simultaneous(system: System, policy: Policy, source: str, target: str) -> SimultaneousSystem:
    """A system that takes recordings, made to answer as somebody speaks.

    Raises UsageError for one that can't: wait-k counts words of a transcript, so it must be a recogniser or a cascade.
    """
    if isinstance(system, CascadeSystem):
        recogniser, translator = system.parts
        if not system.all_at_once:
            return SimultaneousSystem(recogniser, translator, policy, target)
    elif system.takes_audio and source == target and not system.all_at_once:
        return SimultaneousSystem(system, None, policy, target)
    raise UsageError(
        f"{system.name} can't translate by wait-k, which counts the words of a transcript: use a recogniser with "
        "--target of what is spoken, or a cascade such as cascade:whisper:tiny.en+apertium:eng-spa"
    )
