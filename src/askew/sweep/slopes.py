"""Amplification as a number: how much of a measure is lost for each per cent of quality lost; and lines over time.

For cells c with relative drops x_c (of BLEU) and y_c (of a measure), both 0 at the baseline, the slope is that of the least-squares line through
the baseline: Σ x_c·y_c ÷ Σ x_c². The interval is the middle 95% of the slopes over resampled items and models.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from askew.stats.inference import percentile_interval

Floats = NDArray[np.float64]
FEWEST_CELLS = 3


@dataclass(frozen=True)
class Slope:
    """What a measure loses for 1% of quality lost, in per cent of itself."""

    measure: str
    against: str
    value: float | None
    low: float | None
    high: float | None
    cells: int
    models: int
    reason: str | None
    sentence: str


@dataclass(frozen=True)
class Trend:
    """A measure's relative drop over the relative drop in time: the least-squares line (with intercept), and a band."""

    measure: str
    slope: float
    intercept: float
    x: list[float]
    y: list[float]
    low: list[float]
    high: list[float]


@dataclass(frozen=True)
class Points:
    """Drops of one column: per place, and per place and resample."""

    drops: Floats
    resampled: Floats


def slope_of(
    measure: tuple[str, str], against: tuple[str, str], y: Points, x: Points, weights: Floats, models: int
) -> Slope:
    """The slope of ``measure`` on ``against`` (key and heading each), over all cells but the baseline."""
    usable = ~np.isnan(y.drops) & ~np.isnan(x.drops)
    usable[0] = False
    cells = int(usable.sum())
    parts = (measure[0], against[0])

    def undefined(reason: str) -> Slope:
        return Slope(*parts, None, None, None, cells, models, reason, f"{measure[1]}: the data can't tell, {reason}.")

    if cells < FEWEST_CELLS:
        return undefined(f"there are {cells} cells to draw a line through, and it takes {FEWEST_CELLS}")
    mean, mean_span = _mean_drop(x, usable, weights)
    if mean_span is None:
        return undefined("there is no interval: undefined in too many resamples")
    if mean <= 0 or mean_span[0] <= 0:
        return undefined(
            f"{against[1]} did not drop for certain (on average {mean:.1f}% [{mean_span[0]:.1f}, {mean_span[1]:.1f}])"
        )
    value = float(_through_origin(x.drops[usable], y.drops[usable], np.ones(cells)))
    resampled = _through_origin(x.resampled[usable], y.resampled[usable], weights[usable])
    span = percentile_interval(resampled)
    if span is None:
        return undefined("there is no interval: undefined in too many resamples")
    return Slope(*parts, value, *span, cells, models, None, sentence(measure[1], against[1], value, *span))


def sentence(measure: str, against: str, value: float, low: float, high: float) -> str:
    """The answer in words.

    >>> sentence("anti", "BLEU", 4.1, 2.9, 5.3)
    'For 1% of BLEU lost, anti loses 4.1% [2.9, 5.3]: faster than BLEU.'
    """
    if low > 1:
        reading = f"faster than {against}"
    elif low > 0 and high < 1:
        reading = f"more slowly than {against}"
    elif low > 0:
        reading = f"it falls too, but the data can't tell whether faster than {against}"
    elif high < 0:
        reading = f"it rises as {against} falls"
    elif high < 1:
        reading = f"more slowly than {against}, if at all"
    else:
        reading = "the data can't tell"
    return f"For 1% of {against} lost, {measure} loses {value:.1f}% [{low:.1f}, {high:.1f}]: {reading}."


def trend_of(measure: str, times: Floats, y: Points, weights: Floats, steps: int = 21) -> Trend | None:
    """The line of a column's drops over the drops in time, with the band of the resampled lines; None without enough cells."""
    usable = ~np.isnan(y.drops) & ~np.isnan(times)
    if usable.sum() < FEWEST_CELLS or np.ptp(times[usable]) == 0:
        return None
    x = times[usable]
    intercept, slope = _line(x[:, None], y.drops[usable][:, None], np.ones((len(x), 1)))
    intercepts, slopes = _line(x[:, None], y.resampled[usable], weights[usable])
    grid = np.linspace(x.min(), x.max(), steps)
    lines = intercepts + grid[:, None] * slopes  # steps × resamples
    bands = [percentile_interval(line) for line in lines]
    if any(band is None for band in bands):
        return None
    return Trend(
        measure,
        float(slope[0]),
        float(intercept[0]),
        grid.tolist(),
        (intercept[0] + grid * slope[0]).tolist(),
        [band[0] for band in bands if band],
        [band[1] for band in bands if band],
    )


def _through_origin(x: Floats, y: Floats, weights: Floats) -> Floats:
    """Cells × … to slopes …; NaN where nothing was lost at all."""
    with np.errstate(divide="ignore", invalid="ignore"):
        slopes: Floats = (weights * x * y).sum(axis=0) / (weights * x * x).sum(axis=0)
    return slopes


def _line(x: Floats, y: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """Weighted least squares per resample: cells × resamples to intercepts and slopes; NaN where all cells stand at one x."""
    with np.errstate(divide="ignore", invalid="ignore"):
        total = weights.sum(axis=0)
        mean_x, mean_y = (weights * x).sum(axis=0) / total, (weights * y).sum(axis=0) / total
        spread = (weights * (x - mean_x) ** 2).sum(axis=0)
        slope = (weights * (x - mean_x) * (y - mean_y)).sum(axis=0) / np.where(spread > 1e-12, spread, np.nan)
    return mean_y - slope * mean_x, slope


def _mean_drop(x: Points, usable: NDArray[np.bool_], weights: Floats) -> tuple[float, tuple[float, float] | None]:
    with np.errstate(divide="ignore", invalid="ignore"):
        means = (weights[usable] * x.resampled[usable]).sum(axis=0) / weights[usable].sum(axis=0)
    return float(x.drops[usable].mean()), percentile_interval(means)
