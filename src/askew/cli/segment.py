"""askew segment, check-subtitles, lengths: recordings cut into segments, subtitles checked, lengths shown."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from askew.cli import options
from askew.cli.show import print_json, print_line
from askew.cli.timed_files import format_of, put

_LINE = Annotated[int, typer.Option(min=1, help="Subtitles: most characters in a line.")]
_LINES = Annotated[int, typer.Option(min=1, help="Subtitles: most lines.")]
_SPEED = Annotated[float, typer.Option(min=0.1, help="Subtitles: most characters a second.")]
Figure = Annotated[Path | None, typer.Option("-o", "--out", metavar="FILE", help="A figure: NAME.svg, .png or .html.")]


def command(
    audio: Annotated[Path, typer.Argument(metavar="AUDIO", help="A recording: WAV, FLAC, OGG, MP3.")],
    method: Annotated[str, typer.Option(help="silero, shas, shas-like, fixed, or subtitles.")] = "silero",
    transcript: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="What is said (English): captions, MuST-C's YAML with text, or text."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--out",
            metavar="FILE",
            help="NAME.jsonl, .yaml, .srt or .vtt; JSONL on standard output if not given.",
        ),
    ] = None,
    probabilities: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="shas: how likely speech is, frame by frame: .npy, or a number a line."),
    ] = None,
    frame: Annotated[float, typer.Option(min=0.001, max=1.0, help="shas: seconds of a frame.")] = 0.02,
    longest: Annotated[
        float | None, typer.Option(help="Longest segment in seconds: 30, shas and shas-like 18, fixed 20.")
    ] = None,
    shortest: Annotated[float, typer.Option(help="Shortest segment in seconds (shas, shas-like).")] = 0.2,
    line: _LINE = 42,
    lines: _LINES = 2,
    speed: _SPEED = 20.0,
) -> None:
    """Cut a recording into segments."""
    from askew.formats.segment_files import FORMATS, written
    from askew.speech.segmentation import lengths_of, segment
    from askew.speech.subtitles import Rules, lines_of

    format = format_of(out, FORMATS, "segments")
    rules = Rules(longest or 30.0, line, lines, speed)
    found = segment(
        audio,
        method,
        transcript=transcript,
        longest=longest,
        shortest=shortest,
        probabilities=probabilities,
        frame=frame,
        rules=rules,
    )
    text = written(found, format, audio.name, lambda text: lines_of(text, rules))
    put(out, text, [each.text for each in found])
    print(f"askew: {lengths_of(method, found).summary}", file=sys.stderr)


def check_subtitles(
    captions: Annotated[str, typer.Argument(metavar="FILE", help="Captions: .srt or .vtt; - is stdin.")],
    longest: Annotated[float, typer.Option(min=0.1, help="Longest subtitle in seconds.")] = 30.0,
    shortest: Annotated[float, typer.Option(min=0.0, help="Shortest subtitle in seconds.")] = 1.0,
    line: _LINE = 42,
    lines: _LINES = 2,
    speed: _SPEED = 20.0,
    as_json: options.Json = False,
) -> None:
    """List the subtitles that break the rules; status 1 if any does."""
    from askew.speech.segmentation import check_subtitles
    from askew.speech.subtitles import Rules

    count, broken = check_subtitles(captions, Rules(longest, line, lines, speed, shortest))
    if as_json:
        print_json({"subtitles": count, "broken": [each.to_json() for each in broken]})
    else:
        for each in broken:
            print_line(f"{each.number}\t{each.start:.3f}\t{'; '.join(each.rules)}\t{each.text}")
        print(f"askew: {len(broken)} of {count} subtitles break the rules", file=sys.stderr)
    if broken:
        raise typer.Exit(1)


def lengths(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Segments: .yaml, .srt, .vtt or .jsonl.")],
    out: Figure = None,
    timeline: Annotated[bool, typer.Option("--timeline", help="Draw the files side by side along time.")] = False,
    words: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Words with times ('askew align'): show what each segment says.")
    ] = None,
    as_json: options.Json = False,
) -> None:
    """How long segments are, file by file; with -o as a figure."""
    from askew.formats.segment_files import read_segments
    from askew.formats.word_times import read_words
    from askew.speech.segmentation import lengths_of, with_words

    short = len({path.name for path in files}) == len(files)
    segments = {path.name if short else str(path): read_segments(path) for path in files}
    if words is not None:
        said = read_words(words)
        segments = {name: with_words(each, said) for name, each in segments.items()}
    found = [lengths_of(name, each) for name, each in segments.items()]
    if as_json:
        print_json([each.to_json() for each in found])
    else:
        for each in found:
            print_line(each.summary)
            for segment in segments[each.name] if words is not None else ():
                print_line(f"  {segment.start:8.2f} {segment.end:8.2f}  {segment.text}")
    if out is not None:
        from askew.report.altair_figures import lengths_figure, save, timeline_figure

        save(timeline_figure(segments) if timeline else lengths_figure(found), out)
