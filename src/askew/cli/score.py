"""askew score: score outputs that exist."""

from pathlib import Path
from typing import Annotated, Any

import typer

from askew.cli import options as shared
from askew.cli.show import print_content, print_run
from askew.cli.suite_options import with_suite_options


@with_suite_options
def command(
    suite: shared.SuiteName,
    hyp: Annotated[
        str,
        typer.Option(
            metavar="FILE", help="The outputs: text, JSONL, TSV or 'source ||| output', also .gz; - is stdin."
        ),
    ],
    target: shared.Target = "",
    subset: shared.Subset = None,
    edition: shared.Edition = None,
    protocol: shared.Protocol = None,
    name: shared.Name = None,
    out: Annotated[Path | None, typer.Option(metavar="RUNDIR", help="Keep the run in this new folder.")] = None,
    format: Annotated[
        str | None, typer.Option(help="text, pipes, jsonl or tsv; told from the file if not given.")
    ] = None,
    partial: shared.Partial = False,
    by: shared.By = None,
    seed: shared.Seed = shared.DEFAULT_SEED,
    resamples: shared.Resamples = shared.DEFAULT_RESAMPLES,
    as_json: shared.Json = False,
    options: Any = None,
) -> None:
    """Score a file of outputs."""
    from askew.core.resampling import Resampling
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
        **options,
    )
    print_run(run, as_json, by)
    if suite == "speakers" and by and not as_json:
        from askew.analyses.gaps import gaps
        from askew.report.analyses import gaps_content

        print_content(*gaps_content(gaps(run, by, resampling=Resampling(resamples, seed))))
