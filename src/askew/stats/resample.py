"""Resampling by cluster, as weighted sums: draw weights, multiply, never touch a row twice.

One way (Efron 1979, by cluster): clusters are drawn with replacement. Two ways (the pigeonhole bootstrap, Owen 2007,
doi:10.1214/07-AOAS122): rows belong to two crossed sets of clusters (templates and occupations, say); both sets are
drawn, each on its own, and a row counts as often as its template was drawn times as often as its occupation was.

With strata, clusters are drawn within each stratum, as many as it has: segments within their talk, say.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Weights = NDArray[np.float64] | NDArray[np.uint8]
Codes = NDArray[np.intp]


def bootstrap_sums(counts: Floats, clusters: Sequence[Codes], resamples: int, seed: int) -> Floats:
    """Column sums of ``resamples`` resampled tables: rows × k counts to resamples × k sums.

    ``clusters`` holds one or two arrays of codes 0…c−1, a code per row.

    >>> counts = np.array([[1.0], [0.0], [1.0]])
    >>> sums = bootstrap_sums(counts, [np.array([0, 1, 2])], resamples=5, seed=0)
    >>> sums.shape, bool((sums <= 3).all())
    ((5, 1), True)
    """
    return weighted_sums(counts, clusters, draw_all_weights(clusters, resamples, seed))


def draw_all_weights(
    clusters: Sequence[Codes], resamples: int, seed: int, strata: Codes | None = None
) -> tuple[Weights, ...]:
    """How often each cluster is drawn, for one or two ways, each on its own; within ``strata`` (a code per row) if
    there are any.
    """
    return tuple(draw_weights(codes, resamples, generator(seed, way), strata) for way, codes in enumerate(clusters))


def generator(seed: int, way: int = 0) -> np.random.Generator:
    """The stream of random numbers for one way of clustering; the same seed gives the same draws."""
    return np.random.default_rng([seed, way])


def draw_weights(codes: Codes, resamples: int, rng: np.random.Generator, strata: Codes | None = None) -> Weights:
    """How often each cluster is drawn, resamples × clusters. Every cluster is drawn from those that occur (in its
    stratum).

    >>> drawn = draw_weights(np.arange(5), 7, generator(0), strata=np.array([0, 0, 0, 1, 1]))
    >>> drawn[:, :3].sum(axis=1).tolist(), drawn[:, 3:].sum(axis=1).tolist()
    ([3, 3, 3, 3, 3, 3, 3], [2, 2, 2, 2, 2, 2, 2])
    """
    size = int(codes.max()) + 1 if codes.size else 0
    if size == 0:
        return np.zeros((resamples, 0))
    if strata is not None:
        return _draw_within(codes, resamples, rng, strata, size)
    draws = rng.integers(0, size, (resamples, size)) + size * np.arange(resamples)[:, None]
    return np.bincount(draws.ravel(), minlength=resamples * size).reshape(resamples, size).astype(float)


def _draw_within(codes: Codes, resamples: int, rng: np.random.Generator, strata: Codes, size: int) -> NDArray[np.uint8]:
    """Bytes, for there are as many clusters as segments: ten thousand of each would take 800 MB as floats. (None is
    ever drawn 256 times.)
    """
    stratum_of = np.full(size, -1)
    stratum_of[codes] = strata
    if (stratum_of[codes] != strata).any():
        raise ValueError("a cluster lies in two strata, so it can't be drawn within one")
    weights = np.zeros((resamples, size), dtype=np.uint8)
    for stratum in np.unique(strata):
        members = np.flatnonzero(stratum_of == stratum)
        weights[:, members] = draw_weights(np.arange(members.size), resamples, rng)
    return weights


def weighted_sums(counts: Floats, clusters: Sequence[Codes], weights: Sequence[Weights]) -> Floats:
    """The column sums under given cluster weights (one or two ways)."""
    sizes = [w.shape[1] for w in weights]
    columns = counts.shape[1]
    if len(clusters) == 1:
        totals = np.zeros((sizes[0], columns))
        np.add.at(totals, clusters[0], counts)
        blocks = np.array_split(weights[0], max(1, weights[0].size // 10_000_000))  # bytes become floats block by block
        return np.concatenate([block.astype(float, copy=False) @ totals for block in blocks])
    if len(clusters) != 2:
        raise ValueError(f"one or two ways of clustering, not {len(clusters)}")
    cells = np.zeros((sizes[0], sizes[1], columns))
    np.add.at(cells, (clusters[0], clusters[1]), counts)
    inner = weights[0] @ cells.reshape(sizes[0], -1)  # (resamples × c0) @ (c0 × c1·k): the first way is summed away
    result: Floats = np.einsum("rck,rc->rk", inner.reshape(-1, sizes[1], columns), weights[1])
    return result
