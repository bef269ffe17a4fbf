"""What one item is worth: on each measure's own scale."""

import numpy as np
import pytest

from askew.gate.scores import Within
from askew.gate.worth import worth_of_one_item
from askew.measures.ratio import Share, gap
from askew.measures.table import EVERY_ROW, Table, attribute, label
from askew.measures.translation import ErrorRate, Mean

RIGHT = Share("accuracy", EVERY_ROW, label(verdict="correct"))


def verdicts(right):
    half = len(right) // 2
    return Table(
        len(right),
        attributes={"gold": np.array(["male"] * half + ["female"] * (len(right) - half), dtype=object)},
        labels={"verdict": np.where(right, "correct", "incorrect").astype(object)},
    )


def worth(measure, before, after):
    return worth_of_one_item(measure, None if before is None else measure.counts(before), measure.counts(after), after)


def test_of_a_share_an_item_is_one_in_so_many():
    some, other = verdicts([True] * 8), verdicts([True] * 7 + [False])
    assert worth(RIGHT, some, other) == worth(RIGHT, some, some) == worth(RIGHT, None, some) == 100 / 8
    assert worth(Within("x", RIGHT, {"gold": "female"}), some, other) == 100 / 4
    gapped = gap("g", *(Share(value, attribute(gold=value), label(verdict="correct")) for value in ("male", "female")))
    assert worth(gapped, some, other) == pytest.approx(np.hypot(100 / 4, 100 / 4))


def scores(values):
    counts = {"score": np.array(values, dtype=float), "weight": np.ones(len(values))}
    return Table(len(values), units=np.full(len(values), "segment", dtype=object), counts=counts)


def test_of_a_mean_it_is_what_the_items_that_differ_differ_by():
    metric = Mean("metric", ("score", "weight"))
    before, after = scores([2, 3, 4, 5]), scores([2, 4, 4, 8])
    assert worth(metric, before, after) == pytest.approx(np.sqrt((1 + 9) / 2) / 4)
    spread = np.sqrt(2) * np.sqrt(np.mean([((14 - x) / 3 - 3.5) ** 2 for x in (2, 3, 4, 5)]))
    assert worth(metric, before, before) == worth(metric, None, before) == pytest.approx(spread)
    assert worth(metric, scores([1, 1]), scores([1, 1])) == 100 / 2  # nothing varies: the widest guess there is


def test_of_an_error_rate_it_is_what_a_segment_adds():
    def segments(wrong):
        counts = {
            "wer_hits": [10 - n for n in wrong],
            "wer_substitutions": wrong,
            "wer_deletions": [0] * len(wrong),
            "wer_insertions": [0] * len(wrong),
        }
        columns = {name: np.array(column, dtype=float) for name, column in counts.items()}
        return Table(len(wrong), units=np.full(len(wrong), "segment", dtype=object), counts=columns)

    wer = ErrorRate.of("wer")
    assert worth(wer, segments([0, 0, 1, 2]), segments([0, 0, 2, 2])) == pytest.approx(100 * 1 / 40)
