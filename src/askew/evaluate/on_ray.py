"""Workers on a Ray cluster: one instance of the system each, wherever Ray puts it; answers come back here.

Only this process writes the run folder, so what holds on one machine holds here: what has come back is journalled, and
a worker or a node that dies costs no more than the portion it was at, which goes to another worker.
"""

import logging
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from typing import Any

from askew.core.errors import AskewError, SystemFailure, UsageError
from askew.core.records import Answer, Failure, Item
from askew.evaluate.answers import answers_of
from askew.evaluate.workers import Opening, portions
from askew.systems import System

LIVES = 3  # a portion that was in the hands of so many workers when they died is taken to have killed them
GRACE = 3.0
"""Seconds before a worker says that its system failed: where a whole node is killed, the system's program may go first,
and the worker next, which then says nothing."""
PATIENCE = 60.0  # seconds without a single worker before we ask whether there can ever be one


class Worker:
    """One instance of the system, in a process of its own somewhere on the cluster."""

    def __init__(self, opening: Opening) -> None:
        self._opening = opening

    def load(self) -> AskewError | None:
        """Make the system ready; returns the error if that can't be done here."""
        try:
            self._system = self._opening.open()
            self._system.load()
        except AskewError as error:
            return error
        return None

    def answer(self, items: Sequence[Item]) -> list[Answer] | AskewError:
        """Answers, or the error that ended the system."""
        try:
            return list(answers_of(self._system, items))
        except AskewError as error:
            time.sleep(GRACE)
            return error


def answer_on_ray(
    system: System, opening: Opening, items: Sequence[Item], workers: int | None, address: str
) -> Iterator[Answer]:
    """Answers as they come back, in any order. ``address`` is a Ray client's HOST:PORT; without one, see ``ray.init``.

    ``system`` is the instance that is open here; what it says of itself holds for the workers, it answers nothing.
    """
    needs = {"num_cpus": 1, "num_gpus": int(system.device.startswith("cuda"))}
    # Ray prints what befalls its nodes on standard output, which is for results.
    with redirect_stdout(sys.stderr), _connected(address) as ray:
        yield from _answer(ray, opening, items, workers, system.batch, needs)


def _answer(
    ray: Any, opening: Opening, items: Sequence[Item], workers: int | None, batch: int | None, needs: dict[str, int]
) -> Iterator[Answer]:
    count = workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting = portions(items, count, batch)
    deaths: Counter[str] = Counter()  # first id of a portion -> workers it was with when they died; "": with none
    start = ray.remote(max_restarts=0, **needs)(Worker).remote
    starting: dict[Any, Any] = {}  # promise of being ready -> worker
    running: dict[Any, tuple[Any, list[Item]]] = {}  # promise of answers -> worker, and what it was asked
    idle: list[Any] = []

    def begin() -> None:
        worker = start(opening)
        starting[worker.load.remote()] = worker

    try:
        for _ in range(min(count, len(waiting))):
            begin()
        while waiting or running:
            # Only a worker that is up is given anything: one that still waits for room must not hold items.
            while waiting and idle:
                worker, portion = idle.pop(), waiting.popleft()
                running[worker.answer.remote(portion)] = worker, portion
            ready, _ = ray.wait([*running, *starting], num_returns=1, timeout=None if running else PATIENCE)
            if not ready and _has_room(ray, needs):
                continue  # for others' work, now; ours is next
            if not ready:
                raise SystemFailure(f"the Ray cluster has no room for a worker, which needs {needs}")
            worker, portion = running.pop(ready[0]) if ready[0] in running else (starting.pop(ready[0]), [])
            try:
                answers = ray.get(ready[0])
            except ray.exceptions.RayActorError as death:
                first = portion[0].id if portion else ""
                deaths[first] += 1
                if not portion and deaths[first] > LIVES * count:
                    raise SystemFailure(f"no worker can be started on the Ray cluster: {death}") from None
                begin()
                if portion and deaths[first] < LIVES:
                    waiting.appendleft(portion)
                else:
                    reason = f"{LIVES} workers died on it: {str(death).splitlines()[0][:200]}"
                    yield from (Failure(item.id, reason) for item in portion)
                continue
            if isinstance(answers, AskewError):
                raise answers
            idle.append(worker)
            yield from answers or ()
    finally:
        for worker in [*idle, *starting.values(), *(worker for worker, _ in running.values())]:
            ray.kill(worker)


def _has_room(ray: Any, needs: dict[str, int]) -> bool:
    """Whether a worker would fit into the cluster if nobody else used it."""
    there = ray.cluster_resources()
    names = {"num_cpus": "CPU", "num_gpus": "GPU"}
    return all(there.get(names[need], 0) >= amount for need, amount in needs.items())


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    try:
        import ray
    except ImportError:
        raise UsageError("--executor ray needs Ray: pip install 'askew[ray]'") from None
    ours = not ray.is_initialized()
    try:
        if ours:
            ray.init(address=f"ray://{address}" if address else None, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise SystemFailure(f"no Ray cluster answers at {address or 'the default address'}: {error}") from None
    try:
        yield ray
    finally:
        if ours:
            ray.shutdown()
