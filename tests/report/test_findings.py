"""Sentences say what the tests allow, and no more."""

from dataclasses import replace

import pytest

import askew
from askew.lang import pack
from askew.report.findings import findings_of, together
from askew.report.sets import run_sets


def of(*runs):
    [found] = findings_of(run_sets(runs))
    return found


def in_gender(item, gender):
    """An occupation in Spanish, with the article that shows its gender, in the first form the pack has."""
    forms, number = pack.load("es").occupations[item.attributes["occupation"]].forms, item.attributes["number"]
    article = {"m": {"sg": "el", "pl": "los"}, "f": {"sg": "la", "pl": "las"}}[gender][number]
    fits = [text for text, readings in forms.items() if (gender, number) in {reading[:2] for reading in readings}]
    return f"{article} {fits[0]}"


def stated(item, right=True):
    return in_gender(item, "f" if (item.attributes["gold"] == "female") == right else "m")


@pytest.fixture(scope="module")
def even(simplegen):
    """Follows the stated gender in every occupation."""
    return simplegen(stated, name="even")


@pytest.fixture(scope="module")
def opposite(simplegen):
    """Gives the other gender every time."""
    return simplegen(lambda item: stated(item, right=False), name="opposite")


def test_a_system_that_is_right_everywhere_has_no_gap(even):
    assert even.scores["pro"].value == 100
    assert of(even).stands_out == []
    assert all("can't tell" in sentence for sentence in of(even).cannot_tell)


def test_equal_systems_are_not_told_apart(even):
    found = of(even, replace(even, asked=replace(even.asked, system="twin")))
    assert found.best is None
    assert found.headline.endswith(": 0.0 points, which may be chance.")
    assert (
        "systems apart"
        in of(even, *(replace(even, asked=replace(even.asked, system=name)) for name in "ab")).cannot_tell[0]
    )


def test_a_sure_difference_is_stated_with_its_direction(even, opposite):
    found = of(opposite, even)
    assert found.best == "even"
    assert found.headline == (
        "even gives the right gender to 100.0% of people whose occupation goes with their gender by stereotype, "
        "opposite to 0.0%: 100.0 points, more than chance."
    )
    # Both treat all occupations alike, well or badly: no gap is claimed.
    assert all(found.gaps[name][kind] == [] for name in found.gaps for kind in ("above", "below"))


def test_a_large_difference_that_rests_on_few_occupations_is_not_sure(even, simplegen):
    masculine = simplegen(lambda item: in_gender(item, "m"), name="masculine")
    assert even.scores["pro"].value - masculine.scores["pro"].value > 30
    assert of(even, masculine).best is None


def test_a_stereotype_is_found_where_there_is_one(simplegen):
    biased = simplegen(lambda item: stated(item, right=item.attributes["class"] != "mofc"), name="biased")
    found = of(biased)
    assert any(sentence.endswith("are right more often than the others (Δ).") for sentence in found.stands_out)
    held = "are right more often in occupations held mostly by women than in those held mostly by men (ΔFC)."
    assert any(sentence.endswith(held) for sentence in found.stands_out)
    assert found.gaps["delta"]["above"] == [0]
    assert found.gaps["delta_mc"]["above"] == []


def test_all_tests_of_a_table_are_adjusted_together(even, opposite):
    assert of(even).tests == 3  # Δ, ΔFC, ΔMC
    assert of(even, opposite).tests == 7  # and the pair


def test_low_coverage_and_partial_runs_are_said(simplegen):
    nothing = simplegen("xyz", name="nothing")
    assert any("only 0.0% of the items could be judged" in care for care in of(nothing).take_care)
    ids = [item.id for item in askew.items("simplegen")[:100]]
    part = askew.score("simplegen", target="es", hyp=dict.fromkeys(ids, "la directora"), partial=True, name="part")
    assert any("2564 of 2664 items have no output" in care for care in of(part).take_care)
    whole_and_part = of(nothing, part)
    assert any("is not tested against the others" in care for care in whole_and_part.take_care)
    assert whole_and_part.best is None


def test_no_sentence_calls_items_people(even, opposite):
    for sentence in of(even, opposite).stands_out:
        assert "women" not in sentence.replace("held mostly by women", "")


def test_several_languages_are_counted_together(wino):
    runs = [wino("winomt", system, target) for target in ("es", "he") for system in ("google", "bing")]
    sets = run_sets(runs)
    sentences = together(sets, findings_of(sets))
    assert any(
        "runs items with a masculine referent are rendered better than items with a feminine referent (ΔG)" in s
        for s in sentences
    )
