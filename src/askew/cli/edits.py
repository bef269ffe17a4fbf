"""askew edits, askew effort: what was edited over a chain of stages, and over languages."""

import json
from pathlib import Path
from typing import Annotated

import typer

from askew.cli import options
from askew.cli.show import print_content, print_json, say


def command(
    stages: Annotated[
        list[str],
        typer.Argument(
            metavar="STAGE...", help="Files or folders, as talks are kept: what the text was first, …, what it became."
        ),
    ],
    target: options.Target,
    source: Annotated[str, typer.Option(metavar="LANG", help="The language translated from.")] = "en",
    source_text: Annotated[
        str | None, typer.Option(metavar="PATH", help="What was said: needed for terms and words left in English.")
    ] = None,
    terms: options.Terms = None,
    segmented: Annotated[
        bool, typer.Option("--segmented", help="All stages are in the last one's segments; don't cut them.")
    ] = False,
    name: options.Name = None,
    label: Annotated[
        list[str] | None, typer.Option(metavar="STAGE", help="What to call the stages, in their order.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="FILE", help="Keep the analysis for 'askew effort'.")
    ] = None,
    accept: Annotated[
        float | None,
        typer.Option(
            metavar="PERCENT",
            min=0,
            max=100,
            help="Refuse (status 1) talks whose first stage has no more words right; ACL 60/60 asked for 95.",
        ),
    ] = None,
    seed: options.Seed = options.DEFAULT_SEED,
    resamples: options.Resamples = options.DEFAULT_RESAMPLES,
    as_json: options.Json = False,
) -> None:
    """Post-editing: how much was edited, what kind of edits, at which stage words and terms became right."""
    from askew.analyses.edits import edits
    from askew.core.files import write_atomically
    from askew.core.resampling import Resampling
    from askew.report.editing import edits_content
    from askew.report.numbers import number

    found = edits(
        stages, target=target, source=source, source_text=source_text, terms=terms or (), segmented=segmented,
        name=name,
        labels=label, resampling=Resampling(resamples, seed),
    )  # fmt: skip
    if out is not None:
        write_atomically(out, json.dumps(found.to_json(), ensure_ascii=False, indent=1) + "\n")
    if as_json:
        print_json(found.to_json())
    else:
        print_content(*edits_content(found))
    if accept is not None and (refused := found.refused(accept)):
        for talk, accuracy in refused.items():
            say(f"askew: {talk}: word accuracy {number(accuracy)}%, not above {accept:g}%")
        raise typer.Exit(1)


def effort(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="What 'askew edits --out' wrote, one per language.")
    ],
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="FOLDER", help="Figures: effort, reordering, talks and correlation."),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Editing effort side by side: over languages, by talk, and with other metrics."""
    from askew.analyses.edits import read_edits
    from askew.analyses.effort import effort
    from askew.report.editing import effort_content

    found = effort([read_edits(path) for path in files])
    if as_json:
        print_json(found.to_json())
    else:
        print_content(*effort_content(found))
    if out is not None:
        from askew.report.altair_figures import save
        from askew.report.editing_figures import effort_figures

        out.mkdir(parents=True, exist_ok=True)
        for name, chart in effort_figures(found).items():
            save(chart, out / f"{name}.svg")
