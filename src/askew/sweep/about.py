"""sweep.json: what the sweep in a folder is about, so that another one in it is refused."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from askew.core.errors import InputError, RunError
from askew.core.files import from_json, write_atomically
from askew.suites.base import revision
from askew.sweep.cells import Folder
from askew.sweep.design import Value
from askew.sweep.plan import SuiteChoice, SweepPlan
from askew.version import __version__

GROWING = ("suites", "quality", "timing")  # what a sweep may be given more of later


@dataclass(frozen=True)
class About:
    """What can't change in a sweep that is continued, but for what grows."""

    askew: str
    target: str
    suites: Mapping[str, SuiteChoice]
    quality: Mapping[str, str]
    """The revision of every quality set."""
    axes: Sequence[str]
    system: str | None
    set: Mapping[str, Value]
    where: Mapping[str, Value]
    timing: Mapping[str, Value]

    @classmethod
    def of(cls, sweep: SweepPlan) -> "About":
        """What a plan is about."""
        return cls(
            askew=__version__,
            target=sweep.target,
            suites={choice.suite: choice for choice in sweep.suites},
            quality={quality.name: revision(quality.items) for quality in sweep.quality},
            axes=list(sweep.axes),
            system=sweep.system,
            set=dict(sweep.options),
            where=dict(sweep.store_where),
            timing={} if sweep.timing is None else {**asdict(sweep.timing), "repeats": "any"},
        )

    def differing(self, other: "About") -> list[str]:
        """The names of what two sweeps don't have in common; what one of them has more of does not count."""
        return [
            name for name in self.__dataclass_fields__ if not _agree(name, getattr(self, name), getattr(other, name))
        ]

    def grown_by(self, other: "About") -> "About":
        """What the other is about, and what this one has more of."""
        return replace(
            other,
            suites={**self.suites, **other.suites},
            quality={**self.quality, **other.quality},
            timing={**self.timing, **other.timing},
        )


def begin(sweep: SweepPlan, folder: Folder) -> None:
    """Note what this folder's sweep is about. Sets, values of axes, steps and timing may be added to one that is there.

    Raises:
        RunError: the folder holds another sweep, something else, or a damaged sweep.json.

    """
    about, path = About.of(sweep), folder.root / "sweep.json"
    if path.exists():
        earlier = _read(folder)
        if differing := earlier.differing(about):
            raise RunError(
                f"{folder.root} holds another sweep (it differs in {', '.join(differing)}): choose another --out"
            )
        about = earlier.grown_by(about)
    elif folder.root.exists() and any(folder.root.iterdir()):
        raise RunError(f"{folder.root} exists, is not empty and holds no sweep: choose another --out")
    folder.root.mkdir(parents=True, exist_ok=True)
    write_atomically(path, json.dumps(asdict(about), ensure_ascii=False, indent=1) + "\n")


def _read(folder: Folder) -> About:
    path = folder.root / "sweep.json"
    try:
        return from_json(path.read_text("utf-8"), About, where=str(path))
    except (InputError, OSError, UnicodeDecodeError) as error:
        raise RunError(f"{error}; the folder's sweep can't be told any more: choose another --out") from None


def _agree(name: str, earlier: Any, now: Any) -> bool:
    if name in GROWING:
        return all(earlier[key] == now[key] for key in earlier.keys() & now.keys())
    return bool(earlier == now)
