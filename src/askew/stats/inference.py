"""Intervals, paired tests and Holm's correction, over resampled values."""

from collections.abc import Callable, Sequence

import numpy as np

from askew.stats.resample import Codes, Floats, generator

MOST_UNDEFINED = 0.05  # a resample can lose a whole group; past this share an interval would be fiction
SURE = 0.05  # an adjusted p-value below it is stated as a difference
TRIALS_AT_A_TIME = 64


def is_sure(p_adjusted: float | None) -> bool:
    """Whether a test, adjusted for all that were made beside it, says that there is a difference."""
    return p_adjusted is not None and p_adjusted < SURE


def percentile_interval(values: Floats, level: float = 0.95) -> tuple[float, float] | None:
    """The middle ``level`` of resampled values; None if too many of them are undefined.

    >>> percentile_interval(np.arange(101.0), 0.5)
    (25.0, 75.0)
    """
    defined = values[~np.isnan(values)]
    if values.size == 0 or defined.size < (1 - MOST_UNDEFINED) * values.size:
        return None
    tail = 100 * (1 - level) / 2
    low, high = np.percentile(defined, [tail, 100 - tail])
    return float(low), float(high)


def approximate_randomisation(
    left: Floats,
    right: Floats,
    clusters: Codes,
    value: Callable[[Floats], Floats],
    *,
    trials: int = 10_000,
    seed: int = 0,
) -> float | None:
    """Two-sided p-value for 'the two systems are exchangeable' (Noreen 1989), swapping whole clusters.

    ``left`` and ``right`` are the counts (rows × k) of two systems on the same rows. In each trial every cluster's rows
    change sides with probability one half. p = (1 + trials at least as extreme) / (1 + trials), over the trials in
    which it is defined. None if the difference is undefined.
    """
    return p_of_swaps(left, right, swaps(left, right, clusters, trials, seed), value)


def swaps(left: Floats, right: Floats, clusters: Codes, trials: int, seed: int) -> Floats:
    """What changes sides in each trial of a randomisation (trials × k): one draw serves all columns of counts."""
    size = int(clusters.max()) + 1
    moves = np.zeros((size, left.shape[1]))
    np.add.at(moves, clusters, right - left)
    random, moved = generator(seed, way=2), np.empty((trials, left.shape[1]))
    for start in range(0, trials, TRIALS_AT_A_TIME):  # so that the draws stay in the processor's cache
        some = min(TRIALS_AT_A_TIME, trials - start)
        moved[start : start + some] = random.integers(0, 2, (some, size)).astype(np.float64) @ moves
    return moved


def p_of_swaps(left: Floats, right: Floats, swapped: Floats, value: Callable[[Floats], Floats]) -> float | None:
    """The p-value of ``approximate_randomisation`` from what changed sides in its trials."""
    observed = float(value(right.sum(axis=0)) - value(left.sum(axis=0)))
    if np.isnan(observed):
        return None
    differences = value(right.sum(axis=0) - swapped) - value(left.sum(axis=0) + swapped)
    defined = differences[~np.isnan(differences)]  # a swap can leave one side with nothing to divide by
    extreme = np.abs(defined) >= abs(observed) - 1e-9
    return float((1 + np.count_nonzero(extreme)) / (1 + defined.size))


def bootstrap_p_value(differences: Floats) -> float | None:
    """Two-sided p-value of a paired bootstrap: twice the smaller tail beyond zero, never below 2 / (resamples + 1).

    >>> bootstrap_p_value(np.array([1.0, 2.0, 3.0]))
    0.5
    """
    defined = differences[~np.isnan(differences)]
    if defined.size == 0:
        return None
    tail = min(np.count_nonzero(defined <= 0), np.count_nonzero(defined >= 0))
    return float(min(1.0, 2 * (1 + tail) / (1 + defined.size)))


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Holm's step-down adjusted p-values, in the order given; undefined ones take no part.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    known = [(p, index) for index, p in enumerate(p_values) if p is not None]
    adjusted: list[float | None] = [None] * len(p_values)
    worst = 0.0
    for rank, (p, index) in enumerate(sorted(known)):
        worst = max(worst, min(1.0, (len(known) - rank) * p))
        adjusted[index] = worst
    return adjusted


def fisher_interval(r: float, n: int) -> tuple[float | None, float | None]:
    """95% interval of a correlation over n points by Fisher's z-transform; it takes four points.

    >>> [round(bound, 2) for bound in fisher_interval(0.5, 28)]
    [0.16, 0.74]
    """
    if n < 4:
        return None, None
    z, half = np.arctanh(np.clip(r, -1 + 1e-12, 1 - 1e-12)), 1.959963984540054 / np.sqrt(n - 3)
    return float(np.tanh(z - half)), float(np.tanh(z + half))
