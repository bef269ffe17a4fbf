"""How the models learned, and how they were timed."""

import json
import statistics
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from askew.report.numbers import number
from askew.sweep.cells import Folder
from askew.sweep.execute import timings
from askew.sweep.plan import SweepPlan
from askew.sweep.result import SweepResult
from studies.tables import paragraph


def timing_lines(plan: SweepPlan, work: Path, result: SweepResult) -> Iterator[str]:
    """Where and how times were taken, how far repeats lie apart, and what a reader should mind."""
    taken = timings(plan, Folder(work))
    if not taken:
        yield "No times are stored for these cells."
        return
    machines = sorted({one.machine for one in taken if one.machine})
    spreads = [
        100 * (cell.speed.high - cell.speed.low) / cell.speed.wall_seconds for cell in result.cells if cell.speed
    ]
    yield from paragraph(
        f"{taken[0].sentences} sentences, {taken[0].threads} thread(s), {len(taken)} passes interleaved over the cells"
        f"{' on ' + ', '.join(machines) if machines else ''}; time is the median of a cell's repeats. From the fastest "
        f"to the slowest repeat it is {number(statistics.median_high(spreads))}% of the median in the median cell, "
        f"{number(max(spreads))}% in the widest."
    )
    yield from (f"- {warning}" for warning in result.warnings)


def learning(plan: SweepPlan, page: Path) -> Iterator[str]:
    """A figure of the dev set's BLEU, if the store has the models' logs."""
    path = plan.store / "training.jsonl" if plan.store is not None else None
    rows = list(map(json.loads, path.read_text("utf-8").splitlines())) if path is not None and path.is_file() else []
    own = [
        row for row in rows if all(row["axes"].get(name, value) == value for name, value in plan.store_where.items())
    ]
    if not own:
        yield "The store does not say."
        return
    figure = page.parent / "figures" / f"{plan.name}-training.svg"
    draw_training(own, figure)
    yield f"![Greedy BLEU on the dev set over the updates](figures/{figure.name})"


def draw_training(models: Sequence[dict[str, Any]], out: Path) -> None:
    """Greedy BLEU over the updates: a line for each depth, a panel for each kind of attention."""
    import altair

    points = [
        {
            "update": row["update"],
            "BLEU": row["dev_bleu"],
            "depth": f"({model['axes']['depth']})",
            "attention": model["axes"]["attention"],
        }
        for model in models
        for row in model["log"]
        if "dev_bleu" in row
    ]
    lines = altair.Chart({"values": points}).mark_line(point=True)
    colour = altair.Color("depth:N", title=None, sort=[f"({depth})" for depth in ("6,6", "6,4", "6,2", "6,1")])
    panel = lines.encode(x="update:Q", y=altair.Y("BLEU:Q", title="greedy BLEU, dev"), color=colour)
    panel.properties(width=300, height=220).facet(column=altair.Column("attention:N", title=None)).save(str(out))
