"""F1 of one gender: how well items with a referent of that gender, and no others, are rendered in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from askew.measures.ratio import Floats
from askew.measures.table import Mask, Table


@dataclass(frozen=True)
class F1:
    """2·TP ÷ (predicted + gold), in percent. ``rounded``: from P and R rounded to 0.1, as the reference tool prints it."""

    name: str
    gender: str
    rounded: bool = False
    needs: Mapping[str, frozenset[str]] = field(default_factory=dict)
    width: int = 3

    def units(self, table: Table) -> Mask:
        """The rows of that gold gender, and those predicted to have it."""
        return np.asarray((table["gold"] == self.gender) | (table["predicted"] == self.gender))

    def counts(self, table: Table) -> Floats:
        """True positives, predicted, gold."""
        gold, predicted = table["gold"] == self.gender, table["predicted"] == self.gender
        return np.stack([gold & predicted, predicted, gold], axis=1).astype(float)

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
