"""What a system answers, seen to be answers: systems of others may give anything."""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from math import isfinite
from typing import Any

from askew.core.errors import AskewError, SystemFailure
from askew.core.records import Answer, Failure, Item, Output
from askew.systems import System

MEASURED = ("seconds", "tokens_in", "tokens_out", "audio_seconds", "recognition_seconds", "translation_seconds")


def answers_of(system: System, items: Sequence[Item]) -> Iterator[Answer]:
    """The system's answers. An output that is no text is a failure of its item; a number that is none is left out.

    Raises SystemFailure for what is no answer at all, and for an error of a system that is not askew's own.
    """
    answers = system.answer(items)
    try:
        for answer in answers:
            yield _checked(answer, system)
    except AskewError:
        raise
    except Exception as error:
        if type(system).__module__.partition(".")[0] == "askew":
            raise
        raise SystemFailure(
            f"{system.name} failed with {type(error).__name__}: {error} (in {type(system).__module__})"
        ) from error
    finally:
        if isinstance(answers, Generator):
            answers.close()


def _checked(answer: object, system: System) -> Answer:
    if not isinstance(answer, (Output, Failure)) or not isinstance(answer.id, str):
        raise SystemFailure(
            f"{system.name} answered with {answer!r:.100}: expected an Output or a Failure, ids as text"
        )
    if isinstance(answer, Failure):
        return answer if isinstance(answer.reason, str) else Failure(answer.id, str(answer.reason))
    if not isinstance(answer.text, str) or not isinstance(answer.transcript, (str, type(None))):
        found = answer.transcript if isinstance(answer.text, str) else answer.text
        return Failure(answer.id, f"an output that is no text: {found!r:.100}")
    odd: dict[str, Any] = {name: None for name in MEASURED if not _is_measured(getattr(answer, name))}
    return replace(answer, **odd) if odd else answer


def _is_measured(value: object) -> bool:
    """Whether it is a number of seconds or tokens, or not known."""
    if value is None:
        return True
    return isinstance(value, (int, float)) and 0 <= value < 2**53 and isfinite(value)
