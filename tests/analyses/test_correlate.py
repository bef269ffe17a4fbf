"""Correlating scores over systems."""

from dataclasses import replace

import pytest
from scipy import stats

import askew
from askew import Resampling
from askew.analyses.correlate import correlate
from askew.core.errors import UsageError
from askew.core.records import Score


@pytest.fixture(scope="module")
def one():
    return askew.score("simplegen", target="es", subset="fofc", hyp=["La enfermera."] * 518, resampling=Resampling(100))


def runs(one, points, **asked):
    return [
        replace(one, asked=replace(one.asked, system=f"s{k}", **asked), scores={"wer": Score(x), "accuracy": Score(y)})
        for k, (x, y) in enumerate(points)
    ]


def test_it_is_pearsons_and_spearmans(one):
    points = [(10.0, 70.0), (12.0, 66.0), (20.0, 67.0), (30.0, 50.0), (30.0, 49.0)]
    result = correlate(runs(one, points), "wer", "accuracy")
    xs, ys = zip(*points, strict=True)
    expected = stats.pearsonr(xs, ys)
    assert result.pearson == pytest.approx(expected.statistic)
    interval = expected.confidence_interval()
    assert (result.low, result.high) == pytest.approx((interval.low, interval.high))
    assert result.spearman == pytest.approx(stats.spearmanr(xs, ys).statistic)


def test_too_few_or_equal_points_say_so(one):
    assert "three are the least" in correlate(runs(one, [(1.0, 2.0), (2.0, 3.0)]), "wer", "accuracy").reason
    assert "the same for all" in correlate(runs(one, [(1.0, 2.0)] * 4), "wer", "accuracy").reason
    three = correlate(runs(one, [(1.0, 2.0), (2.0, 3.0), (3.0, 1.0)]), "wer", "accuracy")
    assert three.low is None
    assert "four systems" in three.reason


def test_a_systems_transcript_and_translation_are_one_point(one):
    heard = [
        replace(run, scores={"wer": run.scores["wer"]}) for run in runs(one, [(5.0, 0.0), (9.0, 0.0)], target="en")
    ]
    said = [replace(run, scores={"accuracy": run.scores["accuracy"]}) for run in runs(one, [(0.0, 60.0), (0.0, 50.0)])]
    assert list(correlate([*heard, *said], "wer", "accuracy").points) == [("s0", 5.0, 60.0), ("s1", 9.0, 50.0)]


def test_an_unknown_score_gets_a_suggestion(one):
    with pytest.raises(UsageError, match="did you mean 'accuracy'"):
        correlate(runs(one, [(1.0, 2.0)]), "wer", "acuracy")
