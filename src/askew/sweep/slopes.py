"""Amplification as a number: how much of a measure is lost for each per cent of quality lost; and lines over time.

For cells c with relative drops x_c (of BLEU) and y_c (of a measure), both 0 at the baseline, the slope is that of the
least-squares line through the baseline: Σ x_c·y_c ÷ Σ x_c². What its interval is about depends on how many baselines
were trained (``variation.py``).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from askew.stats.inference import percentile_interval
from askew.sweep.variation import MODELS_LIKE_THESE, THESE_MODELS, Models, Points, interval_over_models

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
    about: str
    """Whom the interval speaks of: ``these models``, or ``models like these``."""
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


def slope_of(measure: tuple[str, str], against: tuple[str, str], y: Points, x: Points, models: Models) -> Slope:
    """The slope of ``measure`` on ``against`` (key and heading each), over all cells but the baseline."""
    usable = ~np.isnan(y.drops) & ~np.isnan(x.drops)
    usable[0] = False
    cells = int(usable.sum())
    about = MODELS_LIKE_THESE if models.can_generalise(usable) else THESE_MODELS

    def undefined(reason: str) -> Slope:
        said = f"{measure[1]}: the data can't tell, {reason}."
        return Slope(measure[0], against[0], None, None, None, cells, models.count, about, reason, said)

    if cells < FEWEST_CELLS:
        return undefined(f"there are {cells} cells to draw a line through, and it takes {FEWEST_CELLS}")
    mean, mean_span = interval_over_models(_mean_of_x, x, y, usable, models)
    if mean_span is None:
        return undefined("there is no interval: undefined in too many resamples")
    if mean <= 0 or mean_span[0] <= 0:
        return undefined(
            f"{against[1]} did not drop for certain (on average {mean:.1f}% [{mean_span[0]:.1f}, {mean_span[1]:.1f}])"
        )
    value, span = interval_over_models(through_baseline, x, y, usable, models)
    if span is None:
        return undefined("there is no interval: undefined in too many resamples")
    said = sentence(measure[1], against[1], value, *span)
    said = said if about == MODELS_LIKE_THESE else f"Among {about}: {said[0].lower()}{said[1:]}"
    return Slope(measure[0], against[0], value, *span, cells, models.count, about, None, said)


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


def through_baseline(x: Floats, y: Floats) -> Floats:
    """The slope of the line through the baseline: cells × … to slopes …; NaN where nothing was lost at all."""
    with np.errstate(divide="ignore", invalid="ignore"):
        slopes: Floats = (x * y).sum(axis=0) / (x * x).sum(axis=0)
    return slopes


def _mean_of_x(x: Floats, y: Floats) -> Floats:
    del y
    mean: Floats = x.mean(axis=0)
    return mean


def trend_of(
    measure: str, times: Floats, drops: Floats, resampled: Floats, weights: Floats, steps: int = 21
) -> Trend | None:
    """The line of a column's drops over the drops in time, with the band of the resampled lines; None without enough
    cells.
    """
    usable = ~np.isnan(drops) & ~np.isnan(times)
    if usable.sum() < FEWEST_CELLS or np.ptp(times[usable]) == 0:
        return None
    x = times[usable]
    intercept, slope = _line(x[:, None], drops[usable][:, None], np.ones((len(x), 1)))
    intercepts, slopes = _line(x[:, None], resampled[usable], weights[usable])
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


def _line(x: Floats, y: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """Weighted least squares per resample: cells × resamples to intercepts and slopes; NaN where all cells stand at one
    x.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        total = weights.sum(axis=0)
        mean_x, mean_y = (weights * x).sum(axis=0) / total, (weights * y).sum(axis=0) / total
        spread = (weights * (x - mean_x) ** 2).sum(axis=0)
        slope = (weights * (x - mean_x) * (y - mean_y)).sum(axis=0) / np.where(spread > 1e-12, spread, np.nan)
    return mean_y - slope * mean_x, slope
