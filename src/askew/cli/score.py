"""askew score: score outputs that exist."""

from pathlib import Path
from typing import Annotated

import typer

from askew.cli import options
from askew.cli.show import print_run


def command(
    suite: options.SuiteName,
    target: options.Target,
    hyp: Annotated[
        str,
        typer.Option(
            metavar="FILE", help="The outputs: text, JSONL, TSV or 'source ||| output', also .gz; - is stdin."
        ),
    ],
    subset: options.Subset = None,
    edition: options.Edition = None,
    protocol: options.Protocol = None,
    name: options.Name = None,
    out: Annotated[Path | None, typer.Option(metavar="RUNDIR", help="Keep the run in this new folder.")] = None,
    format: Annotated[
        str | None, typer.Option(help="text, pipes, jsonl or tsv; told from the file if not given.")
    ] = None,
    partial: options.Partial = False,
    seed: options.Seed = options.DEFAULT_SEED,
    resamples: options.Resamples = options.DEFAULT_RESAMPLES,
    as_json: options.Json = False,
) -> None:
    """Score a file of outputs."""
    from askew.evaluate.measure import Resampling
    from askew.evaluate.score import score

    run = score(
        suite,
        target=target,
        hyp=hyp,
        subset=subset,
        edition=edition,
        protocol=protocol,
        name=name,
        out=out,
        format=format,
        partial=partial,
        resampling=Resampling(resamples, seed),
    )
    print_run(run, as_json)
