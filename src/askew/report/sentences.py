"""Every item of every run, as columns that a page can filter at once: texts in lists, everything else as codes into a list of values.

A page holds one compressed block per list of items and one per run. Spans are offsets in UTF-16, as a browser counts.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

from askew.core.records import Item, Span
from askew.core.run import Run
from askew.report.sets import RunSet

Column = dict[str, list[Any]]  # values, codes
MOST_CHOICES = 150  # values an attribute may take to be offered as a filter

Blocks = dict[str, Any]


def blocks(sets: Sequence[RunSet]) -> tuple[list[dict[str, Any]], Blocks]:
    """What the page must know of each set at once, and the blocks that hold the rest."""
    index: list[dict[str, Any]] = []
    stored: Blocks = {}
    item_blocks: dict[Hashable, str] = {}
    for number, run_set in enumerate(sets):
        items = run_set.first.items
        key = tuple((item.id, item.source, tuple(item.attributes.items())) for item in items)
        if key not in item_blocks:
            item_blocks[key] = f"items-{len(item_blocks)}"
            stored[item_blocks[key]] = item_columns(items)
        runs = []
        for order, (system, run) in enumerate(zip(run_set.names, run_set.runs, strict=True)):
            block = f"run-{number}-{order}"
            stored[block] = run_columns(run)
            runs.append({"system": system, "block": block})
        index.append(
            {"id": run_set.id, "label": run_set.label, "lang": run_set.target, "items": item_blocks[key], "runs": runs}
        )
    return index, stored


def item_columns(items: Sequence[Item]) -> dict[str, Any]:
    """Items as columns; an attribute with few values that are not mere positions is a filter."""
    names = list(dict.fromkeys(name for item in items for name in item.attributes))
    attributes = {name: coded(item.attributes.get(name, "") for item in items) for name in names}
    return {
        "id": [item.id for item in items],
        "source": [item.source for item in items],
        "references": [list(item.references) for item in items] if any(item.references for item in items) else [],
        "attributes": attributes,
        "filters": [name for name, column in attributes.items() if _is_choice(column["values"])],
    }


def run_columns(run: Run) -> dict[str, Any]:
    """A run's outputs and verdicts as columns; one row per verdict, in the items' order."""
    place = {item.id: index for index, item in enumerate(run.items)}
    texts = {output.id: output.text for output in run.outputs}
    verdicts = sorted(run.verdicts, key=lambda verdict: place[verdict.item])
    answered = [item.id for item in run.items if item.id in texts]
    names = list(dict.fromkeys(name for verdict in verdicts for name in verdict.labels))
    counted = list(dict.fromkeys(name for verdict in verdicts for name in verdict.counts))
    labels = {name: coded(verdict.labels.get(name, "") for verdict in verdicts) for name in names}
    moved = [_to_utf16(texts[verdict.item]) for verdict in verdicts]
    return {
        "answered": [place[item_id] for item_id in answered],
        "output": [texts[item_id] for item_id in answered],
        "item": [place[verdict.item] for verdict in verdicts],
        "unit": coded(verdict.unit for verdict in verdicts),
        "labels": labels,
        "filters": [name for name, column in labels.items() if _is_choice(column["values"])],
        "reason": coded(verdict.reason for verdict in verdicts),
        "counts": {name: [verdict.counts.get(name, 0) for verdict in verdicts] for name in counted},
        "found": [_flat(verdict.found, move) for verdict, move in zip(verdicts, moved, strict=True)],
        "decided": [_flat(verdict.decided_by, move) for verdict, move in zip(verdicts, moved, strict=True)],
    }


def coded(values: Iterable[str]) -> Column:
    """A column as codes into the list of its values.

    >>> coded(["a", "b", "a"])
    {'values': ['a', 'b'], 'codes': [0, 1, 0]}
    """
    places: dict[str, int] = {}
    codes = [places.setdefault(value, len(places)) for value in values]
    return {"values": list(places), "codes": codes}


def _is_choice(values: Sequence[str]) -> bool:
    return 1 < len(values) <= MOST_CHOICES and not all(value.isdigit() or not value for value in values)


def _flat(spans: Sequence[Span], move: Callable[[int], int]) -> list[int]:
    return [move(edge) for span in spans for edge in span]


def _to_utf16(text: str) -> Callable[[int], int]:
    """Offsets in characters to offsets in UTF-16, where characters beyond the basic plane count twice.

    >>> _to_utf16("\N{GRINNING FACE} la")(2)
    3
    """
    if not text or max(text) <= "\uffff":
        return lambda edge: edge
    return lambda edge: edge + sum(character > "\uffff" for character in text[:edge])
