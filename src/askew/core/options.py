"""Typed options: the keyword-only parameters of whatever makes a thing are what ``--set NAME=VALUE`` may set.

A class with ``__init__(self, argument, *, beam: int = 5)``, a dataclass with such fields, or a function with such
parameters has an option ``beam`` without saying so twice. Types are str, int, float, bool and Literal choices, or one
of these or None, or a tuple of texts. What an option is for stands in the string below a dataclass's field, or in
``Annotated[int, "…"]``.
"""

import ast
import inspect
import textwrap
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite
from os import PathLike
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

from askew.core.errors import UsageError
from askew.core.registry import unknown

REQUIRED = inspect.Parameter.empty
"""The default of an option that has none."""
_EXPECTED = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}


@dataclass(frozen=True)
class Option:
    """One option: its name, its type, what it is if not given, and what it is for (empty where that is not said)."""

    name: str
    type: Any
    default: object = REQUIRED
    help: str = ""

    def read(self, owner: str, value: object) -> object:
        """``value`` as this option's type; from the command line all values are text.

        Raises UsageError, which names ``owner`` and says what was expected, if the value is of no such type.
        """
        if self.type is REQUIRED:
            return value
        kinds = [choice for choice in get_args(self.type) if choice is not NoneType] if self.optional else [self.type]
        if self.optional and value in (None, "none"):
            return None
        (wanted,) = kinds
        if get_origin(wanted) is tuple:
            return _several(owner, self.name, value)
        if get_origin(wanted) is Literal:
            choices = list(get_args(wanted))
            if value not in choices:
                raise UsageError(unknown(f"{self.name} of {owner}", str(value), choices))
            return value
        try:
            return _converted(wanted, value)
        except ValueError:
            help_ = f" ({self.help})" if self.help else ""
            raise UsageError(
                f"{owner}: option {self.name} must be {_EXPECTED[wanted]}, found {value!r}{help_}"
            ) from None

    @property
    def optional(self) -> bool:
        """Whether it may be None."""
        return NoneType in get_args(self.type)


def _several(owner: str, name: str, value: object) -> tuple[str, ...]:
    """One text (or path), or several."""
    given = [value] if isinstance(value, (str, PathLike)) else value
    if not isinstance(given, Iterable):
        raise UsageError(f"{owner}: option {name} must be a text or several, found {value!r}")
    return tuple(str(each) for each in given)


def options_of(factory: Callable[..., object]) -> dict[str, Option]:
    """The options of a class, dataclass or function: its keyword-only parameters, by name."""
    said = _field_docs(factory)
    return {
        name: _option(parameter, said.get(name, ""))
        for name, parameter in _parameters(factory).items()
        if parameter.kind is parameter.KEYWORD_ONLY
    }


def read_options(
    owner: str, factory: Callable[..., object], given: Mapping[str, object], reserved: Collection[str] = ()
) -> dict[str, Any]:
    """What was given, in the types ``factory`` wants.

    ``owner`` is what messages call the thing that has the options; ``reserved`` are parameters that are not the user's
    to set. A factory with ``**others`` checks those itself. Raises UsageError for an unknown option (with a suggestion)
    and for a value of another type.
    """
    known = {name: option for name, option in options_of(factory).items() if name not in reserved}
    open_ended = any(parameter.kind is parameter.VAR_KEYWORD for parameter in _parameters(factory).values())
    for name in given:
        if name in reserved or (name not in known and not open_ended):
            raise UsageError(unknown(f"option of {owner}", name, list(known)))
    return {name: known[name].read(owner, value) if name in known else value for name, value in given.items()}


def takes_no_argument(factory: Callable[..., object]) -> bool:
    """Whether it can be made from its options alone, without a first argument."""
    first = next(iter(_parameters(factory).values()), None)
    return first is None or first.kind is first.KEYWORD_ONLY or first.default is not REQUIRED


def read_settings(settings: list[str]) -> dict[str, str]:
    """What ``--set NAME=VALUE`` said, as a mapping; UsageError if one is written otherwise, or given twice.

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


def _parameters(factory: Callable[..., object]) -> dict[str, inspect.Parameter]:
    return dict(inspect.signature(factory, eval_str=True).parameters)


def _option(parameter: inspect.Parameter, said: str) -> Option:
    annotation = parameter.annotation
    if get_origin(annotation) is Annotated:
        annotation, *notes = get_args(annotation)
        said = said or next((note for note in notes if isinstance(note, str)), "")
    return Option(parameter.name, annotation, parameter.default, said)


def _field_docs(factory: Callable[..., object]) -> dict[str, str]:
    """The strings that stand below a class's fields, inherited ones included; none where the source is not at hand."""
    said: dict[str, str] = {}
    for cls in reversed(inspect.getmro(factory)) if inspect.isclass(factory) else ():
        if cls.__module__ == "builtins":
            continue
        try:
            (tree,) = ast.parse(textwrap.dedent(inspect.getsource(cls))).body
        except (OSError, TypeError, SyntaxError, ValueError):
            continue
        for field, below in pairwise(tree.body if isinstance(tree, ast.ClassDef) else []):
            match field, below:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                    said[name] = inspect.cleandoc(text)
    return said


def _converted(wanted: type, value: object) -> object:
    """``value`` as a str, int, float or bool; ValueError if it is none."""
    if wanted is bool:
        text = str(value).lower()
        if text not in ("true", "false"):
            raise ValueError
        return text == "true"
    if wanted is str and isinstance(value, PathLike):
        return str(value)
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise ValueError
    if wanted is int:
        if isinstance(value, float) and not value.is_integer():
            raise ValueError
        return int(value)
    if wanted is float:
        try:
            number = float(value)
        except OverflowError:
            raise ValueError from None
        if not isfinite(number):
            raise ValueError
        return number
    return str(value)
