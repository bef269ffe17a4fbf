"""The gate's error rates: how often it passes what is worse by just the margin, or fails what is worse by just less.

Worlds are made in which the truth sits exactly on the margin, so that passing and failing are both errors; each may
happen in at most alpha of them. A world is a paired comparison of items in clusters, judged as the gate judges.
"""

import numpy as np
import pytest

import askew
from askew.evaluate.measure import Tally
from askew.gate.evidence import margins_for, sides_of
from askew.gate.power import items_needed
from askew.gate.rules import Rule
from askew.measures.base import Better
from askew.measures.ratio import Share, gap
from askew.measures.table import EVERY_ROW, Table, attribute, label
from askew.measures.translation import ErrorRate, Mean
from askew.stats.noninferiority import Margin, error_of_resampled
from askew.stats.resample import draw_all_weights

ALPHA = 0.05
RIGHT = Share("accuracy", EVERY_ROW, label(verdict="correct"))
METRIC = Mean("metric", ("score", "weight"), better=Better.LOWER)
WER = ErrorRate.of("wer")


def tally(measure, table, ways, weights):
    """What the gate's own tally of a table would be."""
    counts, units = measure.counts(table), measure.units(table)[:, None]
    return Tally([measure], counts, units, np.ones(table.size, dtype=bool), tuple(ways), weights)


def error_rates(world, measure, limit, worlds, seed, *, ways=(), population=None, kind="max-drop", resamples=400):
    """How often the truth on the limit is passed and failed; ``world`` makes the tables of baseline and candidate."""
    rng = np.random.default_rng(seed)
    weights = draw_all_weights(ways, resamples, seed=12_345)
    rule, passed, failed = Rule(kind, measure.name, limit), 0, 0
    for _ in range(worlds):
        tables = world(rng)
        sides = sides_of(
            measure,
            [tally(measure, table, ways, weights) for table in tables],
            tables[1],
            population,
            paired=kind == "max-drop",
        )
        found = margins_for(rule, measure, sides)
        passed += found.p_within < ALPHA
        failed += found.p_beyond < ALPHA
    return passed / worlds, failed / worlds


def verdicts(right, **attributes):
    """A table of right and wrong verdicts."""
    named = {name: np.array(values, dtype=object) for name, values in attributes.items()}
    return Table(
        right.size, attributes=named, labels={"verdict": np.where(right, "correct", "incorrect").astype(object)}
    )


def paired_shares(ways, drop, spread, discordant):
    """Right and wrong items, the probability of losing one differing by cluster."""

    def world(rng):
        effect = sum(spread * rng.normal(size=way.max() + 1)[way] for way in ways)
        dice, n = rng.random(len(ways[0])), len(ways[0])
        lost = dice < np.clip(discordant / 2 + drop / 200 + effect, 0, 1)
        won = dice > 1 - np.clip(discordant / 2 - drop / 200 - effect, 0, 1)
        right = rng.random(n) < 0.5
        return verdicts(np.where(lost, True, np.where(won, False, right))), verdicts(
            np.where(lost, False, np.where(won, True, right))
        )

    return world


def paired_means(n, worse):
    """Scores as MetricX's, which should be low, of 0 to 25 with a long tail."""

    def table(scores):
        counts = {"score": scores, "weight": np.ones(n)}
        return Table(n, units=np.full(n, "segment", dtype=object), counts=counts)

    def world(rng):
        before = rng.gamma(1.5, 1.5, n)
        return table(before), table(before + worse + rng.normal(0, 0.8, n))

    return world


def paired_wer(n, worse):
    """Segments with 5 to 40 words, each of which may be wrong in one run or the other."""

    def table(words, wrong):
        counts = {
            "wer_hits": words - wrong,
            "wer_substitutions": wrong,
            "wer_deletions": 0 * wrong,
            "wer_insertions": 0 * wrong,
        }
        return Table(
            n,
            units=np.full(n, "segment", dtype=object),
            counts={name: column.astype(float) for name, column in counts.items()},
        )

    def world(rng):
        words = rng.integers(5, 41, n)
        both = rng.binomial(words, 0.05)
        lost = rng.binomial(words - both, (0.03 + worse / 100) / 0.95)
        won = rng.binomial(words - both - lost, 0.03 / (0.95 - 0.03 - worse / 100))
        return table(words, both + won), table(words, both + lost)

    return world


def paired_gaps(n, before, after):
    """Two groups of items whose shares of right ones lie ``before`` and ``after`` points apart."""
    group = np.repeat(["male", "female"], n // 2)

    def world(rng):
        dice = rng.random(n)  # the same for both runs: hard items are hard for both
        noise = rng.random(n) < 0.3
        tables = []
        for points in (before, after):
            share = 0.6 + np.where(group == "male", 1, -1) * points / 200
            tables.append(verdicts(np.where(noise, rng.random(n), dice) < share, gold=group))
        return tables

    return world


GAP = gap(
    "gap",
    Share("m", attribute(gold="male"), label(verdict="correct")),
    Share("f", attribute(gold="female"), label(verdict="correct")),
)


def talks(count, size, worse, between):
    """Segments of talks whose mean differences vary ``between`` them, as real ones do."""
    strata = np.repeat(np.arange(count), size)

    def world(rng):
        before = rng.gamma(2, 1, strata.size)
        after = before + worse + between * rng.normal(size=count)[strata] + rng.normal(0, 1, strata.size)
        counts = [{"score": scores, "weight": np.ones(strata.size)} for scores in (before, after)]
        return [Table(strata.size, units=np.full(strata.size, "segment", dtype=object), counts=each) for each in counts]

    return world, strata


def most(worlds, share=ALPHA):
    return share + 3 * np.sqrt(share * (1 - share) / worlds)


def one_way(clusters, size):
    return [np.repeat(np.arange(clusters), size)]


def test_error_rates_hold_for_clusters_of_items():
    ways = one_way(40, 10)
    passed, failed = error_rates(paired_shares(ways, 2.0, 0.05, 0.3), RIGHT, 2.0, 400, 1, ways=ways)
    assert max(passed, failed) <= most(400)
    assert min(passed, failed) > 0.01  # or the test would hold for a gate that never decides


def test_the_error_is_on_the_measures_own_scale():
    """A hundredth of 100 per item, as of shares, made SEs of means and error rates several times too wide."""
    for world, measure in ((paired_means(95, 0.5), METRIC), (paired_wer(95, 1.0), WER)):
        tables = world(np.random.default_rng(3))
        ways = one_way(95, 1)
        tallies = [tally(measure, table, ways, draw_all_weights(ways, 2_000, 12_345)) for table in tables]
        sides = sides_of(measure, tallies, tables[1], None, paired=True)
        found = margins_for(Rule("max-drop", measure.name, 1.0), measure, sides)
        per_item = tallies[1].counts - tallies[0].counts
        weight = tallies[0].counts.sum() if measure is WER else 95
        score = 100 * per_item[:, 1] if measure is WER else per_item[:, 0]
        expected = score.std(ddof=1) * np.sqrt(95) / weight
        assert found.error == pytest.approx(expected, rel=0.1)
        assert found.error < 100 / 95


def test_items_taken_for_independent_would_err_too_often():
    ways = one_way(20, 30)
    rng, worlds, errors = np.random.default_rng(2), 400, 0
    for _ in range(worlds):
        effect = 0.1 * rng.normal(size=20)[ways[0]]
        difference = (rng.random(600) < 0.2 + effect).astype(float) - (rng.random(600) < 0.16)
        error = error_of_resampled(np.array([rng.choice(difference, 600).mean() * 100 for _ in range(60)]), 600)
        errors += Margin(100 * difference.mean(), error, 599, 4.0).p_within < ALPHA
    assert errors / worlds > 0.08  # so the simulations can tell right from wrong


@pytest.mark.slow
@pytest.mark.parametrize(("clusters", "size", "spread"), [(12, 40, 0.05), (104, 37, 0.05), (50, 1, 0.0)])
def test_error_rates_hold_closely(clusters, size, spread, record_property):
    worlds, ways = 3_000, one_way(clusters, size)
    passed, failed = error_rates(paired_shares(ways, 2.0, spread, 0.3), RIGHT, 2.0, worlds, 3, ways=ways)
    record_property("passed_failed", (passed, failed))
    assert max(passed, failed) <= most(worlds)


@pytest.mark.slow
@pytest.mark.parametrize("n", [95, 400])
@pytest.mark.parametrize(("world", "measure", "limit"), [(paired_means, METRIC, 0.5), (paired_wer, WER, 1.0)])
def test_error_rates_hold_for_means_and_error_rates(world, measure, limit, n, record_property):
    worlds, ways = 3_000, one_way(n, 1)
    rates = error_rates(world(n, limit), measure, limit, worlds, 6, ways=ways)
    record_property("passed_failed", rates)
    assert min(rates) >= 0.03
    assert max(rates) <= 0.07


@pytest.mark.slow
@pytest.mark.parametrize(("before", "after"), [(30, 32), (0, 2), (2, -4), (-10, 12), (1, 3)])
def test_error_rates_hold_for_gaps_however_near_to_zero(before, after, record_property):
    """|after| is on the limit of two points more than |before|."""
    worlds, ways = 2_000, one_way(800, 1)
    passed, failed = error_rates(paired_gaps(800, before, after), GAP, 2.0, worlds, 7, ways=ways)
    record_property("passed_failed", (passed, failed))
    assert max(passed, failed) <= 0.07
    if abs(before) == 30:
        assert min(passed, failed) >= 0.03


@pytest.mark.slow
@pytest.mark.parametrize("count", [5, 10, 20])
def test_error_rates_hold_for_talks_like_these(count, record_property):
    worlds = 3_000
    world, strata = talks(count, 60, 0.3, between=0.4)
    rates = error_rates(world, METRIC, 0.3, worlds, 8, population=strata)
    record_property("passed_failed", rates)
    assert min(rates) >= 0.03
    assert max(rates) <= 0.07
    alone = error_rates(world, METRIC, 0.3, 1_000, 8, ways=[np.arange(strata.size)])
    assert max(alone) > 0.15  # segments taken for the units


@pytest.mark.slow
def test_error_rates_hold_on_simplegens_templates_and_occupations():
    items = [item for item in askew.items("simplegen") if item.attributes["class"] == "mofc"]
    ways = [
        np.unique([item.attributes[name] for item in items], return_inverse=True)[1]
        for name in ("template", "occupation")
    ]
    passed, failed = error_rates(paired_shares(ways, 2.0, 0.04, 0.3), RIGHT, 2.0, 1_500, 4, ways=ways)
    assert max(passed, failed) <= most(1_500)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["min", "max"])
def test_error_rates_hold_for_a_limit_on_the_number_itself(kind):
    worlds, ways = 3_000, one_way(200, 1)

    def world(rng):
        right = rng.random(200) < 0.8
        return verdicts(right), verdicts(right)

    rates = error_rates(world, RIGHT, 80.0, worlds, 9, ways=ways, kind=kind)
    assert max(rates) <= 0.07
    assert min(rates) >= 0.02


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
