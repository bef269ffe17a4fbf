"""Workers on a Ray cluster: one instance of the system each, wherever Ray puts it; answers come back here.

Only this process writes the run folder, so what holds on one machine holds here: what has come back is journalled, and a
worker or a node that dies costs no more than the portion it was at, which goes to another worker.
"""

import logging
import os
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

from askew.core.errors import AskewError, SystemFailure, UsageError
from askew.core.records import Answer, Failure, Item
from askew.evaluate.workers import Opening, portions

LIVES = 3  # a portion that was in the hands of so many workers when they died is taken to have killed them
BATCH = 16  # items a portion, for systems that don't say what suits them


class Worker:
    """One instance of the system, in a process of its own somewhere on the cluster."""

    def __init__(self, opening: Opening) -> None:
        self._problem: AskewError | None = None
        try:
            self._system = opening.open()
            getattr(self._system, "load", lambda: None)()
        except AskewError as error:
            self._problem = error

    def answer(self, items: Sequence[Item]) -> list[Answer] | AskewError:
        """Answers, or the error that ended the system."""
        try:
            if self._problem:
                return self._problem
            return list(self._system.answer(items))
        except AskewError as error:
            return error


def answer_on_ray(
    opening: Opening, items: Sequence[Item], workers: int | None, batch: int | None, address: str
) -> Iterator[Answer]:
    """Answers as they come back, in any order. ``address`` is a Ray client's HOST:PORT; without one, see ``ray.init``."""
    ray = _connect(address)
    count = min(workers or int(ray.cluster_resources().get("CPU", 1)), len(items))
    waiting = portions(items, count, batch or BATCH)
    deaths: dict[str, int] = {}  # first id of a portion -> workers it was with when they died
    start = ray.remote(num_cpus=1, max_restarts=0)(Worker).remote
    running: dict[Any, tuple[Any, list[Item]]] = {}  # answer to come -> who gives it, to what

    def hand_out(worker: Any) -> None:
        if waiting:
            portion = waiting.popleft()
            running[worker.answer.remote(portion)] = worker, portion

    try:
        for _ in range(min(count, len(waiting))):
            hand_out(start(opening))
        while running:
            (ready, *_), _ = ray.wait(list(running), num_returns=1)
            worker, portion = running.pop(ready)
            try:
                answers = ray.get(ready)
            except ray.exceptions.RayActorError as death:
                yield from _bury(portion, deaths, waiting, death)
                hand_out(start(opening))
                continue
            if isinstance(answers, AskewError):
                raise answers
            yield from answers
            hand_out(worker)
    finally:
        for worker, _ in running.values():
            ray.kill(worker)


def _bury(
    portion: list[Item], deaths: dict[str, int], waiting: deque[list[Item]], death: Exception
) -> Iterator[Answer]:
    """Put back what a dead worker was at, unless it has outlived too many."""
    first = portion[0].id
    deaths[first] = deaths.get(first, 0) + 1
    if deaths[first] < LIVES:
        waiting.appendleft(portion)
        return
    reason = f"{LIVES} workers died on it: {str(death).splitlines()[0][:200]}"
    yield from (Failure(item.id, reason) for item in portion)


def _connect(address: str) -> Any:
    try:
        import ray
    except ImportError:
        raise UsageError("--executor ray needs Ray: pip install 'askew[ray]'") from None
    # Ray warns about its own future otherwise, on every start.
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        if not ray.is_initialized():
            ray.init(
                address=f"ray://{address}" if address else None, log_to_driver=False, logging_level=logging.WARNING
            )
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise SystemFailure(f"no Ray cluster answers at {address or 'the default address'}: {error}") from None
    return ray
