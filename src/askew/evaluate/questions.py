"""What a system is asked: a suite's texts, or recordings of them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from askew.core.errors import UsageError
from askew.core.records import Item
from askew.datasets import manifest, store
from askew.evaluate.score import Plan
from askew.speech.recordings import find_recordings
from askew.systems import System


@dataclass(frozen=True)
class Questions:
    """The items as they are kept, the same items as the system gets them, and what of that belongs in the signature."""

    items: list[Item]
    asked: list[Item]
    signed: dict[str, str] = field(default_factory=dict)


def questions_of(plan: Plan, system: System, audio: str | Path | None, partial: bool) -> Questions:
    """The plan's items for a system. One that hears gets the recordings in ``audio``, or those of the suite's own data set."""
    items = plan.items()
    hears = getattr(system, "hears", False)  # None: texts as well as recordings
    if audio is None and hears:
        audio = own_recordings(plan.suite.name, items)
    if audio is None:
        return Questions(items, [replace(item, audio=None) for item in items])
    if hears is False:
        raise UsageError(
            f"{system.name} reads texts and can't hear --audio: a recogniser can go before it, such as cascade:whisper:tiny.en+SPEC"
        )
    found = find_recordings(items, Path(audio), partial=partial)
    signed = {"audio": found.digest}
    if len(found.items) < len(items):
        signed["recordings"] = f"{len(found.items)}/{len(items)}"
    return Questions(found.items, found.placed(), signed)


def own_recordings(suite: str, items: Sequence[Item]) -> Path:
    """The folder with the recordings that come with a suite; wherever in its data set's folder they were unpacked."""
    root, name = store.root() / suite, items[0].audio
    if name is not None and root.is_dir():
        places = (path for pattern in (name, f"*/{name}", f"*/*/{name}") for path in root.glob(pattern))
        if (first := next(places, None)) is not None:
            return Path(str(first).removesuffix(name))
    fetch = f", or 'askew data fetch {suite}'" if name is not None and suite in manifest.names() else ""
    raise UsageError(
        f"the system hears, and there are no recordings of {suite} here: give their folder with --audio ('askew speak' makes "
        f"recordings of any suite){fetch}"
    )
