"""Ask a system for the outputs a run still lacks: in what order, by how many workers, and what is kept of it."""

import random
import warnings
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from math import inf
from pathlib import Path

from askew.core.errors import SystemFailure, UsageError
from askew.core.journal import FailureLog, Journal, read_failures, read_journal
from askew.core.records import Answer, Failure, Item, Output
from askew.evaluate.timing import Stopwatch
from askew.evaluate.workers import Opening, answer_side_by_side
from askew.systems import System
from askew.systems.cache import Cache, open_cache
from askew.systems.pipe import CountMismatch

Progress = Callable[[Iterable[Answer], int], Iterable[Answer]]  # wraps the answers to come, told how many
GIVE_UP_AFTER = 20  # failed requests in a row: whoever refuses twenty will refuse the rest


@dataclass(frozen=True)
class Asking:
    """How a run's items are asked; nothing of it changes what is asked, so a run can be continued with another."""

    workers: int | None = None
    """Instances of the system side by side; what suits the system if None."""
    executor: str = "local"
    """``local``, ``ray``, or ``ray://HOST:PORT``."""
    limit: int | None = None
    """At most so many items this time."""
    shuffle_seed: int | None = None
    """Ask in a random order, shuffled with this seed."""
    cache: bool = True
    """Use the cache, if the system's answers are worth keeping."""

    def __post_init__(self) -> None:
        if self.executor not in ("local", "ray") and not self.executor.startswith("ray://"):
            raise UsageError(f"no executor is called {self.executor!r}: use local, ray, or ray://HOST:PORT")
        if (self.workers or 1) < 1 or (self.limit or 1) < 1:
            raise UsageError("workers and limit must be 1 or more")


def ask(
    system: System,
    opening: Opening,
    items: Sequence[Item],
    folder: Path,
    begin: Callable[[], None],
    asking: Asking | None = None,
    progress: Progress | None = None,
) -> dict[str, float]:
    """Journal the outputs that are missing, log what failed, and return how long it took.

    ``begin`` is called once the folder is ours alone and before anything in it changes.
    """
    asking, progress = asking or Asking(), progress or (lambda answers, _: answers)
    watch = Stopwatch(here=asking.executor == "local")
    with Journal(folder / "outputs.jsonl") as journal, closing(_cache_of(system, opening, asking)) as cache:
        begin()
        failed = {failure.id for failure in read_failures(folder / "failures.jsonl")}
        failures = FailureLog(folder / "failures.jsonl")
        done = {output.id for output in read_journal(folder / "outputs.jsonl")}
        missing = _in_order([item for item in items if item.id not in done], failed, asking)
        missing = _take_from(cache, missing, journal, watch)
        if missing:
            answers = _answers(system, opening, list(items) if system.all_at_once else missing, asking, watch)
            try:
                with closing(answers):
                    _keep(system, progress(answers, len(missing)), missing, journal, failures, cache, watch)
            except CountMismatch:
                journal.cut(journal.size)  # nobody knows which answer belongs to which item
                raise
        return watch.timing()


def _keep(
    system: System,
    answers: Iterable[Answer],
    missing: Sequence[Item],
    journal: Journal,
    failures: FailureLog,
    cache: Cache,
    watch: Stopwatch,
) -> None:
    """Write every answer down as it comes."""
    waiting = {item.id: item for item in missing}
    patience = inf if system.never_gives_up else GIVE_UP_AFTER * (system.batch or 1)
    in_a_row = 0
    for answer in answers:
        item = waiting.pop(answer.id, None)
        if item is None:
            if system.all_at_once:
                continue  # journalled already, or beyond the limit
            raise SystemFailure(f"{system.name} answered {answer.id!r} twice, or without being asked")
        if isinstance(answer, Output):
            answer = _written(answer, journal)
        if isinstance(answer, Failure):
            failures.append(answer)
            watch.failed += 1
            in_a_row += 1
            if in_a_row >= patience:
                warnings.warn(f"{system.name} failed {in_a_row} times in a row: the rest was not asked", stacklevel=2)
                return
        else:
            in_a_row = 0
            cache.put(item, answer.text)
            watch.note(item, answer)


def _written(output: Output, journal: Journal) -> Answer:
    """The output once it is journalled; one that can't be written in any file is a failure."""
    try:
        journal.append(output)
    except UnicodeEncodeError as error:
        lone = error.object[error.start]
        return Failure(output.id, f"the output holds a lone surrogate ({lone!a}), which is no character")
    return output


def _in_order(missing: list[Item], failed: set[str], asking: Asking) -> list[Item]:
    """What to ask, and when: items that failed before come last, or they might keep the others from ever being asked."""
    if asking.shuffle_seed is not None:
        random.Random(asking.shuffle_seed).shuffle(missing)
    missing.sort(key=lambda item: item.id in failed)
    return missing[: asking.limit]


def _cache_of(system: System, opening: Opening, asking: Asking) -> Cache:
    wanted = asking.cache and system.cached
    return open_cache({**system.details, "target": opening.target or ""} if wanted else None)


def _take_from(cache: Cache, missing: list[Item], journal: Journal, watch: Stopwatch) -> list[Item]:
    """Journal what the cache knows; returns the rest."""
    rest = []
    for item in missing:
        output = cache.get(item)
        if output is None:
            rest.append(item)
        else:
            journal.append(output)
            watch.cached += 1
    return rest


def _answers(
    system: System, opening: Opening, items: list[Item], asking: Asking, watch: Stopwatch
) -> Generator[Answer]:
    """Whatever answers, wherever it runs."""
    workers = system.workers if asking.workers is None else asking.workers
    alone = system.all_at_once or not opening.is_spec
    if alone and (asking.executor != "local" or (asking.workers or 1) > 1):
        raise UsageError(f"{system.name} can't be shared out: it has to answer in one place, with one worker")
    watch.load()
    if asking.executor != "local":
        from askew.evaluate.on_ray import answer_on_ray

        watch.start()
        yield from answer_on_ray(system, opening, items, asking.workers, asking.executor.partition("://")[2])
    else:
        instances = [system, *(opening.open() for _ in range(1, 1 if alone else min(workers, len(items))))]
        try:
            for instance in instances:
                instance.load()
            watch.start()
            if len(instances) == 1:
                yield from system.answer(items)
            else:
                yield from answer_side_by_side(instances, items, system.batch)
        finally:
            for instance in instances if opening.is_spec else ():  # an object is its owner's to close
                instance.close()
