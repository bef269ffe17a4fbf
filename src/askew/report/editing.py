"""Editing as tables for a terminal."""

from rich.console import Group, RenderableType
from rich.text import Text

from askew.analyses.edits import Edits
from askew.analyses.effort import Correlation, Effort
from askew.report.analyses import grid
from askew.report.terminal import interval, number, titled

HEADINGS = {
    "ter": "TER", "touched": "touched", "reworded": "reworded", "substituted": "subst.", "inserted": "insert.", "deleted": "delet.",
    "casing": "casing", "punctuation": "punct.", "reordering": "reord.", "english": "English", "chrf": "chrF", "bleu": "BLEU",
}  # fmt: skip


def edits_report(found: Edits) -> RenderableType:
    """Steps down, kinds of edits across; then TER by talk, and when words and terms became right."""
    names = [name for name in HEADINGS if name in found.whole.scores]
    rows: list[list[RenderableType]] = []
    for step in found.steps:
        rows.append([f"{step.before} → {step.after}", *(number(step.scores[name].value) for name in names)])
        rows.append(["", *(Text(interval(step.scores[name]), style="dim") for name in names)])
    title = f"edits into {found.target}, {found.segments} segments; % with 95% intervals"
    parts: list[RenderableType] = [titled(title, grid(["", *(HEADINGS[name] for name in names)], rows, left=1))]
    by_talk: list[list[RenderableType]] = [
        [talk, number(scores["ter"].value), interval(scores["ter"])] for talk, scores in found.whole.talks.items()
    ]
    parts.append(
        titled(f"TER by talk, {found.whole.before} → {found.whole.after}", grid(["", "TER", ""], by_talk, left=1))
    )
    for what, counts in (("words", found.words), ("terms", found.terms)):
        if total := sum(counts.values()):
            shown = ", ".join(f"{label} {count} ({100 * count / total:.1f}%)" for label, count in counts.items())
            parts.append(Text(f"{what} right from this stage on: {shown}"))
    return Group(*parts)


def effort_report(found: Effort) -> RenderableType:
    """Analyses down, then the correlations."""
    names = ("ter", "touched", "reordering", "english", "chrf", "bleu")
    rows: list[list[RenderableType]] = [
        [
            each.name,
            each.target,
            *(number(each.whole.scores[name].value if name in each.whole.scores else None) for name in names),
        ]
        for each in found.edits
    ]
    parts: list[RenderableType] = [
        titled("editing effort, %", grid(["", "lang", *(HEADINGS[name] for name in names)], rows, left=2))
    ]
    for title, pairs in (
        ("TER with, over analyses", found.metrics),
        ("TER by talk, between analyses", found.languages),
    ):
        parts.append(
            titled(title, grid(["", "", "Pearson", "", "Spearman", "n"], [_row(pair) for pair in pairs], left=2))
        )
    return Group(*parts)


def _row(pair: Correlation) -> list[RenderableType]:
    span = "" if pair.low is None or pair.high is None else f"{pair.low:.2f}…{pair.high:.2f}"
    cells = ("–" if value is None else f"{value:.2f}" for value in (pair.pearson, pair.spearman))
    pearson, spearman = cells
    return [pair.x, pair.y, pearson, Text(span, style="dim"), spearman, str(pair.n)]
