"""Runs and sweeps among the paths somebody names: one itself, or a folder that holds some at any depth."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from askew.core.errors import RunError
from askew.core.run import read_head
from askew.report.sections.speed import is_sweep


@dataclass
class Found:
    """Folders of runs and of sweeps, each once and in order, and why some were left out."""

    runs: list[Path] = field(default_factory=list)
    sweeps: list[Path] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


def find(paths: Sequence[Path]) -> Found:
    """What the paths hold. What is named must be a run, a sweep, or a folder with some; what is unfinished inside
    a folder is left out.
    """
    found = Found()
    for path in dict.fromkeys(paths):
        if is_sweep(path):
            found.sweeps.append(path)
        elif (path / "run.json").is_file() or not path.is_dir():
            read_head(path)  # an error that says what it lacks
            found.runs.append(path)
        elif inside := list(_inside(path)):
            for folder in inside:
                _sort_in(folder, found)
        else:
            raise RunError(f"{path} is neither a run nor a sweep, nor a folder that holds some (none has a run.json)")
    found.runs, found.sweeps = list(dict.fromkeys(found.runs)), list(dict.fromkeys(found.sweeps))
    if not found.runs and not found.sweeps:
        raise RunError("; ".join(found.left_out))
    return found


def _sort_in(folder: Path, found: Found) -> None:
    if is_sweep(folder):
        found.sweeps.append(folder)
        return
    try:
        finished = read_head(folder).finished
    except RunError as error:
        found.left_out.append(str(error))
        return
    if finished:
        found.runs.append(folder)
    else:
        found.left_out.append(f"{folder} holds an unfinished run and is left out")


def _inside(folder: Path) -> Iterable[Path]:
    for path in sorted(folder.iterdir()):
        if path.is_dir() and not path.name.startswith("."):
            if (path / "run.json").is_file() or is_sweep(path):
                yield path
            else:
                yield from _inside(path)
