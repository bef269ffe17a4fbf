"""How sure a number over a sweep's cells is: about these very models, or about models like these.

Every drop is held against the baseline. Had the baseline been trained with another seed, all drops would have moved
together, and no number of cells of one baseline shows by how much. So:

- *these models*: only items are resampled; whoever trains the models anew may find something else. This is all that one
  seed allows.
- *models like these*, with several seeds of every model: to the variance over items are added that of the models
  compared (the jackknife: leaving out one kind of model at a time, which also holds their seeds' noise) and that of the
  baseline's mean over its seeds. The noise of seeds is taken to be of one size relative to a model's values, and is
  estimated from the seeds of all models. Student's t has the degrees of freedom of Satterthwaite (1946,
  doi:10.2307/3002019). Where all cells are the baseline's model decoded in other ways, each seed is held against its
  own baseline.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from askew.stats.clustered import jackknife
from askew.stats.inference import percentile_interval
from askew.stats.noninferiority import student_quantile
from askew.sweep.design import Axes

Floats = NDArray[np.float64]
Number = Callable[[Floats, Floats], Floats]
"""A number over cells: drops of quality and of a measure (cells × …) to values (…)."""

THESE_MODELS, MODELS_LIKE_THESE = "these models", "models like these"
_NUDGE = 1e-4  # of a baseline's value, for the slope's derivative
_MOST_FREEDOM = 1_000


@dataclass(frozen=True)
class Points:
    """One column's drops: per place, per place and resample of the items; and how far each seed is from the mean."""

    drops: Floats
    resampled: Floats
    """Seeds averaged as they are."""
    by_seed: Floats
    """Places × seeds: value ÷ the mean over seeds − 1; of one seed, 0."""


@dataclass(frozen=True)
class Models:
    """Which kind of model stands at each place (the baseline's is 0), and how many seeds each was trained with."""

    kinds: NDArray[np.intp]
    seeds: int

    @classmethod
    def of(cls, places: Sequence[Axes], axes: Sequence[str], seeds: int) -> "Models":
        """Places that agree on the model axes are one kind of model."""
        names = [tuple(place[axis] for axis in axes) for place in places]
        known = list(dict.fromkeys(names))
        return cls(np.array([known.index(name) for name in names], dtype=np.intp), seeds)

    @property
    def count(self) -> int:
        """How many kinds there are."""
        return int(self.kinds.max()) + 1

    def among(self, usable: NDArray[np.bool_]) -> list[int]:
        """The kinds of the usable cells."""
        return sorted(set(self.kinds[usable].tolist()))

    def can_generalise(self, usable: NDArray[np.bool_]) -> bool:
        """Whether something can be said of models like these: with several seeds, and several kinds of models or none
        but the baseline's.
        """
        return self.seeds > 1 and (len(self.among(usable)) > 1 or self.among(usable) == [0])


def interval_over_models(
    number: Number, x: Points, y: Points, usable: NDArray[np.bool_], models: Models, level: float = 0.95
) -> tuple[float, tuple[float, float] | None]:
    """A number over the usable cells and its interval, about models like these where that can be said; None if it is
    undefined too often.
    """
    value = float(number(x.drops[usable], y.drops[usable]))
    over_items = number(x.resampled[usable], y.resampled[usable])
    span = percentile_interval(over_items, level)
    if span is None or not models.can_generalise(usable):
        return value, span
    parts = [(float(np.nanvar(over_items, ddof=1)), _MOST_FREEDOM)]
    if models.among(usable) == [0]:
        parts.append(_over_seeds(number, x, y, usable))
    else:
        parts.append(_over_kinds(number, x, y, usable, models))
        parts.append(_over_baselines(number, x, y, usable, models))
    if any(math.isnan(variance) for variance, _ in parts):
        return value, None
    half = _t_times_error(parts, level)
    return value, (value - half, value + half)


def _over_kinds(number: Number, x: Points, y: Points, usable: NDArray[np.bool_], models: Models) -> tuple[float, int]:
    """The variance over the kinds of models compared, leaving out one at a time, and its degrees of freedom."""
    left_out = [usable & (models.kinds != kind) for kind in models.among(usable)]
    return _jackknife(number(x.drops[kept], y.drops[kept]) for kept in left_out)


def _over_seeds(number: Number, x: Points, y: Points, usable: NDArray[np.bool_]) -> tuple[float, int]:
    """The variance over networks where all cells are one kind of model, each seed held against its own baseline."""

    def without(side: Points, seed: int) -> Floats:
        others = np.delete(side.by_seed, seed, axis=1).mean(axis=1)
        drops: Floats = 100 - (100 - side.drops) * (1 + others) / (1 + others[0])
        return drops

    seeds = range(x.by_seed.shape[1])
    return _jackknife(number(without(x, seed)[usable], without(y, seed)[usable]) for seed in seeds)


def _jackknife(values: Iterable[Floats]) -> tuple[float, int]:
    """The variance of a number from its values without each of k parts, and the degrees of freedom, k − 1."""
    without = np.array([float(value) for value in values])
    estimate = jackknife(0.0, without)
    return (math.nan if estimate is None else estimate.error**2), without.size - 1


def _over_baselines(
    number: Number, x: Points, y: Points, usable: NDArray[np.bool_], models: Models
) -> tuple[float, int]:
    """The variance that another set of baselines would add, and its degrees of freedom."""
    measured = np.asarray(~np.isnan(x.by_seed + y.by_seed).any(axis=1))
    kinds = models.among(measured)
    rows = [measured & (models.kinds == kind) for kind in kinds]
    noise = np.array([[side.by_seed[own].mean(axis=0) for own in rows] for side in (x, y)])  # 2 × kinds × seeds
    freedom = len(kinds) * (models.seeds - 1)
    covariance = np.einsum("iks,jks->ij", noise, noise) / freedom / models.seeds  # of a mean over seeds
    same = (models.kinds == 0)[
        usable
    ]  # the baseline's own network decoded otherwise: its noise is in both, and cancels
    at = number(x.drops[usable], y.drops[usable])
    slopes = []
    for moved in (0, 1):
        sides = [side.drops[usable] for side in (x, y)]
        sides[moved] = np.where(same, sides[moved], sides[moved] + _NUDGE * (100 - sides[moved]))
        slopes.append(float(number(*sides) - at) / _NUDGE)
    gradient = np.array(slopes)
    return float(gradient @ covariance @ gradient), freedom


def _t_times_error(parts: Sequence[tuple[float, int]], level: float) -> float:
    total = sum(variance for variance, _ in parts)
    spread = sum(variance**2 / freedom for variance, freedom in parts)
    freedom = max(1, math.floor(total**2 / spread)) if spread else _MOST_FREEDOM
    return student_quantile((1 + level) / 2, min(freedom, _MOST_FREEDOM)) * math.sqrt(total)
