"""How verbs print: JSON or a table on standard output, progress on standard error."""

import json
import shutil
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from askew.report.escape import for_terminal

if TYPE_CHECKING:
    from askew.core.run import Run
    from askew.report.content import Block

T = TypeVar("T")
PIPE = 200  # columns of a table that nobody's terminal has to fit


def print_json(value: Any) -> None:
    """One JSON object."""
    print(json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False))


def print_content(*blocks: "Block") -> None:
    """Prose and tables, fitted to the terminal; in a pipe tables are wide, and a line of prose is one line."""
    from rich.console import Console

    from askew.report.terminal import render

    piped = not sys.stdout.isatty()
    width = PIPE if piped else shutil.get_terminal_size().columns
    Console(width=width, highlight=False).print(render(*blocks), soft_wrap=piped)


def print_line(text: str) -> None:
    """A line of somebody's text: as it is in a pipe or a file; on a terminal, nothing in it is obeyed."""
    print(for_terminal(text) if sys.stdout.isatty() else text)


def say(text: str) -> None:
    """A line for whoever runs the program, on standard error."""
    print(for_terminal(text), file=sys.stderr)


def print_run(run: "Run", as_json: bool, by: str | None = None) -> None:
    """A run's scores; in a table also those by an attribute (JSON has all of them anyway). Warnings go to standard
    error.
    """
    if as_json or not sys.stdout.isatty():  # on a terminal they stand below the table
        _say_warnings(run)
    if as_json:
        print_json(run.to_json())
    else:
        from askew.report.scores import by_group, run_content

        groups = [by_group(run, by)] if by else []  # first, so that an unknown attribute is refused
        print_content(*run_content(run), *groups)


def print_short(run: "Run") -> None:
    """The line for a paper on standard output; warnings on standard error."""
    from askew.analyses.citations import one_line

    _say_warnings(run)
    print_line(one_line(run))


def _say_warnings(run: "Run") -> None:
    for warning in run.warnings:
        say(f"askew: warning: {warning}")


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
