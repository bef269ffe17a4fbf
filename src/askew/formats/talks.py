"""Talks: documents of segments, in the formats people keep them in, joined by their ids.

| format    | looks like                                                                                          |
|-----------|-----------------------------------------------------------------------------------------------------|
| `xml`     | IWSLT/mteval: `<doc docid="…"><seg id="1">…</seg></doc>`; a bare `&` is read, with a warning            |
| `jsonl`   | a row per segment (`doc_id`, `seg_id`) or per talk (`doc_id` alone); `output`, `text`, `hypothesis`     |
| `srt`, `vtt` | captions: one talk, named like the file                                                            |
| `yaml`    | MuST-C: `- {duration: …, offset: …, speaker_id: …, wav: …}`, a text of as many lines beside it       |
| `text`    | one segment per line: one talk, named like the file, unless a YAML file of the same name is beside it    |
| a folder  | a file or folder named by its language, MuST-C's `*.yaml` with `*.LANG`, or a file per talk             |
"""

from collections.abc import Sequence
from pathlib import Path

from msgspec import UNSET

from askew.core.errors import InputError, JoinError, first_five, repeated
from askew.core.files import read_lines
from askew.formats.captions import read_captions
from askew.formats.ids import Id, as_id, named_like
from askew.formats.json_lines import row_checked, rows_of
from askew.formats.mustc import read_timed_text, text_beside, times_beside
from askew.formats.outputs import Texts
from askew.formats.segments import Segment, Talk
from askew.formats.talks_xml import read_xml_talks

_KNOWN_ENDINGS = (".xml", ".jsonl", ".ndjson", ".srt", ".vtt", ".txt", ".yaml", ".yml")


def read_talks(path: str | Path, language: str = "") -> list[Talk]:
    """The talks in a file or a folder, in its order; ``language`` says which text of a folder, or beside a YAML file,
    is meant.
    """
    place = Path(path)
    if place.is_dir():
        return _from_folder(place, language)
    name = str(path).removesuffix(".gz")
    if name.endswith((".yaml", ".yml")):
        return _checked(read_timed_text(place, text_beside(place, language)), str(path))
    lines = read_lines(path)
    if name.endswith(".xml") or lines[0].lstrip().startswith("<"):
        return _checked(read_xml_talks("\n".join(lines), str(path)), str(path))
    if name.endswith((".jsonl", ".ndjson")) or lines[0].startswith("{"):
        return _from_jsonl(lines, str(path))
    if name.endswith((".srt", ".vtt")) or lines[0].startswith("WEBVTT"):
        return [read_captions(lines, str(path))]
    times = times_beside(place)
    if times is not None:
        return _checked(read_timed_text(times, place), str(path))
    segments = tuple(Segment(str(number), line.strip()) for number, line in enumerate(lines, 1))
    return [Talk(named_like(path), segments)]


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
            f"{language or 'LANG'}, or a file per talk ({', '.join(_KNOWN_ENDINGS)}); "
            f"found {first_five(p.name for p in inside) or 'nothing'}",
            where=str(folder),
        )
    return _checked([talk for path in files for talk in read_talks(path, language)], str(folder))


class TalkRow(Texts, kw_only=True):
    """A row of JSON Lines: a segment of a talk, or a whole one."""

    doc_id: Id
    speaker_id: Id | None = None


def _from_jsonl(lines: Sequence[str], where: str) -> list[Talk]:
    talks: dict[str, list[Segment]] = {}
    for number, row in rows_of(lines, TalkRow, where):
        with row_checked(lines[number - 1], where, number):
            name = "" if row.seg_id is UNSET else as_id(row.seg_id)
            speaker = "" if row.speaker_id is None else as_id(row.speaker_id)
            talks.setdefault(as_id(row.doc_id), []).append(Segment(name, row.said(), speaker=speaker))
    return _checked([Talk(name, tuple(segments)) for name, segments in talks.items()], where)


def _checked(talks: list[Talk], where: str) -> list[Talk]:
    """No talk and no segment of a talk stands twice."""
    twice = repeated(talk.id for talk in talks)
    for talk in talks:
        twice += [f"{talk.id}/{name}" for name in repeated(segment.id for segment in talk.segments)]
    if twice:
        raise JoinError(f"duplicate ids: {first_five(twice)}", where=where)
    return talks


def join_talks(
    reference: Sequence[Talk], hypothesis: Sequence[Talk], where: str, *, partial: bool = False
) -> list[tuple[Talk, Talk]]:
    """Each talk of the reference with that of the hypothesis; the order may differ, a missing or extra talk is an
    error.

    With ``partial`` talks may be missing. Where each side has just one talk and the ids differ, they are taken to be
    the same: plain text has no ids.
    """
    if len(reference) == len(hypothesis) == 1:
        return [(reference[0], hypothesis[0])]
    said, wanted = {talk.id: talk for talk in hypothesis}, {talk.id for talk in reference}
    missing = [talk.id for talk in reference if talk.id not in said]
    extra = [name for name in said if name not in wanted]
    problems = [f"no output for {first_five(missing)}"] * bool(missing and not partial)
    problems += [f"unknown {first_five(extra)}"] * bool(extra)
    if problems:
        raise JoinError(f"talks don't match: {'; '.join(problems)}", where=where)
    return [(talk, said[talk.id]) for talk in reference if talk.id in said]
