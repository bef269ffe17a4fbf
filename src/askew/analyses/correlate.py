"""Do two scores go together over systems? Word error rate and gender accuracy, say."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from askew.core.errors import UsageError
from askew.core.registry import unknown
from askew.core.run import Run
from askew.stats.inference import fisher_interval


@dataclass(frozen=True)
class Correlation:
    """Pearson's and Spearman's coefficient over systems; None with a reason where they say nothing."""

    x: str
    y: str
    points: Sequence[tuple[str, float, float]]  # system, x, y
    pearson: float | None
    low: float | None
    high: float | None
    spearman: float | None
    reason: str | None = None

    def to_json(self) -> dict[str, Any]:
        """A plain object."""
        return {**self.__dict__, "points": [list(point) for point in self.points]}


def correlate(runs: Sequence[Run], x: str, y: str) -> Correlation:
    """Correlate two scores over the systems of some runs; a system's x and y may come from two of its runs."""
    known = list(dict.fromkeys(name for run in runs for name in run.scores))
    for name in (x, y):
        if name not in known:
            raise UsageError(unknown("score of these runs", name, known))
    points = []
    for label, group in _by_system(runs).items():
        values = [_value(group, name) for name in (x, y)]
        if values[0] is not None and values[1] is not None:
            points.append((label, values[0], values[1]))
    xs, ys = (np.array([point[axis] for point in points]) for axis in (1, 2))
    if len(points) < 3:
        return Correlation(
            x, y, points, None, None, None, None, f"{len(points)} systems have both; three are the least"
        )
    if np.ptp(xs) == 0 or np.ptp(ys) == 0:
        return Correlation(x, y, points, None, None, None, None, "one of the two is the same for all systems")
    pearson = float(np.corrcoef(xs, ys)[0, 1])
    low, high = fisher_interval(pearson, len(points))
    spearman = float(np.corrcoef(ranks(xs), ranks(ys))[0, 1])
    reason = None if low is not None else "no interval: it takes four systems"
    return Correlation(x, y, points, pearson, low, high, spearman, reason)


def _by_system(runs: Sequence[Run]) -> dict[str, list[Run]]:
    """Runs of one system; where a system has runs in several languages, each language is a point of its own."""
    systems: dict[str, list[Run]] = {}
    for run in runs:
        systems.setdefault(run.system, []).append(run)
    points: dict[str, list[Run]] = {}
    for system, group in systems.items():
        translated = sorted({run.asked.target for run in group} - {"en"})
        if len(translated) <= 1:
            points[system] = group
            continue
        for target in translated:
            points[f"{system} {target}"] = [run for run in group if run.asked.target in (target, "en")]
    return points


def _value(runs: Sequence[Run], name: str) -> float | None:
    """A score's value, from the translation's run before the transcript's."""
    ordered = sorted(runs, key=lambda run: run.asked.target == "en")
    values = [run.scores[name].value for run in ordered if name in run.scores and run.scores[name].value is not None]
    return values[0] if values else None


def ranks(values: np.ndarray[Any, np.dtype[np.float64]]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Ranks from 1, equal values sharing their mean rank."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    return np.asarray((np.cumsum(counts) - (counts - 1) / 2)[inverse])
