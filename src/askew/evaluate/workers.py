"""Instances of a system: how to come by one, and several side by side, each in a thread of its own."""

import threading
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from queue import SimpleQueue

from askew.core.errors import UsageError
from askew.core.records import Answer, Item
from askew.evaluate.answers import answers_of
from askew.systems import System, open_system
from askew.systems.base import checked_system
from askew.systems.simultaneous import simultaneous
from askew.systems.wait_k import Policy

PORTIONS = 4  # per worker, for systems that don't say how much suits them: even enough, and few new starts


@dataclass(frozen=True)
class Opening:
    """How to come by an instance of the system, here or on another machine."""

    system: str | System
    options: dict[str, object] = field(default_factory=dict)
    target: str | None = None
    policy: Policy | None = None
    """Of a simultaneous run: when it writes."""
    source: str = ""
    """The language that is spoken, which a simultaneous run must know."""

    @property
    def is_spec(self) -> bool:
        """Whether there can be as many instances as one likes; one that was given as an object is the only one there
        is.
        """
        return isinstance(self.system, str)

    def open(self) -> System:
        """An instance, or the object that was given; made to listen and write at once if there is a ``policy``.

        Raises UsageError if it is no system, or was given options, or can't do that.
        """
        system = self._open()
        return system if self.policy is None else simultaneous(system, self.policy, self.source, self.target or "")

    def _open(self) -> System:
        if isinstance(self.system, str):
            return open_system(self.system, self.options, target=self.target)
        if self.options:
            raise UsageError("options are for a system given as a SPEC; this one is an object and has its own")
        return checked_system(self.system, "the system given")


def portions(items: Sequence[Item], workers: int, batch: int | None) -> deque[list[Item]]:
    """The items in portions to hand out, in order.

    >>> [len(portion) for portion in portions([Item(str(n), "") for n in range(20)], workers=2, batch=None)]
    [3, 3, 3, 3, 3, 3, 2]
    """
    size = batch or max(1, -(-len(items) // (workers * PORTIONS)))
    return deque(list(items[start : start + size]) for start in range(0, len(items), size))


def answer_side_by_side(systems: Sequence[System], waiting: deque[list[Item]]) -> Iterator[Answer]:
    """Answers as they come, in any order; ``waiting`` are the portions to hand out.

    If one instance fails, the others finish what they are at, so that no answer already paid for is lost; then its
    error is raised. If the caller stops asking, they stop after the answer they are at.
    """
    arrived: SimpleQueue[Answer | BaseException | None] = SimpleQueue()  # None: a worker has ended
    stop = threading.Event()

    def next_portion() -> list[Item] | None:
        try:
            return None if stop.is_set() else waiting.popleft()
        except IndexError:
            return None

    def work(system: System) -> None:
        try:
            while portion := next_portion():
                for answer in answers_of(system, portion):
                    arrived.put(answer)
                    if stop.is_set():
                        break
        except BaseException as error:
            arrived.put(error)
        finally:
            arrived.put(None)

    for system in systems:
        threading.Thread(target=work, args=(system,), daemon=True).start()
    running, problem = len(systems), None
    try:
        while running:
            arrival = arrived.get()
            if arrival is None:
                running -= 1
            elif isinstance(arrival, BaseException):
                problem = problem or arrival
                stop.set()
            else:
                yield arrival
    finally:
        stop.set()
    if problem is not None:
        raise problem
