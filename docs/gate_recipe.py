"""A recipe: the gate as a test of your own, with nothing but pytest. Copy it beside your tests and change the paths."""

import askew
from askew.gate.gate import gate
from askew.gate.rules import Rules, parse_rule

RULES = Rules((parse_rule("max-drop", "mofc=5"), parse_rule("max", "lost-right=10")))


def test_the_candidate_loses_no_more_than_we_accept() -> None:
    """It reads two files; a failure prints the rules that are not shown to hold, and the first lost sentences."""
    candidate = askew.score("simplegen", target="es", hyp="outputs/candidate.txt")
    outcome = gate(candidate, askew.load("runs/baseline"), RULES)
    broken = [f"{rule.rule}: {rule.outcome}" for rule in outcome.rules if rule.outcome != "pass"]
    assert outcome.outcome == "pass", "\n".join([*broken, *(f"lost: {item.source}" for item in outcome.lost[:10])])
