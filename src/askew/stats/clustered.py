"""What clusters like these would show: the delete-one-cluster jackknife with Student's t (Cameron and Miller 2015,
doi:10.3368/jhr.50.2.317).

With few clusters (five talks, say) a percentile bootstrap over them is too narrow; leaving out one cluster after the
other and taking Student's t with one degree of freedom less than there are clusters holds its level
(``tests/stats/test_clustered.py`` simulates it).
"""

import math
from dataclasses import dataclass

import numpy as np

from askew.stats.noninferiority import student_cdf, student_quantile
from askew.stats.resample import Codes, Floats


@dataclass(frozen=True)
class ClusterEstimate:
    """A value with its standard error over clusters."""

    value: float
    error: float
    clusters: int

    def interval(self, level: float) -> tuple[float, float]:
        """The value's interval for clusters like these."""
        half = student_quantile((1 + level) / 2, self.clusters - 1) * self.error
        return self.value - half, self.value + half

    @property
    def p_value(self) -> float:
        """Two-sided p-value for 'zero over clusters like these'."""
        if self.error == 0:
            return 1.0 if self.value == 0 else 0.0
        return 2 * student_cdf(-abs(self.value) / self.error, self.clusters - 1)


def without_each(counts: Floats, clusters: Codes) -> Floats:
    """The sums of all rows but those of one cluster, for each cluster: clusters × columns.

    >>> without_each(np.array([[1.0], [2.0], [4.0]]), np.array([0, 0, 1])).tolist()
    [[4.0], [3.0]]
    """
    sums = np.zeros((int(clusters.max()) + 1, counts.shape[1]))
    np.add.at(sums, clusters, counts)
    return np.asarray(counts.sum(axis=0) - sums)


def jackknife(value: float, without: Floats) -> ClusterEstimate | None:
    """From a value and its values without each cluster; None with fewer than two clusters, or if one of them is
    undefined.

    >>> jackknife(2.0, np.array([1.0, 2.0, 3.0])).clusters
    3
    """
    count = without.size
    if count < 2 or math.isnan(value) or np.isnan(without).any():
        return None
    error = math.sqrt((count - 1) / count * float(((without - without.mean()) ** 2).sum()))
    return ClusterEstimate(value, error, count)
