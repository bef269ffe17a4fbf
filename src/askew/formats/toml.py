"""TOML: a file decoded into a type, checked on the way; a key nobody knows gets a suggestion."""

import tomllib
from pathlib import Path
from typing import Any, TypeVar

from askew.core.errors import InputError
from askew.core.files import from_builtins, name_of, read_bytes, text_of
from askew.core.registry import unknown

T = TypeVar("T")


def read_toml(path: Path, type: type[T], what: str) -> T:
    """A TOML file as a value of ``type`` (a dataclass or a ``msgspec.Struct``); ``what`` it is called in messages.

    Raises: InputError: no such file, not TOML, an unknown key, a missing one, or a value of another type; it names the
    place.

    """
    return from_toml(read_bytes(path), type, what, name_of(path))


def from_toml(raw: bytes, type: type[T], what: str, where: str) -> T:
    """The bytes of a TOML file as ``read_toml`` reads them."""
    try:
        table = tomllib.loads(text_of(raw, where))
    except ValueError as error:  # TOMLDecodeError is one, and so is a number of too many digits
        raise InputError(f"can't be read as TOML: {error}", where=where) from None
    except RecursionError:
        raise InputError("can't be read as TOML: it is nested too deeply", where=where) from None
    _check_keys(table, type, what, where)
    return from_builtins(table, type, where=where)


def _check_keys(table: Any, type: Any, what: str, where: str) -> None:
    """Refuse keys that the type, or a type within it, has no field for."""
    import msgspec.inspect

    fields = {field.encode_name: field for field in getattr(msgspec.inspect.type_info(type), "fields", ())}
    if not fields or not isinstance(table, dict):
        return
    for key, value in table.items():
        if key not in fields:
            raise InputError(unknown(f"key of the {what}", key, list(fields)), where=where)
        for inner in _types_within(fields[key].type):
            for entry in value if isinstance(value, list) else [value]:
                _check_keys(entry, inner, key, where)
        for inner in _types_within(getattr(fields[key].type, "value_type", None)):
            for name, entry in value.items() if isinstance(value, dict) else ():
                _check_keys(entry, inner, f"{key}.{name}", where)


def _types_within(info: Any) -> list[Any]:
    """The classes with fields of their own that a field's value, or an entry of it, can be of."""
    if hasattr(info, "cls") and hasattr(info, "fields"):
        return [info.cls]
    parts = [*getattr(info, "types", ()), *([info.item_type] if hasattr(info, "item_type") else [])]
    return [found for part in parts for found in _types_within(part)]
