"""The report on sentences that leave the gender open: what a system says where nothing asks for it."""

from collections.abc import Sequence

from askew.report.content import Block, Cell, Fold, Prose, Section, Table
from askew.report.sections import gender, workforce
from askew.report.sets import RunSet

SHOWN = ("rendered_male", "rendered_female", "rendered_neutral", "rendered_both", "masculine_of_gendered", "coverage")


def is_about(run_set: RunSet) -> bool:
    """Whether a set's people have names but no gender that would be right."""
    return "rendered_male" in run_set.first.scores and workforce.says_how(run_set) and not gender.is_about(run_set)


def section(sets: Sequence[RunSet]) -> Section:
    """What each system says, and its defaults by occupation beside who works in them."""
    blocks: list[Block] = [
        Prose(
            "Each sentence leaves a person's gender open, and no answer is wrong. What a system writes nonetheless is "
            "its "
            "default; occupations are those of the labour statistics that occur."
        )
    ]
    for index, run_set in enumerate(sets):
        parts: list[Block] = [
            _table(run_set),
            *workforce.correlations(run_set, "Nothing in the sentence says which gender is meant."),
            *workforce.occupations(run_set),
        ]
        blocks += parts if len(sets) == 1 else [Fold(run_set.label, parts, open=index == 0)]
    return Section("open-gender", "Gender left open", blocks)


def _table(run_set: RunSet) -> Table:
    names = [name for name in SHOWN if name in run_set.first.scores]
    rows = [[Cell(system), *(run_set.cell(run, name) for name in names)] for system, run in run_set.pairs()]
    return Table("What is said", ["system", *(run_set.heading(name) for name in names)], rows)
