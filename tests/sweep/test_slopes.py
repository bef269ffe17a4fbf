"""Amplification: slopes that are known come out, and what can't be told is said to be so."""

import numpy as np
import pytest

from askew.sweep.slopes import Points, sentence, slope_of, trend_of

NAMES = ("simplegen.anti", "anti"), ("tatoeba.bleu", "BLEU")


def world(rng, slope, cells=24, per_model=4, draws=400, level=4.0, model_noise=0.0, noise=0.2):
    """Drops of cells of a few models, with item noise in both directions that the resamples show again."""
    models = cells // per_model
    code = np.concatenate([[0], 1 + np.repeat(np.arange(models), per_model)])
    x = np.concatenate([[0.0], rng.uniform(0.5, 2 * level, cells)])
    off = np.concatenate([[0.0], rng.normal(0, model_noise, models)])
    y = slope * x + off[code]
    y[0] = 0
    sides = []
    for truth in (x, y):
        seen = truth + np.r_[0.0, rng.normal(0, noise, cells)]
        again = seen[:, None] + np.concatenate([np.zeros((1, draws)), rng.normal(0, noise, (cells, draws))])
        sides.append(Points(seen, again))
    drawn = rng.multinomial(models + 1, np.full(models + 1, 1 / (models + 1)), size=draws).T.astype(float)
    return sides[0], sides[1], drawn[code], models + 1


def test_a_known_slope_comes_out():
    x, y, weights, models = world(np.random.default_rng(1), 3.0)
    slope = slope_of(*NAMES, y, x, weights, models)
    assert slope.value == pytest.approx(3, abs=0.1)
    assert slope.low < 3 < slope.high
    assert slope.sentence.endswith("faster than BLEU.")


def test_nothing_is_said_where_bleu_did_not_drop():
    rng = np.random.default_rng(2)
    x, y, weights, models = world(rng, 3.0)
    flat = Points(rng.normal(0, 0.2, 25), rng.normal(0, 0.2, (25, 400)))
    slope = slope_of(*NAMES, y, flat, weights, models)
    assert slope.value is slope.low is slope.high is None
    assert slope.reason.startswith("BLEU did not drop for certain (on average ")
    assert "can't tell" in slope.sentence
    few = Points(x.drops[:3], x.resampled[:3])
    assert slope_of(*NAMES, few, few, weights[:3], models).reason.startswith("there are 2 cells")


@pytest.mark.parametrize(
    ("value", "low", "high", "reading"),
    [
        (4.1, 2.9, 5.3, "faster than BLEU"),
        (0.5, 0.2, 0.8, "more slowly than BLEU"),
        (1.5, 0.5, 2.5, "it falls too, but the data can't tell whether faster than BLEU"),
        (0.1, -0.2, 0.4, "more slowly than BLEU, if at all"),
        (0.9, -0.2, 2.1, "the data can't tell"),
        (-0.9, -1.2, -0.4, "it rises as BLEU falls"),
    ],
)
def test_the_sentence_says_what_the_interval_allows(value, low, high, reading):
    assert (
        sentence("anti", "BLEU", value, low, high)
        == f"For 1% of BLEU lost, anti loses {value:.1f}% [{low:.1f}, {high:.1f}]: {reading}."
    )


def test_the_trend_is_the_least_squares_line():
    x, y, weights, _ = world(np.random.default_rng(3), 2.0)
    trend = trend_of("anti", x.drops, y, weights)
    slope, intercept = np.polyfit(x.drops, y.drops, 1)
    assert (trend.slope, trend.intercept) == (pytest.approx(slope), pytest.approx(intercept))
    assert all(low <= middle <= high for low, middle, high in zip(trend.low, trend.y, trend.high, strict=True))
    assert trend_of("anti", np.zeros(25), y, weights) is None


@pytest.mark.slow
@pytest.mark.parametrize("model_noise", [0.0, 2.0])
def test_intervals_cover_the_true_slope(model_noise):
    """14 models, as in the paper; cells of one model share its own deviation."""
    rng, hits, worlds = np.random.default_rng(4), 0, 1_000
    for _ in range(worlds):
        x, y, weights, models = world(rng, 3.0, cells=56, model_noise=model_noise)
        slope = slope_of(*NAMES, y, x, weights, models)
        hits += slope.low <= 3 <= slope.high
    assert hits / worlds >= 0.9 - 3 * np.sqrt(0.1 * 0.9 / worlds)  # few clusters: a little under 95 is to be expected
