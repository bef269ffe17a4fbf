"""Which runs may be compared: one answer, whoever asks."""

from dataclasses import replace

import pytest

import askew
from askew.analyses.comparable import check_comparable, question, why_not_comparable
from askew.core.errors import RunError
from askew.core.signature import Signature
from askew.gate.gate import gate
from askew.gate.rules import Rules, parse_rule
from askew.report.findings import findings_of
from askew.report.pairs import Pairs, comparable_sets
from askew.report.sets import run_sets

FEW = askew.Resampling(resamples=200)


@pytest.fixture(scope="module")
def base():
    items = askew.items("simplegen", subset="mofc")
    return askew.score(
        "simplegen", target="es", subset="mofc", hyp=["la directora"] * len(items), name="base", resampling=FEW
    )


def signed(run, **changes):
    """The run with other fields in its signature; None takes a field away."""
    fields = {key: value for key, value in {**run.signature.fields, **changes}.items() if value is not None}
    return replace(run, asked=replace(run.asked, system="other"), signature=Signature(fields))


def spoken(run, voice):
    """The run with its sentences spoken, as another suite."""
    items = [replace(item, attributes={**item.attributes, "voice": voice}) for item in run.items]
    return replace(signed(run, suite="spoken", revision="0123abcd", audio=voice), items=items)


def partial(run):
    return replace(signed(run), outputs=run.outputs[:-3])


@pytest.mark.parametrize(
    ("first", "second", "may"),
    [
        ({}, {}, True),
        ({}, {"seed": "1", "resamples": "10"}, True),
        ({}, {"audio": "a", "recordings": "b", "pieces": "c"}, True),
        ({}, {"protocol": "winomt2019"}, False),
        ({}, {"pack": "9"}, False),
        ({"segmentation": "given"}, {"segmentation": "by words"}, True),
        ({"segmentation": "by words"}, {"segmentation": "by sound"}, False),
        ({}, {"neural": "comet"}, True),
        ({"neural": "comet"}, {"neural": "xcomet"}, False),
        ({}, {"revision": "0123abcd"}, True),  # the very same sentences, counted as another edition
    ],
)
def test_everybody_gives_the_same_answer(base, tmp_path, first, second, may):
    left, right = signed(base, **first), signed(base, **second)
    assert (why_not_comparable(left, right) is None) == may == (why_not_comparable(right, left) is None)
    rules = Rules((parse_rule("max-drop", "mofc=2"),))
    asking = [lambda: askew.compare(left, right, resampling=FEW), lambda: gate(left, right, rules, FEW)]
    for ask in asking:
        if may:
            ask()
        else:
            with pytest.raises(RunError, match="can't be compared, their signatures differ in"):
                ask()
    sets = run_sets([left, right])
    if len(sets) == 1:
        assert (not any("is not tested against the others" in care for care in findings_of(sets)[0].take_care)) == may
    keys = {id(run): str(number) for number, run in enumerate((left, right))}
    [group] = comparable_sets(sets, keys, Pairs(tmp_path / "pairs.json"))
    assert bool(group["pairs"]) == may


def test_two_that_may_be_compared_with_a_third_need_not_be_comparable(base):
    given, by_words, by_sound = (signed(base, segmentation=how) for how in ("given", "by words", "by sound"))
    gaps = findings_of(run_sets([given]))[0].tests
    assert findings_of(run_sets([given, by_words]))[0].tests == 2 * gaps + 1
    assert findings_of(run_sets([given, by_words, by_sound]))[0].tests == 3 * gaps + 2  # the third pair is not tested


def test_text_and_speech_of_the_same_sentences_ask_the_same_question(base):
    assert question(base) == question(spoken(base, "a")) == question(spoken(base, "b"))
    check_comparable(base, spoken(base, "a"))
    changed = replace(base.items[0], source="Something else.")
    other = replace(spoken(base, "a"), items=[changed, *base.items[1:]])
    with pytest.raises(RunError, match="suite simplegen and spoken"):
        check_comparable(base, other)


def test_other_items_are_named(base):
    with pytest.raises(RunError, match="base and other did not answer the same items: "):
        check_comparable(base, partial(base))
