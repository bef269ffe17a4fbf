"""The one table everything is measured on: a row per verdict, with the item's attributes beside it."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from askew.core.records import Item, Verdict

Mask = NDArray[np.bool_]
Column = NDArray[np.str_]
Condition = Callable[["Table"], Mask]


class Table:
    """Columns of equal length: the item's id and attributes, the unit, and the verdict's labels and counts."""

    def __init__(self, labels: Mapping[str, Column], counts: Mapping[str, NDArray[np.float64]], size: int) -> None:
        self._labels = labels
        self._counts = counts
        self.size = size

    @classmethod
    def of(cls, items: Sequence[Item], verdicts: Sequence[Verdict]) -> "Table":
        """The table of a run."""
        attributes = {item.id: item.attributes for item in items}
        rows = [{**attributes[verdict.item], **verdict.labels} for verdict in verdicts]
        names = dict.fromkeys(name for row in rows for name in row)
        count_names = dict.fromkeys(name for verdict in verdicts for name in verdict.counts)
        return cls(
            {
                "item": np.array([verdict.item for verdict in verdicts], dtype=np.str_),
                "unit": np.array([verdict.unit for verdict in verdicts], dtype=np.str_),
                **{name: np.array([row.get(name, "") for row in rows], dtype=np.str_) for name in names},
            },
            {name: np.array([verdict.counts.get(name, 0.0) for verdict in verdicts]) for name in count_names},
            len(verdicts),
        )

    def __contains__(self, name: str) -> bool:
        return name in self._labels

    def __getitem__(self, name: str) -> Column:
        return self._labels[name]

    def counts(self, name: str) -> NDArray[np.float64]:
        """A column of counts."""
        return self._counts[name]

    def values(self, name: str) -> list[str]:
        """The values a column takes, in order of first appearance."""
        return list(dict.fromkeys(self[name].tolist()))

    def keep(self, mask: Mask) -> "Table":
        """The rows where the mask is true."""
        return Table(
            {name: column[mask] for name, column in self._labels.items()},
            {name: column[mask] for name, column in self._counts.items()},
            int(mask.sum()),
        )

    def codes(self, name: str) -> NDArray[np.intp]:
        """A column as whole numbers from 0, equal where its values are equal."""
        _, codes = np.unique(self[name], return_inverse=True)
        return np.asarray(codes, dtype=np.intp)


def where(**allowed: str | tuple[str, ...]) -> Condition:
    """A condition: each named column has one of the allowed values; no names, all rows.

    >>> t = Table({"gold": np.array(["male", "female"]), "n": np.array(["sg", "sg"])}, {}, 2)
    >>> where(gold="female", n=("sg", "pl"))(t).tolist()
    [False, True]
    """

    def mask(table: Table) -> Mask:
        result = np.ones(table.size, dtype=bool)
        for name, values in allowed.items():
            result &= np.isin(table[name.rstrip("_")], [values] if isinstance(values, str) else list(values))
        return result

    return mask
