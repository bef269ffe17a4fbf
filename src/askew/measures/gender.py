"""F1 of one gender: how well items with a referent of that gender, and no others, are rendered in it."""

from dataclasses import dataclass

import numpy as np

from askew.measures.base import Floats, Measure
from askew.measures.table import Mask, Table


@dataclass(frozen=True)
class F1(Measure):
    """2·TP ÷ (predicted + gold), in percent. ``rounded``: from P and R rounded to 0.1, as the reference tool prints it."""

    gender: str
    rounded: bool = False

    @property
    def width(self) -> int:
        """True positives, predicted, gold."""
        return 3

    def units(self, table: Table) -> Mask:
        """The rows of that gold gender, and those predicted to have it."""
        gold, predicted = self._rows(table)
        return gold | predicted

    def counts(self, table: Table) -> Floats:
        """True positives, predicted, gold."""
        gold, predicted = self._rows(table)
        return np.stack([gold & predicted, predicted, gold], axis=1).astype(float)

    def _rows(self, table: Table) -> tuple[Mask, Mask]:
        gold, predicted = table.attributes["gold"] == self.gender, table.labels["predicted"] == self.gender
        return np.asarray(gold, dtype=bool), np.asarray(predicted, dtype=bool)

    def value(self, sums: Floats) -> Floats:
        """F1; undefined without gold or predicted rows."""
        hits, predicted, gold = sums[..., 0], sums[..., 1], sums[..., 2]
        with np.errstate(invalid="ignore", divide="ignore"):
            if not self.rounded:
                return np.where(predicted + gold > 0, 200 * hits / (predicted + gold), np.nan)
            precision = np.where(predicted > 0, np.round(100 * hits / predicted, 1), 0.0)
            recall = np.where(gold > 0, np.round(100 * hits / gold, 1), np.nan)
            f1 = 2 * precision * recall / (precision + recall)
            return np.where(precision + recall > 0, f1, np.where(np.isnan(recall), np.nan, 0.0))
