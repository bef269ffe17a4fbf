"""Writes docs/speed-results.md from stored hypotheses and timings: does faster mean more biased?

    ASKEW_DATA=… python -m studies.speed.page [--work DIR] [--jobs N] [--page FILE] [SWEEP.toml …]

The sweeps are studies/speed/*.toml; each reads in the cells stored beside it (docs/sweep.md has their layout).
``--work`` keeps the run folders, so that a second start is quick. What a person has to say about the numbers stands in
reading.md beside the sweeps and is put on top of the page.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from askew.report.sweep import as_markdown, suites_of
from askew.report.sweep_figure import save_figures
from askew.sweep.analyse import analyse
from askew.sweep.execute import execute
from askew.sweep.plan import SweepPlan
from askew.sweep.result import SweepResult
from studies.pages import DOCS, made_by, reading, section, write
from studies.speed.losses import decided_table, lost_table
from studies.speed.paper import against_paper, claim, slopes_table
from studies.speed.plans import is_second, plans
from studies.speed.training import learning, timing_lines

HERE = Path(__file__).parent
TITLES = {
    "full": "All cells",
    "one": "Each optimisation alone (as in the paper's table 4a)",
    "stack": "Stacked (as in the paper's table 4b)",
}
LEAD = (
    " from stored hypotheses and timings. Percentages, 95% intervals in brackets. What the numbers mean: "
    "[sweep.md](sweep.md); the paper is [Renduchintala et al. 2021](https://aclanthology.org/2021.acl-short.15/)."
)


def swept(plan: SweepPlan, work: Path, page: Path, jobs: int) -> Iterator[str]:
    """All about one sweep."""
    missing = execute(plan, work, jobs=jobs, say=lambda line: print(line, file=sys.stderr))
    result = analyse(plan, work)
    result.save(work)
    title = f"en→{result.target}, {plan.name}" if is_second(plan) else f"en→{result.target}"
    yield from section(title, "", about(plan, result, missing))
    yield from claim(result)
    yield ""
    yield from figures(plan, result, work, page)
    yield from tables(result, ("one", "stack"))
    parts = [
        ("Beside the paper's table 4b", against_paper(result, plan, work)),
        ("Amplification", slopes_table(result)),
        ("What could be decided at all", decided_table(result)),
        ("What the fastest cell lost", lost_table(result)),
        ("Times", timing_lines(plan, work, result)),
    ]
    if not is_second(plan):
        parts.append(("How the models learned", learning(plan, page)))
    for heading, lines in parts:
        yield from section(heading, "", lines, level=3)
    yield "<details><summary>All cells</summary>"
    yield ""
    yield from tables(result, ("full",))
    yield "</details>"
    yield ""


def about(plan: SweepPlan, result: SweepResult, missing: list[str]) -> Iterator[str]:
    """How many cells there are, and what is missing."""
    bleu = [column.key for column in result.columns if column.is_quality and column.measure == "bleu"]
    measured = sum(all(cell.values[key].value is not None for key in bleu) for cell in result.cells)
    yield (
        f"{measured} of {len(result.cells)} cells, {len(plan.seeds) or 1} seed(s), {result.resampling.models} models; "
        f"{result.resampling.resamples} resamples of items and models."
    )
    if missing:
        yield f"Missing: {len(missing)} runs or times, e.g. {missing[0]}."


def figures(plan: SweepPlan, result: SweepResult, work: Path, page: Path) -> Iterator[str]:
    """Drops over time, a figure for each suite; none without times."""
    folder = page.parent / "figures"
    folder.mkdir(parents=True, exist_ok=True)
    if any(cell.time_drop is not None for cell in result.cells):
        for path in save_figures(result, work, ("png",)):
            target = folder / f"{plan.name}-{path.name.removeprefix('figure-')}"
            target.write_bytes(path.read_bytes())
            yield f"![Relative drops over the relative drop in time](figures/{target.name})"
            yield ""


def tables(result: SweepResult, designs: tuple[str, ...]) -> Iterator[str]:
    """The sweep's own tables of some designs."""
    for table in result.tables:
        for suite in suites_of(result):
            if table.design in designs:
                yield f"**{TITLES[table.design]}, {suite}**"
                yield ""
                yield as_markdown(result, table, suite)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sweeps", nargs="*", type=Path, default=sorted(HERE.glob("*.toml")))
    parser.add_argument("--work", type=Path)
    parser.add_argument("--page", type=Path, default=DOCS / "speed-results.md")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    lines = reading(options.sweeps[0].parent / "reading.md")
    with tempfile.TemporaryDirectory() as scratch:
        work = options.work or Path(scratch)
        for path in options.sweeps:
            for plan in plans(path):
                lines += swept(plan, work / plan.name, options.page, options.jobs)
    write(options.page, "Does faster mean more biased? Results", [made_by("speed", LEAD)], lines)


if __name__ == "__main__":
    main()
