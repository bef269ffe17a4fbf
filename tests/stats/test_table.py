"""The one table: items and verdicts side by side, and conditions on it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from askew.core.records import Item, Verdict
from askew.measures.table import EVERY_ROW, Table, attribute, label, unit

ITEMS = [
    Item("a", "The nurse.", {"gold": "female", "class": "fofc"}),
    Item("b", "The clerk.", {"gold": "male", "class": "mofc"}),
    Item("c", "Nobody asked.", {"gold": "male", "class": "momc"}),
]
VERDICTS = [
    Verdict("b", "person", {"verdict": "correct"}, counts={"edits": 2.0}),
    Verdict("a", "person", {"verdict": "incorrect", "found": "yes"}),
    Verdict("a", "pronoun", {"verdict": "correct"}, counts={"edits": 1.0, "words": 4.0}),
]
TABLE = Table.of(ITEMS, VERDICTS)
WORDS = st.lists(st.sampled_from(["", "a", "b", "ñ", "a b"]), min_size=1, max_size=20)


def one_column(words):
    return Table(len(words), labels={"word": np.array(words, dtype=object)})


def test_a_table_has_a_row_per_verdict_in_their_order():
    assert TABLE.size == 3
    assert TABLE.items.tolist() == ["b", "a", "a"]
    assert TABLE.units.tolist() == ["person", "person", "pronoun"]
    assert TABLE.labels["verdict"].tolist() == ["correct", "incorrect", "correct"]


def test_an_items_attributes_stand_beside_its_verdicts():
    assert TABLE.attributes["gold"].tolist() == ["male", "female", "female"]
    assert TABLE.attributes["class"].tolist() == ["mofc", "fofc", "fofc"]


def test_a_label_that_is_missing_is_empty_and_a_count_zero():
    assert TABLE.labels["found"].tolist() == ["", "yes", ""]
    assert TABLE.counts("edits").tolist() == [2.0, 0.0, 1.0]
    assert TABLE.counts("words").tolist() == [0.0, 0.0, 4.0]


def test_items_are_joined_by_id_whatever_their_order():
    other = Table.of(ITEMS[::-1], VERDICTS)
    assert all(other.by(name).tolist() == TABLE.by(name).tolist() for name in ("item", "gold", "class", "verdict"))


def test_values_come_in_the_order_of_first_appearance():
    assert TABLE.values("gold") == ["male", "female"]


def test_keep_keeps_the_rows_of_labels_and_counts():
    kept = TABLE.keep(TABLE.items == "a")
    assert kept.size == 2
    assert kept.units.tolist() == ["person", "pronoun"]
    assert kept.counts("edits").tolist() == [0.0, 1.0]


def test_an_unknown_column_is_a_key_error():
    with pytest.raises(KeyError, match="age"):
        TABLE.by("age")


@given(WORDS)
def test_codes_run_from_0_and_are_equal_just_where_values_are(words):
    codes = one_column(words).codes("word").tolist()
    assert sorted(set(codes)) == list(range(len(set(words))))
    assert len(set(zip(words, codes, strict=True))) == len(set(words))


def test_no_condition_is_all_rows():
    assert EVERY_ROW(TABLE).tolist() == [True, True, True]
    assert attribute()(TABLE).tolist() == [True, True, True]


def test_a_condition_takes_one_value_or_several():
    assert attribute(gold="male")(TABLE).tolist() == [True, False, False]
    assert attribute(gold=("male", "female", "z"))(TABLE).tolist() == [True, True, True]
    assert attribute(gold="z")(TABLE).tolist() == [False, False, False]
    assert attribute(gold=())(TABLE).tolist() == [False, False, False]
    assert unit("pronoun")(TABLE).tolist() == [False, False, True]


def test_conditions_are_joined():
    assert (attribute(gold="female") & label(verdict="correct"))(TABLE).tolist() == [False, False, True]


def test_attributes_labels_and_counts_do_not_share_names():
    same = Table.of(
        [Item("a", "", {"edits": "many"})], [Verdict("a", "person", {"edits": "few"}, counts={"edits": 2.0})]
    )
    assert attribute(edits="many")(same).tolist() == label(edits="few")(same).tolist() == [True]
    assert attribute(edits="few")(same).tolist() == label(edits="many")(same).tolist() == [False]
    assert same.counts("edits").tolist() == [2.0]
    assert same.by("edits").tolist() == ["many"]


def test_a_name_that_is_a_python_word_can_be_reached():
    assert attribute(class_="mofc")(TABLE).tolist() == [True, False, False]


def test_a_long_value_costs_no_more_than_itself():
    items = [Item(str(k), "", {"note": "x" * 1_000_000 if k == 0 else ""}) for k in range(3000)]
    table = Table.of(items, [Verdict(item.id, "u", {}) for item in items])
    assert table.attributes["note"].nbytes < 1_000_000


@given(WORDS, st.sets(st.sampled_from(["", "a", "b", "ñ", "a b", "a b c"])))
def test_a_condition_is_plain_membership(words, allowed):
    assert label(word=tuple(allowed))(one_column(words)).tolist() == [word in allowed for word in words]
