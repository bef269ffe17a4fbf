"""A run's folder before and while the run is made: new, or one that holds the same run broken off."""

import os
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from askew.core.errors import RunError, first_five
from askew.core.files import to_json_lines, write_atomically, writing
from askew.core.journal import read_journal
from askew.core.records import Item
from askew.core.run import COMPLETED, FILES, TALKS, Asked, read_asked, read_head, read_items, write_head
from askew.evaluate.sessions import SESSIONS

PIECES = "pieces"  # the folder in a run's that has the pieces of talks and their outputs
TRANSCRIPTS = "transcripts.jsonl"  # a cascade's transcripts of whole talks; 'askew score --target en' takes it
LOG = "instances.log"  # what a simultaneous run wrote and when, in SimulEval's form; 'askew score --latency' takes it


def check_new_folder(folder: Path) -> Path:
    """Refuse to write a run where something else is."""
    parent = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not parent.is_dir():
        raise RunError(f"{folder} can't be made: {parent} is a file")
    if not os.access(parent, os.W_OK):
        raise RunError(f"{folder} can't be made: {parent} may not be written to")
    if folder.exists():
        for path in filter(_is_leftover, folder.iterdir()):
            path.unlink()
        if any(folder.iterdir()):
            raise RunError(f"{folder} exists and is not empty: choose another --out, or remove it")
    return folder


def _is_leftover(path: Path) -> bool:
    """A temporary file of a write that was killed before the run had begun."""
    return path.name.startswith(".") and path.name.endswith(".tmp")


def begin(folder: Path, asked: Asked, fresh: bool) -> str:
    """Open the folder: new, or one that holds the same run broken off. Returns when the run began.

    With ``fresh`` a run that is there is removed. Raises RunError if the folder holds another run, or something else, and
    WriteError if it can't be made.
    """
    if fresh and (folder / "run.json").exists():
        remove_run(folder)
    if (folder / "run.json").exists():
        earlier = read_asked(folder)
        if earlier == asked:
            return read_head(folder).created
        if any(read_journal(place / "outputs.jsonl") for place in (folder, folder / PIECES)):
            raise RunError(
                f"{folder} holds another run ({_differences(earlier.to_json(), asked.to_json())}): "
                "choose another --out, or throw it away with --fresh"
            )
        remove_run(folder)  # it never came to an output: nothing is lost
    check_new_folder(folder)
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    created = datetime.now(UTC).isoformat(timespec="seconds")
    write_head(folder, asked, created)  # first, so that whatever else is found here later is known to be ours
    return created


def remove_run(folder: Path) -> None:
    """Remove a run, and the folder with it; what somebody else put there (an audit's labels, say) is never removed."""
    known = (*FILES, TALKS, COMPLETED, TRANSCRIPTS, LOG, SESSIONS, "run.json", "failures.jsonl")
    if (folder / PIECES).is_dir():
        remove_run(folder / PIECES)
    ours = [path for path in folder.iterdir() if path.name in known or _is_leftover(path)]
    others = [path.name for path in folder.iterdir() if path not in ours]
    if others:
        raise RunError(
            f"{folder} holds more than the run ({first_five(others)}): move that first, or choose another --out"
        )
    for path in ours:
        path.unlink()
    folder.rmdir()


def keep_items(folder: Path, items: Sequence[Item]) -> None:
    """Write what is asked; a run that was begun with other items (of another askew, say) is not continued."""
    if (folder / "items.jsonl").exists() and read_journal(folder / "outputs.jsonl"):
        begun = {item.id: item for item in read_items(folder)}
        now = {item.id: item for item in items}
        if list(begun.values()) != list(items):
            changed = [item_id for item_id in {**begun, **now} if begun.get(item_id) != now.get(item_id)]
            raise RunError(
                f"{folder} was begun with other items than the suite has now ({len(begun)} then, {len(now)} now; "
                f"different: {first_five(changed) or 'their order'}): choose another --out, or --fresh"
            )
    write_atomically(folder / "items.jsonl", to_json_lines(item.to_json() for item in items))


def _differences(there: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """What differs between two questions, down to the detail of the system.

    >>> _differences({"target": "es", "system_details": {"beam": "5"}}, {"target": "es", "system_details": {"beam": "1"}})
    "system_details: {'beam': '5'} there, {'beam': '1'} now"
    """
    parts = []
    for key in now:
        old, new = there[key], now[key]
        if isinstance(new, dict):
            names = [name for name in {**old, **new} if old.get(name) != new.get(name)]
            old, new = ({name: side[name] for name in names if name in side} for side in (old, new))
        if old != new:
            parts.append(f"{key}: {old} there, {new} now")
    return "; ".join(parts)
