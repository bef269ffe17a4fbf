"""The verdict table of a run: everything known of each judged unit, in one flat row."""

from typing import Any

from askew.core.run import Run


def verdict_rows(run: Run) -> list[dict[str, Any]]:
    """One row per verdict: id, the item's attributes, the labels, the words found, the reason, source and output."""
    items = {item.id: item for item in run.items}
    outputs = {output.id: output.text for output in run.outputs}
    return [
        {
            "id": verdict.item,
            "unit": verdict.unit,
            **{key: value for key, value in items[verdict.item].attributes.items() if key != "terms"},
            **verdict.labels,
            **verdict.counts,
            "found": [outputs[verdict.item][slice(*span)] for span in verdict.found],
            "decided_by": [outputs[verdict.item][slice(*span)] for span in verdict.decided_by],
            "reason": verdict.reason,
            "source": items[verdict.item].source,
            "output": outputs[verdict.item],
        }
        for verdict in run.verdicts
    ]
