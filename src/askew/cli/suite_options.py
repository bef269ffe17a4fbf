"""Every suite's own options, offered alike by every verb that asks a suite something."""

import inspect
from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from typing import Annotated, Any, get_origin

import typer

from askew.core.options import read_settings
from askew.suites.options import BUILT_IN

OTHER = "suite_option"


def with_suite_options(command: Callable[..., None]) -> Callable[..., None]:
    """A verb that also takes the suites' options; it gets those that were given as one mapping, its parameter
    ``options``.
    """
    named = {field.name: field for options in BUILT_IN for field in fields(options)}

    @wraps(command)
    def with_options(**given: Any) -> None:
        own = {name: value for name in named if (value := given.pop(name)) not in (None, False, [])}
        own |= read_settings(given.pop(OTHER) or [])
        command(**given, options=own)

    parameters = inspect.signature(command, eval_str=True).parameters
    kept = [parameter for name, parameter in parameters.items() if name != "options"]
    added = [_parameter(field.name, field.type, field.metadata) for field in named.values()]
    help = "An option of a suite that another package adds."
    other = Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help=help)]
    added.append(inspect.Parameter(OTHER, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=other))
    signature = inspect.Signature([*(each.replace(kind=each.KEYWORD_ONLY) for each in kept), *added])
    with_options.__signature__ = signature  # type: ignore[attr-defined]
    with_options.__annotations__ = {each.name: each.annotation for each in signature.parameters.values()}
    return with_options


def _parameter(name: str, annotation: Any, about: Any) -> inspect.Parameter:
    """One option of the command line. None stands for one that was not given, whatever the suite's default is."""
    option = typer.Option(f"--{name.replace('_', '-')}", metavar=about["metavar"], help=about["help"])
    kind: Any = str | None
    default: Any = None
    if annotation is bool:
        kind, default = bool, False
    elif get_origin(annotation) is tuple:
        kind = list[str] | None
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, option])
