"""Talks: documents of segments, in the formats people keep them in, joined by their ids.

| format  | looks like                                                                                  |
|---------|---------------------------------------------------------------------------------------------|
| `xml`   | IWSLT/mteval: `<doc docid="…"><seg id="1">…</seg></doc>`; a bare `&` is read, with a warning   |
| `jsonl` | a row per segment (`doc_id`, `seg_id`) or per talk (`doc_id` alone); `output`, `text`, `hypothesis` |
| `text`  | one segment per line: one talk, named like the file                                          |
"""

import json
import re
import warnings
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from askew.core.errors import InputError, JoinError, first_five
from askew.core.files import read_lines
from askew.core.readers import as_id, field_text

_BARE_AMPERSAND = re.compile(r"&(?!(?:[A-Za-z][A-Za-z0-9]*|#[0-9]+|#x[0-9A-Fa-f]+);)")


@dataclass(frozen=True)
class Segment:
    """One segment of a talk."""

    id: str
    text: str


@dataclass(frozen=True)
class Talk:
    """One talk: its segments in order. A transcript of a whole talk is one segment with an empty id."""

    id: str
    segments: tuple[Segment, ...]

    @property
    def texts(self) -> list[str]:
        """The segments' texts."""
        return [segment.text for segment in self.segments]


def read_talks(path: str | Path) -> list[Talk]:
    """The talks in a file, in its order."""
    lines = read_lines(path)
    name = str(path).removesuffix(".gz")
    if name.endswith(".xml") or lines[0].lstrip().startswith("<"):
        return _from_xml("\n".join(lines), str(path))
    if name.endswith((".jsonl", ".ndjson")) or lines[0].startswith("{"):
        return _from_jsonl(lines, str(path))
    segments = tuple(Segment(str(number), line.strip()) for number, line in enumerate(lines, 1))
    return [Talk(Path(name).stem, segments)]


def _from_xml(text: str, where: str) -> list[Talk]:
    mended = _BARE_AMPERSAND.sub("&amp;", text)
    if mended != text:
        lines = dict.fromkeys(text.count("\n", 0, match.start()) + 1 for match in _BARE_AMPERSAND.finditer(text))
        warnings.warn(
            f"{where}: not well-formed XML, a bare '&' on line {first_five(lines)}; read as '&amp;'", stacklevel=3
        )
    if "<!DOCTYPE" in mended or "<!ENTITY" in mended:
        raise InputError("declares entities, which a file of talks has no need of", where=where)
    try:
        tree = ET.fromstring(mended)
    except ET.ParseError as error:
        line, column = error.position
        raise InputError(f"malformed XML at column {column + 1}: {error}", where=where, line=line) from None
    talks = []
    for document in tree.iter("doc"):
        segments = tuple(
            Segment(segment.get("id", ""), " ".join("".join(segment.itertext()).split()))
            for segment in document.iter("seg")
        )
        talks.append(Talk(document.get("docid", ""), segments))
    if not talks:
        raise InputError('no <doc docid="…"> with <seg id="…"> in it', where=where)
    return _checked(talks, where)


def _from_jsonl(lines: Sequence[str], where: str) -> list[Talk]:
    talks: dict[str, list[Segment]] = {}
    for number, line in enumerate(lines, 1):
        try:
            row = json.loads(line)
            if not isinstance(row, dict) or "doc_id" not in row:
                raise ValueError("expected an object with doc_id, and seg_id where it is a segment")
            segment = Segment(as_id(row["seg_id"]) if "seg_id" in row else "", field_text(row))
        except (ValueError, RecursionError) as error:
            raise InputError(str(error), where=where, line=number) from None
        talks.setdefault(as_id(row["doc_id"]), []).append(segment)
    return _checked([Talk(name, tuple(segments)) for name, segments in talks.items()], where)


def _checked(talks: list[Talk], where: str) -> list[Talk]:
    """No talk and no segment of a talk stands twice."""
    names = [talk.id for talk in talks]
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    for talk in talks:
        ids = [segment.id for segment in talk.segments]
        twice += [f"{talk.id}/{name}" for name in dict.fromkeys(ids) if ids.count(name) > 1]
    if twice:
        raise JoinError(f"duplicate ids: {first_five(twice)}", where=where)
    return talks


def join_talks(reference: Sequence[Talk], hypothesis: Sequence[Talk], where: str) -> list[tuple[Talk, Talk]]:
    """Each talk of the reference with that of the hypothesis; the order may differ, a missing or extra talk is an error.

    Where each side has just one talk and the ids differ, they are taken to be the same: plain text has no ids.
    """
    if len(reference) == len(hypothesis) == 1:
        return [(reference[0], hypothesis[0])]
    said = {talk.id: talk for talk in hypothesis}
    missing = [talk.id for talk in reference if talk.id not in said]
    extra = [name for name in said if name not in {talk.id for talk in reference}]
    if missing or extra:
        problems = [f"no output for {first_five(missing)}"] * bool(missing) + [f"unknown {first_five(extra)}"] * bool(
            extra
        )
        raise JoinError(f"talks don't match: {'; '.join(problems)}", where=where)
    return [(talk, said[talk.id]) for talk in reference]
