"""askew explain: one item, and why it was judged as it was."""

from typing import Annotated

import typer

from askew.cli import options
from askew.cli.show import print_content, print_json


def command(
    rundir: options.RunDir,
    item: Annotated[str, typer.Option("--id", metavar="ID", help="The item.")],
    as_json: options.Json = False,
) -> None:
    """Show one item: source, output, what was found, what decided."""
    from askew.analyses.verdicts import verdict_rows
    from askew.core.run import load
    from askew.report.explain import explanation

    run = load(rundir)
    shown = explanation(run, item)  # first, so that an unknown item is refused either way
    if as_json:
        print_json([row for row in verdict_rows(run) if row["id"] == item])
    else:
        print_content(*shown)
