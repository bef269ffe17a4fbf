"""askew export: suites, items and scores for other people's libraries."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from askew.cli import options as shared
from askew.cli.suite_options import with_suite_options

app = typer.Typer(help="Use askew from other libraries.", no_args_is_help=True, rich_markup_mode=None)
Suites = Annotated[list[str], typer.Argument(metavar="SUITE...", help="Suites of sentences: winomt, simplegen …")]
NewFolder = Annotated[Path, typer.Option(metavar="DIR", help="The folder to write.")]


class Format(StrEnum):
    """How rows are written."""

    JSONL = "jsonl"
    PARQUET = "parquet"


@app.command("lm-eval")
def lm_eval(
    suites: Suites,
    target: shared.Target,
    out: NewFolder,
    edition: shared.Edition = None,
    subset: shared.Subset = None,
    protocol: shared.Protocol = None,
) -> None:
    """Write tasks of lm-evaluation-harness: lm_eval run --include_path DIR --tasks NAME; prints their names."""
    from askew.export.lm_eval import write_task

    for suite in suites:
        print(write_task(suite, target, out, edition=edition, subset=subset, protocol=protocol))


@app.command("dataset")
@with_suite_options
def dataset(
    suite: shared.SuiteName,
    out: NewFolder,
    target: Annotated[
        str, typer.Option("--target", "-t", metavar="LANG", help="With the references in this language.")
    ] = "",
    edition: shared.Edition = None,
    subset: shared.Subset = None,
    format: Annotated[Format, typer.Option(help="jsonl, or parquet (needs polars).")] = Format.JSONL,
    options: Any = None,
) -> None:
    """Write a suite's items and a card as a data set: datasets.load_dataset("DIR"); prints the folder."""
    from askew.export.dataset import write_dataset

    chosen = {"target": target, "edition": edition, "subset": subset, "options": options}
    print(write_dataset(suite, out, format=format.value, **chosen))


@app.command("metric")
def metric(out: NewFolder) -> None:
    """Write a metric module: evaluate.load("DIR/askew_metric/askew_metric.py", SUITE); prints its path."""
    from askew.export.metric import write_metric

    print(write_metric(out))
