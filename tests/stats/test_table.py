"""The one table: items and verdicts side by side, and conditions on it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from askew.core.records import Item, Verdict
from askew.measures.table import Table, where

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
    return Table({"word": np.array(words, dtype=np.str_)}, {}, len(words))


def test_a_table_has_a_row_per_verdict_in_their_order():
    assert TABLE.size == 3
    assert TABLE["item"].tolist() == ["b", "a", "a"]
    assert TABLE["unit"].tolist() == ["person", "person", "pronoun"]
    assert TABLE["verdict"].tolist() == ["correct", "incorrect", "correct"]


def test_an_items_attributes_stand_beside_its_verdicts():
    assert TABLE["gold"].tolist() == ["male", "female", "female"]
    assert TABLE["class"].tolist() == ["mofc", "fofc", "fofc"]


def test_a_label_that_is_missing_is_empty_and_a_count_zero():
    assert TABLE["found"].tolist() == ["", "yes", ""]
    assert TABLE.counts("edits").tolist() == [2.0, 0.0, 1.0]
    assert TABLE.counts("words").tolist() == [0.0, 0.0, 4.0]


def test_items_are_joined_by_id_whatever_their_order():
    other = Table.of(ITEMS[::-1], VERDICTS)
    assert all(other[name].tolist() == TABLE[name].tolist() for name in ("item", "unit", "gold", "class", "verdict"))


def test_values_come_in_the_order_of_first_appearance():
    assert TABLE.values("gold") == ["male", "female"]


def test_keep_keeps_the_rows_of_labels_and_counts():
    kept = TABLE.keep(TABLE["item"] == "a")
    assert kept.size == 2
    assert kept["unit"].tolist() == ["person", "pronoun"]
    assert kept.counts("edits").tolist() == [0.0, 1.0]


def test_an_unknown_column_is_a_key_error():
    with pytest.raises(KeyError, match="age"):
        TABLE["age"]


@settings(deadline=None)
@given(WORDS)
def test_codes_run_from_0_and_are_equal_just_where_values_are(words):
    codes = one_column(words).codes("word").tolist()
    assert sorted(set(codes)) == list(range(len(set(words))))
    assert len(set(zip(words, codes, strict=True))) == len(set(words))


def test_where_without_names_is_all_rows():
    assert where()(TABLE).tolist() == [True, True, True]


def test_where_takes_one_value_or_several():
    assert where(item="b")(TABLE).tolist() == [True, False, False]
    assert where(item=("a", "b", "z"))(TABLE).tolist() == [True, True, True]
    assert where(item="z")(TABLE).tolist() == [False, False, False]
    assert where(item=())(TABLE).tolist() == [False, False, False]


def test_where_with_several_names_is_all_of_them():
    assert where(gold="female", verdict="correct")(TABLE).tolist() == [False, False, True]


def test_where_reaches_a_column_whose_name_is_a_python_word():
    assert where(class_="mofc")(TABLE).tolist() == [True, False, False]


@settings(deadline=None)
@given(WORDS, st.sets(st.sampled_from(["", "a", "b", "ñ", "a b", "a b c"])))
def test_where_is_plain_membership(words, allowed):
    assert where(word=tuple(allowed))(one_column(words)).tolist() == [word in allowed for word in words]
