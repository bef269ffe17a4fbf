"""The sweeps that the page shows: of the project's own engine, and of a second one."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from askew.sweep.cells import store_of
from askew.sweep.design import Step
from askew.sweep.plan import SweepPlan, read_plan
from askew.sweep.stored import Store

SECOND = "ctranslate2"


def plans(path: Path) -> Iterator[SweepPlan]:
    """The sweep of a file, and the same in the second engine where its cells are stored, with the seeds they have."""
    plan = read_plan(path)
    for one in (plan, in_second_engine(plan)):
        if one is not None:
            cells = store(one).matching(one.store_where)
            seeds = {cell.axes["seed"] for cell in cells if "seed" in cell.axes}
            yield replace(one, seeds=tuple(sorted(seeds, key=str)))


def is_second(plan: SweepPlan) -> bool:
    """Whether a sweep is of the second engine."""
    return plan.store_where.get("engine") == SECOND


def store(plan: SweepPlan) -> Store:
    """The stored cells of a sweep, which must name them."""
    if plan.store is None:
        raise SystemExit(
            f"{plan.name}: the page is made from stored cells, so the sweep needs [cells]: see docs/sweep.md"
        )
    return store_of(plan.store)


def in_second_engine(plan: SweepPlan) -> SweepPlan | None:
    """The same sweep over the second engine's cells: no averaged attention, and of the depths those it has."""
    where = {**plan.store_where, "engine": SECOND, "attention": "mha"}
    found = store(plan).matching(where)
    if "attention" not in plan.axes or not found:
        return None
    axes = {
        name: tuple(value for value in values if any(cell.axes.get(name) == value for cell in found))
        for name, values in plan.axes.items()
        if name != "attention"
    }
    return replace(
        plan,
        name=f"{plan.name}-{SECOND}",
        axes=axes,
        steps=tuple(Step(step.name, step.changes) for step in plan.steps if "attention" not in step.changes),
        models=tuple(axis for axis in plan.models if axis != "attention"),
        store_where=where,
        designs=("full", "stack"),
    )
