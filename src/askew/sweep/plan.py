"""SWEEP.toml, read and checked: what is swept, on what it is measured, and where outputs come from.

docs/sweep.md says what every key means.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

import msgspec

from askew.core.errors import InputError, UsageError, first_five
from askew.core.files import from_builtins
from askew.core.registry import unknown
from askew.formats.toml import read_toml
from askew.suites import REGISTRY
from askew.suites.options import file_options
from askew.sweep.design import DESIGNS, Axes, Row, Step, Value, name_of, rows_of, steps_of
from askew.sweep.parallel import QualitySet, QualityTable, read_quality_set

AtLeastOne = Annotated[int, msgspec.Meta(ge=1)]
AxisValues = Annotated[list[Value], msgspec.Meta(min_length=1)]


@dataclass(frozen=True)
class SuiteChoice:
    """A bias suite, and which of its items and protocols."""

    suite: str
    subset: str | None = None
    edition: str | None = None
    protocol: str | None = None
    options: Mapping[str, Value] = field(default_factory=dict)
    """The suite's own, as on the command line."""


@dataclass(frozen=True)
class TimingPlan:
    """How cells are timed."""

    set: str
    first: AtLeastOne = 200
    repeats: AtLeastOne = 5
    warmup: AtLeastOne = 8
    threads: AtLeastOne = 1


@dataclass(frozen=True)
class Cell:
    """One system of the sweep: a place on the axes, and a seed where there are several models for it."""

    axes: Axes
    seed: Value | None = None

    @property
    def name(self) -> str:
        """Its name, also that of its folder."""
        return name_of(self.axes, self.seed)

    @property
    def settings(self) -> dict[str, Value]:
        """Axes and seed together, as a system's SPEC or options want them."""
        return {**self.axes, **({} if self.seed is None else {"seed": self.seed})}


@dataclass(frozen=True)
class SweepPlan:
    """A sweep with every choice made; plain data, so that it can travel to another process or machine."""

    name: str
    target: str
    suites: tuple[SuiteChoice, ...]
    quality: tuple[QualitySet, ...]
    axes: Mapping[str, Sequence[Value]]
    steps: tuple[Step, ...] = ()
    designs: tuple[str, ...] = ("full",)
    models: tuple[str, ...] = ()
    seeds: tuple[Value, ...] = ()
    resamples: int = 2_000
    system: str | None = None
    options: Mapping[str, Value] = field(default_factory=dict)
    timing: TimingPlan | None = None
    store: Path | None = None
    store_where: Axes = field(default_factory=dict)

    def rows(self, design: str) -> list[Row]:
        """The rows of one of the sweep's tables."""
        return rows_of(design, self.axes, self.steps)

    def places(self) -> list[Axes]:
        """Every place on the axes that some design asks for, once, the baseline first."""
        return list({name_of(row.axes): row.axes for design in self.designs for row in self.rows(design)}.values())

    def cells(self) -> list[Cell]:
        """Every cell: a place and a seed."""
        return [Cell(place, seed) for place in self.places() for seed in (self.seeds or (None,))]

    def sets(self) -> list[str]:
        """The names of all sets: quality first, as in the paper's table, then the suites."""
        return [*(quality.name for quality in self.quality), *(choice.suite for choice in self.suites)]


@dataclass(frozen=True)
class StepTable:
    """``[[steps]]``."""

    set: Mapping[str, Value]
    name: str | None = None


@dataclass(frozen=True)
class CellsTable:
    """``[cells]``."""

    folder: str
    where: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class SweepFile:
    """SWEEP.toml as it is written."""

    target: str
    axes: Mapping[str, Any]
    name: str | None = None
    suites: Sequence[str | SuiteChoice] = ()
    designs: Sequence[str] = ("full",)
    models: Sequence[str] = ()
    seeds: Sequence[Value] = ()
    resamples: int = 2_000
    system: str | None = None
    set: Mapping[str, Value] = field(default_factory=dict)
    steps: Sequence[StepTable] | None = None
    quality: Sequence[QualityTable] = ()
    timing: TimingPlan | None = None
    cells: CellsTable | None = None


def read_plan(path: Path) -> SweepPlan:
    """The sweep a file describes; paths in it are relative to the file, and ``$NAME`` in them is an environment
    variable.

    Raises:
        InputError: the file, or one it names, can't be read as what it should be.

    """
    written = read_toml(path, SweepFile, "sweep")
    try:
        return _plan(written, path)
    except UsageError as error:
        raise InputError(str(error), where=str(path)) from None


def _plan(written: SweepFile, path: Path) -> SweepPlan:
    axes = {
        name: from_builtins(values, AxisValues, where=f"{path}: axes.{name}") for name, values in written.axes.items()
    }
    steps = steps_of(axes) if written.steps is None else [_step(table, axes) for table in written.steps]
    cells = written.cells
    if written.system is None and cells is None:
        raise UsageError("names neither a system to run nor [cells] made elsewhere")
    plan = SweepPlan(
        name=path.stem if written.name is None else written.name,
        target=written.target,
        suites=tuple(_suite(entry, path) for entry in written.suites),
        quality=tuple(read_quality_set(table, lambda name: _located(name, path)) for table in written.quality),
        axes=axes,
        steps=tuple(steps),
        designs=tuple(written.designs),
        models=tuple(written.models),
        seeds=tuple(written.seeds),
        resamples=written.resamples,
        system=written.system,
        options=written.set,
        timing=written.timing,
        store=None if cells is None else _located(cells.folder, path),
        store_where={} if cells is None else cells.where,
    )
    _check(plan)
    return plan


def _check(plan: SweepPlan) -> None:
    """What can be seen to be wrong before anything is run."""
    for design in plan.designs:
        if design not in DESIGNS:
            raise UsageError(unknown("design", design, list(DESIGNS)))
    for axis in plan.models:
        if axis not in plan.axes:
            raise UsageError(f"models: {unknown('axis', axis, list(plan.axes))}")
    if not plan.sets():
        raise UsageError("measures nothing: name suites, a [[quality]] set, or both")
    names = plan.sets()
    if len(set(names)) != len(names):
        raise UsageError(f"two sets have one name: {', '.join(names)}")
    if plan.timing and plan.timing.set not in names:
        raise UsageError(f"timing.set: {unknown('set', plan.timing.set, names)}")
    if not plan.designs or plan.resamples < 100:
        raise UsageError("designs must not be empty, and resamples at least 100")
    idle = [
        axis
        for axis in plan.axes
        if all(row.axes[axis] == plan.axes[axis][0] for d in plan.designs for row in plan.rows(d))
    ]
    if idle:
        raise UsageError(
            f"no cell differs from the baseline in {first_five(idle)}: give these axes a second value, "
            "or put them in 'set'"
        )


def _suite(entry: str | SuiteChoice, path: Path) -> SuiteChoice:
    """A suite, with the files its options name found beside SWEEP.toml."""
    if isinstance(entry, str):
        return SuiteChoice(entry)
    named = file_options(REGISTRY.get(entry.suite).options)
    options = {
        name: str(_located(value, path)) if name in named and isinstance(value, str) else value
        for name, value in entry.options.items()
    }
    return replace(entry, options=options)


def _step(table: StepTable, axes: Mapping[str, Sequence[Value]]) -> Step:
    for name, value in table.set.items():
        if name not in axes:
            raise UsageError(f"steps: {unknown('axis', name, list(axes))}")
        if value not in axes[name]:
            raise UsageError(f"steps: {name}={value} is not among the axis's values {axes[name]}")
    return Step(table.name or " ".join(f"{name}={value}" for name, value in table.set.items()), table.set)


def _located(name: str, path: Path) -> Path:
    """The file or folder a name in SWEEP.toml stands for, plain or .gz. Messages have the name as written: a variable
    may hold a secret.
    """
    expanded = os.path.expandvars(name)
    if "$" in expanded:
        raise UsageError(f"{name}: the environment variable is not set")
    try:
        found = path.parent / Path(expanded).expanduser()
        packed = found.with_name(found.name + ".gz")
        if found.exists() or packed.is_file():
            return found if found.exists() else packed
    except (OSError, RuntimeError, ValueError):  # too long a name, no such home folder, a NUL, no name at all
        pass
    raise UsageError(f"{name}: no such file or folder, plain or .gz")
