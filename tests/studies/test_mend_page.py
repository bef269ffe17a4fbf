"""The study of the mend: its page is what its stored counts make, and its arithmetic can be checked by hand."""

import math

from studies.mend import numbers
from studies.mend.page import main
from studies.pages import DOCS


def test_the_page_is_what_the_stored_counts_make(tmp_path):
    main(tmp_path / "page.md")
    assert (tmp_path / "page.md").read_text("utf-8") == (DOCS / "mend-results.md").read_text("utf-8")


def cell(*rows):
    return {"wide": {"|".join(row[:3]): row[3] for row in rows}}


def test_shares_and_drops_by_hand():
    before = cell(
        ("mofc", "cook", "correct", 6), ("mofc", "cook", "incorrect", 2), ("mofc", "guard", "inconclusive", 8)
    )
    after = cell(("mofc", "cook", "correct", 3), ("mofc", "cook", "incorrect", 5), ("mofc", "guard", "correct", 0.0))
    assert numbers.share(before, "wide", "mofc") == 37.5
    assert numbers.decided(before, "wide", "mofc") == 75.0
    assert numbers.inconclusive(before, "wide") == 50.0
    assert numbers.drop(37.5, numbers.share(after, "wide", "mofc")) == 0.0
    assert numbers.drop(40, 30) == 25.0
    draws = numbers.resampled(before, "wide", "mofc")
    assert set(draws) == {0.0, 37.5, 75.0}  # guard twice, each once, cook twice


def test_intervals_over_trainings_are_students():
    mean, low, high = numbers.over_seeds([1.0, 2.0, 3.0])
    assert mean == 2.0
    assert math.isclose(high - mean, 4.303 / math.sqrt(3))
    assert math.isclose(mean - low, high - mean)
