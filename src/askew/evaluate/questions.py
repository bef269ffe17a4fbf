"""What a system is asked: a suite's texts, recordings of them, or talks in pieces that are not the suite's segments."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from askew.core.errors import UsageError
from askew.core.records import Item
from askew.datasets import manifest, store
from askew.evaluate.plan import Plan
from askew.resegment import SIGNED
from askew.speech.pieces import WHOLE, digest_of_pieces, read_pieces, whole_talks
from askew.speech.recordings import find_recordings
from askew.suites.options import PublishedTalkOptions
from askew.systems import System
from askew.systems.wait_k import Policy


@dataclass(frozen=True)
class Questions:
    """The items as they are kept, the same items as the system gets them, and what of that belongs in the signature."""

    items: list[Item]
    asked: list[Item]
    signed: dict[str, str] = field(default_factory=dict)
    in_pieces: bool = False
    """Whether what is asked are pieces of talks, to be put together and cut into the items."""


def questions_of(
    plan: Plan, system: System, audio: str | Path | None, segments: str | Path | None, partial: bool
) -> Questions:
    """The plan's items for a system. One that takes audio gets the recordings in ``audio``, or those of the suite's own
    data set.
    """
    items = plan.items()
    if segments is not None and audio is None:
        raise UsageError("--segments are of recordings: give the folder that has them with --audio")
    if audio is None and not system.takes_text:
        audio = own_recordings(plan.suite.name, items)
    if audio is None:
        return Questions(items, [replace(item, audio=None) for item in items])
    if not system.takes_audio:
        raise UsageError(
            f"{system.name} takes text, not the audio of --audio: a recogniser can go before it, such as "
            "cascade:whisper:tiny.en+SPEC"
        )
    if segments is not None:
        return _in_pieces(plan, items, Path(audio), segments)
    found = find_recordings(items, Path(audio), partial=partial)
    signed = {"audio": found.digest}
    if len(found.items) < len(items):
        signed["recordings"] = f"{len(found.items)}/{len(items)}"
    return Questions(found.items, found.placed(), signed)


def _in_pieces(plan: Plan, items: list[Item], folder: Path, segments: str | Path) -> Questions:
    """The pieces of the suite's talks: as a file of segments says, or whole."""
    talks = list(dict.fromkeys(item.attributes.get("talk", "") for item in items))
    if talks == [""]:
        raise UsageError(f"{plan.suite.name} has no talks, so --segments makes no sense with it")
    whole = str(segments) == WHOLE
    pieces = whole_talks(talks, folder) if whole else read_pieces(Path(segments), talks, folder)
    signed = {
        "audio": digest_of_pieces(pieces),
        "pieces": WHOLE if whole else str(len(pieces)),
        "segmentation": SIGNED[plan.selection.options.segmentation or "askew"],
    }
    return Questions(items, pieces, signed, in_pieces=True)


def policy_of(plan: Plan, text: str, audio: str | Path | None, segments: str | Path | None) -> Policy:
    """When a simultaneous run writes; UsageError if the suite has no talks, or something was given that it makes
    itself.
    """
    policy, options = Policy.parse(text), plan.selection.options
    if not isinstance(options, PublishedTalkOptions):
        raise UsageError(f"--simultaneous is for talks, and {plan.suite.name} has none")
    if audio is None:
        raise UsageError("--simultaneous listens to talks: give the folder that has their recordings with --audio")
    if segments not in (None, WHOLE):
        raise UsageError("--simultaneous hears whole talks and finds its own pieces: leave out --segments")
    if options.latency or options.elapsed != "clock" or options.segmented:
        raise UsageError("--simultaneous writes its own log: leave out --latency, --elapsed and --segmented")
    return policy


def own_recordings(suite: str, items: Sequence[Item]) -> Path:
    """The folder with the recordings that come with a suite; wherever in its data set's folder they were unpacked."""
    root, name = store.root() / suite, items[0].audio
    if name is not None and root.is_dir():
        places = (path for pattern in (name, f"*/{name}", f"*/*/{name}") for path in root.glob(pattern))
        if (first := next(places, None)) is not None:
            return Path(str(first).removesuffix(name))
    fetch = f", or 'askew data fetch {suite}'" if name is not None and suite in manifest.names() else ""
    raise UsageError(
        f"the system takes audio, and there are no recordings of {suite} here: give their folder with --audio ('askew "
        "speak' makes "
        f"recordings of any suite){fetch}"
    )
