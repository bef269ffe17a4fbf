"""Two runs on the same items: paired differences, and how sure they are."""

from dataclasses import replace

import numpy as np
import pytest

import askew
from askew.core.errors import RunError
from askew.stats.inference import holm

FEW = askew.Resampling(resamples=300)


def run_with(right_answers, seed):
    """A run on SimpleGEN whose verdicts are drawn: correct with the given probability, else incorrect."""
    rng = np.random.default_rng(seed)
    blank = askew.score("simplegen", target="es", hyp=[""] * 518, subset="fofc", name=f"s{seed}", resampling=FEW)
    drawn = np.where(rng.random(len(blank.verdicts)) < right_answers, "correct", "incorrect")
    verdicts = [
        replace(verdict, labels={**verdict.labels, "verdict": str(label)})
        for verdict, label in zip(blank.verdicts, drawn, strict=True)
    ]
    return replace(blank, verdicts=verdicts)


def all_changes(comparison):
    for changes, groups in zip(comparison.changes, comparison.groups, strict=True):
        yield from changes.values()
        for by_value in groups.values():
            for by_name in by_value.values():
                yield from by_name.values()


@pytest.fixture(scope="module")
def worse():
    return run_with(0.5, seed=1)


@pytest.fixture(scope="module")
def better():
    return run_with(0.8, seed=2)


def test_a_run_does_not_differ_from_itself(worse):
    changes = [change for change in all_changes(askew.compare(worse, worse, resampling=FEW)) if change.low is not None]
    assert changes
    assert {(change.difference, change.low, change.high, change.p, change.p_holm) for change in changes} == {
        (0.0, 0.0, 0.0, 1.0, 1.0)
    }


def test_a_real_difference_is_found_with_its_sign_and_size(worse, better):
    change = askew.compare(worse, better, resampling=FEW).changes[0]["fofc"]
    before, after = (np.mean([v.labels["verdict"] == "correct" for v in run.verdicts]) for run in (worse, better))
    assert (change.baseline, change.value) == pytest.approx((100 * before, 100 * after))
    assert change.difference == pytest.approx(100 * (after - before))
    assert 0 < change.low < change.difference < change.high
    assert change.p < 0.05
    assert change.n == 518


def test_comparing_the_other_way_round_only_turns_the_sign(worse, better):
    there, back = (
        askew.compare(*runs, resampling=FEW).changes[0]["fofc"] for runs in ((worse, better), (better, worse))
    )
    assert (back.difference, back.low, back.high) == pytest.approx((-there.difference, -there.high, -there.low))
    assert back.p == there.p


def test_the_order_of_verdicts_does_not_matter(worse, better):
    shuffled = replace(better, verdicts=better.verdicts[::-1])
    plain, turned = (askew.compare(worse, other, resampling=FEW) for other in (better, shuffled))
    assert plain.changes == turned.changes
    assert plain.groups == turned.groups


def test_p_values_are_adjusted_over_all_scores_of_all_systems(worse, better):
    comparison = askew.compare(worse, better, run_with(0.52, seed=3), resampling=FEW)
    changes = [change for by_name in comparison.changes for change in by_name.values()]
    assert [change.p_holm for change in changes] == holm([change.p for change in changes])


def test_p_values_of_groups_are_adjusted_over_the_groups(worse, better):
    groups = askew.compare(worse, better, resampling=FEW).groups[0]["occupation"]
    changes = [by_name["pro"] for by_name in groups.values()]
    assert len(changes) > 1
    assert [change.p_holm for change in changes] == holm([change.p for change in changes])


def test_a_change_that_is_undefined_says_why(worse, better):
    change = askew.compare(worse, better, resampling=FEW).changes[0]["mofc"]
    assert (change.value, change.difference, change.p, change.p_holm) == (None, None, None, None)
    assert "needs items of class mofc" in change.reason


def test_a_score_that_a_run_does_not_have_is_not_compared_either(worse, better):
    """'pro' needs fofc and momc: on fofc alone a run has no such score, so there is none to compare."""
    comparison = askew.compare(worse, better, resampling=FEW)
    without = {name for name, score in worse.scores.items() if score.value is None and "needs items" in score.reason}
    assert "pro" in without
    assert {name: comparison.changes[0][name].difference for name in without} == dict.fromkeys(without)


def test_runs_on_other_items_are_refused(worse, better):
    with pytest.raises(RunError, match="did not answer the same items"):
        askew.compare(worse, replace(better, outputs=better.outputs[1:]))


def test_a_single_run_is_refused(worse):
    with pytest.raises(RunError, match="at least two"):
        askew.compare(worse)
