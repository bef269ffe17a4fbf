"""A run: what was asked, answered and decided, and how; in memory, or as a folder that can be scored again.

    RUNDIR/
      run.json         what, when, versions, signature
      items.jsonl      what was asked
      outputs.jsonl    what was answered: a journal, appended line by line
      verdicts.jsonl   what was decided
      scores.json      what it adds up to
      talks.jsonl      outputs for whole talks, as they were before they were cut into segments; only where there were any
      completed.jsonl  outputs as they were judged, where that is not as they were answered: marks dropped, neural scores joined
      failures.jsonl   only while items are without an output: what went wrong with them

All but the journal are written whole or not at all.
"""

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from askew.core.errors import InputError, RunError, UsageError, first_five
from askew.core.files import from_builtins, from_json, remove_leftovers, to_json_lines, write_atomically
from askew.core.frames import data_frame
from askew.core.journal import journal_text, read_journal
from askew.core.records import Item, Output, Score, Verdict
from askew.core.resampling import Resampling
from askew.core.shown import Shown
from askew.core.signature import Signature
from askew.version import __version__

FILES = ("items.jsonl", "outputs.jsonl", "verdicts.jsonl", "scores.json")  # what run.json vouches for
TALKS, COMPLETED = "talks.jsonl", "completed.jsonl"  # and these, where they are there

T = TypeVar("T")
Groups = dict[str, dict[str, dict[str, Score]]]  # attribute -> its value -> score name -> score
Counts = dict[str, dict[str, int]]


@dataclass(frozen=True)
class Asked:
    """What was asked of whom. Two runs with equal ``Asked`` can be one run that was interrupted."""

    suite: str
    """What was asked."""
    target: str
    """The language of the outputs."""
    edition: str
    """The suite's edition."""
    subset: str
    """Which of its items."""
    system: str
    """Who was asked, by name."""
    system_details: Mapping[str, str] = field(default_factory=dict)
    """What can change its answers: options, a checksum of a model, the revision of a service."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Choices only some suites have, as far as they can change a number; they are in the signature."""
    given: Mapping[str, Any] = field(default_factory=dict, compare=False)
    """The suite's own options as they were given, so that the run can be scored again with them."""

    def to_json(self) -> dict[str, Any]:
        """A plain object."""
        return {name: dict(value) if isinstance(value, Mapping) else value for name, value in self.__dict__.items()}


@dataclass(frozen=True, repr=False)
class Run(Shown):
    """One system on one suite, judged and scored."""

    asked: Asked
    """What was asked of whom."""
    protocol: str
    """How outputs were judged."""
    signature: Signature
    """Everything that can change a number."""
    items: Sequence[Item]
    """What was asked."""
    outputs: Sequence[Output]
    """What was answered."""
    verdicts: Sequence[Verdict]
    """What was decided."""
    scores: Mapping[str, Score]
    """What it adds up to, by name."""
    groups: Groups
    """The same within groups: attribute, its value, the name."""
    counts: Counts
    """Plain counts behind the scores."""
    created: str
    """When, in UTC."""
    resampling: Resampling = field(default_factory=Resampling)
    """How intervals were made."""
    completion: Mapping[str, str] = field(default_factory=dict)
    """What was done with the outputs before they were judged, as far as it can change a number."""
    timing: Mapping[str, float] = field(default_factory=dict)
    """How long the system took, where askew ran it."""
    warnings: Sequence[str] = ()
    """What whoever reads the scores must know."""
    talks: Sequence[Mapping[str, str]] = ()
    """Outputs for whole talks before they were cut: rows of ``doc_id`` and ``output``."""

    def __repr__(self) -> str:
        """One line: what was asked of whom, and the first scores that are defined."""
        values = (f"{name}={score.value:.4g}" for name, score in self.scores.items() if score.value is not None)
        answered = f"{len(self.outputs)} of {len(self.items)} items"
        shown = ", ".join(islice(values, 3)) or "no score is defined"
        return f"<Run {self.asked.suite} {self.asked.target} {self.asked.system!r}, {answered}: {shown}>"

    def to_frame(self) -> Any:
        """A data frame with a row per verdict, in polars or pandas, whichever is installed (polars first).

        Columns are those of ``askew verdicts``: id, unit, the item's attributes, labels, counts, words found, reason,
        source and output.
        Raises UsageError where neither is installed.
        """
        return data_frame(import_module("askew.analyses.verdicts").verdict_rows(self))

    @property
    def system(self) -> str:
        """The system's name."""
        return self.asked.system

    def to_json(self) -> dict[str, Any]:
        """The one object ``--json`` prints."""
        return {
            "suite": self.asked.suite,
            "target": self.asked.target,
            "protocol": self.protocol,
            "system": self.asked.system,
            "n": len(self.outputs),
            "signature": str(self.signature),
            "scores": {name: score.to_json() for name, score in self.scores.items()},
            "groups": {
                attribute: {
                    value: {name: score.to_json() for name, score in scores.items()}
                    for value, scores in by_value.items()
                }
                for attribute, by_value in self.groups.items()
            },
            "counts": self.counts,
        }

    def save(self, folder: Path) -> None:
        """Write the run folder; each file whole or not at all, ``run.json`` last."""
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(folder / "items.jsonl", to_json_lines(item.to_json() for item in self.items))
        text = journal_text(list(self.outputs))
        if not (folder / "outputs.jsonl").exists():
            write_atomically(folder / "outputs.jsonl", text)
        elif text != journal_text(sorted_like(read_journal(folder / "outputs.jsonl"), self.items)):
            write_atomically(folder / COMPLETED, text)  # a live run has journalled them as they were answered
        else:
            (folder / COMPLETED).unlink(missing_ok=True)  # of an earlier scoring
        if self.talks:
            write_atomically(folder / TALKS, to_json_lines(self.talks))
        self.save_scores(folder)

    def save_new(self, folder: Path) -> None:
        """Write a folder that was not there before, whole or not at all; raises RunError if somebody else made it
        meanwhile.
        """
        being_written = folder.absolute().with_name(f".{folder.name}.{os.getpid()}.tmp")
        try:
            self.save(being_written)
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()
            being_written.rename(folder)
        except OSError as error:
            if folder.exists():
                raise RunError(f"{folder} was made by another process meanwhile: choose another --out") from None
            raise RunError(f"{folder} can't be written: {error.strerror}") from None
        finally:
            shutil.rmtree(being_written, ignore_errors=True)
            remove_leftovers(folder.absolute())

    def save_scores(self, folder: Path) -> None:
        """Write what judging and measuring made, into a folder that has items and outputs."""
        write_atomically(folder / "verdicts.jsonl", to_json_lines(verdict.to_json() for verdict in self.verdicts))
        write_atomically(folder / "scores.json", json.dumps(self.to_json(), ensure_ascii=False, indent=1) + "\n")
        write_head(folder, self.asked, self.created, self)


def write_head(folder: Path, asked: Asked, created: str, run: Run | None = None) -> None:
    """Write ``run.json``: complete for a scored run, without a signature for one just begun."""
    head: dict[str, Any] = {"askew": __version__, "created": created, "asked": asked.to_json()}
    if run is not None:
        head |= {"protocol": run.protocol, "signature": str(run.signature), "timing": dict(run.timing)}
        head |= {"resampling": asdict(run.resampling), "completion": dict(run.completion)}
        head |= {
            "warnings": list(run.warnings),
            "sha256": {name: _digest(folder / name) for name in _vouched_for(folder)},
        }
    write_atomically(folder / "run.json", json.dumps(head, ensure_ascii=False, indent=1) + "\n")


def _vouched_for(folder: Path) -> list[str]:
    return [*FILES, *(name for name in (TALKS, COMPLETED) if (folder / name).exists())]


@dataclass(frozen=True)
class Head:
    """``run.json``: what was asked, when and with which askew; of a scored run also how, and what it vouches for."""

    created: str
    """When, in UTC."""
    asked: Asked
    """What was asked of whom."""
    askew: str = ""
    """The version that scored it."""
    protocol: str = ""
    """How outputs were judged; empty until they are."""
    signature: str = ""
    """Everything that can change a number; empty until it is scored."""
    resampling: Resampling = field(default_factory=Resampling)
    """How intervals were made."""
    completion: Mapping[str, str] = field(default_factory=dict)
    """What was done with the outputs before they were judged."""
    timing: Mapping[str, float] = field(default_factory=dict)
    """How long the system took and what it needed, where askew ran it."""
    warnings: Sequence[str] = ()
    """What whoever reads the scores must know."""
    sha256: Mapping[str, str] = field(default_factory=dict)
    """The checksums of the folder's other files."""

    @property
    def finished(self) -> bool:
        """Whether the run was scored."""
        return bool(self.signature)


@dataclass(frozen=True)
class _Scores:
    """``scores.json``, as far as it is not in ``run.json`` too."""

    scores: dict[str, Score]
    groups: Groups
    counts: dict[str, dict[str, Any]]


def read_head(folder: Path) -> Head:
    """``run.json``; RunError if there is none, or it is damaged or not of this askew's making."""
    if not folder.is_dir():
        raise RunError(f"{folder}: no such run folder")
    rows = _decoded(folder, "run.json", dict[str, Any])
    asked = rows.get("asked")
    if not isinstance(asked, dict):
        raise RunError(f"{folder}/run.json was not written by askew")
    if strange := asked.keys() - {each.name for each in fields(Asked)}:
        raise RunError(f"{folder}/run.json was written by another version of askew: it has {first_five(strange)}")
    try:
        return from_builtins(rows, Head, where=str(folder / "run.json"))
    except InputError as error:
        raise RunError(f"{error}; it was damaged, or written by another version of askew") from None


def read_asked(folder: Path) -> Asked:
    """What a run folder's run was asked."""
    return read_head(folder).asked


def read_items(folder: Path) -> list[Item]:
    """The items of a run folder."""
    try:
        return [Item.from_json(row) for row in _decoded_lines(folder, "items.jsonl", dict[str, Any])]
    except InputError as error:
        raise RunError(f"{folder / 'items.jsonl'}: damaged: a line is no item: {error}") from None


def read_outputs(folder: Path, items: Sequence[Item]) -> list[Output]:
    """The outputs of a run folder as they were answered, in the items' order."""
    return sorted_like(read_journal(folder / "outputs.jsonl"), items)


def read_judged(folder: Path, items: Sequence[Item]) -> list[Output]:
    """The outputs of a run folder as they were judged, in the items' order."""
    completed = folder / COMPLETED
    return sorted_like(read_journal(completed), items) if completed.exists() else read_outputs(folder, items)


def sorted_like(outputs: Sequence[Output], items: Sequence[Item]) -> list[Output]:
    """Outputs in the items' order, whatever order they came in."""
    place = {item.id: number for number, item in enumerate(items)}
    return sorted(outputs, key=lambda output: place.get(output.id, len(place)))


def read_talks_of(folder: Path) -> Sequence[dict[str, str]]:
    """The outputs for whole talks in a run folder, if it has any."""
    return _decoded_lines(folder, TALKS, dict[str, str]) if (folder / TALKS).exists() else ()


def check_answered(folder: Path) -> None:
    """Refuse a scored run whose items or outputs are not those that were scored."""
    vouched = read_head(folder).sha256
    for name in ("items.jsonl", "outputs.jsonl", TALKS, COMPLETED):
        if name in vouched and (not (folder / name).is_file() or _digest(folder / name) != vouched[name]):
            raise RunError(
                f"{folder / name} is not what was written when the run was scored: it is missing, damaged or changed; "
                "restore it, or score the outputs anew into another folder"
            )


def load(folder: str | Path) -> Run:
    """A scored run from its folder."""
    folder = Path(folder)
    head = read_head(folder)
    if not head.finished:
        raise RunError(f"{folder} holds an unfinished run: start the same 'askew run' again to go on with it")
    for name in dict.fromkeys([*FILES, *(name for name in (TALKS, COMPLETED) if name in head.sha256)]):
        if not (folder / name).is_file() or _digest(folder / name) != head.sha256.get(name):
            raise RunError(
                f"{folder / name} is not what was written when the run was scored: it is missing, damaged, changed, or "
                f"scoring was interrupted; if items and outputs are whole, 'askew rescore {folder}' puts it right"
            )
    stored = _decoded(folder, "scores.json", _Scores)
    items = read_items(folder)
    return Run(
        asked=head.asked,
        protocol=head.protocol,
        signature=_signature(folder, head.signature),
        items=items,
        outputs=read_judged(folder, items),
        verdicts=_decoded_lines(folder, "verdicts.jsonl", Verdict),
        scores=stored.scores,
        groups=stored.groups,
        counts=stored.counts,
        created=head.created,
        resampling=head.resampling,
        completion=head.completion,
        timing=head.timing,
        warnings=tuple(head.warnings),
        talks=read_talks_of(folder),
    )


def _signature(folder: Path, line: str) -> Signature:
    try:
        return Signature.parse(line)
    except (ValueError, UsageError) as error:
        raise RunError(f"{folder}/run.json: damaged: its signature can't be read: {error}") from None


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _decoded(folder: Path, name: str, type: type[T]) -> T:
    """A JSON file of the folder as a type."""
    return _read(folder, name, lambda text: from_json(text, type, where=str(folder / name)))


def _decoded_lines(folder: Path, name: str, type: type[T]) -> list[T]:
    """The lines of a file of the folder as a type; it was written whole, so that a torn last line is damage."""

    def lines(text: str) -> list[T]:
        if not text.endswith("\n"):
            raise ValueError("it is cut short")
        return [
            from_json(line, type, where=str(folder / name), line=number)
            for number, line in enumerate(text.split("\n")[:-1], 1)
        ]

    return _read(folder, name, lines)


def _read(folder: Path, name: str, decode: Callable[[str], T]) -> T:
    try:
        return decode((folder / name).read_text("utf-8"))
    except FileNotFoundError:
        raise RunError(f"{folder} has no {name}, so it is not a (complete) run folder") from None
    except OSError as error:
        raise RunError(f"{folder / name} can't be read: {error.strerror}") from None
    except (ValueError, InputError) as error:
        raise RunError(f"{folder / name}: damaged: {str(error).removeprefix(f'{folder / name}: ')}") from None
