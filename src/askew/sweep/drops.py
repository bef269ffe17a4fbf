"""Relative drops from the baseline, averaged over seeds; and the paper's last row in both of its readings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from askew.stats.inference import percentile_interval
from askew.stats.resample import generator
from askew.sweep.design import Axes
from askew.sweep.plan import SweepPlan
from askew.sweep.variation import Models

Floats = NDArray[np.float64]

TO_FASTEST = "baseline to fastest"
TO_WORST = "best to worst"


@dataclass(frozen=True)
class SampledModels:
    """Which models each resample has: a weight per place, and the seeds its values are averaged over.

    A model is trained once and decoded in several ways, so its cells rise and fall together: models are sampled, not
    cells, and with each its seeds. The baseline is the reference of every drop and always there.
    """

    weights: Floats  # places × resamples
    seeds: NDArray[np.intp]  # places × resamples × seeds
    models: int

    @classmethod
    def of(cls, sweep: SweepPlan, places: Sequence[Axes], seed: int = 12_345) -> "SampledModels":
        """Sample kinds of models, and seeds within them."""
        rng, n_seeds = generator(seed, way=3), len(sweep.seeds) or 1
        models = Models.of(places, sweep.models, n_seeds)
        k = models.count
        if k > 1:
            sampled = rng.multinomial(k, np.full(k, 1 / k), size=sweep.resamples).T
        else:
            sampled = np.ones((1, sweep.resamples), dtype=np.int64)
        seeds = rng.integers(0, n_seeds, (k, sweep.resamples, n_seeds))
        return cls(sampled[models.kinds].astype(float), seeds[models.kinds], k)

    def average(self, resampled: Floats) -> Floats:
        """Places × seeds × resamples to places × resamples: the mean over each resample's seeds."""
        rows = np.arange(resampled.shape[0])[:, None, None]
        resamples = np.arange(resampled.shape[2])[None, :, None]
        mean: Floats = resampled[rows, self.seeds, resamples].mean(axis=2)
        return mean


@dataclass(frozen=True)
class Drop:
    """100 × (baseline − cell) ÷ baseline, with the interval over resampled items and seeds."""

    value: float | None
    low: float | None = None
    high: float | None = None
    reason: str | None = None


def relative_drops(values: Floats) -> Floats:
    """Along the first axis, whose first entry is the baseline; NaN where the baseline is 0 or undefined.

    >>> relative_drops(np.array([33.2, 31.1])).round(1).tolist()
    [0.0, 6.3]
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        drops = 100 * (values[:1] - values) / values[:1]
    return np.where(np.isfinite(drops), drops, np.nan)


def drop_of(drops: Floats, resampled: Floats, place: int, baseline: float | None) -> Drop:
    """The drop of one place, or the reason why there is none."""
    value = float(drops[place])
    if np.isnan(value):
        return Drop(
            None, reason="the baseline's value is 0" if baseline == 0 else "undefined for this cell or the baseline"
        )
    if place == 0:
        return Drop(0.0, reason="the baseline itself")
    interval = percentile_interval(resampled[place])
    if interval is None:
        return Drop(value, reason="no interval: undefined in too many resamples")
    return Drop(value, *interval)


def largest_drops(
    columns: Mapping[str, Sequence[float | None]], times: Sequence[float | None]
) -> dict[str, dict[str, float | None]]:
    """The paper's row "max rel. % drop" in both readings it mixes, for columns whose first entry is the baseline's.

    ``baseline to fastest`` is 100 × (baseline − fastest) ÷ baseline, as the caption says; ``best to worst`` is
    100 × (highest − lowest) ÷ highest of the column, which most of its figures are. The paper's table 4b, en-es, anti:

    >>> anti, time = [44.2, 44.9, 38.5, 36.2, 40.4, 34.9], [3662.8, 2653.1, 1971.8, 1164.2, 1165.7, 679.6]
    >>> {reading: round(row["anti"], 1) for reading, row in largest_drops({"anti": anti}, time).items()}
    {'baseline to fastest': 21.0, 'best to worst': 22.3}
    """
    timed = [(time, index) for index, time in enumerate(times) if time is not None]
    fastest = min(timed)[1] if timed else None
    rows: dict[str, dict[str, float | None]] = {TO_FASTEST: {}, TO_WORST: {}}
    for key, column in columns.items():
        known = [value for value in column if value is not None]
        rows[TO_FASTEST][key] = _drop(column[0], None if fastest is None else column[fastest])
        rows[TO_WORST][key] = _drop(max(known), min(known)) if known else None
    return rows


def _drop(high: float | None, low: float | None) -> float | None:
    return None if not high or low is None else 100 * (high - low) / high
