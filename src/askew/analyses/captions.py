"""Captions against captions: the subtitle edit rate (SubER: Wilken, Georgakopoulou and Matusov 2022,
https://aclanthology.org/2022.iwslt-1.1/), of words, breaks and times at once.

It is the published tool that counts, in an environment of its own: it pins the versions of what it needs.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct

from askew.core.errors import InputError, JoinError, SystemFailure, UsageError, first_five
from askew.core.exchange import Exchange
from askew.core.files import read_lines
from askew.core.records import Score
from askew.formats.captions import Cue, read_cues
from askew.stats.clustered import jackknife

ENDINGS = (".srt", ".vtt")
LEVEL = 0.95
LANGUAGES = ("zh", "ja", "ko")  # those the tool tokenises otherwise


@dataclass(frozen=True)
class FileEdits:
    """One file: its name, how many edits make its captions the reference's, of how many words and breaks."""

    name: str
    edits: int
    length: int


@dataclass(frozen=True)
class CaptionScore:
    """SubER over all files, with an interval for files like these, and what it is made of."""

    score: Score
    files: Sequence[FileEdits]
    tool: str

    def to_json(self) -> dict[str, Any]:
        """A plain object."""
        of_files = {each.name: {"edits": each.edits, "length": each.length} for each in self.files}
        return {"suber": self.score.to_json(), "files": of_files, "tool": self.tool}


def suber(hypothesis: str | Path, reference: str | Path, python: str, target: str = "") -> CaptionScore:
    """SubER of captions, a file or a folder of files on each side, joined by their names.

    ``python`` is that of an environment with subtitle-edit-rate, or any command that speaks the same JSON Lines;
    ``target`` is the language, which matters for Chinese, Japanese and Korean. Raises UsageError and InputError for
    what is no captions, JoinError for files without a counterpart, SystemFailure if the tool fails.
    """
    sides = [_captions(Path(side)) for side in (hypothesis, reference)]
    if all(len(side) == 1 for side in sides):  # one file may be called anything
        sides[0] = dict(zip(sides[1], sides[0].values(), strict=True))
    if differing := sorted(set(sides[0]) ^ set(sides[1])):
        raise JoinError(f"captions on one side only: {first_five(differing)}", where=str(hypothesis))
    script = Path(str(files("askew.analyses").joinpath("suber_exchange.py")))
    words = (target,) if target in LANGUAGES else ()
    exchange = Exchange(python, script, _Answer, "--python", *words)
    rows = ({"id": name, "hyp": _plain(sides[0][name]), "ref": _plain(cues)} for name, cues in sides[1].items())
    tool, counted = _read(exchange.ask(rows), list(sides[1]), exchange.name)
    return CaptionScore(_score(counted), counted, tool)


def _captions(place: Path) -> dict[str, list[Cue]]:
    if not place.is_dir():
        return {place.stem: _read_cues(place)}
    paths = sorted(path for path in place.iterdir() if path.suffix in ENDINGS)
    if not paths:
        raise InputError(f"no captions: expected files that end in {' or '.join(ENDINGS)}", where=str(place))
    return {path.stem: _read_cues(path) for path in paths}


def _read_cues(path: Path) -> list[Cue]:
    """A file's captions, which must be in the order of their times: the tool takes them as they come."""
    if path.suffix not in ENDINGS:
        raise UsageError(f"{path}: SubER is of captions, files that end in {' or '.join(ENDINGS)}")
    cues = read_cues(read_lines(path), str(path))
    for number, (before, cue) in enumerate(pairwise(cues), 2):
        if cue.start < before.start:
            raise InputError(f"caption {number} begins at {cue.start:g} s, before the one before it", where=str(path))
    return cues


def _plain(cues: Iterable[Cue]) -> list[list[Any]]:
    return [[cue.start, cue.end, list(cue.lines)] for cue in cues]


class _Answer(Struct):
    """What the script writes: first the tool's version, then the counts of every file."""

    id: str | None = None
    edits: int | None = None
    length: int | None = None
    version: str | None = None


def _read(rows: Iterable[_Answer], wanted: Sequence[str], program: str) -> tuple[str, list[FileEdits]]:
    version, found = "", dict[str, FileEdits]()
    for row in rows:
        if row.version:
            version = row.version
        elif row.id is None or row.edits is None or row.length is None or row.id not in wanted or row.id in found:
            raise SystemFailure(f"{program}: wrote no counts, or those of a file twice, or of none that was asked for")
        else:
            found[row.id] = FileEdits(row.id, row.edits, row.length)
    if missing := [name for name in wanted if name not in found]:
        raise SystemFailure(f"{program}: no counts for {first_five(missing)}")
    return f"subtitle-edit-rate {version}", [found[name] for name in wanted]


def _score(counted: Sequence[FileEdits]) -> Score:
    edits, lengths = (np.array([getattr(each, name) for each in counted], float) for name in ("edits", "length"))
    if lengths.sum() == 0:
        return Score(None, n=len(counted), reason="the references have no words")
    value = 100 * float(edits.sum() / lengths.sum())
    with np.errstate(invalid="ignore", divide="ignore"):
        without = 100 * (edits.sum() - edits) / (lengths.sum() - lengths)
    estimate = jackknife(value, without)
    if estimate is None:
        return Score(value, n=len(counted), coverage=100.0, reason="one file tells nothing of others: no interval")
    low, high = estimate.interval(LEVEL)
    return Score(value, max(low, 0.0), high, len(counted), 100.0)
