"""From a table of a TOML or JSON file to a dataclass, every value checked against its field's type."""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any, Literal, TypeVar, get_args, get_origin

from askew.core.errors import InputError
from askew.core.registry import unknown

T = TypeVar("T")


def at_least_one(config: object, where: str, *names: str) -> None:
    """Refuse settings below 1."""
    for name in names:
        if getattr(config, name) < 1:
            raise InputError(f"{where}: {name} must be at least 1, found {getattr(config, name)}")


def no_strangers(table: Mapping[str, Any], known: list[str], where: str) -> None:
    """Refuse settings nobody knows."""
    for name in table:
        if name not in known:
            raise InputError(f"{where}: {unknown('setting', name, known)}")


def read_table(kind: type[T], table: Mapping[str, Any], where: str) -> T:
    """A dataclass from a table, every value of the type its field says."""
    if not isinstance(table, Mapping):
        raise InputError(f"{where} must be a table, found {table!r}")
    known = {field.name: field for field in fields(kind)}  # type: ignore[arg-type]
    no_strangers(table, list(known), where)
    values: dict[str, Any] = {}
    for name, declared in known.items():
        if table.get(name) is None:
            if declared.default is MISSING and declared.default_factory is MISSING:
                raise InputError(f"{where}: {name} is missing")
            continue
        values[name] = _typed(table[name], declared.type, f"{where}: {name}")
    return kind(**values)


def _typed(value: Any, wanted: Any, where: str) -> Any:
    if get_origin(wanted) is Literal:
        if value not in get_args(wanted):
            raise InputError(f"{where} must be one of {', '.join(get_args(wanted))}; found {value!r}")
        return value
    if get_origin(wanted) is tuple:
        members = get_args(wanted)
        if isinstance(value, str) and wanted == tuple[str, ...]:
            value = [value]
        if not isinstance(value, (list, tuple)) or (members[-1] is not Ellipsis and len(value) != len(members)):
            raise InputError(f"{where} must be a list, found {value!r}")
        return tuple(_typed(item, members[0], where) for item in value)
    if wanted is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, wanted) or (wanted is not bool and isinstance(value, bool)):
        raise InputError(f"{where} must be a {wanted.__name__}, found {value!r}")
    return value
