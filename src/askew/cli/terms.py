"""askew terms: technical terms tagged in a text, and their recall over runs."""

from pathlib import Path
from typing import Annotated

import typer

from askew.cli import options
from askew.cli.show import print_content, print_json, print_line, say

app = typer.Typer(help="Technical terms: tag a text, show their recall over runs.", no_args_is_help=True)


@app.command()
def tag(
    text: Annotated[str, typer.Argument(metavar="FILE", help="A text, a segment a line; also .gz; - is stdin.")],
    terms: Annotated[list[str], typer.Option(metavar="FILE", help="Glossaries: .tsv or .json.")],
    source: Annotated[str, typer.Option(metavar="LANG", help="The text's language.")] = "en",
    as_json: options.Json = False,
) -> None:
    """Put the terms of a glossary in [brackets], longest first; say which never occur."""
    from askew.analyses.terms import tag_file

    tagged = tag_file(text, terms, source)
    if as_json:
        print_json(tagged.to_json())
        return
    for line in tagged.lines:
        print_line(line)
    say(f"askew: {tagged.summary}")


@app.command()
def recall(
    rundirs: options.RunDirs,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="FILE", help="Also a figure: NAME.svg, .png or .html.")
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Recall of terms in transcripts and translations side by side, and its correlation with chrF."""
    from askew.analyses.terms import term_recall
    from askew.core.run import load
    from askew.report.analyses import recall_content

    found = term_recall([load(folder) for folder in rundirs])
    if as_json:
        print_json(found.to_json())
    else:
        print_content(*recall_content(found))
    if out is not None:
        from askew.report.altair_figures import recall_figure, save

        save(recall_figure(found), out)
