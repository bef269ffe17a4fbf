"""Tests that something got no worse than by a margin, from an estimate and its standard error.

The standard error is that of resampled values, or of values without each cluster, and Student's t with one degree less
than there are clusters stands in for the normal, since clusters are few.
"""

import math
from collections.abc import Sequence
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

    def upper(self, alpha: float) -> float:
        """The smallest margin that would be excluded at ``alpha``."""
        return self.estimate + student_quantile(1 - alpha, self.freedom) * self.error


@dataclass(frozen=True)
class Margins:
    """Evidence about a claim that holds where several do, and is broken where several are: ``|x| < m`` is both x < m
    and −x < m.
    """

    within: Sequence[Margin]
    """All of these must be shown to hold."""
    beyond: Sequence[Margin]
    """All of these must be shown to be broken."""
    estimate: float

    @classmethod
    def of(
        cls,
        within: Sequence[Margin | None],
        beyond: Sequence[Margin | None] | None = None,
        estimate: float | None = None,
    ) -> "Margins | None":
        """The claim; None if a part of it is undefined. What breaks it is what makes it hold, if nothing else is."""
        parts = [[part for part in side if part] for side in (within, within if beyond is None else beyond)]
        if None in within or None in (beyond or ()):
            return None
        return cls(parts[0], parts[1], parts[0][0].estimate if estimate is None else estimate)

    @property
    def p_within(self) -> float:
        """Small where the claim is shown to hold."""
        return max(part.p_within for part in self.within)

    @property
    def p_beyond(self) -> float:
        """Small where it is shown to be broken."""
        return max(part.p_beyond for part in self.beyond)

    @property
    def error(self) -> float:
        """The largest standard error of those that must hold."""
        return max(part.error for part in self.within)

    @property
    def freedom(self) -> int:
        """Degrees of freedom; the same for all parts."""
        return self.within[0].freedom

    def interval(self, alpha: float) -> tuple[float, float]:
        """Both one-sided bounds at ``alpha``: an interval of level 1 − 2·alpha."""
        low = min(part.estimate - (part.upper(alpha) - part.estimate) for part in self.beyond)
        return min(low, self.estimate), self.upper(alpha)

    def upper(self, alpha: float) -> float:
        """The smallest margin that would be excluded at ``alpha``."""
        return max(part.upper(alpha) for part in self.within)


def needed_errors(alpha: float, power: float, freedom: int = 10**6) -> float:
    """How many standard errors the truth must be away from the margin for the test to see it with this power.

    >>> round(needed_errors(0.05, 0.8), 2)
    2.49
    """
    return student_quantile(1 - alpha, freedom) + student_quantile(power, freedom)


def error_of_resampled(resampled: Floats, clusters: int) -> float | None:
    """The standard error of an estimate from its resampled values; None if too many of them are undefined.

    Resampled values of c clusters vary by c − 1 parts where samples of new clusters would vary by c.
    """
    defined = resampled[~np.isnan(resampled)]
    if defined.size < (1 - MOST_UNDEFINED) * resampled.size or defined.size < 2:
        return None
    return math.sqrt(clusters / (clusters - 1)) * float(defined.std(ddof=1))


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
