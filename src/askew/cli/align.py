"""askew align: when the lines and words of a transcript are spoken."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from askew.cli.timed_files import format_of, put

if TYPE_CHECKING:
    from askew.speech.transcript import TimedLine

FORMATS = ("jsonl", "srt", "vtt", "yaml", "TextGrid")


def command(
    audio: Annotated[Path, typer.Argument(metavar="AUDIO", help="A recording: WAV, FLAC, OGG, MP3.")],
    transcript: Annotated[
        Path, typer.Argument(metavar="TRANSCRIPT", help="What is said, a line per segment: text, captions, or YAML.")
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--out",
            metavar="FILE",
            help="NAME.jsonl, .srt, .vtt, .yaml or .TextGrid; JSONL on standard output if not given.",
        ),
    ] = None,
    heard: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="What a recogniser heard, in pieces with times: for long recordings."),
    ] = None,
    aligner: Annotated[str, typer.Option(metavar="SPEC", help="pocketsphinx (English) or ctc:MODEL.")] = "pocketsphinx",
) -> None:
    """Say when each line and word of a transcript is spoken."""
    from askew.speech.audio import RATE, read_audio
    from askew.speech.transcript import align_transcript

    format = format_of(out, FORMATS, "times")
    lines = align_transcript(audio, transcript, heard=heard, aligner=aligner)
    text = _written(lines, format, audio, read_audio(audio).size / RATE if format == "TextGrid" else 0.0)
    put(out, text, [line.text for line in lines])
    words = sum(len(line.words) for line in lines)
    print(f"askew: {len(lines)} lines, {words} words, {lines[0].start:.1f} to {lines[-1].end:.1f} s", file=sys.stderr)


def _written(lines: "list[TimedLine]", format: str, audio: Path, seconds: float) -> str:
    from askew.formats.segment_files import written
    from askew.formats.word_times import lines_with_words, textgrid

    if format == "jsonl":
        return lines_with_words(audio.stem, ((each.id, each.timed, each.words) for each in lines))
    if format == "TextGrid":
        words = [word for each in lines for word in each.words]
        return textgrid(seconds, {"lines": [each.timed for each in lines], "words": words})
    return written([each.segment for each in lines], format, audio.name)
