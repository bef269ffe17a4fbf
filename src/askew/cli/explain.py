"""askew explain: one item, and why it was judged as it was."""

from typing import Annotated

import typer

from askew.cli import options
from askew.cli.show import print_table


def command(
    rundir: options.RunDir,
    item: Annotated[str, typer.Option("--id", metavar="ID", help="The item.")],
) -> None:
    """Show one item: source, output, what was found, what decided."""
    from askew.core.run import load
    from askew.report.explain import explanation

    print_table(explanation(load(rundir), item))
