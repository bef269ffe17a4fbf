"""Occupations beside the share of women who work in them: how closely a choice of gender follows it."""

from collections.abc import Iterable

from askew.analyses.workforce import against_workforce
from askew.report.content import Block, Cell, Table
from askew.report.numbers import number
from askew.report.sets import RunSet

SOURCE = "US labour statistics, Zhao et al. 2018"


def says_how(run_set: RunSet) -> bool:
    """Whether all runs say how each occupation is rendered."""
    groups = [scores for run in run_set.runs for scores in run.groups.get("entity", {}).values()]
    return bool(groups) and all("rendered_female" in scores for scores in groups)


def correlations(run_set: RunSet, otherwise: str) -> Iterable[Block]:
    """Pearson's r of each system; ``otherwise`` says what none would mean."""
    rows = []
    for system, run in run_set.pairs() if says_how(run_set) else ():
        result = against_workforce(run)
        if result.pearson is not None:
            cells = Cell(number(result.pearson, 2), result.low, result.high, number=result.pearson, decimals=2)
            rows.append([Cell(system), cells, Cell(str(len(result.occupations)), number=len(result.occupations))])
    if rows:
        note = (
            "How often an occupation is rendered in the feminine, against the share of women who work in it "
            f"({SOURCE}): "
            f"Pearson's correlation with a 95% interval. {otherwise}"
        )
        yield Table("Does the gender follow the workforce?", ["system", "correlation", "occupations"], rows, note=note)


def occupations(run_set: RunSet) -> Iterable[Block]:
    """Each occupation: the share of women in it, and how often each system renders it in the feminine."""
    if not says_how(run_set):
        return
    by_system = {system: {row[0]: row for row in against_workforce(run).occupations} for system, run in run_set.pairs()}
    women = {name: row[1] for rows in by_system.values() for name, row in rows.items()}
    entities = run_set.first.groups["entity"]
    rows = [
        [
            Cell(name),
            Cell(str(entities[name]["rendered_female"].n), number=entities[name]["rendered_female"].n),
            Cell(number(share, 0), number=share),
            *(
                Cell(number(found[name][2]), number=found[name][2]) if name in found else Cell("–")
                for found in by_system.values()
            ),
        ]
        for name, share in sorted(women.items(), key=lambda pair: pair[1])
    ]
    if rows:
        note = f"Percent rendered in the feminine; women: their share of those who work in the occupation ({SOURCE})."
        headings = ["occupation", "people", "women", *by_system]
        yield Table("Defaults by occupation", headings, rows, note=note)
