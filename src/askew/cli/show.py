"""How verbs print: JSON or a table on standard output, progress on standard error."""

import json
import shutil
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from rich.console import RenderableType

    from askew.core.run import Run

T = TypeVar("T")


def print_json(value: Any) -> None:
    """One JSON object."""
    print(json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False))


def print_table(renderable: "RenderableType") -> None:
    """A table, as wide as it needs to be: a pipe must not cut numbers."""
    from rich.console import Console

    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 200
    Console(width=width, highlight=False).print(renderable)


def print_run(run: "Run", as_json: bool, by: str | None = None) -> None:
    """A run's scores; in a table also those by an attribute (JSON has all of them anyway)."""
    if as_json:
        for warning in run.warnings:
            print(f"askew: warning: {warning}", file=sys.stderr)
        print_json(run.to_json())
    else:
        from askew.report.terminal import groups_table, run_report

        groups = groups_table(run, by) if by else None  # first, so that an unknown attribute is refused
        print_table(run_report(run))
        if groups is not None:
            print_table(groups)


def progress(answers: "Iterable[T]", total: int) -> "Iterator[T]":
    """Pass answers through under a progress bar, which shows on a terminal only."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from askew.core.records import Failure

    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task("", total=total, rate="")
        failed = 0
        for answer in answers:
            yield answer
            failed += isinstance(answer, Failure)
            speed = bar.tasks[task].speed
            rate = f"{speed:.1f} items/s" if speed else ""
            bar.update(task, advance=1, rate=f"{rate}, {failed} failed" if failed else rate)
