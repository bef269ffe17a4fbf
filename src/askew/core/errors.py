"""Every error askew raises on purpose, in one small tree.

``AskewError``
    ├── ``InputError``        a file or stream that can't be read as what it should be
    │     └── ``JoinError``   outputs that don't answer the items: missing, extra, duplicate ids, wrong counts
    ├── ``UsageError``        an unknown name or an option that doesn't fit (with a suggestion)
    ├── ``DataError``         a data set that is not there, can't be fetched, or is not what its manifest says
    ├── ``WriteError``        a file or folder that can't be written: a full disk, no permission, too long a name
    ├── ``SystemFailure``     the system under test could not be started or did not answer as it must
    └── ``RunError``          a run folder that is missing, incomplete or made by something else
          └── ``Incomplete``  a run that ended with items unanswered; exit status 3

Each message says what was expected, what was found, where, and what to do. The command line prints the message without
a traceback and exits with status 2; anything else that escapes is a bug in askew.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager


class AskewError(Exception):
    """The root: catch this to catch whatever askew raises on purpose."""


class InputError(AskewError):
    """A file or stream that can't be read as what it should be."""

    def __init__(self, message: str, *, where: str = "", line: int | None = None) -> None:
        place = f"{where}:{line}" if where and line is not None else where
        said = f"{place}: {message}" if place else message
        super().__init__(said.encode("utf-8", "backslashreplace").decode())  # a file's name may not be UTF-8
        self.where = where
        self.line = line


class JoinError(InputError):
    """Outputs that don't answer the items one for one."""


class UsageError(AskewError):
    """An unknown name, or an option that doesn't fit the others."""


class DataError(AskewError):
    """A data set that is not there, can't be fetched, or is not what its manifest says."""


class WriteError(AskewError):
    """A file or folder that can't be written; what was there before is as it was."""


class SystemFailure(AskewError):
    """The system under test could not be started, died, or did not answer line for line."""


class RunError(AskewError):
    """A run folder that is missing, incomplete, or not a run folder."""


class Incomplete(RunError):
    """A run that ended though some items have no output."""


def first_five(names: Iterable[object]) -> str:
    """The first five offenders, and how many there are beyond them.

    >>> first_five(range(1, 8))
    '1, 2, 3, 4, 5 and 2 more'
    """
    shown = [str(name) for name in names]
    rest = f" and {len(shown) - 5} more" if len(shown) > 5 else ""
    return ", ".join(shown[:5]) + rest


def repeated(names: Iterable[str]) -> list[str]:
    """Those names that stand more than once, in the order they come.

    >>> repeated(["b", "a", "b", "c", "a"])
    ['b', 'a']
    """
    return [name for name, times in Counter(names).items() if times > 1]


@contextmanager
def located(where: str, line: int | None = None) -> Iterator[None]:
    """A ValueError in here becomes an InputError that names the file and the line."""
    try:
        yield
    except ValueError as error:
        raise InputError(str(error), where=where, line=line) from None
