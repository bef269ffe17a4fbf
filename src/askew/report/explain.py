"""One item with its verdicts: what was found is marked, and what decided."""

from collections.abc import Iterable

from askew.analyses.compare import protocol_of
from askew.core.errors import UsageError
from askew.core.records import Item, Output, Verdict
from askew.core.registry import like
from askew.core.run import Run
from askew.report.content import Block, Cell, Lines, Mark, Table


def explanation(run: Run, item_id: str) -> list[Block]:
    """Everything known of one item.

    Raises:
        UsageError: the run has no such item.

    """
    items = {item.id: item for item in run.items}
    if item_id not in items:
        close = like(item_id, items) or list(items)[:3]
        raise UsageError(f"{run.asked.suite} has no item {item_id!r}; it has {len(items)}, such as {', '.join(close)}")
    item = items[item_id]
    output = next((output for output in run.outputs if output.id == item_id), None)
    rows = list(_asked(item))
    if output is None:
        return [_facts([*rows, ("output", Cell("none"))])]
    blocks: list[Block] = [_facts(rows)]
    for verdict in (verdict for verdict in run.verdicts if verdict.item == item_id):
        blocks += _decided(run, item, output, verdict)
    return blocks


def _asked(item: Item) -> Iterable[tuple[str, Cell]]:
    if item.source:
        yield "source", Cell(item.source)
    for reference in item.references:
        yield "reference", Cell(reference)
    shown = {key: value for key, value in item.attributes.items() if value and key != "terms"}  # terms have verdicts
    yield "attributes", Cell(", ".join(f"{key} {value}" for key, value in shown.items()))


def _decided(run: Run, item: Item, output: Output, verdict: Verdict) -> Iterable[Block]:
    """One verdict: the output with its marks, and what was decided."""
    explain = protocol_of(run).explain
    marks = [Mark(*span, "found") for span in verdict.found] + [Mark(*span, "decided") for span in verdict.decided_by]
    rows = [("output", Cell(output.text, marks=marks))]
    if explain is not None:
        yield _facts(rows)
        yield Lines(explain(run.asked.target, item, output, verdict).split("\n"))
        return
    found, decided = (
        " | ".join(output.text[slice(*span)] for span in spans) for spans in (verdict.found, verdict.decided_by)
    )
    rows.append(("found", Cell(found or "nothing")))
    rows += [("decided by", Cell(decided))] if decided else []
    rows.append(("verdict", Cell(", ".join(f"{key} {value}" for key, value in verdict.labels.items() if value))))
    yield _facts([*rows, ("reason", Cell(verdict.reason or "–"))])


def _facts(rows: Iterable[tuple[str, Cell]]) -> Table:
    return Table("", ["", ""], [[Cell(name), cell] for name, cell in rows], left=2)
