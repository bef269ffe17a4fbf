"""The gate's error rates: how often it passes what is worse by just the margin, or fails what is worse by just less.

Worlds are drawn in which the truth sits exactly on the margin, so that passing and failing are both errors; each may happen in at most
alpha of them. A world is a paired comparison of items in clusters, judged as the gate judges: resampled clusters, Student's t, one discordant item.
"""

import numpy as np
import pytest

import askew
from askew.gate.power import items_needed
from askew.stats.noninferiority import Margin, standard_error
from askew.stats.resample import draw_all_weights, weighted_sums

ALPHA = 0.05


def error_rates(ways, worlds, margin, spread, discordant, seed, resamples=500):
    """How often the truth on the margin is passed and failed. ``spread`` is how much clusters differ in the probability of losing an item."""
    rng, n = np.random.default_rng(seed), len(ways[0])
    weights = draw_all_weights(ways, resamples, seed=12_345)
    freedom = min(way.max() for way in ways)
    passed = failed = 0
    for _ in range(worlds):
        effect = sum(spread * rng.normal(size=way.max() + 1)[way] for way in ways)
        lost = np.clip(discordant / 2 + margin / 200 + effect, 0, 1)
        won = np.clip(discordant / 2 - margin / 200 - effect, 0, 1)
        dice = rng.random(n)
        difference = np.where(dice < lost, 1.0, np.where(dice > 1 - won, -1.0, 0.0))
        counts = np.stack([difference, np.ones(n)], axis=1)
        sums = weighted_sums(counts, ways, weights)
        error = standard_error(100 * sums[:, 0] / sums[:, 1], 100 / n, freedom + 1)
        found = Margin(100 * difference.mean(), error, freedom, margin)
        passed += found.p_within < ALPHA
        failed += found.p_beyond < ALPHA
    return passed / worlds, failed / worlds


def most(worlds):
    return ALPHA + 3 * np.sqrt(ALPHA * (1 - ALPHA) / worlds)


def one_way(clusters, size):
    return [np.repeat(np.arange(clusters), size)]


def test_error_rates_hold_for_clusters_of_items():
    passed, failed = error_rates(one_way(40, 10), worlds=600, margin=2.0, spread=0.05, discordant=0.3, seed=1)
    assert max(passed, failed) <= most(600)
    assert min(passed, failed) > 0.01  # or the test would hold for a gate that never decides


def test_items_taken_for_independent_would_err_too_often():
    ways = one_way(20, 30)
    rng, worlds, errors = np.random.default_rng(2), 400, 0
    for _ in range(worlds):
        effect = 0.1 * rng.normal(size=20)[ways[0]]
        difference = (rng.random(600) < 0.2 + effect).astype(float) - (rng.random(600) < 0.16)
        error = standard_error(np.array([rng.choice(difference, 600).mean() * 100 for _ in range(60)]), 100 / 600, 600)
        errors += Margin(100 * difference.mean(), error, 599, 4.0).p_within < ALPHA
    assert errors / worlds > 0.08  # so the simulations can tell right from wrong


@pytest.mark.slow
@pytest.mark.parametrize(("clusters", "size", "spread"), [(12, 40, 0.05), (104, 37, 0.05), (50, 1, 0.0)])
def test_error_rates_hold_closely(clusters, size, spread):
    worlds = 4_000
    passed, failed = error_rates(one_way(clusters, size), worlds, margin=2.0, spread=spread, discordant=0.3, seed=3)
    assert max(passed, failed) <= most(worlds)


@pytest.mark.slow
def test_error_rates_hold_on_simplegens_templates_and_occupations():
    items = [item for item in askew.items("simplegen") if item.attributes["class"] == "mofc"]
    ways = [
        np.unique([item.attributes[name] for item in items], return_inverse=True)[1]
        for name in ("template", "occupation")
    ]
    passed, failed = error_rates(ways, worlds=2_000, margin=2.0, spread=0.04, discordant=0.3, seed=4)
    assert max(passed, failed) <= most(2_000)


@pytest.mark.slow
def test_the_items_said_to_be_needed_decide_as_often_as_said():
    needed = items_needed(2, 10, alpha=ALPHA, power=0.8)
    rng, worlds, decided = np.random.default_rng(5), 4_000, 0
    for _ in range(worlds):
        lost, won, _ = rng.multinomial(needed.to_exclude, [0.05, 0.05, 0.9])
        n, mean = needed.to_exclude, (lost - won) / needed.to_exclude
        error = 100 * np.sqrt(((lost + won) / n - mean**2) / n)
        decided += Margin(100 * mean, error, n - 1, 2.0).p_within < ALPHA
    assert decided / worlds == pytest.approx(0.8, abs=0.03)
