"""askew demo: a real evaluation with what is here."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from askew.cli.show import print_run, progress


def command(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where the runs and report.html go.")] = Path("askew-demo"),
) -> None:
    """Evaluate on SimpleGEN with what this machine has, and write a report."""
    from askew.core.files import write_atomically
    from askew.evaluate.demo import evaluate_what_is_here
    from askew.report.page import html_page

    results, missing = evaluate_what_is_here(out, progress)
    for result in results:
        print_run(result, as_json=False)
        print()
    for sentence in missing:
        print(f"askew: {sentence}", file=sys.stderr)
    if not results:
        raise typer.Exit(3)
    out.mkdir(parents=True, exist_ok=True)
    write_atomically(out / "report.html", html_page(results))
    print(f"report: {out / 'report.html'}")
