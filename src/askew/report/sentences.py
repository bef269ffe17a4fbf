"""Every item of every run, as columns that a page can filter at once: texts in lists, everything else as codes
into a list of values.

A page holds one compressed block per list of items and one per run. Spans are offsets in UTF-16, as a browser counts.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from askew.core.records import Item, Span
from askew.core.run import Run
from askew.measures.base import Role
from askew.measures.ratio import Rate
from askew.measures.table import Table
from askew.measures.translation import Bleu, ChrF, ErrorRate, Mean
from askew.report.sets import RunSet
from askew.suites.base import Protocol

Column = dict[str, list[Any]]  # values, codes
OF_A_ROW = (Rate, Bleu, ChrF, ErrorRate, Mean)  # measures that mean something for one row: they add up its counts
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
            stored[block] = run_columns(run, run_set.protocol)
            runs.append({"system": system, "block": block})
        recognised = run_set.target == run_set.first.asked.options.get("source", "en")
        index.append(
            {
                "id": run_set.id,
                "label": run_set.label,
                "lang": run_set.target,
                "recognised": recognised,
                "headings": dict(run_set.protocol.columns),
                "items": item_blocks[key],
                "runs": runs,
            }
        )
    return index, stored


def item_columns(items: Sequence[Item]) -> dict[str, Any]:
    """Items as columns; an attribute with few values that are not mere positions is a filter."""
    names = list(dict.fromkeys(name for item in items for name in item.attributes))
    attributes = {name: coded(item.attributes.get(name, "") for item in items) for name in names}
    return {
        "id": [item.id for item in items],
        "source": [item.source for item in items],
        "marks": [_flat(says_gender(item), _to_utf16(item.source)) for item in items],
        "references": [list(item.references) for item in items] if any(item.references for item in items) else [],
        "attributes": attributes,
        "filters": [name for name, column in attributes.items() if _is_choice(column["values"])],
    }


# Words of English that state a person's gender; where they are in no sentence about somebody's gender, they are not
# marked.
_GENDERED = frozenset(
    [
        "he",
        "him",
        "his",
        "himself",
        "she",
        "her",
        "hers",
        "herself",
        "man",
        "men",
        "woman",
        "women",
        "lady",
        "ladies",
        "gentleman",
        "gentlemen",
        "guy",
        "guys",
        "girl",
        "girls",
        "boy",
        "boys",
        "male",
        "female",
    ]
)


def says_gender(item: Item) -> list[Span]:
    """The words of a source that say the gender that is asked about: the pronoun that refers to the person, or
    whatever states it.
    """
    if "gold" not in item.attributes:
        return []
    words = [Span(*match.span()) for match in re.finditer(r"\S+", item.source)]
    place = item.person.pronoun_token if item.person else None
    if place is not None:
        return [_bare(item.source, words[place])] if place < len(words) else []
    bare = [_bare(item.source, word) for word in words]
    return [span for span in bare if item.source[slice(*span)].lower() in _GENDERED]


def _bare(text: str, word: Span) -> Span:
    """A word without the marks around it."""
    shown = text[slice(*word)]
    start = word.start + len(shown) - len(shown.lstrip("\"'(“‘"))
    return Span(start, start + len(shown.strip("\"'(“‘.,;:!?)”’")))


def run_columns(run: Run, protocol: Protocol) -> dict[str, Any]:
    """A run's outputs and verdicts as columns; one row per verdict, in the items' order."""
    place = {item.id: index for index, item in enumerate(run.items)}
    outputs = {output.id: output for output in run.outputs}
    verdicts = sorted(run.verdicts, key=lambda verdict: place[verdict.item])
    answered = [item.id for item in run.items if item.id in outputs]
    names = list(dict.fromkeys(name for verdict in verdicts for name in verdict.labels))
    labels = {name: coded(verdict.labels.get(name, "") for verdict in verdicts) for name in names}
    moved = [_to_utf16(outputs[verdict.item].text) for verdict in verdicts]
    return {
        "answered": [place[item_id] for item_id in answered],
        "output": [outputs[item_id].text for item_id in answered],
        "item": [place[verdict.item] for verdict in verdicts],
        "unit": coded(verdict.unit for verdict in verdicts),
        "labels": labels,
        "filters": [name for name, column in labels.items() if _is_choice(column["values"])],
        "reason": coded(verdict.reason for verdict in verdicts),
        "numbers": numbers_of(replace(run, verdicts=verdicts), protocol),
        "found": [_flat(verdict.found, move) for verdict, move in zip(verdicts, moved, strict=True)],
        "decided": [_flat(verdict.decided_by, move) for verdict, move in zip(verdicts, moved, strict=True)],
    }


def numbers_of(run: Run, protocol: Protocol) -> dict[str, list[float | None]]:
    """Numbers per verdict: each row's own scores where verdicts count (chrF, word errors), and those that came
    with the outputs.
    """
    verdicts, outputs = run.verdicts, {output.id: output for output in run.outputs}
    numbers: dict[str, list[float | None]] = {}
    if any(verdict.counts for verdict in verdicts):
        table = Table.of(run.items, verdicts)
        judged = any("verdict" in verdict.labels for verdict in verdicts)  # then a row has more to say than diagnostics
        for measure in protocol.measures:
            if isinstance(measure, OF_A_ROW) and not (judged and measure.role is Role.DIAGNOSTIC):
                values = np.asarray(measure.value(measure.counts(table)), dtype=float)
                numbers[measure.name] = [round(value, 1) if np.isfinite(value) else None for value in values.tolist()]
    if any(output.margin is not None for output in outputs.values()):
        margins = (outputs[verdict.item].margin for verdict in verdicts)
        numbers["margin"] = [
            None if margin is None or not np.isfinite(margin) else round(margin, 2) for margin in margins
        ]
    return {name: column for name, column in numbers.items() if any(value is not None for value in column)}


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
