"""askew demo: the model that comes with askew, careful, fast and mended."""

from pathlib import Path
from typing import Annotated

import typer

from askew.cli.show import print_content, progress, say


def command(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where the runs and report.html go.")] = Path("askew-demo"),
) -> None:
    """Run the model that comes with askew, careful, fast and mended: what does speed cost, what does mending give, and
    whom?
    """
    from askew.analyses.compare import compare
    from askew.cli.demo_runs import demo
    from askew.cli.demo_story import story
    from askew.core.files import write_atomically
    from askew.report.page import render
    from askew.report.report import report_of
    from askew.report.scores import comparison_content

    shown = demo(out, progress)
    for runs in shown.suites:
        print(f"{runs[0].asked.suite}, English to Spanish, {len(runs[0].outputs)} sentences")
        for line in story(runs):
            print(line)
        print()
        print_content(*comparison_content(compare(*runs)))
        print()
    for sentence in shown.missing:
        say(f"askew: {sentence}")
    runs = [run for of_suite in shown.suites for run in of_suite]
    write_atomically(out / "report.html", render(report_of(runs, [], title="Careful, fast, mended")))
    print(f"report: {out / 'report.html'}")
