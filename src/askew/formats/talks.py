"""Talks: documents of segments, in the formats people keep them in, joined by their ids.

| format    | looks like                                                                                          |
|-----------|-----------------------------------------------------------------------------------------------------|
| `xml`     | IWSLT/mteval: `<doc docid="…"><seg id="1">…</seg></doc>`; a bare `&` is read, with a warning            |
| `jsonl`   | a row per segment (`doc_id`, `seg_id`) or per talk (`doc_id` alone); `output`, `text`, `hypothesis`     |
| `srt`, `vtt` | captions: one talk, named like the file                                                            |
| `yaml`    | MuST-C: `- {duration: …, offset: …, speaker_id: …, wav: …}` and, beside it, a text of as many lines       |
| `text`    | one segment per line: one talk, named like the file, unless a YAML file of the same name is beside it    |
| a folder  | `LANG.xml` or another file named by its language, a folder `LANG`, MuST-C's `*.yaml` with `*.LANG`, or a file per talk |
"""

import json
import re
import warnings
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path

from askew.core.errors import InputError, JoinError, first_five
from askew.core.files import read_lines
from askew.formats.captions import read_captions
from askew.formats.mustc import read_timed_text, text_beside, times_beside
from askew.formats.outputs import as_id, field_text
from askew.formats.segments import Segment, Talk

__all__ = ["Segment", "Talk", "join_talks", "read_talks"]

_BARE_AMPERSAND = re.compile(r"&(?!(?:[A-Za-z][A-Za-z0-9]*|#[0-9]+|#x[0-9A-Fa-f]+);)")
_KNOWN_ENDINGS = (".xml", ".jsonl", ".ndjson", ".srt", ".vtt", ".txt", ".yaml", ".yml")


def read_talks(path: str | Path, language: str = "") -> list[Talk]:
    """The talks in a file or a folder, in its order; ``language`` says which text of a folder, or beside a YAML file, is meant."""
    place = Path(path)
    if place.is_dir():
        return _from_folder(place, language)
    name = str(path).removesuffix(".gz")
    if name.endswith((".yaml", ".yml")):
        return _checked(read_timed_text(place, text_beside(place, language)), str(path))
    lines = read_lines(path)
    if name.endswith(".xml") or lines[0].lstrip().startswith("<"):
        return _from_xml("\n".join(lines), str(path))
    if name.endswith((".jsonl", ".ndjson")) or lines[0].startswith("{"):
        return _from_jsonl(lines, str(path))
    if name.endswith((".srt", ".vtt")) or lines[0].startswith("WEBVTT"):
        return [read_captions(lines, str(path))]
    times = times_beside(place)
    if times is not None:
        return _checked(read_timed_text(times, place), str(path))
    segments = tuple(Segment(str(number), line.strip()) for number, line in enumerate(lines, 1))
    return [Talk(Path(name).stem, segments)]


def _from_folder(folder: Path, language: str) -> list[Talk]:
    """A folder's talks in one language, or, where nothing in it is named by a language, a file per talk."""
    inside = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    if language:
        named = [path for path in inside if path.name.split(".")[0] == language]
        timed = [path for path in inside if path.suffix == f".{language}" and times_beside(path)]
        if len(named) + len(timed) > 1:
            shown = first_five(path.name for path in [*named, *timed])
            raise InputError(f"more than one text in {language!r}: {shown}; name the file", where=str(folder))
        if named or timed:
            return read_talks([*named, *timed][0], language)
    endings = (*_KNOWN_ENDINGS, *([f".{language}"] if language else []))
    files = [path for path in inside if path.name.removesuffix(".gz").endswith(endings)]
    if not files:
        raise InputError(
            f"no talks{f' in {language!r}' if language else ''}: expected {language or 'LANG'}.xml, a folder "
            f"{language or 'LANG'}, or a file per talk ({', '.join(_KNOWN_ENDINGS)}); found {first_five(p.name for p in inside) or 'nothing'}",
            where=str(folder),
        )
    return _checked([talk for path in files for talk in read_talks(path, language)], str(folder))


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
        speaker = (document.findtext("speaker") or "").strip()
        segments = tuple(
            Segment(segment.get("id", ""), " ".join(_text_of(segment).split()), speaker=speaker)
            for segment in document.iter("seg")
        )
        talks.append(Talk(document.get("docid", ""), segments))
    if not talks:
        raise InputError('no <doc docid="…"> with <seg id="…"> in it', where=where)
    return _checked(talks, where)


def _text_of(segment: ET.Element) -> str:
    """The text of an element. <PII>…</PII> is a mark of the transcript, not of the file, so it stays."""
    text = segment.text or ""
    for part in segment:
        inner = _text_of(part)
        text += (f"<PII>{inner}</PII>" if part.tag == "PII" else inner) + (part.tail or "")
    return text


def _from_jsonl(lines: Sequence[str], where: str) -> list[Talk]:
    talks: dict[str, list[Segment]] = {}
    for number, line in enumerate(lines, 1):
        try:
            row = json.loads(line)
            if not isinstance(row, dict) or "doc_id" not in row:
                raise ValueError("expected an object with doc_id, and seg_id where it is a segment")
            speaker = as_id(row["speaker_id"]) if "speaker_id" in row else ""
            segment = Segment(as_id(row["seg_id"]) if "seg_id" in row else "", field_text(row), speaker=speaker)
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
        if len(set(ids)) < len(ids):
            twice += [f"{talk.id}/{name}" for name in dict.fromkeys(ids) if ids.count(name) > 1]
    if twice:
        raise JoinError(f"duplicate ids: {first_five(twice)}", where=where)
    return talks


def join_talks(
    reference: Sequence[Talk], hypothesis: Sequence[Talk], where: str, *, partial: bool = False
) -> list[tuple[Talk, Talk]]:
    """Each talk of the reference with that of the hypothesis; the order may differ, a missing or extra talk is an error.

    With ``partial`` talks may be missing. Where each side has just one talk and the ids differ, they are taken to be the same: plain text has no ids.
    """
    if len(reference) == len(hypothesis) == 1:
        return [(reference[0], hypothesis[0])]
    said = {talk.id: talk for talk in hypothesis}
    missing = [talk.id for talk in reference if talk.id not in said]
    extra = [name for name in said if name not in {talk.id for talk in reference}]
    problems = [f"no output for {first_five(missing)}"] * bool(missing and not partial)
    problems += [f"unknown {first_five(extra)}"] * bool(extra)
    if problems:
        raise JoinError(f"talks don't match: {'; '.join(problems)}", where=where)
    return [(talk, said[talk.id]) for talk in reference if talk.id in said]
