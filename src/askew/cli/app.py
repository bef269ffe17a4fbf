"""The program: its verbs, and what becomes of an error."""

import os
import sys
import warnings
from typing import Annotated

import typer

from askew.cli import compare, data, demo, doctor, items, ls, report, rescore, run, score, verdicts
from askew.core.errors import AskewError
from askew.version import __version__

app = typer.Typer(
    name="askew",
    help="Measures what BLEU hides in speech and text translation.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help: fast, and the same in a pipe
)
for verb in (score, run, rescore, compare, items, verdicts, report, ls, doctor, demo):
    app.command(verb.__name__.rpartition(".")[2])(verb.command)
app.add_typer(data.app, name="data")


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"askew {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version and exit.", callback=_print_version, is_eager=True),
    ] = False,
) -> None:
    """Measures what BLEU hides in speech and text translation."""
    del version


def main() -> None:
    """Run the program; a user's mistake is one message and status 2, without a traceback."""
    warnings.showwarning = _show_warning
    status: object = 0
    try:
        status = app(standalone_mode=False)
        sys.stdout.flush()
    except AskewError as error:
        print(f"askew: error: {error}", file=sys.stderr)
        status = 2
    except BrokenPipeError:  # the reader of a pipe (head, less) has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        print("askew: interrupted", file=sys.stderr)
        status = 130
    except Exception as error:
        status = _unexpected(error)
    sys.exit(status if isinstance(status, int) else 0)


def _unexpected(error: Exception) -> int:
    import click

    if isinstance(error, click.exceptions.Exit):
        return error.exit_code
    if isinstance(error, click.exceptions.Abort):
        return 130
    if isinstance(error, click.ClickException):
        error.show()
        return 2
    if os.environ.get("ASKEW_DEBUG"):
        raise error
    print(
        f"askew: this is a bug in askew: {type(error).__name__}: {error}\nSet ASKEW_DEBUG=1 to see where, and please report it.",
        file=sys.stderr,
    )
    return 2


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    print(f"askew: warning: {message}", file=sys.stderr)
