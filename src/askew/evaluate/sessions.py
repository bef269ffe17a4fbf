"""A run's sessions: each time its system was asked, how long that took, and whose answers nobody has counted yet.

``sessions.json`` lies beside the journal. It is written when a session begins and when it ends; what a session that was
killed did is read off the journal.
"""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated

import msgspec

from askew.core.errors import InputError, RunError
from askew.core.files import from_json, write_atomically
from askew.core.records import Item, Output
from askew.evaluate.timing import counted, total

SESSIONS = "sessions.json"
Measured = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)] | float


@dataclass
class Session:
    """One time the system was asked."""

    began: float
    """When the system was ready, in seconds since 1970."""
    journalled: int
    """Outputs in the journal at that time."""
    measured: dict[str, Measured] = field(default_factory=dict)
    """What the stopwatch counted: all of it once the session has ended, until then what was known at its beginning."""
    ended: bool = False
    uncounted: list[list[str]] = field(default_factory=list)
    """The ids of each call whose answers are matched to them by order, until it is known that there are as many."""


class Sessions:
    """The sessions of the run in a folder; the last one may be going on."""

    def __init__(self, folder: Path) -> None:
        """Raises RunError if the file is damaged."""
        self._path = folder / SESSIONS
        self._sessions: list[Session] = []
        try:
            if self._path.exists():
                self._sessions = from_json(self._path.read_text("utf-8"), list[Session], where=str(self._path))
        except (InputError, OSError, ValueError) as error:
            raise RunError(f"{error}: damaged; restore the file, or start the run afresh with --fresh") from None

    def close_killed(self, journal: Path, outputs: Sequence[Output], items: Mapping[str, Item]) -> None:
        """Count what a killed session did: its outputs are in the journal, whose age says how long it lasted."""
        if self._sessions and not self._sessions[-1].ended:
            last = self._sessions[-1]
            for output in outputs[last.journalled :]:
                if output.id in items:
                    counted(last.measured, items[output.id], output)
            last.measured["wall_seconds"] = max(0.0, journal.stat().st_mtime - last.began)
            last.ended = True
            self._write()

    def uncounted(self) -> list[list[str]]:
        """The ids of every call that was broken off, whose answers can't be trusted to be theirs."""
        return [call for session in self._sessions for call in session.uncounted]

    def trust(self) -> None:
        """What was uncounted has been looked at."""
        for session in self._sessions:
            session.uncounted = []
        self._write()

    def begin(self, journalled: int, measured: Mapping[str, float], calls: Sequence[Sequence[str]]) -> None:
        """A session begins; ``calls`` are its calls whose answers are matched by order."""
        self._sessions.append(Session(time.time(), journalled, dict(measured), False, [list(call) for call in calls]))
        self._write()

    def end(self, measured: Mapping[str, float], counted: bool) -> None:
        """The session is over; ``counted``: its calls ended as they should."""
        last = self._sessions[-1] if self._sessions and not self._sessions[-1].ended else None
        if last is None:  # it did not come to the first question
            last = Session(time.time(), 0)
            self._sessions.append(last)
        last.measured, last.ended = dict(measured), True
        if counted:
            last.uncounted = []
        self._write()

    def timing(self, outputs: Sequence[Output]) -> dict[str, float]:
        """What all sessions took together."""
        return total([session.measured for session in self._sessions], outputs)

    def _write(self) -> None:
        write_atomically(self._path, json.dumps([asdict(session) for session in self._sessions]) + "\n")


def timing_of(folder: Path, outputs: Sequence[Output]) -> dict[str, float]:
    """What asking for a run's outputs took, in all sessions; nothing if nobody noted it."""
    return Sessions(folder).timing(outputs) if (folder / SESSIONS).exists() else {}
