"""askew show: a run's story in a terminal."""

from askew.cli import options
from askew.cli.show import print_content, print_json


def command(rundir: options.RunDir, as_json: options.Json = False) -> None:
    """Show a run: its scores, what stands out, and a bar per group."""
    from askew.core.run import load

    run = load(rundir)
    if as_json:
        print_json(run.to_json())
        return
    from askew.report.show import story

    print_content(*story(run))
