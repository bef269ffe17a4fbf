"""One item with its verdict, for a terminal: what was found is underlined, what decided is in italics."""

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from askew.analyses.compare import protocol_of
from askew.core.errors import UsageError
from askew.core.registry import unknown
from askew.core.run import Run


def explanation(run: Run, item_id: str) -> RenderableType:
    """Everything known of one item."""
    items = {item.id: item for item in run.items}
    if item_id not in items:
        raise UsageError(unknown(f"item of {run.asked.suite}", item_id, list(items)[:5]))
    item = items[item_id]
    answer = next((output for output in run.outputs if output.id == item_id), None)
    explain = protocol_of(run).explain
    grid = Grid(box=None, show_header=False, pad_edge=False)
    if item.source:
        grid.add_row("source", Text(item.source))
    for reference in item.references:
        grid.add_row("reference", Text(reference))
    shown = {key: value for key, value in item.attributes.items() if value and key != "terms"}  # terms have verdicts
    grid.add_row("attributes", Text(", ".join(f"{key} {value}" for key, value in shown.items())))
    if answer is None:
        grid.add_row("output", Text("none", style="dim"))
        return grid
    output = answer.text
    parts: list[RenderableType] = [grid]
    for verdict in (verdict for verdict in run.verdicts if verdict.item == item_id):
        text = Text(output)
        for span in verdict.found:
            text.stylize("bold underline", *span)
        for span in verdict.decided_by:
            text.stylize("italic yellow", *span)
        labels = Grid(box=None, show_header=False, pad_edge=False)
        labels.add_row("output", text)
        if explain is not None:
            parts += [labels, Text(explain(run.asked.target, item, answer, verdict), no_wrap=True)]
            continue
        labels.add_row("found", Text(" | ".join(output[slice(*span)] for span in verdict.found) or "nothing"))
        if verdict.decided_by:
            labels.add_row("decided by", Text(" | ".join(output[slice(*span)] for span in verdict.decided_by)))
        labels.add_row("verdict", Text(", ".join(f"{key} {value}" for key, value in verdict.labels.items() if value)))
        labels.add_row("reason", Text(verdict.reason or "–"))
        parts.append(labels)
    return Group(*parts)
