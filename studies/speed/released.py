"""The paper's row by the paper's rules: SimpleGEN judged as the released script judges it.

A paper's number may only stand beside one that was made in the same way; where the two protocols disagree here, nothing
can be concluded from the distance to the paper.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean

from askew.core.run import Run
from askew.evaluate.pipeline import evaluate
from askew.evaluate.plan import Plan
from askew.suites.base import Answers
from askew.sweep.cells import Folder, cell_run
from askew.sweep.design import name_of
from askew.sweep.drops import largest_drops
from askew.sweep.plan import SweepPlan
from askew.sweep.result import SweepResult, SweepTable

PROTOCOL = "release"


def released_drops(
    sweep: SweepPlan, work: Path, result: SweepResult, stack: SweepTable, measures: Sequence[str]
) -> Mapping[str, Mapping[str, float | None]]:
    """The stacked table's last row under the released rules, in both readings, by measure of SimpleGEN."""
    folder, speeds = Folder(work), {cell.name: cell.speed for cell in result.cells}
    names = [row.cell for row in stack.rows]
    columns: dict[str, list[float | None]] = {measure: [] for measure in measures}
    for name in names:
        runs = list(_judged_again(sweep, folder, name))
        for measure, column in columns.items():
            known = [value for run in runs if (value := run.scores[measure].value) is not None]
            column.append(fmean(known) if known and len(known) == len(runs) else None)
    times = [speed.wall_seconds if (speed := speeds[name]) else None for name in names]
    return largest_drops(columns, times)


def _judged_again(sweep: SweepPlan, folder: Folder, name: str) -> Iterator[Run]:
    """A cell's run on SimpleGEN for each seed, judged by the released rules."""
    for cell in sweep.cells():
        if name_of(cell.axes) == name and (run := cell_run(folder, cell, "simplegen")) is not None:
            chosen = run.asked
            plan = Plan.make("simplegen", chosen.target, edition=chosen.edition, protocol=PROTOCOL)
            yield evaluate(plan, chosen, run.items, Answers(list(run.outputs)))
