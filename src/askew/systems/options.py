"""Options of a system: the keyword-only parameters of whatever makes it are what ``--set NAME=VALUE`` may set.

A system that is a class ``__init__(self, argument, *, beam: int = 5)``, or a dataclass with such fields, has an option
``beam`` without saying so twice. Their types are str, int, float, bool and Literal choices, or one of these or None.
"""

import inspect
from collections.abc import Callable, Mapping
from types import NoneType
from typing import Any, Literal, get_args, get_origin

from askew.core.errors import UsageError
from askew.core.registry import unknown

RESERVED = ("target",)  # given by the run, not by the user


def options_of(factory: Callable[..., object]) -> dict[str, inspect.Parameter]:
    """The options a system has, by name."""
    return {
        name: parameter for name, parameter in _parameters(factory).items() if parameter.kind is parameter.KEYWORD_ONLY
    }


def takes_no_argument(factory: Callable[..., object]) -> bool:
    """Whether the system's SPEC may be its kind alone."""
    first = next(iter(_parameters(factory).values()), None)
    return first is None or first.kind is first.KEYWORD_ONLY or first.default is not first.empty


def read_settings(settings: list[str]) -> dict[str, str]:
    """What ``--set NAME=VALUE`` said, as a mapping.

    >>> read_settings(["beam=5", "prompt=a=b"])
    {'beam': '5', 'prompt': 'a=b'}
    """
    options: dict[str, str] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or not name:
            raise UsageError(f"--set is written NAME=VALUE, such as --set beam=5; found {setting!r}")
        if name in options:
            raise UsageError(f"--set {name} was given twice: {options[name]!r} and {value!r}")
        options[name] = value
    return options


def checked(kind: str, factory: Callable[..., object], options: Mapping[str, object]) -> dict[str, Any]:
    """The options with their right types; an unknown one gets a suggestion, a wrong value says what was expected."""
    known = {name: parameter for name, parameter in options_of(factory).items() if name not in RESERVED}
    others = any(parameter.kind is parameter.VAR_KEYWORD for parameter in _parameters(factory).values())
    for name in options:
        if name not in known and not others:  # with **others it checks them itself
            raise UsageError(unknown(f"option of {kind}", name, list(known)))
    return {
        name: _convert(kind, name, value, known[name].annotation) if name in known else value
        for name, value in options.items()
    }


def _parameters(factory: Callable[..., object]) -> dict[str, inspect.Parameter]:
    return dict(inspect.signature(factory, eval_str=True).parameters)


def _convert(kind: str, name: str, value: object, annotation: Any) -> object:
    if annotation is inspect.Parameter.empty:
        return value
    kinds = [choice for choice in get_args(annotation) if choice is not NoneType] if _is_optional(annotation) else None
    if kinds is not None and value in (None, "none"):
        return None
    wanted = kinds[0] if kinds else annotation
    if get_origin(wanted) is Literal:
        choices = list(get_args(wanted))
        if value not in choices:
            raise UsageError(unknown(f"{name} of {kind}", str(value), choices))
        return value
    try:
        return _as(wanted, value)
    except ValueError:
        expected = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}[wanted]
        raise UsageError(f"{kind}: option {name} must be {expected}, found {value!r}") from None


def _is_optional(annotation: Any) -> bool:
    return NoneType in get_args(annotation)


def _as(wanted: type, value: object) -> object:
    """``value`` as a str, int, float or bool; from the command line all are text."""
    if wanted is bool:
        text = str(value).lower()
        if text not in ("true", "false"):
            raise ValueError
        return text == "true"
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise ValueError
    if wanted is int:
        if isinstance(value, float) and not value.is_integer():
            raise ValueError
        return int(value)
    return float(value) if wanted is float else str(value)
