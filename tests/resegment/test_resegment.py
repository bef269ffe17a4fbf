import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from askew.core.errors import InputError, UsageError
from askew.resegment import HARDLY_ALIGNED, resegment


def texts(*args, **options):
    return [segment.text for segment in resegment(*args, **options)]


WORDS = st.sampled_from(
    ["a", "b", "C", "über", "ÜBER,", "ab.", "?", "«", "»", "abc!", "x-y", "--", "好", "你好。", "12"]
)
SEGMENTS = st.lists(st.lists(WORDS, max_size=5).map(" ".join), min_size=1, max_size=6)
SPACES = st.sampled_from([" ", "  ", "\n", "\u3000"])


@settings(max_examples=150)
@given(
    st.lists(SEGMENTS, min_size=1, max_size=3),
    st.lists(st.tuples(WORDS, SPACES), max_size=20),
    st.sampled_from(["word", "char"]),
    st.sampled_from(["askew", "mwer"]),
)
def test_every_word_comes_out_once_and_in_order(references, pieces, unit, protocol):
    count = min(len(reference) for reference in references)
    references = [reference[:count] for reference in references]
    hypothesis = "".join(word + space for word, space in pieces)
    segments = resegment(references, hypothesis, unit=unit, protocol=protocol)
    assert len(segments) == count
    assert "".join("".join(segment.text.split()) for segment in segments) == "".join(hypothesis.split())
    if unit == "word":
        assert [word for segment in segments for word in segment.text.split()] == hypothesis.split()
    assert all(segment.text in hypothesis for segment in segments)
    assert 0 <= segments.aligned <= 1
    assert all(segment.margin is None or segment.margin >= 0 for segment in segments)
    assert segments[-1].margin is None
    assert segments == resegment(references, hypothesis, unit=unit, protocol=protocol)


def distance(x, y):
    row = list(range(len(y) + 1))
    for i, a in enumerate(x, 1):
        before, row = row, [i]
        for j, b in enumerate(y, 1):
            row.append(min(before[j] + 1, row[-1] + 1, before[j - 1] + (a != b)))
    return row[-1]


@pytest.mark.parametrize("seed", range(200))
def test_mwer_is_as_good_as_the_best_of_all_cuts(seed):
    """Against an exhaustive search: the cost, the rightmost of the best places, and the margins."""
    rng = random.Random(seed)
    count, versions = rng.randint(2, 3), rng.choice([1, 1, 2, 3])
    references = [
        [[rng.choice("abcd") for _ in range(rng.randint(0, 4))] for _ in range(count)] for _ in range(versions)
    ]
    words = [rng.choice("abcde") for _ in range(rng.randint(0, 8))]
    costs = {}
    for cuts in itertools.combinations_with_replacement(range(len(words) + 1), count - 1):
        bounds = [0, *cuts, len(words)]
        costs[cuts] = sum(
            min(distance(reference[s], words[bounds[s] : bounds[s + 1]]) for reference in references)
            for s in range(count)
        )
    joined = [[" ".join(segment) for segment in reference] for reference in references]
    segments = resegment(joined if versions > 1 else joined[0], " ".join(words), protocol="mwer")
    lengths = [len(segment.text.split()) for segment in segments]
    found = tuple(itertools.accumulate(lengths[:-1]))
    assert costs[found] == min(costs.values())
    if versions > 1:  # one reference is split at anchors, so that only places between them compete
        assert found == max(cuts for cuts in costs if costs[cuts] == min(costs.values()))
        for cut in range(count - 1):
            others = [cost for cuts, cost in costs.items() if cuts[cut] != found[cut]]
            assert segments[cut].margin == (min(others) - costs[found] if others else None)


def test_examples_one_can_check_by_hand():
    reference = ["Wir danken Ihnen.", "Das war der Vortrag über Übersetzung.", "Fragen?"]
    assert texts(reference, "wir danken ihnen das war ein vortrag ÜBER übersetzungen fragen") == [
        "wir danken ihnen",
        "das war ein vortrag ÜBER übersetzungen",
        "fragen",
    ]
    assert texts(["a b", "c d"], "a b c d", protocol="mwer") == ["a b", "c d"]
    assert texts(["我们用BERT。", "谢谢大家。"], "我们使用 BERT。谢谢。", unit="char") == ["我们使用 BERT。", "谢谢。"]


def test_an_inflected_word_anchors_though_no_word_is_equal():
    assert texts(["eins zwei Berechnung", "Verfahren drei"], "x y Berechnungen Verfahrens z") == [
        "x y Berechnungen",
        "Verfahrens z",
    ]


def test_words_that_changed_places_pull_the_cut():
    reference = ["we evaluate on seventeen tables", "we use wikipedia as knowledge base"]
    assert texts(reference, "we evaluate on seventeen tables as knowledge base we use wikipedia") == [
        "we evaluate on seventeen tables",
        "as knowledge base we use wikipedia",
    ]


def test_a_full_stop_decides_where_words_do_not():
    reference = ["Der erste Satz.", "Und der letzte."]
    assert texts(reference, "Der erste Q. R der letzte.")[0] == "Der erste Q."
    assert texts(reference, "Der erste Q R. Der letzte.")[0] == "Der erste Q R."


def test_french_spaces_before_signs_stay_with_their_word():
    assert texts(["Ça va ?", "« Oui »."], "Ça va ? « Oui ».") == ["Ça va ?", "« Oui »."]


def test_spacing_is_that_of_the_hypothesis():
    assert texts(["a b", "c"], "a  b\n c ") == ["a  b", "c"]
    assert texts(["a b", "c"], ["a", "b c"]) == ["a b", "c"]
    assert texts(["好的", "BERT GPT"], ["好的", "BERT", "GPT"], unit="char") == ["好的", "BERT GPT"]


def test_several_references_are_versions_of_one_text():
    versions = [["the car is red", "bye"], ["the automobile is crimson", "farewell now"]]
    assert texts(versions, "the automobile is red farewell now") == ["the automobile is red", "farewell now"]
    with pytest.raises(InputError, match="same segments; these have 2, 1"):
        resegment([["a", "b"], ["a"]], "a b")


def test_one_string_is_not_a_reference():
    with pytest.raises(InputError, match="list of segments"):
        resegment("a b", "a b")
    with pytest.raises(UsageError, match="unit is word or char"):
        resegment(["a"], "a", unit="letter")  # type: ignore[arg-type]


def test_nothing_in_nothing_out():
    assert texts(["a", "b"], "") == ["", ""]
    assert [segment.margin for segment in resegment(["a", "b"], "")] == [None, None]
    assert texts(["", "a b", "", ""], "a b") == ["", "a b", "", ""]
    assert texts(["", ""], "x") == ["", "x"]
    assert texts([], "x") == []
    assert texts(["a"], "x y") == ["x y"]
    assert texts(["...", "a"], "a") == ["", "a"]


TALK = [f"sentence number{n} says thing{n * 7 % 50} about topic{n * 3 % 40} again." for n in range(200)]


def test_another_talk_hardly_aligns():
    other = " ".join(f"phrase item{n} tells stuff{n} on matter{n} anew." for n in range(200))
    assert resegment(TALK, " ".join(TALK)).aligned > 0.9
    assert resegment(TALK, other).aligned < HARDLY_ALIGNED
    assert len(resegment(TALK, other)) == 200


@pytest.mark.parametrize("protocol", ["askew", "mwer"])
@pytest.mark.parametrize("hypothesis", ["a" * 500_000, "ja " * 30_000, "好" * 50_000])
def test_an_endless_token_does_no_harm(hypothesis, protocol):
    for unit in ("word", "char"):
        segments = resegment(TALK, hypothesis, unit=unit, protocol=protocol)
        assert sum(len("".join(segment.text.split())) for segment in segments) == len("".join(hypothesis.split()))


def test_repetitions_stay_where_they_belong():
    said = [text if n % 10 else f"{text} {text} {text}" for n, text in enumerate(TALK)]
    assert texts(TALK, " ".join(said)) == said
    looped = [*TALK[:100], "again and " * 300 + "again", *TALK[101:]]
    found = texts(TALK, " ".join(looped))
    assert sum(a == b for a, b in zip(found, looped, strict=True)) >= 198
    twice = texts(TALK, " ".join(f"{text} {text}" for text in TALK))
    assert sum(a == f"{b} {b}" for a, b in zip(twice, TALK, strict=True)) >= 195


def test_margins_tell_sure_cuts_from_doubtful_ones():
    reference = ["one two three", "four five six", "seven eight"]
    sure, doubtful, last = resegment(reference, "one two three four five xx seven eight")
    assert sure.margin > 0.5
    assert doubtful.text in ("four five", "four five xx")
    assert doubtful.margin < sure.margin
    assert last.margin is None


def test_times_decide_where_words_do_not():
    reference, hypothesis = ["a b", "c d"], "x y z w v"
    heard = [(0.0, 1.0), (1.0, 2.0), (2.0, 3.0), (9.0, 10.0), (10.0, 11.0)]
    assert texts(reference, hypothesis, times=([(0, 3), (9, 11)], heard)) == ["x y z", "w v"]
    assert texts(reference, hypothesis, times=([(0, 1), (1, 11)], heard)) == ["x", "y z w v"]
    assert texts(["甲", "乙"], "子丑寅卯", unit="char", times=([(0, 1), (1, 4)], [(0, 4)])) == ["子", "丑寅卯"]
    with pytest.raises(InputError, match="2 reference segments and 5 hypothesis words"):
        resegment(reference, hypothesis, times=([(0, 3), (9, 11)], heard[:3]))
