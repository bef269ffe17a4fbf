"""The analyses of talks and speakers as content."""

from collections.abc import Sequence

from askew.analyses.correlate import Correlation
from askew.analyses.gaps import Gaps
from askew.analyses.heard import GivenHeard
from askew.analyses.terms import SCORES, Recall
from askew.report.content import Block, Cell, Prose, Table, change_cell, count_cell, score_cell
from askew.report.numbers import interval, number, p_in_words, p_value

_HEADINGS = dict(zip(SCORES, ("exact", "or inflected", "or near", "in English", "consistent"), strict=True))


def recall_content(found: Recall) -> list[Block]:
    """Runs down, the ways a term can come through across."""
    rows = [
        [
            Cell(row.system), Cell(row.target), Cell(row.kind), count_cell(row.scores[SCORES[0]].n),
            *(score_cell(row.scores[name]) for name in SCORES), Cell(number(row.chrf), number=row.chrf),
        ]
        for row in found.rows
    ]  # fmt: skip
    headings = ["system", "lang", "kind", "terms", *_HEADINGS.values(), "chrF"]
    blocks: list[Block] = [Table("term recall, % with 95% intervals", headings, rows, left=3)]
    if found.with_chrf is not None:
        blocks.append(Prose(f"with chrF over translations: {correlation_line(found.with_chrf)}"))
    return blocks


def gaps_content(found: Gaps) -> list[Block]:
    """Measures down: the largest gap, what the tests say; then between which groups it lies and whether it is one."""
    rows, lines = [], []
    for name, gap in found.measures.items():
        widest = gap.largest
        if widest is None:
            lines.append(f"{name}: {gap.reason}")
            continue
        cell = change_cell(widest.difference, widest.low, widest.high, sure=gap.tells)
        model = gap.poisson
        ratio = (
            Cell("")
            if model is None
            else Cell(number(model.ratio, 2), model.low, model.high, p_in_words(model.p), decimals=2)
        )
        rows.append([Cell(name), cell, Cell(p_value(gap.p)), ratio])
        ends = (widest.left, widest.right)
        between = ", ".join(f"{group} {number(gap.groups[group].value)}" for group in ends)
        means = ", ".join(f"{group} {number(gap.averages[group])}" for group in ends if group in gap.averages)
        beside = f" (mean over {found.drawn}s: {means})" if means not in ("", between) else ""
        lines.append(f"{name}: {between}{beside}: {gap.reason}")
    title = f"{found.system}: largest gap by {found.attribute}; {found.drawn}s resampled ({_sizes(found)})"
    headings = ["", "gap", "p (permuted)", "Poisson: rate ratio"]
    blocks: list[Block] = [Table(title, headings, rows, strong_means="the data can tell that there is a gap")]
    blocks += [Prose(line) for line in lines]
    if found.unknown:
        blocks.append(Prose(f"{found.unknown} segments of unknown {found.attribute} take no part"))
    return blocks


def _sizes(found: Gaps) -> str:
    if len(found.sizes) <= 6:
        return ", ".join(f"{name} {size}" for name, size in found.sizes.items())
    return f"{len(found.sizes)} groups of {min(found.sizes.values())} to {max(found.sizes.values())}"


def correlation_line(found: Correlation) -> str:
    """A correlation in a line."""
    if found.pearson is None:
        return f"no correlation: {found.reason}"
    span = f" [{interval(found.low, found.high, 2)}]" if found.low is not None else ""
    pair = f"Pearson {number(found.pearson, 2)}{span}, Spearman {number(found.spearman, 2)}"
    return f"{pair}, {len(found.points)} points"


def correlation_content(found: Correlation, x: str, y: str) -> list[Block]:
    """The systems with both scores, and how closely they go together."""
    rows = [
        [Cell(system), Cell(number(first, 2), number=first), Cell(number(second, 2), number=second)]
        for system, first, second in found.points
    ]
    said = [correlation_line(found), *([found.reason] if found.reason and found.pearson is not None else [])]
    return [Table("", ["system", x, y], rows), *(Prose(line) for line in said)]


def heard_content(found: Sequence[GivenHeard]) -> list[Block]:
    """Pairs of runs down: how often the gender is right where the sentence was heard right, and where not."""
    rows = [
        [
            Cell(each.system), Cell(each.target), Cell(each.recogniser), count_cell(each.heard),
            Cell(number(each.right_if_heard), number=each.right_if_heard), count_cell(each.misheard),
            Cell(number(each.right_if_misheard), number=each.right_if_misheard),
            Cell(each.reason or "") if each.difference is None
            else change_cell(each.difference, each.low, each.high, sure=each.p is not None and each.p < 0.05),
        ]
        for each in found
    ]  # fmt: skip
    title = "% with the right gender by whether the transcript was right; the difference over occupations like these"
    headings = ["system", "lang", "transcripts by", "heard", "right", "misheard", "right", "difference"]
    return [Table(title, headings, rows, left=3, strong_means="more than chance")]
