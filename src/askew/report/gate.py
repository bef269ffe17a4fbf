"""What the gate says: as content for people, as a summary of a pull request, as JUnit XML, and as annotations of a
GitHub workflow.
"""

import math
import xml.etree.ElementTree as ET
from dataclasses import replace

from askew.gate.gate import FAIL, PASS, THESE_ITEMS, UNDECIDED, GateOutcome, RuleOutcome
from askew.gate.rules import MAX, MAX_DROP
from askew.gate.scores import LOST
from askew.report.changed import Link, lost_table
from askew.report.content import Block, Cell, Prose, Section, Table
from askew.report.escape import one_line
from askew.report.markdown import sections_markdown
from askew.report.numbers import count, interval, number

_WORDS = {PASS: "pass", FAIL: "FAIL", UNDECIDED: "can't tell"}
_TONES = {PASS: "better", FAIL: "worse", UNDECIDED: ""}
_COMMANDS = {PASS: "notice", FAIL: "error", UNDECIDED: "warning"}


def gate_content(gate: GateOutcome) -> list[Block]:
    """One row per rule, then what it comes to."""
    shared = (
        f", alpha {gate.alpha:g}{f' (Holm over {gate.tests} rules)' if gate.tests > 1 else ''}" if gate.tests else ""
    )
    title = f"{gate.candidate} against {gate.baseline}, {gate.suite} en→{gate.target}{shared}"
    rows = [
        [Cell(_WORDS[rule.outcome], tone=_TONES[rule.outcome]), Cell(rule.rule), Cell(sentence(rule, gate.alpha))]
        for rule in gate.rules
    ]
    return [Table(title, ["", "rule", "what the items say"], rows, left=3), Prose(f"gate: {gate.outcome}")]


def outcome_in_words(gate: GateOutcome) -> str:
    """What the gate comes to in one sentence.

    A rule that fails decides it, otherwise one that these items can't decide.
    """
    broken, open_ = (sum(rule.outcome == kind for rule in gate.rules) for kind in (FAIL, UNDECIDED))
    rules = count(len(gate.rules), "rule")
    if broken:
        return f"{gate.candidate} fails the gate: {broken} of {rules} {'is' if broken == 1 else 'are'} broken."
    if open_:
        return f"These items can't tell whether {gate.candidate} passes: {open_} of {rules} can't be decided."
    return f"{gate.candidate} passes the gate: {'its one rule holds' if len(gate.rules) == 1 else f'all {rules} hold'}."


def lost_content(gate: GateOutcome, link: Link = lambda _: "") -> list[Block]:
    """What was lost and won of these very items, and the first sentences that were lost; ``link`` gives an item's
    address.
    """
    if not gate.right_before:
        return []
    said = (
        f"Of these very items {gate.right_before:,} were right for {gate.baseline}; {gate.candidate} loses "
        f"{len(gate.lost):,} of them and wins {gate.won:,} others."
    )
    if not gate.lost:
        return [Prose(said)]
    return [Prose(said), lost_table(gate.baseline, gate.candidate, gate.lost, link)]


def gate_markdown(gate: GateOutcome, link: Link = lambda _: "") -> str:
    """A summary for a pull request: the rules, then what was lost."""
    rules, _ = gate_content(gate)
    assert isinstance(rules, Table)
    blocks: list[Block] = [Prose(rules.title), replace(rules, title=""), *lost_content(gate, link)]
    return sections_markdown(f"askew gate: {_WORDS[gate.outcome]}", [], [Section("gate", gate.candidate, blocks)])


def sentence(rule: RuleOutcome, alpha: float) -> str:
    """What the items say about a rule."""
    if rule.about == THESE_ITEMS:
        of = f" of the {rule.items:,} that were right" if rule.score.startswith(LOST) else ""
        return f"{number(rule.candidate, 0)}{of}; counted on these very items, nothing is inferred"
    if rule.worse_by is None:
        return f"{rule.reason} ({count(rule.items, 'item')})"
    if rule.kind == MAX_DROP:
        change = f"{number(rule.baseline)} → {number(rule.candidate)}"
        said = f"{change}, {_by(rule.worse_by, rule.low, rule.high)}"
    else:
        side = 1 if rule.kind == MAX else -1  # how far on the wrong side, back to the value itself
        low, high = sorted(rule.limit + side * (end or 0.0) for end in (rule.low, rule.high))
        said = f"{number(rule.candidate)} [{interval(low, high)}]"
    said += f" ({100 * (1 - 2 * alpha):g}% interval, {count(rule.items, 'item')}, about {rule.about})"
    if rule.outcome == UNDECIDED:
        said += f"; {_what_they_decide(rule)}"
    return said


def _by(worse_by: float, low: float | None, high: float | None) -> str:
    """How far it got worse, or better, with the interval on the same side.

    >>> _by(1.5, -0.5, 3.5), _by(-6.2, -9.0, -3.5)
    ('worse by 1.5 [−0.5 to 3.5]', 'better by 6.2 [3.5 to 9.0]')
    """
    if worse_by >= 0:
        return f"worse by {number(worse_by)} [{interval(low, high)}]"
    return f"better by {number(-worse_by)} [{interval(-(high or 0.0), -(low or 0.0))}]"


def _what_they_decide(rule: RuleOutcome) -> str:
    """What these items can tell, where they can't tell what was asked."""
    if rule.excludes is None:
        return f"with these items it can't be told on which side of {rule.limit:g} it is"
    smallest = math.ceil(10 * rule.excludes) / 10  # rounded up: what is said to be excluded is
    return f"with these items a {rule.change} of {smallest:.1f} points or more can be excluded, {rule.limit:g} can't"


def as_junit(gate: GateOutcome) -> str:
    """A test suite with a case per rule; an undecided rule is an error, not a failure."""
    failed, undecided = (sum(rule.outcome == kind for rule in gate.rules) for kind in (FAIL, UNDECIDED))
    numbers = {"tests": str(len(gate.rules)), "failures": str(failed), "errors": str(undecided)}
    suite = ET.Element("testsuite", {"name": f"askew gate {gate.suite} {gate.target}", **numbers})
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
    lines = []
    for rule in gate.rules:
        title = _property(f"askew gate: {rule.rule}")
        lines.append(f"::{_COMMANDS[rule.outcome]} title={title}::{_data(sentence(rule, gate.alpha))}\n")
    return "".join(lines)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
