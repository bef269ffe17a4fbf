"""Transcripts against references: what is counted, and what is shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from askew.core.errors import UsageError
from askew.core.records import Item, Output
from askew.judges.transcription import EDITS, Pair, TranscriptionJudge
from askew.suites.talks.explain import sclite_lines

WORDS = st.lists(st.sampled_from(["we", "We", "find", "BERT", "bert,", "so"]), max_size=8).map(" ".join)


def counts(heard, *said, target="en", name="wer"):
    [verdict] = TranscriptionJudge(target).judge([Item("1", "", {}, said)], [Output("1", heard)])
    return tuple(int(verdict.counts[f"{name}_{kind}"]) for kind in EDITS)


def test_case_and_punctuation_count_unless_normalised():
    assert counts("we find bert", "We find BERT.") == (1, 2, 0, 0)
    assert counts("we find bert", "We find BERT.", name="wer_normalized") == (3, 0, 0, 0)


def test_nfkc_and_hyphens_make_no_difference_once_normalised():
    assert counts("State of the art ﬁne", "state-of-the-art fine", name="wer_normalized") == (5, 0, 0, 0)


def test_substitutions_deletions_and_insertions_are_told_apart():
    assert counts("a x c e", "a b c d e") == (3, 1, 1, 0)
    assert counts("a b b", "a b") == (2, 0, 0, 1)
    assert counts("", "a b") == (0, 0, 2, 0)
    assert counts("a b", "") == (0, 0, 0, 2)


def test_of_several_references_the_closest_counts():
    assert counts("a b c", "x y z", "a b d") == (2, 1, 0, 0)


def test_chinese_and_japanese_are_counted_in_characters():
    assert counts("我们用 BERT。", "我们用BERT。", target="zh") == (8, 0, 0, 0)
    assert counts("我们用BERT", "我们使用BERT。", target="zh", name="wer_normalized") == (7, 0, 1, 0)


@given(WORDS, WORDS)
def test_counts_add_up(heard, said):
    hits, substitutions, deletions, insertions = counts(heard, said)
    assert hits + substitutions + deletions == len(said.split())
    assert hits + substitutions + insertions == len(heard.split())
    assert substitutions + deletions + insertions == Levenshtein.distance(said.split(), heard.split())


@given(WORDS, WORDS)
def test_the_alignment_shown_has_every_word_and_as_many_errors_as_counted(heard, said):
    pairs = TranscriptionJudge("en").alignment(Item("1", "", {}, (said,)), Output("1", heard))
    assert [pair.said for pair in pairs if pair.said is not None] == said.split()
    assert [pair.transcribed for pair in pairs if pair.transcribed is not None] == heard.split()
    shown = "\n".join(line for line in sclite_lines(pairs) if line.startswith("Eval:"))[5:]
    _, *edits = counts(heard, said)
    assert [shown.count(letter) for letter in "SDI"] == edits


def test_the_papers_figure_3():
    said = ["we", "find", "a", "BILSTM", "CRF", "model", "using", "flare"]
    heard = ["we", "find", "a", "BIAS", "TM", "CRF", "model", "using", "flare"]
    pairs = TranscriptionJudge("en").alignment(Item("1", "", {}, (" ".join(said),)), Output("1", " ".join(heard)))
    lines = sclite_lines(pairs)
    assert lines[0].count("*") in (2, 4)  # which of the two heard words is the insertion, nobody can tell
    assert sorted(lines[2].removeprefix("Eval:").split()) == ["I", "S"]


def test_long_alignments_are_broken_into_blocks_that_line_up():
    lines = sclite_lines([Pair("wort", "Wort"), Pair("eins", None)] * 30, width=40)
    assert len(lines) > 6
    for k in range(0, len(lines), 3):
        assert len({len(line) for line in lines[k : k + 2]}) == 1
    assert all(len(line) <= 40 + len("Eval: ") for line in lines)


def test_a_segment_without_a_reference_is_refused():
    with pytest.raises(UsageError, match="no reference for 1 of 1 segments: 1"):
        TranscriptionJudge("en").judge([Item("1", "said")], [Output("1", "said")])
