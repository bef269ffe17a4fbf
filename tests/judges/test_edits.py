"""Edits counted by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askew.judges.edits import KINDS, became_right, edit_counts, english_counts

TEXTS = st.text("aB c.,", max_size=30)


@given(TEXTS)
def test_nothing_is_edited_in_what_stays(text):
    counts = edit_counts(text, text, "en")
    assert not any(counts[name] for name in (*KINDS, "casing", "punctuation", "moved"))
    assert counts["kept"] == counts["words"]


@given(TEXTS, TEXTS)
def test_back_and_forth_insertions_and_deletions_change_places(before, after):
    there, back = edit_counts(before, after, "en"), edit_counts(after, before, "en")
    assert there["inserted"] + there["deleted"] + there["substituted"] == sum(back[kind] for kind in KINDS)
    assert there["inserted"] - there["deleted"] == there["words"] - back["words"]
    assert there["moved"] == back["moved"]
    assert there["kept"] == back["kept"] <= min(there["words"], back["words"])


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("Thank. You.", "Thank you.", {"casing": 1, "punctuation": 1, "substituted": 0}),
        ("the conel data", "the CoNLL data", {"substituted": 1, "casing": 0, "moved": 0}),
        ("a b c d", "d a b c", {"moved": 2, "kept": 4}),
        ("a b x", "b a y", {"moved": 2, "kept": 2}),
        ("a a b", "a b b", {"kept": 2, "moved": 0}),
        ("", "new words", {"inserted": 2, "words": 2}),
    ],
)
def test_kinds_of_edits(before, after, expected):
    counts = edit_counts(before, after, "en")
    assert {name: counts[name] for name in expected} == expected


def test_chinese_is_counted_in_characters():
    counts = edit_counts("我们用模型", "我们的模型", "zh")
    assert (counts["substituted"], counts["words"]) == (1, 5)
    assert english_counts("我们使用BERT模型", "We use a BERT model", "zh") == {"english": 1.0, "all_words": 7.0}


def test_a_word_is_right_from_the_stage_on_from_which_it_stays():
    assert became_right(["the bird", "a bird", "the bird"], "en") == [2, 0]
    assert became_right(["x", "", "new"], "en") == [2]
    assert became_right(["same Words.", "same words"], "en") == [0, 0]
