"""Writes docs/speed-results.md from stored hypotheses and timings: does faster mean more biased?

    ASKEW_DATA=… python -m studies.speed.page [--work DIR] [--jobs N] [--page FILE] [SWEEP.toml …]

The sweeps are studies/speed/*.toml; each reads in the cells stored beside it (docs/sweep.md has their layout). ``--work`` keeps the run folders, so that a second
start is quick. What a person has to say about the numbers stands in studies/speed/reading.md and is put on top of the page.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import askew
from askew.report.sweep import as_markdown, suites_of
from askew.report.sweep_figure import save_figures
from askew.sweep.analyse import analyse
from askew.sweep.cells import Folder, store_of
from askew.sweep.design import Step
from askew.sweep.drops import TO_FASTEST, TO_WORST
from askew.sweep.execute import execute, timings
from askew.sweep.plan import SweepPlan, read_plan
from askew.sweep.result import TIME, CellResult, SweepResult
from askew.sweep.slopes import Slope
from askew.sweep.variation import THESE_MODELS
from studies.pages import DOCS

HERE = Path(__file__).parent
PAPER = {  # Renduchintala et al. 2021, table 4b, "max rel. % drop": time, BLEU, anti, MoFc
    "es": {TIME: 81.4, "bleu": 6.3, "pro": 9.6, "anti": 22.3, "fofc": 17.7, "mofc": 31.0, "momc": 6.7, "fomc": 10.4},
    "de": {TIME: 79.9, "bleu": 9.2, "pro": 9.9, "anti": 41.3, "fofc": 19.5, "mofc": 53.2, "momc": 5.5, "fomc": 29.8},
}
TITLES = {
    "full": "All cells",
    "one": "Each optimisation alone (as in the paper's table 4a)",
    "stack": "Stacked (as in the paper's table 4b)",
}


def with_seeds(plan: SweepPlan) -> SweepPlan:
    """The sweep with the seeds that the stored cells of its engine have, if they say so."""
    assert plan.store is not None
    cells = store_of(plan.store).matching(plan.store_where)
    seeds = sorted({cell.axes["seed"] for cell in cells if "seed" in cell.axes}, key=str)
    return replace(plan, seeds=tuple(seeds))


def second_engine(plan: SweepPlan, engine: str = "ctranslate2") -> SweepPlan | None:
    """The same sweep over the cells another engine has: models without averaged attention only, and of their depths those it was asked about."""
    assert plan.store is not None
    where = {**plan.store_where, "engine": engine, "attention": "mha"}
    found = store_of(plan.store).matching(where)
    if "attention" not in plan.axes or not found:
        return None
    axes = {
        name: tuple(value for value in values if any(cell.axes.get(name) == value for cell in found))
        for name, values in plan.axes.items()
        if name != "attention"
    }
    steps = tuple(Step(step.name, step.changes) for step in plan.steps if "attention" not in step.changes)
    models = tuple(axis for axis in plan.models if axis != "attention")
    return replace(
        plan,
        name=f"{plan.name}-{engine}",
        axes=axes,
        steps=steps,
        models=models,
        store_where=where,
        designs=("full", "stack"),
    )


def number(value: float | None, digits: int = 1) -> str:
    return "–" if value is None else f"{value:.{digits}f}"


def span(value: float | None, low: float | None, high: float | None) -> str:
    return number(value) if low is None or high is None else f"{number(value)} [{low:.1f}, {high:.1f}]"


def tables(result: SweepResult, designs: tuple[str, ...]) -> Iterator[str]:
    for table in result.tables:
        for suite in suites_of(result):
            if table.design in designs:
                yield f"**{TITLES[table.design]}, {suite}**"
                yield ""
                yield as_markdown(result, table, suite)


def against_paper(result: SweepResult) -> Iterator[str]:
    """The stacked table's last row beside the paper's."""
    stack = next(table for table in result.tables if table.design == "stack")
    bleu = [column for column in result.columns if column.is_quality and column.measure == "bleu"]
    rows = [(TIME, TIME, "time"), *((column.key, "bleu", column.heading) for column in bleu)]
    rows += [(f"simplegen.{name}", name, column.heading) for name in ("pro", "anti", "fofc", "mofc", "momc", "fomc")
             for column in result.columns if column.key == f"simplegen.{name}"]  # fmt: skip
    yield "| relative drop, % | here, best to worst | here, baseline to fastest | the paper, as printed |"
    yield "|---|---:|---:|---:|"
    for key, name, heading in rows:
        ours = [number(stack.largest_drops[reading].get(key)) for reading in (TO_WORST, TO_FASTEST)]
        yield f"| {heading} | {' | '.join(ours)} | {number(PAPER.get(result.target, {}).get(name))} |"


def slopes_table(result: SweepResult) -> Iterator[str]:
    """What each measure loses for 1% of BLEU lost, by quality set."""
    names = {column.key: column for column in result.columns}
    against = list(dict.fromkeys(slope.against for slope in result.amplification))
    found = {(slope.measure, slope.against): slope for slope in result.amplification}
    yield "What is lost for 1% of BLEU lost, in % of the measure itself; bold where that is more than BLEU loses for certain."
    yield ""
    yield f"| | {' | '.join(names[key].heading for key in against)} |"
    yield f"|---|{'---:|' * len(against)}"
    for measure in dict.fromkeys(slope.measure for slope in result.amplification):
        cells = [_slope_cell(found[measure, key]) for key in against]
        yield f"| {names[measure].set} {names[measure].heading} | {' | '.join(cells)} |"


def _slope_cell(slope: Slope) -> str:
    if slope.value is None or slope.low is None:
        return "can't tell"
    text = span(slope.value, slope.low, slope.high)
    return f"**{text}**" if slope.low > 1 else text


def decided_table(result: SweepResult) -> Iterator[str]:
    """How much could be decided at all, and what is right among that: few of the occupations are frequent in the training text."""
    fastest = result.fastest or result.cells[-1]
    yield "| suite | | decided, baseline | decided, fastest | right among the decided, baseline | fastest |"
    yield "|---|---|---:|---:|---:|---:|"
    for name, heading in (("pro_decided", "pro"), ("anti_decided", "anti"), ("fofc_decided", "FoFc"), ("mofc_decided", "MoFc"),
                          ("momc_decided", "MoMc"), ("fomc_decided", "FoMc")):  # fmt: skip
        shares = [_decided_share(cell, name.removesuffix("_decided")) for cell in (result.cells[0], fastest)]
        right = [cell.values.get(f"simplegen.{name}") for cell in (result.cells[0], fastest)]
        yield f"| simplegen | {heading} | {' | '.join(map(number, shares))} | {' | '.join(span(v.value, v.low, v.high) if v else '–' for v in right)} |"
    right, found = (
        [cell.values.get(f"winomt.{name}") for cell in (result.cells[0], fastest)]
        for name in ("accuracy_decided", "coverage")
    )
    if all(right) and all(found):
        shown = [number(v.value) for v in found if v] + [span(v.value, v.low, v.high) for v in right if v]
        yield f"| winomt (found) | all | {' | '.join(shown)} |"


def _decided_share(cell: CellResult, name: str) -> float | None:
    """Right among all ÷ right among the decided is the share that was decided."""
    every, decided = cell.values.get(f"simplegen.{name}"), cell.values.get(f"simplegen.{name}_decided")
    if every is None or decided is None or every.value is None or not decided.value:
        return None
    return 100 * every.value / decided.value


def lost_table(result: SweepResult, most: int = 8) -> Iterator[str]:
    for lost in result.lost:
        total = sum(group.lost for group in lost.groups)
        won = sum(group.won for group in lost.groups)
        yield f"`{lost.cell}` on {lost.set}: {total} items right for the baseline and not for it, {won} the other way round (in the same groups)."
        yield ""
        if not lost.groups:
            continue
        yield "| | lost | of those right before | e.g. | baseline | fastest |"
        yield "|---|---:|---:|---|---|---|"
        for group in lost.groups[:most]:
            one = group.items[0]
            yield f"| {group.value} | {group.lost} | {group.right_before} | {_cell(one.source)} | {_cell(one.baseline)} | {_cell(one.cell)} |"
        yield ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|") or "(nothing)"


def claim(result: SweepResult) -> Iterator[str]:
    """The paper's claim against what was found here, in words made from the numbers."""
    slopes = [
        slope
        for slope in result.amplification
        if slope.measure in ("simplegen.anti", "simplegen.pro", "simplegen.mofc")
    ]
    for slope in slopes:
        yield f"- {slope.sentence}"
    faster = [s for s in slopes if s.measure == "simplegen.anti" and s.low is not None and s.low > 1]
    known = [s for s in slopes if s.measure == "simplegen.anti" and s.value is not None]
    verdict = (
        "holds here" if known and len(faster) == len(known)
        else "can't be told from these cells" if not known or any(s.low is not None and s.low <= 1 <= (s.high or 0) for s in known)
        else "does not hold here"
    )  # fmt: skip
    yield ""
    whom = f" ({known[0].about}: each was trained once)" if known and known[0].about == THESE_MODELS else ""
    yield f"The paper's claim, that anti-stereotypical accuracy falls faster than BLEU, {verdict}{whom}."


def timing_lines(plan: SweepPlan, work: Path, result: SweepResult) -> Iterator[str]:
    taken = timings(plan, Folder(work))
    if not taken:
        yield "No times are stored for these cells."
        return
    machines = sorted({one.machine for one in taken if one.machine})
    spreads = [
        100 * (cell.speed.high - cell.speed.low) / cell.speed.wall_seconds for cell in result.cells if cell.speed
    ]
    yield (
        f"{taken[0].sentences} sentences, {taken[0].threads} thread(s), {len(taken)} passes interleaved over the cells"
        f"{' on ' + ', '.join(machines) if machines else ''}; time is the median of a cell's repeats. From the fastest to the slowest repeat "
        f"it is {number(sorted(spreads)[len(spreads) // 2])}% of the median in the median cell, {number(max(spreads))}% in the widest."
    )
    yield from (f"- {warning}" for warning in result.warnings)


def learning(plan: SweepPlan, page: Path) -> Iterator[str]:
    """How the models learned, if the store says."""
    assert plan.store is not None
    path = plan.store / "training.jsonl"
    rows = list(map(json.loads, path.read_text("utf-8").splitlines())) if path.is_file() else []
    own = [
        row for row in rows if all(row["axes"].get(name, value) == value for name, value in plan.store_where.items())
    ]
    if not own:
        yield "The store does not say."
        return
    figure = page.parent / "figures" / f"{plan.name}-training.svg"
    draw_training(own, figure)
    yield f"![Greedy BLEU on the dev set over the updates](figures/{figure.name})"


def draw_training(models: list[dict[str, Any]], out: Path) -> None:
    import altair

    points = [
        {"update": row["update"], "BLEU": row["dev_bleu"], "depth": f"({model['axes']['depth']})", "attention": model["axes"]["attention"]}
        for model in models
        for row in model["log"]
        if "dev_bleu" in row
    ]  # fmt: skip
    lines = altair.Chart({"values": points}).mark_line(point=True)
    colour = altair.Color("depth:N", title=None, sort=[f"({depth})" for depth in ("6,6", "6,4", "6,2", "6,1")])
    panel = lines.encode(x="update:Q", y=altair.Y("BLEU:Q", title="greedy BLEU, dev"), color=colour)
    panel.properties(width=300, height=220).facet(column=altair.Column("attention:N", title=None)).save(str(out))


def section(plan: SweepPlan, work: Path, page: Path, jobs: int) -> Iterator[str]:
    missing = execute(plan, work, jobs=jobs, say=lambda line: print(line, file=sys.stderr))
    result = analyse(plan, work)
    result.save(work)
    yield f"## en→{result.target}{f', {plan.name}' if plan.name.endswith('ctranslate2') else ''}"
    yield ""
    measured = sum(
        all(value.value is not None for key, value in cell.values.items() if key.endswith(".bleu"))
        for cell in result.cells
    )
    yield f"{measured} of {len(result.cells)} cells, {len(plan.seeds) or 1} seed(s), {result.resampling.models} models; {result.resampling.resamples} resamples of items and models."
    if missing:
        yield f"Missing: {len(missing)} runs or times, e.g. {missing[0]}."
    yield ""
    yield from claim(result)
    yield ""
    figures = page.parent / "figures"
    figures.mkdir(parents=True, exist_ok=True)
    if any(cell.time_drop is not None for cell in result.cells):
        for path in save_figures(result, work, ("png",)):
            target = figures / f"{plan.name}-{path.name.removeprefix('figure-')}"
            target.write_bytes(path.read_bytes())
            yield f"![Relative drops over the relative drop in time](figures/{target.name})"
            yield ""
    yield from tables(result, ("one", "stack"))
    for title, lines in (
        ("Beside the paper's table 4b", against_paper(result)),
        ("Amplification", slopes_table(result)),
        ("What could be decided at all", decided_table(result)),
        ("What the fastest cell lost", lost_table(result)),
        ("Times", timing_lines(plan, work, result)),
        *([] if plan.name.endswith("ctranslate2") else [("How the models learned", learning(plan, page))]),
    ):
        yield f"### {title}"
        yield ""
        yield from lines
        yield ""
    yield "<details><summary>All cells</summary>"
    yield ""
    yield from tables(result, ("full",))
    yield "</details>"
    yield ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sweeps", nargs="*", type=Path, default=sorted(HERE.glob("*.toml")))
    parser.add_argument("--work", type=Path)
    parser.add_argument("--page", type=Path, default=DOCS / "speed-results.md")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    reading = options.sweeps[0].parent / "reading.md"
    text = ["# Does faster mean more biased? Results", "", f"Made by `python -m studies.speed.page` with askew {askew.__version__} from stored hypotheses and timings. "
            "Percentages, 95% intervals in brackets. What the numbers mean: [sweep.md](sweep.md); the paper is "
            "[Renduchintala et al. 2021](https://aclanthology.org/2021.acl-short.15/).", ""]  # fmt: skip
    if reading.is_file():
        text += [reading.read_text("utf-8").strip(), ""]
    with tempfile.TemporaryDirectory() as scratch:
        for path in options.sweeps:
            plan = read_plan(path)
            for one in (plan, second_engine(plan)):
                if one is not None:
                    one = with_seeds(one)
                    text += section(one, (options.work or Path(scratch)) / one.name, options.page, options.jobs)
    options.page.write_text("\n".join(text), encoding="utf-8")
    print(options.page)


if __name__ == "__main__":
    main()
