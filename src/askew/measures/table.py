"""The one table everything is measured on: a row per verdict, with the item's attributes beside it.

Attributes of items, labels of verdicts and counts are three name spaces: ``attribute(gold="female") &
label(predicted="male")`` says which is meant. What groups and clusters rows is named by ``by``: ``item``, an attribute,
or a label where no attribute is called so.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from askew.core.records import Item, Verdict

Mask = NDArray[np.bool_]
Column = NDArray[np.object_]
Numbers = NDArray[np.float64]
ITEM = "item"


class Table:
    """Columns of equal length: the item's id and attributes, the unit, and the verdict's labels and counts."""

    def __init__(
        self,
        size: int,
        *,
        items: Column | None = None,
        units: Column | None = None,
        attributes: Mapping[str, Column] | None = None,
        labels: Mapping[str, Column] | None = None,
        counts: Mapping[str, Numbers] | None = None,
    ) -> None:
        self.size = size
        self.items = _column(map(str, range(size))) if items is None else items
        self.units = _column([""] * size) if units is None else units
        self.attributes = attributes or {}
        self.labels = labels or {}
        self._counts = counts or {}

    @classmethod
    def of(cls, items: Sequence[Item], verdicts: Sequence[Verdict]) -> "Table":
        """The table of a run."""
        asked = {item.id: item.attributes for item in items}
        attributes = [asked[verdict.item] for verdict in verdicts]
        count_names = dict.fromkeys(name for verdict in verdicts for name in verdict.counts)
        return cls(
            len(verdicts),
            items=_column(verdict.item for verdict in verdicts),
            units=_column(verdict.unit for verdict in verdicts),
            attributes=_columns(attributes),
            labels=_columns([verdict.labels for verdict in verdicts]),
            counts={name: np.array([verdict.counts.get(name, 0.0) for verdict in verdicts]) for name in count_names},
        )

    def counts(self, name: str) -> Numbers:
        """A column of counts."""
        return self._counts[name]

    def has(self, name: str) -> bool:
        """Whether rows can be grouped by it."""
        return name == ITEM or name in self.attributes or name in self.labels

    def by(self, name: str) -> Column:
        """What rows are grouped or clustered by: items, an attribute, or a label where no attribute is called so."""
        if name == ITEM:
            return self.items
        return self.attributes[name] if name in self.attributes else self.labels[name]

    def values(self, name: str) -> list[str]:
        """The values that rows can be grouped by, in order of first appearance."""
        return list(dict.fromkeys(self.by(name).tolist()))

    def keep(self, mask: Mask) -> "Table":
        """The rows where the mask is true."""
        return Table(
            int(mask.sum()),
            items=self.items[mask],
            units=self.units[mask],
            attributes={name: column[mask] for name, column in self.attributes.items()},
            labels={name: column[mask] for name, column in self.labels.items()},
            counts={name: column[mask] for name, column in self._counts.items()},
        )

    def codes(self, name: str) -> NDArray[np.intp]:
        """What rows are grouped by as whole numbers from 0 in the order of the values, equal where the values are
        equal.
        """
        column = self.by(name).tolist()
        place = {value: number for number, value in enumerate(sorted(set(column)))}
        return np.array([place[value] for value in column], dtype=np.intp)


def _column(values: Iterable[str]) -> Column:
    """Objects, not NumPy's strings: those take as much room for every value as for the longest."""
    found = list(values)
    column = np.empty(len(found), dtype=object)
    column[:] = found
    return column


def _columns(rows: Sequence[Mapping[str, str]]) -> dict[str, Column]:
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: _column(row.get(name, "") for row in rows) for name in names}


class Condition:
    """Which rows; conditions are joined by ``&``."""

    def __init__(self, mask: Callable[[Table], Mask]) -> None:
        self._mask = mask

    def __call__(self, table: Table) -> Mask:
        """The rows' mask."""
        return self._mask(table)

    def __and__(self, other: "Condition") -> "Condition":
        return Condition(lambda table: self(table) & other(table))


EVERY_ROW = Condition(lambda table: np.ones(table.size, dtype=bool))


def attribute(**allowed: str | tuple[str, ...]) -> Condition:
    """Each of these attributes of the item has (one of) these values; a name that is a Python word gets an underscore,
    as ``class_``.

    >>> t = Table(2, attributes={"gold": np.array(["male", "female"], object)})
    >>> attribute(gold="female")(t).tolist()
    [False, True]
    """
    return Condition(lambda table: _all_allowed(table.attributes, allowed, table.size))


def label(**allowed: str | tuple[str, ...]) -> Condition:
    """Each of these labels of the verdict has (one of) these values."""
    return Condition(lambda table: _all_allowed(table.labels, allowed, table.size))


def unit(name: str) -> Condition:
    """The verdict is on such a unit: a segment, say."""
    return Condition(lambda table: np.asarray(table.units == name, dtype=bool))


def _all_allowed(columns: Mapping[str, Column], allowed: Mapping[str, str | tuple[str, ...]], size: int) -> Mask:
    result = np.ones(size, dtype=bool)
    for name, values in allowed.items():
        column = columns[name.rstrip("_")]
        if isinstance(values, str):
            result &= np.asarray(column == values, dtype=bool)
        else:
            result &= np.fromiter((value in values for value in column), dtype=bool, count=size)
    return result
