"""askew sweep: a grid of systems against a baseline."""

from pathlib import Path
from typing import Annotated

import typer

from askew.cli import options
from askew.cli.show import print_content, print_json, progress, say


def command(
    sweep: Annotated[Path, typer.Argument(metavar="SWEEP.toml", help="What is swept, and on what it is measured.")],
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Folder of the sweep; one broken off there is continued. Default: the file's name."
        ),
    ] = None,
    executor: Annotated[str, typer.Option(help="local, or ray: cells on a cluster.")] = "local",
    jobs: Annotated[int, typer.Option(min=1, help="Cells answered at a time; timing is always one at a time.")] = 1,
    figures: Annotated[
        bool, typer.Option("--figures/--no-figures", help="Also draw the figure (needs Altair).")
    ] = True,
    as_json: options.Json = False,
) -> None:
    """Run and time a grid of systems; show speed, quality and bias together. Status 3: some cells are missing."""
    from askew.core.errors import UsageError
    from askew.core.files import write_atomically
    from askew.report.sweep import as_csv, as_latex, as_markdown, lost_tsv, suites_of, sweep_content
    from askew.sweep.analyse import analyse
    from askew.sweep.execute import execute
    from askew.sweep.plan import read_plan

    plan, folder = read_plan(sweep), out or Path(sweep.stem)
    missing = execute(plan, folder, executor=executor, jobs=jobs, progress=progress, say=say)
    result = analyse(plan, folder)
    result.save(folder)
    for table in result.tables:
        write_atomically(folder / f"table-{table.design}.csv", as_csv(result, table))
        for suite in suites_of(result):
            name = f"table-{table.design}{f'-{suite}' if suite else ''}"
            write_atomically(folder / f"{name}.md", as_markdown(result, table, suite))
            write_atomically(folder / f"{name}.tex", as_latex(result, table, suite))
    for lost in result.lost:
        write_atomically(folder / f"lost-{lost.set}.tsv", lost_tsv(lost))
    if figures:
        from askew.report.sweep_figure import save_figures

        try:
            save_figures(result, folder)
        except UsageError as error:
            say(f"askew: no figure: {error}")
    if as_json:
        print_json(result.to_json())
    else:
        print_content(*sweep_content(result))
    for line in missing:
        say(f"askew: missing: {line}")
    if missing:
        raise typer.Exit(3)
