"""What the gate says: for people, as JUnit XML, and as annotations of a GitHub workflow."""

import xml.etree.ElementTree as ET

from askew.gate.gate import FAIL, PASS, UNDECIDED, GateOutcome, RuleOutcome

_MARKS = {PASS: "pass", FAIL: "FAIL", UNDECIDED: "can't tell"}
_COMMANDS = {PASS: "notice", FAIL: "error", UNDECIDED: "warning"}


def as_text(gate: GateOutcome) -> str:
    """One line per rule, then what it comes to."""
    width = max(len(rule.rule) for rule in gate.rules)
    lines = [
        f"{gate.candidate} against {gate.baseline}, {gate.suite} en→{gate.target}, alpha {gate.alpha:g} (Holm over {len(gate.rules)} rules)"
    ]
    lines += [f"{_MARKS[rule.outcome]:>10}  {rule.rule:<{width}}  {sentence(rule, gate.alpha)}" for rule in gate.rules]
    return "\n".join([*lines, f"gate: {gate.outcome}"]) + "\n"


def sentence(rule: RuleOutcome, alpha: float) -> str:
    """What the items say about a rule."""
    if rule.worse_by is None:
        return f"{rule.reason} ({rule.items} items)"
    level = f"{100 * (1 - 2 * alpha):g}%"
    if rule.kind == "min":
        said = f"{rule.candidate:.1f} [{rule.limit - (rule.high or 0):.1f}, {rule.limit - (rule.low or 0):.1f}]"
    else:
        said = f"{rule.baseline:.1f} → {rule.candidate:.1f}, worse by {rule.worse_by:+.1f} [{rule.low:+.1f}, {rule.high:+.1f}]"
    said += f" ({level} interval, {rule.items} items)"
    if rule.items_needed is not None:
        said += f"; about {rule.items_needed:,} items in all would decide, if this is the true value"
    elif rule.reason:
        said += f"; {rule.reason}"
    return said


def as_junit(gate: GateOutcome) -> str:
    """A test suite with a case per rule; an undecided rule is an error, not a failure."""
    failed, undecided = (sum(rule.outcome == kind for rule in gate.rules) for kind in (FAIL, UNDECIDED))
    suite = ET.Element(
        "testsuite", name=f"askew gate {gate.suite} {gate.target}", tests=str(len(gate.rules)), failures=str(failed), errors=str(undecided)
    )  # fmt: skip
    for rule in gate.rules:
        case = ET.SubElement(suite, "testcase", classname=f"askew.gate.{gate.suite}", name=rule.rule)
        text = sentence(rule, gate.alpha)
        if rule.outcome == FAIL:
            ET.SubElement(case, "failure", message=text, type="fail")
        elif rule.outcome == UNDECIDED:
            ET.SubElement(case, "error", message=text, type="undecided")
        else:
            ET.SubElement(case, "system-out").text = text
    ET.indent(suite)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(suite, encoding="unicode") + "\n"


def as_github(gate: GateOutcome) -> str:
    """Workflow commands: an error, a warning or a notice per rule."""
    return "".join(
        f"::{_COMMANDS[rule.outcome]} title={_property(f'askew gate: {rule.rule}')}::{_data(sentence(rule, gate.alpha))}\n"
        for rule in gate.rules
    )


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
