"""Options that several verbs share, spelt once."""

from pathlib import Path
from typing import Annotated

import typer

SuiteName = Annotated[str, typer.Argument(metavar="SUITE", help="The suite; 'askew ls' lists them.")]
Target = Annotated[str, typer.Option("--target", "-t", metavar="LANG", help="Language of the outputs (ISO 639-1).")]
Edition = Annotated[str | None, typer.Option(help="Edition of the suite; the suite's first if not given.")]
Subset = Annotated[
    str | None, typer.Option("--subset", "--split", help="Only these items, e.g. mofc; of acl6060 eval, dev or both.")
]
Terms = Annotated[
    list[str] | None,
    typer.Option(
        metavar="FILE",
        help="Talks: technical terms: glossaries (.tsv, .json), a tagged source and a tagged reference, or 'tagged' (acl6060's own).",
    ),
]
By = Annotated[str | None, typer.Option(metavar="ATTRIBUTE", help="Also by the values of this, e.g. talk, occupation.")]
Protocol = Annotated[str | None, typer.Option(help="How outputs are judged; the suite's first if not given.")]
Name = Annotated[
    str | None,
    typer.Option(metavar="SYSTEM", help="What to call the system; after its outputs' folder or itself if not given."),
]
Settings = Annotated[
    list[str], typer.Option("--set", metavar="NAME=VALUE", help="An option of the system, such as beam=5; repeatable.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Seed = Annotated[int, typer.Option(min=0, help="Seed of the resampling (and of --shuffle).")]
Resamples = Annotated[int, typer.Option(min=100, help="How many resamples make an interval.")]
Partial = Annotated[bool, typer.Option("--partial", help="Score the items that have an output, though some have none.")]
RunDir = Annotated[Path, typer.Argument(metavar="RUNDIR", help="A run folder.")]
RunDirs = Annotated[list[Path], typer.Argument(metavar="RUNDIR...", help="Run folders.")]

DEFAULT_SEED = 12_345
DEFAULT_RESAMPLES = 10_000
