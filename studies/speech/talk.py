"""The first 90 s of a real talk, recognised whole, in the published segments, and in pieces of 20 s."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import askew
from askew.formats.mustc import read_times
from studies.pages import DATA, section
from studies.tables import score, table
from studies.word_times import TALK, Word, read_word_times, times_of

DEV = DATA / "acl6060/dev"
CLIP = f"{TALK}.first90s"
PUBLISHED, WHOLE = "the published segments", "the whole recording"


def talk_part(work: Path, whisper: str) -> Iterator[str]:
    """The section on the talk; what it needs is written to ``work``/talk."""
    spoken = [times_of(row) for row in read_times(DEV / "acl6060.yaml") if row.talk == TALK]
    segments = [(start, end) for start, end in spoken if end <= 90]
    said = by_segment(read_word_times(DEV / f"word_times/{TALK}.TextGrid.gz"), segments)
    place = work / "talk"
    place.mkdir(parents=True, exist_ok=True)
    rows = [{"doc_id": CLIP, "seg_id": str(number), "text": text} for number, text in enumerate(said, 1)]
    _write(place / "reference.jsonl", rows)
    pieces = {PUBLISHED: place / "published.jsonl", "pieces of 20 s": place / "20s.jsonl"}
    _write(pieces[PUBLISHED], _spans(segments))
    _write(pieces["pieces of 20 s"], _spans([(start, start + 20) for start in range(0, 90, 20)]))
    lead = (
        f"The first 90 s of {TALK} (ACL 60/60, development set): {len(segments)} segments, "
        f"{sum(len(text.split()) for text in said)} words, transcribed in three ways, put together, cut into the "
        "published "
        "segments and scored. The reference is the forced aligner's words, so case and punctuation don't count; "
        "intervals resample segments."
    )
    found = [recognised(place, whisper, way, spans) for way, spans in pieces.items()]
    found.append(recognised(place, whisper, WHOLE, "whole"))
    found.append(recognised(place, "pocketsphinx", PUBLISHED, pieces[PUBLISHED]))
    headings = ["recogniser", "transcribed in", "WER", "substitutions / deletions / insertions"]
    yield from section("90 seconds of a real talk", lead, table(headings, sorted(found, reverse=True)))


def recognised(place: Path, system: str, way: str, segments: Path | str) -> list[str]:
    """A recogniser on the clip cut in one way: a row of the table."""
    out = place / "runs" / f"{Path(segments).stem}-{system.partition(':')[0]}"
    run = askew.run(
        "talks",
        target="en",
        system=system,
        audio=DEV / "audio",
        segments=segments,
        out=out,
        references=str(place / "reference.jsonl"),
    )
    counts = run.counts["wer_normalized"]
    edits = " / ".join(str(counts[kind]) for kind in ("substitutions", "deletions", "insertions"))
    label = "whisper tiny.en" if system.startswith("whisper") else system
    return [label, way, score(run.scores["wer_normalized"]), edits]


def by_segment(words: Sequence[Word], segments: Sequence[tuple[float, float]]) -> list[str]:
    """Each word in the segment it is nearest to: published times cut off the edges of some."""
    said: list[list[str]] = [[] for _ in segments]
    for start, end, word in words:
        middle = (start + end) / 2
        if middle < segments[-1][1] + 0.5:
            away = [max(first - middle, middle - last, 0.0) for first, last in segments]
            said[away.index(min(away))].append(word)
    return [" ".join(text) for text in said]


def _spans(times: Sequence[tuple[float, float]]) -> list[dict[str, object]]:
    return [{"wav": f"{CLIP}.wav", "offset": float(start), "duration": float(end - start)} for start, end in times]


def _write(path: Path, rows: Sequence[dict[str, object]] | Sequence[dict[str, str]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
