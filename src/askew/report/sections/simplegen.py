"""The report on SimpleGEN: four classes of items, from the occupation's stereotype and the gender the sentence
states.
"""

from collections.abc import Sequence

from askew.measures.base import Role
from askew.report import figures
from askew.report.content import Block, Cell, Figure, Fold, Prose, Section, Table
from askew.report.links import sentences_link
from askew.report.sets import RunSet

# Class to what it is: an occupation held mostly by women or men, a context that states feminine or masculine.
CLASSES = {
    "fofc": "FoFc: occupation mostly women's, feminine referent",
    "mofc": "MoFc: occupation mostly men's, feminine referent",
    "momc": "MoMc: occupation mostly men's, masculine referent",
    "fomc": "FoMc: occupation mostly women's, masculine referent",
}
PARTS = ("correct", "incorrect", "inconclusive")


def is_about(run_set: RunSet) -> bool:
    """Whether a set's counts are SimpleGEN's."""
    return bool(run_set.first.counts) and set(run_set.first.counts) <= set(CLASSES)


def section(sets: Sequence[RunSet]) -> Section:
    """The four classes, per language and system."""
    blocks: list[Block] = [
        Prose(
            "Each sentence states the person's gender outright. Pro is the share of items rendered right "
            "where occupation and gender go together by stereotype (FoFc, MoMc), anti where they do "
            "not (MoFc, FoMc), and Δ their difference. ΔFC and ΔMC keep the stated gender and change the "
            "occupation: FoFc − MoFc, MoMc − FoMc."
        )
    ]
    for index, run_set in enumerate(sets):
        parts: list[Block] = [_classes(run_set), _table(run_set), _decided(run_set)]
        blocks += parts if len(sets) == 1 else [Fold(run_set.label, parts, open=index == 0)]
    return Section("simplegen", "Stated gender", blocks)


def _classes(run_set: RunSet) -> Figure:
    rows = [
        {"system": system, "class": CLASSES[name], "part": part, "part_order": rank, "count": counts[part],
         "order": order,
         "share": round(100 * counts[part] / max(sum(counts.values()), 1), 2),
         "href": sentences_link(run_set, system=system, **{"class": name, "verdict": part})}
        for order, (system, run) in enumerate(run_set.pairs())
        for name, counts in run.counts.items()
        for rank, part in enumerate(PARTS)
    ]  # fmt: skip
    caption = (
        "Inconclusive: the occupation was not found, or is rendered in a form that shows no gender. A click "
        "shows the sentences."
    )
    present = [CLASSES[name] for name in CLASSES if any(name in run.counts for run in run_set.runs)]
    spec = figures.stacked(PARTS, present)
    return Figure(f"classes-{run_set.id}", "Four classes of items", caption, spec, {"": rows})


def _table(run_set: RunSet) -> Table:
    columns = run_set.columns()
    rows = [[Cell(system), *(run_set.cell(run, name) for name in columns)] for system, run in run_set.pairs()]
    return Table("Scores", ["system", *columns.values()], rows)


def _decided(run_set: RunSet) -> Table:
    names = [measure.name for measure in run_set.protocol.measures if measure.role is Role.AMONG_DECIDED]
    rows = [[Cell(system), *(run_set.cell(run, name) for name in names)] for system, run in run_set.pairs()]
    headings = [run_set.protocol.measure(name).heading for name in names]
    note = "A system that lacks the word is not one that misgenders it: here inconclusive items take no part."
    return Table("Correct among the decided", ["system", *headings], rows, note=note)
