"""Rows as a data frame of whichever library is installed; askew itself needs none."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from askew.core.errors import UsageError

LIBRARIES = ("polars", "pandas")


def data_frame(rows: Sequence[Mapping[str, Any]]) -> Any:
    """A polars or else a pandas frame with a column for every key; a row without a key has nothing there.

    Raises UsageError where neither library is installed.
    """
    library = next((name for name in LIBRARIES if find_spec(name) is not None), None)
    if library is None:
        raise UsageError("a data frame needs polars or pandas, and neither is installed: 'pip install polars'")
    names = dict.fromkeys(name for row in rows for name in row)
    return import_module(library).DataFrame({name: _column([row.get(name) for row in rows]) for name in names})


def _column(values: list[Any]) -> list[Any]:
    """Values of one type: whole numbers among fractions are written as fractions."""
    if any(isinstance(value, float) for value in values):
        return [float(value) if isinstance(value, int) else value for value in values]
    return values
