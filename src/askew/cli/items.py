"""askew items: what a suite asks."""

from typing import Annotated, Any

import typer

from askew.cli import options as shared
from askew.cli.show import print_line
from askew.cli.suite_options import with_suite_options
from askew.core.files import to_json_line


@with_suite_options
def command(
    suite: shared.SuiteName,
    subset: shared.Subset = None,
    edition: shared.Edition = None,
    target: Annotated[
        str, typer.Option("--target", "-t", metavar="LANG", help="Talks: with the references in this language.")
    ] = "",
    as_json: shared.Json = False,
    options: Any = None,
) -> None:
    """Print the items: one source sentence per line, or JSON lines."""
    from askew.evaluate.plan import items

    for item in items(suite, edition=edition, subset=subset, target=target, **options):
        print_line(to_json_line(item.to_json()) if as_json else item.source)
