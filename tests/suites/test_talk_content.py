"""What is missing from talks and what is too much: counted, and warned of."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import askew
from askew.judges.content import looped_words
from askew.measures.table import Table
from askew.suites.talks.content import content_by_talk

WORDS = [
    "wir",
    "zeigen",
    "heute",
    "neue",
    "wege",
    "um",
    "texte",
    "besser",
    "und",
    "schneller",
    "in",
    "viele",
    "sprachen",
]


def segments(count=30, seed=1):
    rng = random.Random(seed)
    return [" ".join(rng.choices(WORDS, k=rng.randint(6, 12))) for _ in range(count)]


def score(tmp_path, outputs, references=None):
    (tmp_path / "ref").mkdir(exist_ok=True)
    (tmp_path / "ref/t.de").write_text("\n".join(references or segments()) + "\n", encoding="utf-8")
    return askew.score(
        "talks", target="de", hyp=outputs, references=tmp_path / "ref/t.de", resampling=askew.Resampling(resamples=500)
    )


def talk(run):
    return content_by_talk(Table.of(run.items, run.verdicts))["t"]


def test_nothing_to_say_of_a_complete_output(tmp_path):
    run = score(tmp_path, segments())
    assert (talk(run).covered, talk(run).length_ratio, talk(run).empty, talk(run).looped) == (1.0, 1.0, 0, 0)
    assert not [line for line in run.warnings if "segment" in line or "reference" in line]


def test_what_is_missing_is_counted_and_said(tmp_path):
    said = [text if k < 10 else "" for k, text in enumerate(segments())]
    run = score(tmp_path, said)
    content = talk(run)
    words = [len(text.split()) for text in segments()]
    assert content.covered == pytest.approx(sum(words[:10]) / sum(words)) == content.length_ratio
    assert (content.segments, content.empty) == (30, 20)
    assert run.counts["content"]["empty segments"] == 20
    assert run.scores["covered"].value == pytest.approx(100 * content.covered)
    assert run.groups["talk"]["t"]["length_ratio"].value == pytest.approx(100 * content.length_ratio)
    assert run.scores["empty_segments"].value == pytest.approx(100 * 20 / 30)
    assert any("of the reference is there; 20 of 30 segments are empty" in line for line in run.warnings)


def test_a_loop_is_found_and_the_score_that_hangs_on_it_named(tmp_path):
    said = segments()
    said[7] += " und so weiter" * 200
    run = score(tmp_path, said)
    content = talk(run)
    assert content.loops == ("t/8",)
    assert content.looped == 600 - 3
    assert content.covered == 1.0
    assert any("597 words are said over and over, in t/8" in line for line in run.warnings)
    assert any("times as long as the reference" in line for line in run.warnings)
    hanging = [line for line in run.warnings if "hangs on one segment" in line]
    assert any(line.startswith("ter hangs on one segment: t/8 moves it from 0.0 to") for line in hanging)


@pytest.mark.parametrize(
    ("text", "looped"),
    [
        ("no no no no", 0),
        ("no " * 12, 11),
        ("a b c " * 4, 9),
        ("a b c " * 3, 0),
        ("x y " + "a b c " * 5 + "z", 12),
        ("", 0),
    ],
)
def test_loops_by_hand(text, looped):
    assert looped_words(text.split()) == looped


@given(st.lists(st.sampled_from("abc"), max_size=60))
def test_loops_are_part_of_what_is_said(words):
    looped = looped_words(words)
    assert 0 <= looped < max(len(words), 1)
    assert looped_words([*words, "x"]) == looped
