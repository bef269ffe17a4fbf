"""askew score: score outputs that exist."""

from pathlib import Path
from typing import Annotated

import typer

from askew.cli import options
from askew.cli.show import print_content, print_run


def command(
    suite: options.SuiteName,
    hyp: Annotated[
        str,
        typer.Option(
            metavar="FILE", help="The outputs: text, JSONL, TSV or 'source ||| output', also .gz; - is stdin."
        ),
    ],
    target: options.Target = "",
    subset: options.Subset = None,
    edition: options.Edition = None,
    protocol: options.Protocol = None,
    name: options.Name = None,
    out: Annotated[Path | None, typer.Option(metavar="RUNDIR", help="Keep the run in this new folder.")] = None,
    format: Annotated[
        str | None, typer.Option(help="text, pipes, jsonl or tsv; told from the file if not given.")
    ] = None,
    partial: options.Partial = False,
    segmented: Annotated[
        bool, typer.Option("--segmented", help="Talks: the outputs are in the reference's segments; don't cut them.")
    ] = False,
    segmentation: Annotated[
        str | None, typer.Option(help="Talks: how whole talks are cut: askew, or mwer for plain Levenshtein.")
    ] = None,
    references: options.References = None,
    source: options.Source = None,
    source_text: Annotated[
        str | None, typer.Option(metavar="PATH", help="Talks: what was said, for COMET and explain.")
    ] = None,
    speakers: Annotated[
        str | None, typer.Option(metavar="TSV", help="Talks: attributes by doc_id or speaker_id, to group by.")
    ] = None,
    marks: Annotated[
        str | None, typer.Option(help="Talks: keep or drop marks of transcripts (#ah, #Unclear, --, <PII>).")
    ] = None,
    neural_scores: Annotated[
        str | None, typer.Option(metavar="JSONL", help="Talks: scores per segment computed elsewhere.")
    ] = None,
    comet: Annotated[
        str | None, typer.Option(metavar="COMMAND", help="Talks: score with COMET; the Python of its environment.")
    ] = None,
    comet_model: Annotated[str | None, typer.Option(metavar="MODEL", help="Talks: the COMET model.")] = None,
    terms: options.Terms = None,
    manifest: Annotated[
        str | None, typer.Option(metavar="JSONL", help="Speakers: the recordings, their references and who speaks.")
    ] = None,
    by: options.By = None,
    seed: options.Seed = options.DEFAULT_SEED,
    resamples: options.Resamples = options.DEFAULT_RESAMPLES,
    as_json: options.Json = False,
) -> None:
    """Score a file of outputs."""
    from askew.evaluate.measure import Resampling
    from askew.evaluate.score import score

    only_some_have = {
        "segmented": segmented, "segmentation": segmentation, "references": references, "source": source,
        "source_text": source_text, "speakers": speakers, "marks": marks, "neural_scores": neural_scores, "comet": comet,
        "comet_model": comet_model, "terms": terms, "manifest": manifest,
    }  # fmt: skip
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
        **{key: value for key, value in only_some_have.items() if value},
    )
    print_run(run, as_json, by)
    if suite == "speakers" and by and not as_json:
        from askew.analyses.gaps import gaps
        from askew.report.analyses import gaps_content

        print_content(*gaps_content(gaps(run, by, resampling=Resampling(resamples, seed))))
