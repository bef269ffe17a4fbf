"""askew items: what a suite asks."""

from typing import Annotated

import typer

from askew.cli import options
from askew.cli.show import print_line
from askew.core.files import to_json_line


def command(
    suite: options.SuiteName,
    subset: options.Subset = None,
    edition: options.Edition = None,
    target: Annotated[
        str, typer.Option("--target", "-t", metavar="LANG", help="Talks: with the references in this language.")
    ] = "",
    references: options.References = None,
    source: options.Source = None,
    as_json: options.Json = False,
) -> None:
    """Print the items: one source sentence per line, or JSON lines."""
    from askew.evaluate.score import items

    only_some_have = {"references": references, "source": source}
    chosen = {key: value for key, value in only_some_have.items() if value}
    for item in items(suite, edition=edition, subset=subset, target=target, **chosen):
        print_line(to_json_line(item.to_json()) if as_json else item.source)
