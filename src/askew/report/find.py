"""Run folders among the paths somebody names: a run itself, or a folder that holds runs at any depth."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from askew.core.errors import RunError
from askew.core.run import read_head


def run_folders(paths: Sequence[Path]) -> tuple[list[Path], list[str]]:
    """The run folders, each once and in order; and why some that were found inside a folder are left out."""
    found: dict[Path, None] = {}
    left_out = []
    for path in paths:
        if (path / "run.json").is_file() or not path.is_dir():
            read_head(path)  # what is named must be a run
            found[path] = None
            continue
        inside = list(_inside(path))
        if not inside:
            raise RunError(f"{path} is neither a run folder nor a folder that holds some (none has a run.json)")
        for folder in inside:
            try:
                head = read_head(folder)
            except RunError as error:
                left_out.append(str(error))
                continue
            if "signature" in head:
                found[folder] = None
            else:
                left_out.append(f"{folder} holds an unfinished run and is left out")
    if not found:
        raise RunError("; ".join(left_out))
    return list(found), left_out


def _inside(folder: Path) -> Iterable[Path]:
    for path in sorted(folder.iterdir()):
        if path.is_dir() and not path.name.startswith("."):
            if (path / "run.json").is_file():
                yield path
            else:
                yield from _inside(path)
