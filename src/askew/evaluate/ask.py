"""Ask a system for the outputs a run still lacks: in what order, by how many workers, and what is kept of it."""

import random
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path

from askew.core.errors import SystemFailure, UsageError
from askew.core.journal import FailureLog, Journal, read_failures, read_journal
from askew.core.records import Answer, Failure, Item, Output
from askew.evaluate.answers import answers_of
from askew.evaluate.sessions import Sessions
from askew.evaluate.timing import Stopwatch
from askew.evaluate.trust import doubtful
from askew.evaluate.workers import Opening, answer_side_by_side, portions
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
    """Journal the outputs that are missing, log what failed, and return how long it took, now and before.

    ``begin`` is called once the folder is ours alone and before anything in it changes. Raises SystemFailure if the
    system fails as a whole, UsageError if it can't be asked as ``asking`` says.
    """
    asking, progress = asking or Asking(), progress or (lambda answers, _: answers)
    watch = Stopwatch(here=asking.executor == "local")
    path = folder / "outputs.jsonl"
    with Journal(path) as journal, closing(_cache_of(system, opening, asking)) as cache:
        begin()
        sessions = Sessions(folder)
        _drop_doubtful(system, items, journal, sessions, watch)
        failed = {failure.id for failure in read_failures(folder / "failures.jsonl")}
        log = _Log(journal, FailureLog(folder / "failures.jsonl"), cache, watch, sessions)
        for _ in range(2):
            known = {output.id: output.text for output in read_journal(path)}
            missing = _in_order([item for item in items if item.id not in known], failed, asking)
            missing = _take_from(cache, missing, journal, watch)
            try:
                _ask_for(system, opening, items, missing, known, asking, progress, log)
                break
            except _AnswersChanged:
                warnings.warn(f"{system.name} answers otherwise than before: all items are asked again", stacklevel=2)
                journal.rewrite([])
                log = replace(log, watch=Stopwatch(here=asking.executor == "local"))
        return sessions.timing(read_journal(path))


class _AnswersChanged(Exception):
    """A system that was asked for all items again gave another answer to one that is in the journal."""


@dataclass(frozen=True)
class _Log:
    """Where what comes is written down."""

    journal: Journal
    failures: FailureLog
    cache: Cache
    watch: Stopwatch
    sessions: Sessions


def _drop_doubtful(
    system: System, items: Sequence[Item], journal: Journal, sessions: Sessions, watch: Stopwatch
) -> None:
    """Take outputs out of the journal that can't be trusted to belong to their items, since a call was broken off."""
    outputs = read_journal(journal.path)
    by_id = {item.id: item for item in items}
    sessions.close_killed(journal.path, outputs, by_id)
    if not (calls := sessions.uncounted()):
        return
    if not _repeats(system) or len(outputs) == len(items):  # those that repeat everything show it as they go
        watch.load()
        if doubted := doubtful(system, by_id, outputs, calls):
            trusted = [output for output in outputs if output.id not in doubted]
            warnings.warn(
                f"{system.name} was broken off, and its last answers are others now: the {len(outputs) - len(trusted)} "
                "of that time are asked again",
                stacklevel=3,
            )
            journal.rewrite(trusted)
    sessions.trust()


def _repeats(system: System) -> bool:
    """Whether a broken-off run asks the system for all items again."""
    return system.all_at_once or system.depends_on_order


def _ask_for(
    system: System,
    opening: Opening,
    items: Sequence[Item],
    missing: Sequence[Item],
    known: Mapping[str, str],
    asking: Asking,
    progress: Progress,
    log: _Log,
) -> None:
    """One session: ask for what is missing and keep what comes."""
    counted = False
    try:
        if missing:
            wanted = list(missing)
            if _repeats(system):
                last = {item.id for item in missing}
                end = len(items) if system.all_at_once else max(n for n, item in enumerate(items, 1) if item.id in last)
                wanted = list(items[:end])
            answers = _answers(system, opening, wanted, asking, log, len(known))
            with closing(answers):
                counted = _keep(system, progress(answers, len(missing)), missing, known, log)
    except CountMismatch:
        log.journal.cut(log.journal.size)  # nobody knows which answer belongs to which item
        raise
    finally:
        log.sessions.end(log.watch.measured(), counted)


def _keep(
    system: System, answers: Iterable[Answer], missing: Sequence[Item], known: Mapping[str, str], log: _Log
) -> bool:
    """Write every answer down as it comes; returns whether all came."""
    waiting = {item.id: item for item in missing}
    patience = inf if system.never_gives_up else GIVE_UP_AFTER * (system.batch or 1)
    in_a_row = 0
    for answer in answers:
        item = waiting.pop(answer.id, None)
        if item is None:
            if not _repeats(system):
                raise SystemFailure(f"{system.name} answered {answer.id!r} twice, or without being asked")
            if isinstance(answer, Output) and known.get(answer.id, answer.text) != answer.text:
                raise _AnswersChanged
            continue  # journalled already, or beyond the limit
        if isinstance(answer, Output):
            answer = _written(answer, log.journal)
        if isinstance(answer, Failure):
            log.failures.append(answer)
            log.watch.note_failed()
            in_a_row += 1
            if in_a_row >= patience:
                warnings.warn(f"{system.name} failed {in_a_row} times in a row: the rest was not asked", stacklevel=2)
                return False
        else:
            in_a_row = 0
            log.cache.put(item, answer.text)
            log.watch.note(item, answer)
    return True


def _written(output: Output, journal: Journal) -> Answer:
    """The output once it is journalled; one that can't be written in any file is a failure."""
    try:
        journal.append(output)
    except UnicodeEncodeError as error:
        lone = error.object[error.start]
        return Failure(output.id, f"the output holds a lone surrogate ({lone!a}), which is no character")
    return output


def _in_order(missing: list[Item], failed: set[str], asking: Asking) -> list[Item]:
    """What to ask, and when: items that failed before come last, or they might keep others from being asked."""
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
            watch.note_cached()
    return rest


def _answers(
    system: System, opening: Opening, items: list[Item], asking: Asking, log: _Log, journalled: int
) -> Generator[Answer]:
    """Whatever answers, wherever it runs."""
    watch = log.watch
    workers = system.workers if asking.workers is None else asking.workers
    alone = _repeats(system) or not opening.is_spec
    if alone and (asking.executor != "local" or (asking.workers or 1) > 1):
        why = (
            "its answers depend on the order of the items"
            if system.depends_on_order
            else "it has to answer in one place"
        )
        raise UsageError(f"{system.name} can't be shared out: {why}, with one worker")
    watch.load()
    if asking.executor != "local":
        from askew.evaluate.on_ray import answer_on_ray

        watch.start()
        log.sessions.begin(journalled + int(watch.counts["cached"]), watch.counts, [])
        yield from answer_on_ray(system, opening, items, asking.workers, asking.executor.partition("://")[2])
    else:
        instances = [system, *(opening.open() for _ in range(1, 1 if alone else min(workers, len(items))))]
        try:
            for instance in instances:
                instance.load()
            watch.start()
            calls = portions(items, len(instances), system.batch) if len(instances) > 1 else deque([items])
            ids = [[item.id for item in call] for call in calls] if system.matches_by_position else []
            log.sessions.begin(journalled + int(watch.counts["cached"]), watch.counts, ids)
            if len(instances) == 1:
                yield from answers_of(system, items)
            else:
                yield from answer_side_by_side(instances, calls)
        finally:
            for instance in instances if opening.is_spec else ():  # an object is its owner's to close
                instance.close()
