"""What the gate says: as content for people, as JUnit XML, and as annotations of a GitHub workflow."""

import xml.etree.ElementTree as ET

from askew.gate.gate import FAIL, PASS, UNDECIDED, GateOutcome, RuleOutcome
from askew.report.content import Block, Cell, Prose, Table
from askew.report.escape import one_line
from askew.report.numbers import interval, number

_WORDS = {PASS: "pass", FAIL: "FAIL", UNDECIDED: "can't tell"}
_COMMANDS = {PASS: "notice", FAIL: "error", UNDECIDED: "warning"}


def gate_content(gate: GateOutcome) -> list[Block]:
    """One row per rule, then what it comes to."""
    title = (
        f"{gate.candidate} against {gate.baseline}, {gate.suite} en→{gate.target}, alpha {gate.alpha:g} "
        f"(Holm over {len(gate.rules)} rules)"
    )
    tones = {PASS: "better", FAIL: "worse", UNDECIDED: ""}
    rows = [
        [Cell(_WORDS[rule.outcome], tone=tones[rule.outcome]), Cell(rule.rule), Cell(sentence(rule, gate.alpha))]
        for rule in gate.rules
    ]
    return [Table(title, ["", "", ""], rows, left=3), Prose(f"gate: {gate.outcome}")]


def sentence(rule: RuleOutcome, alpha: float) -> str:
    """What the items say about a rule."""
    if rule.worse_by is None:
        return f"{rule.reason} ({rule.items} items)"
    level = f"{100 * (1 - 2 * alpha):g}%"
    if rule.kind == "min":
        span = interval(rule.limit - (rule.high or 0), rule.limit - (rule.low or 0))
        said = f"{number(rule.candidate)} [{span}]"
    else:
        span = interval(rule.low, rule.high, signed=True)
        change = f"{number(rule.baseline)} → {number(rule.candidate)}"
        said = f"{change}, worse by {number(rule.worse_by, signed=True)} [{span}]"
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
        text = one_line(sentence(rule, gate.alpha))
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
