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
    from askew.cli.demo_runs import CAREFUL, demo
    from askew.cli.demo_story import minutes, story
    from askew.core.files import write_atomically
    from askew.report.numbers import count
    from askew.report.page import render
    from askew.report.report import report_of
    from askew.suites import REGISTRY

    planned = demo(out)
    say("askew: English to Spanish by a small model that comes with askew: careful, fast and mended")
    say(f"askew: translating takes {minutes(planned.seconds())} on this machine; a demo that is stopped goes on later")
    shown = []
    for suite in planned.suites:
        runs = planned.runs(suite, progress)
        shown += runs
        title = REGISTRY.get(suite).title.partition(":")[0]
        print(f"{title}, English to Spanish, {count(len(runs[0].outputs), 'sentence')}")
        print_content(*story(runs))
        print()
    for sentence in planned.missing:
        say(f"askew: {sentence}")
    page = report_of(shown, [], title="What speed costs, what mending gives: English to Spanish", baseline=CAREFUL)
    write_atomically(out / "report.html", render(page))
    print(f"Every sentence behind these numbers: {out / 'report.html'}")
