"""The program: its verbs, and what becomes of an error."""

import io
import os
import sys
import warnings
from collections.abc import Callable
from typing import Annotated, Any

import typer

from askew.cli import (
    align,
    audit,
    balance,
    cite,
    compare,
    correlate,
    data,
    demo,
    doctor,
    edits,
    explain,
    export,
    gaps,
    gate,
    items,
    ls,
    power,
    report,
    rescore,
    resegment,
    run,
    score,
    segment,
    show_run,
    speak,
    suber,
    sweep,
    terms,
    train,
    verdicts,
)
from askew.cli.show import say
from askew.cli.signals import ending_in_order, exit_status
from askew.cli.verbs import EXAMPLES, ByJob
from askew.core.errors import AskewError, Incomplete
from askew.version import __version__

COMPLETE = "_ASKEW_COMPLETE"  # what a shell's completion sets

app = typer.Typer(
    name="askew",
    cls=ByJob,
    epilog="'askew VERB --help' says what a verb takes, with an example. Exit status: 0 done; 1 a gate said no; "
    "2 an error; 3 incomplete, or the data can't tell.",
    help="Measures what BLEU hides in speech and text translation.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help: fast, and the same in a pipe
)


def _add(name: str, command: Callable[..., None]) -> None:
    app.command(name, epilog=f"Example: {EXAMPLES[name]}")(command)


for verb in (
    score,
    run,
    rescore,
    compare,
    correlate,
    gaps,
    items,
    verdicts,
    explain,
    audit,
    cite,
    resegment,
    speak,
    segment,
    align,
    edits,
    suber,
    report,
    sweep,
    gate,
    power,
    balance,
    train,
    ls,
    doctor,
    demo,
):
    _add(verb.__name__.rpartition(".")[2], verb.command)
_add("show", show_run.command)
_add("check-subtitles", segment.check_subtitles)
_add("lengths", segment.lengths)
_add("effort", edits.effort)
app.add_typer(data.app, name="data")
app.add_typer(export.app, name="export")
app.add_typer(terms.app, name="terms")


def _print_version(wanted: bool) -> None:
    if wanted:
        from askew.datasets import manifest

        print(f"askew {__version__}")
        print("data", *(f"{name}@{manifest.load(name).revision}" for name in manifest.names()))
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Print the version and the revisions of the data sets, and exit.",
            callback=_print_version,
            is_eager=True,
        ),
    ] = False,
) -> None:
    """Measures what BLEU hides in speech and text translation."""
    del version


def main() -> None:
    """Run the program; a user's mistake is one message and status 2, without a traceback."""
    warnings.showwarning = _show_warning
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")  # whatever the locale: outputs are in every script
    sys.exit(_run(sys.argv[1:]))


def _run(arguments: list[str]) -> int:
    """The exit status. typer's own main would turn a closed pipe into status 1, which here means that a gate said
    no.
    """
    program = typer.main.get_command(app)
    if COMPLETE in os.environ:
        return _complete(program)
    try:
        with ending_in_order():
            with program.make_context("askew", arguments) as context:
                program.invoke(context)
            sys.stdout.flush()
    except Incomplete as error:
        say(f"askew: incomplete: {error}")
        return 3
    except AskewError as error:
        say(f"askew: error: {error}")
        return 2
    except BrokenPipeError:  # the reader of a pipe (head, less) has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        return _no_file(error)
    except KeyboardInterrupt as stop:
        say("\naskew: interrupted; the same command goes on where it stopped")
        return exit_status(stop)
    except typer.Exit as done:
        return done.exit_code
    except Exception as error:
        return _unexpected(error)
    return 0


def _complete(program: Any) -> int:
    """What a shell asks for while somebody types; the README says how to turn it on."""
    from typer import completion

    # it has moved between typer's releases, and is here in all of them
    completion.completion_init()  # type: ignore[attr-defined]
    return completion.shell_complete(program, {}, "askew", COMPLETE, os.environ[COMPLETE])


def _no_file(error: OSError) -> int:
    """A file that can't be written (or read): a full disk, a folder one may not write to, a name that is too long."""
    if error.filename is None:  # standard output, most likely; what is left of it must not be tried again at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if os.environ.get("ASKEW_DEBUG"):
        raise error
    say(f"askew: error: {error.filename or 'standard output'}: {error.strerror or error}")
    return 2


def _unexpected(error: Exception) -> int:
    show = getattr(error, "show", None)  # typer's usage errors; their classes have moved between its releases
    if show is not None:
        show()
        return 0 if type(error).__name__ == "NoArgsIsHelpError" else 2
    if os.environ.get("ASKEW_DEBUG"):
        raise error
    say(f"askew: this is a bug in askew: {type(error).__name__}: {error}")
    say("Set ASKEW_DEBUG=1 to see where, and please report it.")
    return 2


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    say(f"askew: warning: {message}")
