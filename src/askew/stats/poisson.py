"""Do groups make errors at different rates? A Poisson regression with log-words offset and a random effect per speaker.

errors_i ~ Poisson(words_i · exp(μ_group(i) + u_i)),  u_i ~ N(0, σ²): the mixed model that Liu et al. 2022 (Model-based
approach for measuring the fairness in ASR, https://arxiv.org/abs/2109.09061) put forward for word error rates. u takes
up that speakers differ, and that errors come in bunches. The integral over u is adaptive Gauss-Hermite quadrature; the
groups are compared with one common μ by a likelihood-ratio test.

All of a speaker's segments share the group, so a speaker's sums are all the model needs; with σ given, each group's μ
can be found on its own.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from askew.stats.resample import Codes, Floats

NODES, _WEIGHTS = np.polynomial.hermite.hermgauss(21)
_LOG_WEIGHTS: Floats = np.log(_WEIGHTS) + NODES**2
SMALLEST, LARGEST = 1e-3, 5.0  # between these σ is looked for


@dataclass(frozen=True)
class PoissonTest:
    """What the regression says of groups. ``rates`` are errors per 100 words of a typical speaker of each group."""

    rates: tuple[float, ...]
    ratio: float
    """The highest group's rate over the lowest's, with its interval given σ."""
    low: float
    high: float
    sigma: float
    p: float


def poisson_test(errors: Floats, words: Floats, groups: Codes) -> PoissonTest | None:
    """Test whether groups (codes 0…k−1) differ; a row per speaker. None where a group has no words or no errors at all."""
    used = words > 0
    errors, words, groups = errors[used], words[used], groups[used]
    count = int(groups.max()) + 1 if groups.size else 0
    members = [np.flatnonzero(groups == group) for group in range(count)]
    if count < 2 or any(rows.size == 0 or errors[rows].sum() == 0 for rows in members):
        return None

    def apart(sigma: float) -> float:
        return sum(_best(errors[rows], words[rows], sigma)[1] for rows in members)

    def together(sigma: float) -> float:
        return _best(errors, words, sigma)[1]

    sigma = _maximise(apart)
    ratio = 2 * (apart(sigma) - together(_maximise(together)))
    found = [_best(errors[rows], words[rows], sigma) for rows in members]
    means, curvatures = np.array([mean for mean, _, _ in found]), np.array([curvature for _, _, curvature in found])
    top, bottom = int(means.argmax()), int(means.argmin())
    half = 1.959963984540054 * math.sqrt(1 / curvatures[top] + 1 / curvatures[bottom])
    difference = float(means[top] - means[bottom])
    return PoissonTest(
        tuple(100 * float(math.exp(mean)) for mean in means),
        math.exp(difference),
        math.exp(difference - half),
        math.exp(difference + half),
        sigma,
        chi_square_tail(max(ratio, 0.0), count - 1),
    )


def log_likelihood(errors: Floats, words: Floats, mean: float, sigma: float) -> float:
    """The log-likelihood of speakers of one group."""
    return float(_integrals(errors, words, mean, sigma)[0].sum())


def _best(errors: Floats, words: Floats, sigma: float) -> tuple[float, float, float]:
    """The best mean with its log-likelihood and curvature, by Newton's method; the likelihood is concave enough to need
    no care.
    """
    mean = math.log(max(errors.sum(), 0.5) / words.sum())
    curvature = 1.0
    for _ in range(50):
        _, slope, bend = _integrals(errors, words, mean, sigma)
        curvature = max(-float(bend.sum()), 1e-9)
        step = float(np.clip(slope.sum() / curvature, -1, 1))
        mean += step
        if abs(step) < 1e-9:
            break
    return mean, log_likelihood(errors, words, mean, sigma), curvature


def _integrals(errors: Floats, words: Floats, mean: float, sigma: float) -> tuple[Floats, Floats, Floats]:
    """Each speaker's log-likelihood, and its first and second derivative in the mean."""
    mode = np.zeros_like(errors)
    for _ in range(60):
        expected = words * np.exp(mean + mode)
        step = (errors - expected - mode / sigma**2) / (expected + 1 / sigma**2)
        mode = mode + np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-10:
            break
    spread = 1 / np.sqrt(words * np.exp(mean + mode) + 1 / sigma**2)
    effects = mode[:, None] + math.sqrt(2) * spread[:, None] * NODES  # speakers × nodes
    expected = words[:, None] * np.exp(mean + effects)
    constant = errors * np.log(words) - _log_factorial(errors) - math.log(sigma) - 0.5 * math.log(2 * math.pi)
    logs = (
        errors[:, None] * (mean + effects) - expected - effects**2 / (2 * sigma**2) + constant[:, None] + _LOG_WEIGHTS
    )  # speakers × nodes
    top = logs.max(axis=1, keepdims=True)
    weights = np.exp(logs - top)
    totals = weights.sum(axis=1, keepdims=True)
    weights /= totals
    residual = errors[:, None] - expected
    slope = (weights * residual).sum(axis=1)
    bend = (weights * (residual**2 - expected)).sum(axis=1) - slope**2
    likelihood = (top + np.log(totals))[:, 0] + np.log(math.sqrt(2) * spread)
    return likelihood, slope, bend


def _log_factorial(values: Floats) -> Floats:
    return np.array([math.lgamma(value + 1) for value in values])


def _maximise(function: Callable[[float], float]) -> float:
    """The σ at which a likelihood is highest: golden-section search over log σ."""
    golden = (math.sqrt(5) - 1) / 2
    low, high = math.log(SMALLEST), math.log(LARGEST)
    left, right = high - golden * (high - low), low + golden * (high - low)
    at_left, at_right = function(math.exp(left)), function(math.exp(right))
    while high - low > 1e-4:
        if at_left >= at_right:
            high, right, at_right = right, left, at_left
            left = high - golden * (high - low)
            at_left = function(math.exp(left))
        else:
            low, left, at_left = left, right, at_right
            right = low + golden * (high - low)
            at_right = function(math.exp(right))
    return math.exp((low + high) / 2)


def chi_square_tail(value: float, degrees: int) -> float:
    """The probability that χ² with some degrees of freedom is at least this large.

    Q(a + 1, x) = Q(a, x) + xᵃe⁻ˣ ÷ Γ(a + 1), from Q(½, x) = erfc √x or Q(1, x) = e⁻ˣ.

    >>> round(chi_square_tail(3.841458820694124, 1), 6), round(chi_square_tail(23.684791304840576, 14), 6)
    (0.05, 0.05)
    """
    x = value / 2
    if x <= 0:
        return 1.0
    a, tail = (0.5, math.erfc(math.sqrt(x))) if degrees % 2 else (1.0, math.exp(-x))
    while a < degrees / 2:
        tail += math.exp(a * math.log(x) - x - math.lgamma(a + 1))
        a += 1
    return min(tail, 1.0)


def arrangements(groups: NDArray[np.intp]) -> float:
    """In how many ways speakers can be shared out over groups of these sizes (as a float: it can be huge).

    >>> round(arrangements(np.array([0, 0, 0, 1, 1])))
    10
    """
    sizes = np.bincount(groups)
    log = math.lgamma(groups.size + 1) - sum(math.lgamma(size + 1) for size in sizes)
    return math.exp(min(log, 700.0))
