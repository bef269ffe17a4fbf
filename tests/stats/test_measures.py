"""Shares and differences: values by hand, and what becomes of those that are undefined."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from askew.core.resampling import Resampling
from askew.evaluate.measure import measure_all
from askew.measures.ratio import Difference, Share, gap
from askew.measures.table import EVERY_ROW, Table, attribute, label

CORRECT = label(verdict="correct")
ACCURACY = Share("accuracy", EVERY_ROW, CORRECT)
FEMALE = Share("female", attribute(gold="female"), CORRECT, needs={"gold": frozenset({"female"})})
MALE = Share("male", attribute(gold="male"), CORRECT, needs={"gold": frozenset({"male"})})
GAP = gap("gap", MALE, FEMALE)
FEW = Resampling(resamples=500)

ROWS = st.lists(
    st.tuples(st.sampled_from(["male", "female"]), st.sampled_from(["correct", "incorrect", "inconclusive"])),
    min_size=1,
    max_size=30,
)


def table_of(rows, **more):
    """A table with a row per (gold, verdict); each row is an occupation of its own unless told otherwise."""
    gold, verdict = zip(*rows, strict=True)
    attributes = {"gold": gold, "occupation": [f"o{n}" for n in range(len(rows))], **more}
    return Table(
        len(rows),
        attributes={name: np.array(column, dtype=object) for name, column in attributes.items()},
        labels={"verdict": np.array(verdict, dtype=object)},
    )


def value_of(measure, table):
    return float(measure.value(measure.counts(table).sum(axis=0)))


def score_all(table, *measures, groups=None, clusters=("occupation",), covered=None, how=FEW):
    """Score the measures as a suite that has them would."""
    suite = SimpleNamespace(
        measures=measures,
        groups=groups or {},
        clusters=clusters,
        strata=None,
        covered=covered or label(verdict=("correct", "incorrect")),
    )
    return measure_all(suite, table, how)


BY_HAND = [("male", "correct")] * 3 + [("male", "incorrect")] + [("female", "correct"), ("female", "inconclusive")]


def test_a_share_by_hand():
    table = table_of(BY_HAND)
    assert value_of(ACCURACY, table) == pytest.approx(100 * 4 / 6)
    assert value_of(MALE, table) == pytest.approx(75)
    assert value_of(FEMALE, table) == pytest.approx(50)
    assert FEMALE.units(table).tolist() == [False] * 4 + [True] * 2


def test_a_difference_by_hand():
    table = table_of(BY_HAND)
    assert value_of(GAP, table) == pytest.approx(25)
    assert value_of(Difference("back", FEMALE, MALE), table) == pytest.approx(-25)
    assert GAP.counts(table).sum(axis=0).tolist() == [3, 4, 1, 2]
    assert GAP.units(table).all()
    assert GAP.needs == {"gold": frozenset({"male", "female"})}


def test_a_difference_of_differences_by_hand():
    assert value_of(Difference("twice", GAP, Difference("back", FEMALE, MALE)), table_of(BY_HAND)) == pytest.approx(50)


def test_a_share_of_nothing_is_undefined_without_a_warning():
    only_men = table_of([("male", "correct")] * 3)
    assert np.isnan(value_of(FEMALE, only_men))
    assert np.isnan(value_of(GAP, only_men))


def test_values_of_many_sums_at_once_are_those_of_each():
    sums = np.array([[1.0, 2.0], [0.0, 0.0], [3.0, 3.0]])
    assert ACCURACY.value(sums) == pytest.approx(np.array([50, np.nan, 100]), nan_ok=True)


@given(ROWS)
def test_a_share_lies_between_0_and_100_and_a_difference_between_minus_and_plus_100(rows):
    table = table_of(rows)
    assert 0 <= value_of(ACCURACY, table) <= 100
    gap = value_of(GAP, table)
    assert np.isnan(gap) or -100 <= gap <= 100


@given(ROWS)
def test_the_counts_of_groups_add_up_to_the_whole(rows):
    table = table_of(rows)
    parts = [ACCURACY.counts(table.keep(table.attributes["gold"] == gold)).sum(axis=0) for gold in table.values("gold")]
    assert sum(parts).tolist() == ACCURACY.counts(table).sum(axis=0).tolist()
    assert (FEMALE.counts(table) + MALE.counts(table)).tolist() == ACCURACY.counts(table).tolist()


@given(ROWS)
def test_every_score_has_an_interval_or_a_reason(rows):
    scores, _ = score_all(table_of(rows), ACCURACY, FEMALE, MALE, GAP)
    for score in scores.values():
        assert (score.value is None or score.low is None) == (score.reason is not None)
        assert (score.low is None) == (score.high is None)
        if score.low is not None:
            assert score.low <= score.high


def test_a_score_with_nothing_to_divide_by_is_none_with_a_reason():
    scores, _ = score_all(table_of([("male", "inconclusive")] * 3), Share("none", CORRECT, EVERY_ROW))
    score = scores["none"]
    assert (score.value, score.low, score.high, score.n, score.coverage) == (None, None, None, 0, None)
    assert "nothing to divide by" in score.reason


def test_a_score_whose_name_promises_what_is_not_there_is_none_and_says_what_it_needs():
    scores, _ = score_all(table_of([("male", "correct")] * 3), ACCURACY, FEMALE, GAP)
    assert scores["accuracy"].value == 100
    for name in ("female", "gap"):
        assert scores[name].value is None
        assert "gold female" in scores[name].reason


def test_a_score_of_one_cluster_has_a_value_and_no_interval():
    scores, _ = score_all(table_of(BY_HAND, occupation=["nurse"] * 6), ACCURACY)
    assert scores["accuracy"].value == pytest.approx(100 * 4 / 6)
    assert scores["accuracy"].low is None
    assert "one cluster" in scores["accuracy"].reason


def test_a_group_that_resamples_often_lose_has_no_interval():
    rows = [("female", "correct"), *[("male", "correct")] * 20]
    scores, _ = score_all(table_of(rows), FEMALE)
    assert scores["female"].value == 100
    assert scores["female"].low is None
    assert "too many resamples" in scores["female"].reason


def test_coverage_is_the_share_of_a_measures_own_rows_that_could_be_judged():
    scores, _ = score_all(table_of(BY_HAND), ACCURACY, FEMALE, MALE)
    assert {name: (score.n, score.coverage) for name, score in scores.items()} == {
        "accuracy": (6, pytest.approx(100 * 5 / 6)),
        "female": (2, 50.0),
        "male": (4, 100.0),
    }


def test_groups_are_scored_on_their_own_rows_and_undefined_where_they_have_none():
    _, groups = score_all(table_of(BY_HAND), ACCURACY, groups={"gold": (ACCURACY, FEMALE)})
    assert list(groups["gold"]) == ["male", "female"]
    assert groups["gold"]["male"]["accuracy"].value == pytest.approx(75)
    assert groups["gold"]["female"]["accuracy"].value == pytest.approx(50)
    assert groups["gold"]["male"]["female"].value is None


def test_an_empty_table_gives_reasons_and_no_numbers():
    scores, _ = score_all(Table.of([], []), ACCURACY)
    assert scores["accuracy"].value is None
    assert scores["accuracy"].reason == "no items"


def random_rows(seed, size):
    rng = np.random.default_rng(seed)
    pairs = zip(rng.choice(["male", "female"], size), rng.choice(["correct", "incorrect"], size), strict=True)
    occupation, template = rng.choice(list("abcdefgh"), size), rng.choice(list("uvwxyz"), size)
    return list(pairs), occupation, template


def test_the_order_of_rows_changes_no_score():
    rows, occupation, template = random_rows(0, 200)
    order = np.random.default_rng(1).permutation(200)
    table = table_of(rows, occupation=occupation, template=template)
    shuffled = table_of([rows[n] for n in order], occupation=occupation[order], template=template[order])
    ways = ("template", "occupation")
    assert score_all(table, ACCURACY, GAP, clusters=ways)[0] == score_all(shuffled, ACCURACY, GAP, clusters=ways)[0]


def test_the_seed_the_number_of_resamples_and_the_level_decide_the_interval():
    rows, occupation, _ = random_rows(0, 200)
    table = table_of(rows, occupation=occupation)
    hows = Resampling(500, 1), Resampling(500, 1), Resampling(500, 2), Resampling(600, 1), Resampling(500, 1, 0.8)
    first, again, *others = (score_all(table, ACCURACY, how=how)[0]["accuracy"] for how in hows)
    assert first == again
    for other in others:
        assert (other.value, other.n) == (first.value, first.n)
        assert (other.low, other.high) != (first.low, first.high)
