"""Which cells a sweep has: axes crossed in full, or steps taken one at a time or stacked on the baseline."""

import hashlib
import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Value = str | int | float | bool
Axes = Mapping[str, Value]

DESIGNS = ("full", "one", "stack")
BASELINE = "baseline"


@dataclass(frozen=True)
class Step:
    """One change of one or several axes, such as a beam of 1."""

    name: str
    changes: Axes


@dataclass(frozen=True)
class Row:
    """One line of a table: what it is called there, and its place on the axes."""

    label: str
    axes: Axes


def baseline_of(axes: Mapping[str, Sequence[Value]]) -> dict[str, Value]:
    """The first value of every axis is the baseline's."""
    return {name: values[0] for name, values in axes.items()}


def rows_of(design: str, axes: Mapping[str, Sequence[Value]], steps: Sequence[Step]) -> list[Row]:
    """The rows of a design, the baseline first.

    In a stack, a later step on the same axis replaces the earlier one (as SSD replaces SD in the paper's table 4b).

    >>> axes = {"beam": [5, 1], "depth": ["6,6", "10,2", "6,2"]}
    >>> [row.label for row in rows_of("full", axes, [])]
    ['baseline', 'depth=10,2', 'depth=6,2', 'beam=1', 'beam=1 depth=10,2', 'beam=1 depth=6,2']
    >>> steps = steps_of(axes)
    >>> [row.label for row in rows_of("one", axes, steps)]
    ['baseline', 'beam=1', 'depth=10,2', 'depth=6,2']
    >>> [(row.label, *row.axes.values()) for row in rows_of("stack", axes, steps)]
    [('baseline', 5, '6,6'), ('+beam=1', 1, '6,6'), ('+depth=10,2', 1, '10,2'), ('+depth=6,2', 1, '6,2')]
    """
    first = baseline_of(axes)
    rows = [Row(BASELINE, first)]
    if design == "full":
        crossed = (dict(zip(axes, values, strict=True)) for values in itertools.product(*axes.values()))
        return rows + [Row(label_of(place, first), place) for place in itertools.islice(crossed, 1, None)]
    state = first
    for step in steps:
        state = {**(state if design == "stack" else first), **step.changes}
        rows.append(Row(f"+{step.name}" if design == "stack" else step.name, state))
    return rows


def steps_of(axes: Mapping[str, Sequence[Value]]) -> list[Step]:
    """A step for every value but the baseline's, axis by axis: what is taken where a sweep names no steps."""
    return [Step(f"{name}={value}", {name: value}) for name, values in axes.items() for value in values[1:]]


def label_of(place: Axes, baseline: Axes) -> str:
    """What differs from the baseline."""
    return " ".join(f"{name}={value}" for name, value in place.items() if value != baseline[name]) or BASELINE


def name_of(place: Axes, seed: Value | None = None) -> str:
    """A name for a cell that can be a folder's; different cells have different names.

    >>> name_of({"depth": "6,6", "beam": 5}, seed=1)
    '6,6_5_s1'
    >>> name_of({"prompt": "Translate: keep the gender."})
    'Translate-keep-the-gend-939fa8'
    """
    parts = [_slug(value) for value in place.values()]
    return "_".join([*parts, *([] if seed is None else [f"s{_slug(seed)}"])]) or BASELINE


def _slug(value: Value) -> str:
    text = str(value)
    plain = re.sub(r"[^A-Za-z0-9.,+-]+", "-", text)[:23].strip("-.")
    return plain if plain == text else f"{plain}-{hashlib.sha256(text.encode()).hexdigest()[:6]}"
