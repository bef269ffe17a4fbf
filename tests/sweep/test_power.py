"""askew power: from assumptions and from runs."""

import json

import pytest

import askew as api
from askew.core.errors import UsageError
from askew.gate.evidence import gather
from askew.gate.gate import gate
from askew.gate.power import items_needed, items_needed_like
from askew.gate.rules import Rules, parse_rule
from askew.stats.noninferiority import needed_errors, student_quantile

FEW = api.Resampling(1_000)


def test_half_the_drop_needs_four_times_the_items():
    assert items_needed(1, 10).to_exclude == pytest.approx(4 * items_needed(2, 10).to_exclude, rel=0.01)
    assert items_needed(2, 10, power=0.9).to_exclude > items_needed(2, 10).to_exclude
    assert items_needed(2, 10).to_see < items_needed(2, 10).to_exclude


@pytest.mark.parametrize(("drop", "discordant"), [(0, 10), (5, 3), (2, 101)])
def test_assumptions_that_can_not_be_are_refused(drop, discordant):
    with pytest.raises(UsageError):
        items_needed(drop, discordant)


def test_the_smallest_drop_that_can_be_excluded_is_one_the_gate_excludes(made):
    wrong = dict.fromkeys(("fofc", "momc", "fomc", "mofc"), 0.2)
    base, other = (
        api.score("simplegen", target="es", hyp=made.bias_outputs(wrong, seed), resampling=FEW) for seed in (1, 2)
    )
    (needed,) = items_needed_like(other, base, [parse_rule("max-drop", "anti=2")], resampling=FEW)
    rule = parse_rule("max-drop", f"anti={needed.smallest * 1.5 + 2}")
    assert gate(other, base, Rules((rule,)), FEW).outcome == "pass"
    assert (needed.to_exclude > 2664) == (needed.smallest > 2)


def test_power_and_gate_reckon_with_the_same_errors(made):
    wrong = dict.fromkeys(("fofc", "momc", "fomc", "mofc"), 0.2)
    base, other = (
        api.score("simplegen", target="es", hyp=made.bias_outputs(wrong, seed), resampling=FEW) for seed in (1, 2)
    )
    rules = [parse_rule("max-drop", text) for text in ("anti=2", "mofc[number=sg]=3", "inconclusive=1")]
    needed = items_needed_like(other, base, rules, resampling=FEW)
    outcome, shared = gate(other, base, Rules(tuple(rules)), FEW), 0.05 / 3
    for one, rule, evidence in zip(needed, outcome.rules, gather(other, base, rules, FEW), strict=True):
        freedom = evidence.test.freedom
        error = (rule.excludes - rule.worse_by) / student_quantile(1 - shared, freedom)
        assert one.smallest == pytest.approx(needed_errors(shared, 0.8, freedom) * error)


def test_only_drops_have_a_number_of_items(made):
    run = api.score(
        "simplegen",
        target="es",
        subset="mofc",
        hyp=made.bias_outputs(dict.fromkeys(("fofc", "momc", "fomc", "mofc"), 0.2))[-814:],
        resampling=FEW,
    )
    for kind, text in (("min", "mofc=3"), ("max", "lost-right=3")):
        with pytest.raises(UsageError, match="can be reckoned for drops only"):
            items_needed_like(run, run, [parse_rule(kind, text)], resampling=FEW)


def test_the_program_prints_both(askew, is_users_mistake):
    shown = askew("power", "--drop", "2", "--discordant", "10")
    assert "1,546 items exclude it when there is none; 1,540 show it when there is one" in shown.stdout
    assert json.loads(askew("power", "--drop", "2", "--discordant", "10", "--json").stdout)[0]["to_exclude"] == 1546
    is_users_mistake(askew("power", "--drop", "2"))
