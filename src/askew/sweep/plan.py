"""SWEEP.toml, read and checked: what is swept, on what it is measured, and where outputs come from.

docs/sweep.md says what every key means.
"""

import os
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from askew.core.errors import InputError, UsageError, first_five
from askew.core.registry import unknown
from askew.sweep.design import DESIGNS, Axes, Row, Step, Value, name_of, rows_of, steps_of
from askew.sweep.parallel import QualitySet, read_quality_set

_KEYS = (
    "name", "target", "suites", "designs", "models", "seeds", "resamples", "system", "set", "axes", "steps", "quality",
    "timing", "cells",
)  # fmt: skip


@dataclass(frozen=True)
class SuiteChoice:
    """A bias suite, and which of its items and protocols."""

    suite: str
    subset: str | None = None
    edition: str | None = None
    protocol: str | None = None


@dataclass(frozen=True)
class TimingPlan:
    """How cells are timed."""

    set: str
    first: int = 200
    repeats: int = 5
    warmup: int = 8
    threads: int = 1


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


def read_plan(path: Path) -> SweepPlan:
    """The sweep a file describes; paths in it are relative to the file, and ``$NAME`` in them is an environment variable."""
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise InputError("no such file", where=str(path)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise InputError(f"can't be read as TOML: {error}", where=str(path)) from None
    try:
        return _plan(table, path)
    except (UsageError, KeyError, TypeError, ValueError) as error:
        said = f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)
        raise InputError(said, where=str(path)) from None


def _plan(table: dict[str, Any], path: Path) -> SweepPlan:
    _check_keys("sweep", table, _KEYS)
    axes = table["axes"]
    for name, values in axes.items():
        if (
            not isinstance(values, list)
            or not values
            or any(not isinstance(value, (str, int, float)) for value in values)
        ):
            raise UsageError(
                f"axes.{name}: expected a list of texts or numbers, the baseline's first; found {values!r}"
            )
    steps = tuple(_step(entry, axes) for entry in table["steps"]) if "steps" in table else tuple(steps_of(axes))
    cells = table.get("cells", {})
    _check_keys("cells", cells, ("folder", "where"))
    store = _located(cells["folder"], path) if cells else None
    system = table.get("system")
    if system is None and store is None:
        raise UsageError("names neither a system to run nor [cells] made elsewhere")
    quality = tuple(read_quality_set(entry, lambda name: _located(name, path)) for entry in table.get("quality", []))
    plan = SweepPlan(
        name=table.get("name", path.stem),
        target=table["target"],
        suites=tuple(_suite(entry) for entry in table.get("suites", [])),
        quality=quality,
        axes=axes,
        steps=steps,
        designs=tuple(table.get("designs", ["full"])),
        models=tuple(table.get("models", [])),
        seeds=tuple(table.get("seeds", [])),
        resamples=table.get("resamples", 2_000),
        system=system,
        options=table.get("set", {}),
        timing=_timing(table["timing"]) if "timing" in table else None,
        store=store,
        store_where=cells.get("where", {}),
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
            f"no cell differs from the baseline in {first_five(idle)}: give these axes a second value, or put them in 'set'"
        )


def _step(entry: dict[str, Any], axes: Mapping[str, Sequence[Value]]) -> Step:
    _check_keys("step", entry, ("name", "set"))
    for name, value in entry["set"].items():
        if name not in axes:
            raise UsageError(f"steps: {unknown('axis', name, list(axes))}")
        if value not in axes[name]:
            raise UsageError(f"steps: {name}={value} is not among the axis's values {axes[name]}")
    return Step(entry.get("name", " ".join(f"{name}={value}" for name, value in entry["set"].items())), entry["set"])


def _suite(entry: str | dict[str, str]) -> SuiteChoice:
    return SuiteChoice(entry) if isinstance(entry, str) else SuiteChoice(**entry)


def _timing(entry: dict[str, Any]) -> TimingPlan:
    _check_keys("timing", entry, tuple(TimingPlan.__dataclass_fields__))
    timing = TimingPlan(**entry)
    if min(timing.first, timing.repeats, timing.warmup, timing.threads) < 1:
        raise UsageError("timing: first, repeats, warmup and threads must be at least 1")
    return timing


def _located(name: str, path: Path) -> Path:
    expanded = os.path.expandvars(name)
    if "$" in expanded:
        raise UsageError(f"{name}: the environment variable is not set")
    return path.parent / Path(expanded).expanduser()


def _check_keys(what: str, table: Mapping[str, Any], known: Sequence[str]) -> None:
    for key in table:
        if key not in known:
            raise UsageError(unknown(f"key of the {what}", key, list(known)))
