"""Tests that something got no worse than by a margin, from an estimate and its resampled values.

The standard error is that of the resampled values, and Student's t with one degree less than there are clusters stands in for the normal, since
clusters are few. One discordant item is added to it, as Agresti and Min (2005, doi:10.1002/sim.1781) do for matched proportions: where no item
happened to differ, the next one still could.
"""

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from askew.stats.inference import MOST_UNDEFINED
from askew.stats.resample import Floats

_MANY = 300  # degrees of freedom past which Student's t is as good as normal


@dataclass(frozen=True)
class Margin:
    """Evidence about 'worse by less than the margin'."""

    estimate: float
    error: float
    freedom: int
    margin: float

    @property
    def p_within(self) -> float:
        """One-sided p-value against 'worse by the margin or more': small where it is shown to be within."""
        return student_cdf((self.estimate - self.margin) / self.error, self.freedom)

    @property
    def p_beyond(self) -> float:
        """One-sided p-value against 'worse by the margin or less': small where it is shown to be beyond."""
        return student_cdf((self.margin - self.estimate) / self.error, self.freedom)

    def interval(self, alpha: float) -> tuple[float, float]:
        """Both one-sided bounds at ``alpha``: an interval of level 1 − 2·alpha."""
        half = student_quantile(1 - alpha, self.freedom) * self.error
        return self.estimate - half, self.estimate + half

    def times_more(self, alpha: float, power: float) -> float | None:
        """How many times the items would decide it with this power, if the estimate is the truth; None if that is the margin itself."""
        distance = abs(self.margin - self.estimate)
        if distance < 1e-9:
            return None
        return (needed_errors(alpha, power) * self.error / distance) ** 2


def needed_errors(alpha: float, power: float) -> float:
    """How many standard errors the truth must be away from the margin for the test to see it with this power.

    >>> round(needed_errors(0.05, 0.8), 2)
    2.49
    """
    return NormalDist().inv_cdf(1 - alpha) + NormalDist().inv_cdf(power)


def standard_error(resampled: Floats, one_item: float, clusters: int) -> float | None:
    """From an estimate's resampled values and what one more discordant item would change; None if too many are undefined.

    Resampled values of c clusters vary by c − 1 parts where samples of new clusters would vary by c.
    """
    defined = resampled[~np.isnan(resampled)]
    if defined.size < (1 - MOST_UNDEFINED) * resampled.size or defined.size < 2:
        return None
    return math.hypot(math.sqrt(clusters / (clusters - 1)) * float(defined.std(ddof=1)), one_item)


def student_cdf(t: float, freedom: int) -> float:
    """The distribution function of Student's t for whole degrees of freedom (Abramowitz and Stegun 26.7.3 and 26.7.4).

    >>> round(student_cdf(1.812, 10), 3)
    0.95
    """
    if freedom > _MANY:
        return NormalDist().cdf(t)
    angle = math.atan(t / math.sqrt(freedom))
    cosine, term, total = math.cos(angle), 1.0, 0.0
    for k in range(freedom % 2 + 1, freedom, 2):  # odd: cos, 2/3 cos³, …; even: 1, 1/2 cos², …
        total += term * cosine ** (k - 1)
        term *= k / (k + 1)
    inner = math.sin(angle) * total
    area = inner if freedom % 2 == 0 else 2 / math.pi * (angle + inner)
    return (1 + area) / 2


def student_quantile(share: float, freedom: int) -> float:
    """Where Student's t has this share below it, by bisection."""
    low, high = -1e4, 1e4
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if student_cdf(middle, freedom) < share else (low, middle)
    return (low + high) / 2
