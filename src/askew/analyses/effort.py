"""Editing effort over languages, talks and metrics: what goes together (Salesky et al. 2023, Figures 5 to 8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from askew.analyses.correlate import ranks
from askew.analyses.edits import Edits, check_same_talks
from askew.core.errors import UsageError
from askew.stats.inference import fisher_interval

METRICS = ("reordering", "chrf", "bleu", "english")


@dataclass(frozen=True)
class Correlation:
    """Spearman's and Pearson's coefficient of two things over some points; None where there are too few, or one of them
    never changes.
    """

    x: str
    y: str
    n: int
    pearson: float | None
    low: float | None
    high: float | None
    spearman: float | None


@dataclass(frozen=True)
class Effort:
    """Several analyses side by side."""

    edits: Sequence[Edits]
    metrics: Sequence[Correlation]
    """TER with other metrics, over the analyses."""
    languages: Sequence[Correlation]
    """TER by talk, for each pair of analyses."""
    terms: Sequence[Correlation] = ()
    """TER with the share of terms, over each analysis's talks; of those with terms."""

    def to_json(self) -> dict[str, Any]:
        """What ``askew effort --json`` prints."""
        return {
            "edits": [each.to_json() for each in self.edits],
            "metrics": [each.__dict__ for each in self.metrics],
            "languages": [each.__dict__ for each in self.languages],
            "terms": [each.__dict__ for each in self.terms],
        }


def effort(found: Sequence[Edits]) -> Effort:
    """Put analyses side by side, one per language or system, all of the same talks."""
    if len(found) < 2:
        raise UsageError("effort is compared over two analyses at least")
    names = [each.name for each in found]
    if len(set(names)) < len(names):
        raise UsageError(f"two analyses have one name: {', '.join(names)}; 'askew edits --name' gives them another")
    talks = check_same_talks(found)
    metrics = []
    for metric in METRICS:
        pairs = [(_value(each, "ter"), _value(each, metric)) for each in found]
        metrics.append(correlation("ter", metric, [(x, y) for x, y in pairs if x is not None and y is not None]))
    by_talk = {each.name: [each.whole.talks[talk]["ter"].value for talk in talks] for each in found}
    languages = [
        correlation(
            left,
            right,
            [(x, y) for x, y in zip(by_talk[left], by_talk[right], strict=True) if x is not None and y is not None],
        )
        for k, left in enumerate(names)
        for right in names[k + 1 :]
    ]
    return Effort(found, metrics, languages, [_with_terms(each) for each in found if "term_share" in each.whole.scores])


def _with_terms(found: Edits) -> Correlation:
    """Whether talks with more terms took more editing."""
    pairs = [(scores["ter"].value, scores["term_share"].value) for scores in found.whole.talks.values()]
    points = [(x, y) for x, y in pairs if x is not None and y is not None]
    return correlation(f"{found.name}: ter", "term_share", points)


def _value(found: Edits, metric: str) -> float | None:
    score = found.whole.scores.get(metric)
    return None if score is None else score.value


def correlation(x: str, y: str, points: Sequence[tuple[float, float]]) -> Correlation:
    """The correlation of two things over points; it takes three."""
    xs, ys = (np.array([point[axis] for point in points]) for axis in (0, 1))
    if len(points) < 3 or np.ptp(xs) == 0 or np.ptp(ys) == 0:
        return Correlation(x, y, len(points), None, None, None, None)
    pearson = float(np.corrcoef(xs, ys)[0, 1])
    spearman = float(np.corrcoef(ranks(xs), ranks(ys))[0, 1])
    return Correlation(x, y, len(points), pearson, *fisher_interval(pearson, len(points)), spearman)
