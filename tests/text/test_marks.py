"""Marks of transcripts: known ones go, and nothing else does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askew.text.marks import drop_marks


@pytest.mark.parametrize(
    ("marked", "bare"),
    [
        ("#ah So #um, we #Hmm .", "So, we ."),
        ("She says #said that", "She says said that"),
        ("the transfor-- the --former", "the transfor the former"),
        ("#Unclear.", "."),
        ("My address is <PII>address</PII>", "My address is address"),
        ("#ahead of us", "ahead of us"),
    ],
)
def test_known_marks_are_dropped(marked, bare):
    assert drop_marks(marked) == bare


@given(st.text(st.characters(exclude_characters="#-<>"), max_size=40))
def test_a_text_without_marks_is_left_alone(text):
    assert drop_marks(text) == text.strip()


@given(st.text("ab #-<>PI/", max_size=30))
def test_dropping_again_changes_nothing_but_what_dropping_uncovered(text):
    once = drop_marks(text)
    assert len(drop_marks(once)) <= len(once) <= len(text)
