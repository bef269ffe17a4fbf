"""Outputs for talks: whole ones are cut into the reference's segments; marks are dropped and neural scores joined, if
wished.
"""

import warnings
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from askew.core.errors import JoinError, UsageError
from askew.core.records import Item, Output
from askew.core.registry import choose
from askew.formats.emissions import Emitted, read_emissions, with_own_computing
from askew.formats.outputs import FORMATS, read_outputs
from askew.formats.segments import Segment, Talk
from askew.formats.talks import join_talks, read_talks
from askew.judges.neural import with_scores
from askew.resegment import SIGNED, Protocol
from askew.resegment.talks import resegment_talks, unit_of, whole_text
from askew.suites.base import Answers, OutputsFile, Selection
from askew.suites.options import PublishedTalkOptions
from askew.suites.talks.latency import (
    TimesOf,
    check_same_words,
    segments_of_log,
    signed_times,
    spoken_segments,
    talks_of_log,
    with_emissions,
)
from askew.suites.talks.neural import neural_scores
from askew.text.marks import drop_marks

_IN_SEGMENTS = ("pipes", "tsv")  # formats that have no whole talks


def _no_times(selection: Selection[PublishedTalkOptions]) -> list[Talk]:
    del selection
    return []


def read_answers(
    file: OutputsFile,
    items: Sequence[Item],
    selection: Selection[PublishedTalkOptions],
    times_of: TimesOf = _no_times,
) -> Answers:
    """The outputs in a file or folder, one per segment: cut from whole talks, unless they are in the reference's
    segments already.

    ``times_of`` knows when the references' segments are spoken, which latency needs.
    """
    options, target, path = selection.options, selection.target, file.path
    emitted = read_emissions(options.latency, unit_of(target)) if options.latency else []
    if options.elapsed == "summed":
        emitted = [with_own_computing(each) for each in emitted]
    if options.segmented:
        if options.segmentation:
            raise UsageError("--segmented outputs are not cut again, so --segmentation makes no sense with them")
        if options.latency:
            return Answers(
                _logged_segments(file, items, target, options.latency, emitted),
                {"segmentation": "given", "latency": "segments", "elapsed": options.elapsed},
            )
        return Answers(_read_segmented(file, items, target), {"segmentation": "given"})
    protocol: Protocol = options.segmentation or "askew"
    if choose("format", file.format, list(FORMATS), "jsonl") in _IN_SEGMENTS:
        raise UsageError(f"outputs as {file.format} are one per segment: say --segmented")
    said = _logged_talks(file, target, options.latency, emitted) if options.latency else read_talks(path, target)
    versions = _talks_of(items)
    names = [str(path)] * len(versions)
    if len(said) == 1 < len(versions[0]) and said[0].id not in {talk.id for talk in versions[0]}:
        raise JoinError(
            f"one text for {len(versions[0])} talks, and it does not say which is where: use JSON Lines with a row "
            "per talk, such as "
            f'{{"doc_id": "{versions[0][0].id}", "output": "…"}}, or a folder with a file per talk',
            where=str(path),
        )
    if {(talk.id, segment.id) for talk in said for segment in talk.segments} == {
        (talk.id, segment.id) for talk in versions[0] for segment in talk.segments
    }:
        warnings.warn(
            f"{path} has the reference's own segments, but is cut anew; --segmented takes them as they are",
            stacklevel=2,
        )
    rows = resegment_talks(
        versions, said, target=target, protocol=protocol, names=names, where=str(path), partial=file.partial
    )
    outputs = [Output(f"{row.doc_id}/{row.seg_id}", row.text, margin=row.margin) for row in rows]
    joined = join_talks(versions[0], said, str(path), partial=file.partial)
    talks = [{"doc_id": talk.id, "output": whole_text(answered, unit_of(target))} for talk, answered in joined]
    signed = {"segmentation": SIGNED[protocol]}
    if target == options.source:
        outputs = _with_speakers(outputs, joined)
    if options.latency:
        spoken = spoken_segments(selection, items, times_of)
        outputs = with_emissions(outputs, items, emitted, spoken, target)
        signed |= {"latency": f"times@{signed_times(spoken)}", "elapsed": options.elapsed}
    return Answers(outputs, signed, talks)


def _with_speakers(outputs: Sequence[Output], joined: Sequence[tuple[Talk, Talk]]) -> list[Output]:
    """Outputs, the first of each talk with what each speaker said, if all transcripts say who speaks."""
    by_first: dict[str, dict[str, str]] = {}
    for talk, answered in joined:
        of_talk = by_first.setdefault(f"{talk.id}/{talk.segments[0].id}", {})
        for segment in answered.segments:
            if segment.text.strip():
                of_talk[segment.speaker] = f"{of_talk.get(segment.speaker, '')} {segment.text}".lstrip()
    if any("" in of_talk for of_talk in by_first.values()):
        return list(outputs)
    return [replace(output, speakers=by_first.get(output.id, {})) for output in outputs]


def _logged_talks(file: OutputsFile, target: str, log: str, emitted: Sequence[Emitted]) -> list[Talk]:
    """The talks of a log; where the outputs' own file is another, it must say the same."""
    talks = talks_of_log(emitted, log)
    if str(file.path) != log:
        given = {talk.id: " ".join(talk.texts) for talk in read_talks(file.path, target)}
        check_same_words(given, {talk.id: talk.texts[0] for talk in talks}, log, str(file.path))
    return talks


def _logged_segments(
    file: OutputsFile, items: Sequence[Item], target: str, log: str, emitted: Sequence[Emitted]
) -> list[Output]:
    outputs = segments_of_log(emitted, items, log, partial=file.partial)
    if str(file.path) != log:
        given = {output.id: output.text for output in _read_segmented(file, items, target)}
        check_same_words(given, {output.id: output.text for output in outputs}, log, str(file.path))
    return outputs


def complete(answers: Answers, items: Sequence[Item], selection: Selection[PublishedTalkOptions]) -> Answers:
    """Answers without marks, if they shall be dropped, and with neural scores, if there are any."""
    options = selection.options
    if options.segmentation and "segmentation" not in answers.signed:
        raise UsageError("a list of outputs is one per segment, so 'segmentation' makes no sense with it")
    if options.latency and "latency" not in answers.signed:
        raise UsageError("--latency goes with a file of outputs: askew score --hyp LOG --latency LOG")
    outputs, signed = answers.outputs, {"segmentation": "given", **answers.signed}
    for name, given in (("times", options.times), ("elapsed", options.elapsed != "clock")):
        if given and "latency" not in signed:
            raise UsageError(f"--{name} makes no sense without --latency")
    if options.marks == "drop":
        outputs = [
            replace(
                output,
                text=drop_marks(output.text),
                speakers={name: drop_marks(text) for name, text in output.speakers.items()},
            )
            for output in outputs
        ]
    scores, by = neural_scores(options, items, outputs)
    if by:
        signed["neural"] = by
    return replace(answers, outputs=with_scores(outputs, scores) if scores else outputs, signed=signed)


def _read_segmented(file: OutputsFile, items: Sequence[Item], target: str) -> list[Output]:
    """Outputs per segment, in any format of outputs, or in one that only talks come in."""
    path, name = file.path, str(file.path).removesuffix(".gz")
    if file.format is None and (Path(path).is_dir() or name.endswith((".xml", ".srt", ".vtt", ".yaml", ".yml"))):
        texts = {
            f"{talk.id}/{segment.id}": segment.text for talk in read_talks(path, target) for segment in talk.segments
        }
        known = {item.id for item in items}
        missing = [item.id for item in items if item.id not in texts]
        extra = [name for name in texts if name not in known]
        if extra or (missing and not file.partial):
            raise JoinError(
                f"{len(extra)} unknown segments and {len(missing)} without an output, e.g. "
                f"{', '.join([*extra, *missing][:5])}",
                where=str(path),
            )
        return [Output(item.id, texts[item.id]) for item in items if item.id in texts]
    return read_outputs(path, items, format=file.format, partial=file.partial)


def _talks_of(items: Sequence[Item]) -> list[list[Talk]]:
    """The reference's talks, as many versions as every segment has."""
    versions = min(len(item.references) for item in items)
    by_talk = [(name, list(group)) for name, group in groupby(items, key=lambda item: item.attributes["talk"])]
    return [
        [
            Talk(name, tuple(Segment(item.id.removeprefix(f"{name}/"), item.references[version]) for item in group))
            for name, group in by_talk
        ]
        for version in range(versions)
    ]
