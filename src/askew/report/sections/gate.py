"""The report on gates: what each said, and the sentences that were lost."""

from collections.abc import Sequence
from functools import partial

from askew.gate.gate import GateOutcome
from askew.report.content import Block, Prose, Section
from askew.report.gate import gate_content, lost_content, outcome_in_words
from askew.report.links import item_link
from askew.report.sets import RunSet


def section(gates: Sequence[GateOutcome], sets: Sequence[RunSet]) -> Section:
    """Every gate; its sentences lead to their items where the page has the candidate's run."""
    blocks: list[Block] = []
    for gate in gates:
        run_set = _set_of(gate, sets)
        table, _ = gate_content(gate)
        blocks += [Prose("", lead=outcome_in_words(gate)), table]
        blocks += lost_content(gate) if run_set is None else lost_content(gate, partial(item_link, run_set))
    return Section("gate", "Gate", blocks)


def _set_of(gate: GateOutcome, sets: Sequence[RunSet]) -> RunSet | None:
    """The set that has the candidate's run."""
    for run_set in sets:
        if any(str(run.signature) == gate.signature and run.system == gate.candidate for run in run_set.runs):
            return run_set
    return None
