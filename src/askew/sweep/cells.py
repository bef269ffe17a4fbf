"""One cell: its runs on every set, each a run folder; what is finished is left alone, what was broken off goes on."""

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from askew.core.errors import Incomplete, RunError, first_five
from askew.core.records import Item
from askew.core.resampling import Resampling
from askew.core.run import Run, load, read_asked, read_head
from askew.evaluate.plan import Plan
from askew.evaluate.run import run
from askew.sweep.opening import StoredOutputs, open_cell, spec_and_options
from askew.sweep.plan import Cell, SweepPlan
from askew.sweep.quality import quality_suite
from askew.sweep.stored import Store, StoredCell
from askew.systems import System

Progress = Callable[[Iterable[Any], int], Iterable[Any]]  # wraps the answers to come, told how many


@dataclass(frozen=True)
class Folder:
    """Where a sweep keeps what."""

    root: Path

    def run(self, cell: Cell, name: str) -> Path:
        """The run folder of a cell on a set."""
        return self.root / "cells" / cell.name / name

    @property
    def timings(self) -> Path:
        """The journal of timings."""
        return self.root / "timing.jsonl"


def set_plan(sweep: SweepPlan, name: str) -> Plan:
    """How one of the sweep's sets is asked and judged."""
    resampling = Resampling(sweep.resamples)
    for choice in sweep.suites:
        if choice.suite == name:
            return Plan.make(
                name,
                sweep.target,
                edition=choice.edition,
                subset=choice.subset,
                protocol=choice.protocol,
                resampling=resampling,
                options=choice.options,
            )
    suite = quality_suite(next(quality for quality in sweep.quality if quality.name == name))
    return Plan(suite, suite.select(sweep.target, None, None, {}), suite.protocols[0], resampling)


def set_items(sweep: SweepPlan, name: str) -> list[Item]:
    """The items of one of the sweep's sets."""
    return set_plan(sweep, name).items()


@lru_cache(maxsize=2)
def store_of(folder: Path) -> Store:
    """A store, read once."""
    return Store(folder)


def stored_cell(sweep: SweepPlan, cell: Cell) -> StoredCell | None:
    """The cell made elsewhere that stands for this one; several are an error, since nobody could say which is meant."""
    if sweep.store is None:
        return None
    found = store_of(sweep.store).matching({**sweep.store_where, **cell.settings})
    if len(found) > 1:
        raise RunError(
            f"{sweep.store} has several cells for {cell.name}: {first_five(one.cell for one in found)}; "
            "tell them apart by cells.where or seeds"
        )
    return found[0] if found else None


def is_finished(folder: Path) -> bool:
    """Whether a run folder holds a finished run."""
    return (folder / "run.json").is_file() and read_head(folder).finished


def missing_sets(sweep: SweepPlan, folder: Folder, cell: Cell) -> list[str]:
    """The sets on which a cell has no finished run."""
    return [name for name in sweep.sets() if not is_finished(folder.run(cell, name))]


def complete_cell(sweep: SweepPlan, folder: Folder, cell: Cell, progress: Progress | None = None) -> list[str]:
    """Finish a cell's runs; returns the sets on which that can't be done now: nobody has its outputs, or the system
    failed on some items.
    """
    missing: list[str] = []
    opened: list[System] = []
    with ExitStack() as closing:  # one system for all sets of a cell
        for name in sweep.sets():
            plan, out = set_plan(sweep, name), folder.run(cell, name)
            system = _stored_system(sweep, cell, name, len(plan.items()))
            if is_finished(out):
                if system is not None and read_asked(out).system_details != system.details:
                    raise RunError(
                        f"{out}: the outputs made elsewhere are not those this run was made from: "
                        "remove the folder, or choose another --out"
                    )
                continue
            if system is None and sweep.system is not None:
                if not opened:
                    spec, options = spec_and_options(sweep.system, sweep.options, cell.settings)
                    opened.append(open_cell(spec, options, sweep.target))
                    closing.callback(opened[0].close)
                system = opened[0]
            if system is None:
                missing.append(name)
                continue
            try:
                run(plan, target=sweep.target, system=system, out=out, name=cell.name, progress=progress)
            except Incomplete:  # some items failed; the others are kept, and the same command asks for the rest
                missing.append(name)
    return missing


def _stored_system(sweep: SweepPlan, cell: Cell, name: str, expected: int) -> System | None:
    stored = stored_cell(sweep, cell)
    if stored is None or sweep.store is None:
        return None
    outputs = store_of(sweep.store).outputs(name, stored.cell, expected)
    details = {key: str(value) for key, value in stored.details.items()}
    return None if outputs is None else StoredOutputs(stored.cell, details, outputs)


def cell_run(folder: Folder, cell: Cell, name: str) -> Run | None:
    """A cell's finished run on a set, if there is one."""
    path = folder.run(cell, name)
    return load(path) if is_finished(path) else None
