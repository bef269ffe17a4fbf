"""Editing as content."""

from askew.analyses.edits import Edits
from askew.analyses.effort import Correlation, Effort
from askew.report.content import Block, Cell, Prose, Table, count_cell, score_cell
from askew.report.numbers import number

HEADINGS = {
    "ter": "TER", "touched": "touched", "reworded": "reworded", "substituted": "subst.", "inserted": "insert.",
    "deleted": "delet.",
    "casing": "casing", "punctuation": "punct.", "reordering": "reord.", "english": "English", "chrf": "chrF",
    "bleu": "BLEU", "surface_share": "of edits: surface", "substituted_share": "of words: subst.",
    "term_share": "terms said",
}  # fmt: skip
_EFFORT = (
    "ter",
    "touched",
    "reordering",
    "english",
    "chrf",
    "bleu",
    "surface_share",
    "substituted_share",
    "term_share",
)


def edits_content(found: Edits) -> list[Block]:
    """Steps down, kinds of edits across; then TER by talk, and when words and terms became right."""
    names = [name for name in HEADINGS if name in found.whole.scores]
    rows = [
        [Cell(f"{step.before} → {step.after}"), *(score_cell(step.scores[name]) for name in names)]
        for step in found.steps
    ]
    title = f"edits into {found.target}, {found.segments} segments; % with 95% intervals"
    by_talk = [[Cell(talk), score_cell(scores["ter"])] for talk, scores in found.whole.talks.items()]
    blocks: list[Block] = [
        Table(title, ["", *(HEADINGS[name] for name in names)], rows),
        Table(f"TER by talk, {found.whole.before} → {found.whole.after}", ["", "TER"], by_talk),
    ]
    for what, counts in (("words", found.words), ("terms", found.terms)):
        if total := sum(counts.values()):
            shown = ", ".join(f"{label} {count} ({number(100 * count / total)}%)" for label, count in counts.items())
            blocks.append(Prose(f"{what} right from this stage on: {shown}"))
    return blocks


def effort_content(found: Effort) -> list[Block]:
    """Analyses down, then the correlations."""
    rows = [
        [Cell(each.name), Cell(each.target), *(score_cell(each.whole.scores.get(name)) for name in _EFFORT)]
        for each in found.edits
    ]
    blocks: list[Block] = [
        Table("editing effort, %", ["", "lang", *(HEADINGS[name] for name in _EFFORT)], rows, left=2)
    ]
    for title, pairs in (
        ("TER with, over analyses", found.metrics),
        ("TER by talk, between analyses", found.languages),
        ("TER by talk with the share of terms said", found.terms),
    ):
        if not pairs:
            continue
        cells = [_correlation(pair) for pair in pairs]
        blocks.append(Table(title, ["", "", "Pearson", "Spearman", "n"], cells, left=2))
    return blocks


def _correlation(pair: Correlation) -> list[Cell]:
    pearson = Cell(number(pair.pearson, 2), pair.low, pair.high, number=pair.pearson, decimals=2)
    spearman = Cell(number(pair.spearman, 2), number=pair.spearman)
    return [Cell(pair.x), Cell(pair.y), pearson, spearman, count_cell(pair.n)]
