"""Whether outputs stand beside their own sources."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from askew.text.pairing import ENOUGH_TO_DOUBT, FEWEST, pairing

SUBJECTS = {
    "gardener": "Gärtner",
    "pilot": "Pilot",
    "cook": "Koch",
    "judge": "Richter",
    "painter": "Maler",
    "guard": "Wächter",
}
ACTIONS = {"saw": "sah", "thanked": "dankte", "called": "rief", "met": "traf", "paid": "bezahlte"}
PLACES = {
    "in the garden": "im Garten",
    "at the station": "am Bahnhof",
    "in a small house by the river": "in einem kleinen Haus am Fluss",
}


def pairs(lines, seed=1):
    """Sentences and their translations, made word by word; every tenth has a number."""
    draw = random.Random(seed)
    sources, outputs = [], []
    for line in range(lines):
        who, whom, did, where = (draw.choice(list(words)) for words in (SUBJECTS, SUBJECTS, ACTIONS, PLACES))
        when = f" {line}" if line % 10 == 0 else ""
        sources.append(f"The {who} {did} the {whom} {where}{when}.")
        outputs.append(f"Der {SUBJECTS[who]} {ACTIONS[did]} den {SUBJECTS[whom]} {PLACES[where]}{when}.")
    return sources, outputs


ORDERS = {
    "reversed": (lambda lines: lines[::-1], 0, True),
    "one lost at the start": (lambda lines: [*lines[1:], "Ende."], -1, False),
    "a header": (lambda lines: ["deutsch", *lines[:-1]], 1, False),
    "by ten": (lambda lines: [*lines[10:], *lines[:10]], -10, False),
    "halves swapped": (lambda lines: [*lines[len(lines) // 2 :], *lines[: len(lines) // 2]], None, False),
}


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("lines", [80, 300, 301])
def test_an_order_that_is_not_the_sources_is_found_and_named(order, lines):
    sources, outputs = pairs(lines)
    change, shift, turned = ORDERS[order]
    found = pairing(sources, change(outputs))
    assert found.misaligned
    assert found.reversed == turned
    assert abs(found.shift) == lines // 2 if shift is None else found.shift == shift


def test_a_line_lost_in_between_is_found_and_where():
    sources, outputs = pairs(400)
    found = pairing(sources, [*outputs[:150], *outputs[151:], "Ende."])
    assert found.misaligned
    assert found.shift == -1
    assert 140 <= found.start <= 160


@settings(max_examples=30)
@given(st.integers(FEWEST, 400), st.integers(0, 10**6), st.floats(0.0, 0.5))
def test_the_right_order_gives_no_alarm_even_where_half_of_the_outputs_are_poor(lines, seed, poor):
    sources, outputs = pairs(lines, seed)
    draw = random.Random(seed)
    spoilt = [draw.choice(outputs) if draw.random() < poor else output for output in outputs]
    found = pairing(sources, spoilt)
    assert not found.misaligned
    assert not found.unrelated


@settings(max_examples=30)
@given(st.integers(FEWEST, 400), st.integers(0, 10**6))
def test_shuffled_lines_fit_nowhere(lines, seed):
    sources, outputs = pairs(lines, seed)
    random.Random(seed).shuffle(outputs)
    found = pairing(sources, outputs)
    assert not found.misaligned
    assert found.unrelated or lines < ENOUGH_TO_DOUBT or found.own > 2


def test_a_few_answers_over_and_over_are_not_called_shuffled():
    sources, outputs = pairs(300)
    found = pairing(sources, [random.Random(line).choice(outputs[:3]) for line in range(300)])
    assert not found.misaligned
    assert not found.unrelated


@pytest.mark.parametrize(
    ("sources", "outputs"),
    [
        ([], []),
        (["a b"] * 10, ["c d"] * 10),
        (["A b."] * 300, ["C d."] * 300),
        ([f"Word {n}." for n in range(300)], [""] * 300),
        ([""] * 300, [f"Word {n}." for n in range(300)]),
    ],
)
def test_too_few_lines_or_lines_that_are_all_alike_tell_nothing(sources, outputs):
    found = pairing(sources, outputs)
    assert found is None


def test_a_script_without_spaces_is_compared_by_its_characters():
    names = {"gardener": "园丁", "pilot": "飞行员", "cook": "厨师", "judge": "法官", "painter": "画家", "guard": "守卫"}
    draw = random.Random(3)
    chosen = [(draw.choice(list(names)), draw.choice(list(names))) for _ in range(200)]
    sources = [f"The {who} saw the {whom}." for who, whom in chosen]
    outputs = [f"{names[who]}看见了{names[whom]}。" for who, whom in chosen]
    assert not pairing(sources, outputs).misaligned
    assert pairing(sources, outputs[::-1]).misaligned
