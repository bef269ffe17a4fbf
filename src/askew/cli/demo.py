"""askew demo: the model that comes with askew, careful and fast, and what speed cost."""

from pathlib import Path
from typing import Annotated

import typer

from askew.cli.show import print_content, progress, say


def command(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where the runs and report.html go.")] = Path("askew-demo"),
) -> None:
    """Run the model that comes with askew as well and as fast as it can, and report what the speed cost."""
    from askew.analyses.compare import compare
    from askew.cli.demo_runs import demo
    from askew.core.files import write_atomically
    from askew.report.page import render
    from askew.report.report import report_of
    from askew.report.scores import comparison_content

    shown = demo(out, progress)
    for pair in shown.pairs:
        print_content(*comparison_content(compare(*pair)))
        print()
    for sentence in shown.missing:
        say(f"askew: {sentence}")
    runs = [run for pair in shown.pairs for run in pair]
    write_atomically(out / "report.html", render(report_of(runs, [], title="What the faster setting changed")))
    print(f"report: {out / 'report.html'}")
