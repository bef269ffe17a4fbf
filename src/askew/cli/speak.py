"""askew speak: give a suite a voice."""

from pathlib import Path
from typing import Annotated, Any

import typer

from askew.cli import options as shared
from askew.cli.show import print_json, progress
from askew.cli.suite_options import with_suite_options


@with_suite_options
def command(
    suite: shared.SuiteName,
    voice: Annotated[
        list[str],
        typer.Option(
            metavar="SPEC",
            help="flite:slt, festival:NAME, espeak-ng:en-gb+f3, piper:FILE.onnx, kokoro:af_heart or silero:21; several make the same sentences in several voices.",
        ),
    ],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Each voice gets a folder in it; what is there is kept.")],
    subset: shared.Subset = None,
    edition: shared.Edition = None,
    rate: Annotated[int, typer.Option(metavar="HZ", help="Samples a second.")] = 16_000,
    limit: Annotated[int | None, typer.Option(min=1, help="Only so many items.")] = None,
    shuffle: Annotated[bool, typer.Option("--shuffle", help="Take them in a random order, by --seed.")] = False,
    seed: shared.Seed = shared.DEFAULT_SEED,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Programs side by side; one per core if not given.")
    ] = None,
    as_json: shared.Json = False,
    options: Any = None,
) -> None:
    """Read a suite aloud: WAV files and a manifest, for 'askew run --audio'."""
    from askew.evaluate.speak import speak

    spoken = speak(
        suite,
        voices=voice,
        out=out,
        subset=subset,
        edition=edition,
        rate=rate,
        limit=limit,
        shuffle_seed=seed if shuffle else None,
        workers=workers,
        progress=progress,
        **options,
    )
    if as_json:
        print_json([{**row.__dict__, "folder": str(row.folder)} for row in spoken])
    else:
        for row in spoken:
            print(f"{row.folder}\t{row.items} recordings, {row.new} of them new, {row.seconds / 60:.1f} min")
