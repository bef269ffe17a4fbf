"""Groups of clusters held against each other: a value for each group, differences with Welch's t, and a studentised
permutation test.

Each group's standard error comes from leaving out one of its clusters (speakers, say) after the other. A difference
takes Student's t with Welch's (1947) degrees of freedom, which holds with two or three clusters in a group where a
bootstrap is far too narrow. The permutation test shares clusters out anew over the groups; its statistic is the largest
difference in its own standard errors (Janssen 1997, doi:10.1016/S0167-7152(97)00043-6), so that groups that vary
differently are not taken for groups that differ.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from askew.stats.noninferiority import student_cdf, student_quantile
from askew.stats.resample import Codes, Floats, generator

Value = Callable[[Floats], Floats]


@dataclass(frozen=True)
class GroupValues:
    """Values of groups, their standard errors (NaN with fewer than two clusters), and how many clusters each has."""

    values: Floats
    errors: Floats
    sizes: Codes

    def interval(self, group: int, level: float) -> tuple[float, float] | None:
        """A group's interval for clusters like its own; None where it can't be told."""
        return _interval(float(self.values[group]), float(self.errors[group]), float(self.sizes[group] - 1), level)

    def difference(self, left: int, right: int, level: float) -> tuple[tuple[float, float] | None, float | None]:
        """The interval and the p-value of one group's value minus another's; None where they can't be told."""
        value = float(self.values[left] - self.values[right])
        parts = [float(self.errors[side]) ** 2 for side in (left, right)]
        error = math.sqrt(sum(parts))
        if math.isnan(error) or error == 0:
            return None, None
        freedom = error**4 / sum(
            part**2 / (int(self.sizes[side]) - 1) for part, side in zip(parts, (left, right), strict=True)
        )
        p = 2 * student_cdf(-abs(value) / error, max(math.floor(freedom), 1))
        return _interval(value, error, freedom, level), p


def _interval(value: float, error: float, freedom: float, level: float) -> tuple[float, float] | None:
    """Whole degrees of freedom, rounded down: wider rather than narrower."""
    if math.isnan(value) or math.isnan(error) or freedom < 1:
        return None
    half = student_quantile((1 + level) / 2, math.floor(freedom)) * error
    return value - half, value + half


def group_values(totals: Floats, group_of: Codes, value: Value) -> GroupValues:
    """From each cluster's sums (clusters × columns) and the group it belongs to.

    >>> found = group_values(np.array([[1.0, 2], [1, 2], [3, 4], [3, 4]]), np.array([0, 0, 1, 1]), lambda s: s[..., 0] / s[..., 1])
    >>> found.values.tolist(), found.errors.tolist()
    ([0.5, 0.75], [0.0, 0.0])
    """
    count = int(group_of.max()) + 1
    sizes = np.bincount(group_of, minlength=count)
    sums = np.zeros((count, totals.shape[1]))
    np.add.at(sums, group_of, totals)
    without = value(sums[group_of] - totals)  # each cluster's group, without the cluster
    with np.errstate(invalid="ignore", divide="ignore"):
        means = np.bincount(group_of, weights=without, minlength=count) / sizes
        squares = np.bincount(group_of, weights=(without - means[group_of]) ** 2, minlength=count)
        errors = np.where(sizes > 1, np.sqrt((sizes - 1) / sizes * squares), np.nan)
    return GroupValues(np.asarray(value(sums), dtype=float), errors, sizes)


def studentised_gap(found: GroupValues) -> float:
    """The largest difference between two groups, in its standard errors; NaN if one can't be told."""
    apart = np.abs(found.values[:, None] - found.values[None, :])
    errors = np.sqrt(found.errors[:, None] ** 2 + found.errors[None, :] ** 2)
    pairs = np.triu_indices(found.values.size, 1)
    with np.errstate(invalid="ignore", divide="ignore"):
        ratios = np.where(apart[pairs] == 0, 0.0, apart[pairs] / errors[pairs])
    return float(ratios.max()) if not np.isnan(ratios).any() else math.nan


def permutation_p_value(totals: Floats, group_of: Codes, value: Value, trials: int, seed: int) -> float | None:
    """p-value of the largest studentised gap if clusters are shared out over the groups at random, each group keeping
    its size.
    """
    observed = studentised_gap(group_values(totals, group_of, value))
    if math.isnan(observed):
        return None
    rng = generator(seed, way=3)
    shared_out = np.array(
        [studentised_gap(group_values(totals, rng.permutation(group_of), value)) for _ in range(trials)]
    )
    defined = shared_out[~np.isnan(shared_out)]
    return float((1 + np.count_nonzero(defined >= observed - 1e-9)) / (1 + defined.size))
