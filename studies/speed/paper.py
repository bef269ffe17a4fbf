"""What was found beside what the paper found (Renduchintala et al. 2021), and its claim."""

from collections.abc import Iterator

from askew.report.numbers import number
from askew.sweep.drops import TO_FASTEST, TO_WORST
from askew.sweep.result import TIME, SweepResult
from askew.sweep.slopes import Slope
from askew.sweep.variation import THESE_MODELS
from studies.tables import paragraph, score, table

GROUPS = ("pro", "anti", "fofc", "mofc", "momc", "fomc")
PAPER = {  # table 4b, "max rel. % drop"
    "es": {TIME: 81.4, "bleu": 6.3, "pro": 9.6, "anti": 22.3, "fofc": 17.7, "mofc": 31.0, "momc": 6.7, "fomc": 10.4},
    "de": {TIME: 79.9, "bleu": 9.2, "pro": 9.9, "anti": 41.3, "fofc": 19.5, "mofc": 53.2, "momc": 5.5, "fomc": 29.8},
}


def claim(result: SweepResult) -> Iterator[str]:
    """The paper's claim against what was found here, in words made from the numbers."""
    slopes = result.amplification
    for slope in slopes:
        if slope.measure in ("simplegen.anti", "simplegen.pro", "simplegen.mofc"):
            yield f"- {slope.sentence}"
    yield ""
    known = [slope for slope in slopes if slope.measure == "simplegen.anti" and slope.value is not None]
    whom = f" ({known[0].about}: each was trained once)" if known and known[0].about == THESE_MODELS else ""
    yield f"The paper's claim, that anti-stereotypical accuracy falls faster than BLEU, {_verdict(known)}{whom}."


def _verdict(known: list[Slope]) -> str:
    if known and all(slope.low is not None and slope.low > 1 for slope in known):
        return "holds here"
    if not known or any(slope.low is not None and slope.low <= 1 <= (slope.high or 0) for slope in known):
        return "can't be told from these cells"
    return "does not hold here"


def against_paper(result: SweepResult) -> Iterator[str]:
    """The stacked table's last row beside the paper's."""
    stack = next(table for table in result.tables if table.design == "stack")
    columns = {column.key: column for column in result.columns}
    bleu = [column for column in result.columns if column.is_quality and column.measure == "bleu"]
    rows = [(TIME, TIME, "time"), *((column.key, "bleu", column.heading) for column in bleu)]
    rows += [(key, name, columns[key].heading) for name in GROUPS if (key := f"simplegen.{name}") in columns]
    theirs = PAPER.get(result.target, {})
    yield from table(
        ["relative drop, %", "here, best to worst", "here, baseline to fastest", "the paper, as printed"],
        (
            [
                heading,
                *(number(stack.largest_drops[reading].get(key)) for reading in (TO_WORST, TO_FASTEST)),
                number(theirs.get(name)),
            ]
            for key, name, heading in rows
        ),
        numbers=1,
    )


def slopes_table(result: SweepResult) -> Iterator[str]:
    """What each measure loses for 1% of BLEU lost, by quality set."""
    names = {column.key: column for column in result.columns}
    against = list(dict.fromkeys(slope.against for slope in result.amplification))
    found = {(slope.measure, slope.against): slope for slope in result.amplification}
    yield from paragraph(
        "What is lost for 1% of BLEU lost, in % of the measure itself; bold where that is more than BLEU loses for "
        "certain."
    )
    rows = [
        [f"{names[measure].set} {names[measure].heading}", *(_slope_cell(found[measure, key]) for key in against)]
        for measure in dict.fromkeys(slope.measure for slope in result.amplification)
    ]
    yield from table(["", *(names[key].heading for key in against)], rows, numbers=1)


def _slope_cell(slope: Slope) -> str:
    if slope.value is None or slope.low is None:
        return "can't tell"
    return f"**{score(slope)}**" if slope.low > 1 else score(slope)
