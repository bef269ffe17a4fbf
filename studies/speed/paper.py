"""What was found beside what the paper found (Renduchintala et al. 2021), and its claim."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from askew.report.numbers import number
from askew.sweep.drops import TO_FASTEST, TO_WORST
from askew.sweep.plan import SweepPlan
from askew.sweep.result import TIME, SweepResult, SweepTable
from askew.sweep.slopes import Slope
from askew.sweep.variation import THESE_MODELS
from studies.speed.released import released_drops
from studies.tables import paragraph, score, table

READINGS = (TO_WORST, TO_FASTEST)
Drops = Mapping[str, Mapping[str, float | None]]
"""Relative drops by reading and measure."""
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


def against_paper(result: SweepResult, sweep: SweepPlan, work: Path) -> Iterator[str]:
    """The stacked table's last row beside the paper's, under both protocols."""
    stack = next(table for table in result.tables if table.design == "stack")
    columns = {column.key: column for column in result.columns}
    bleu = [column for column in result.columns if column.is_quality and column.measure == "bleu"]
    rows = [(TIME, TIME, "time"), *((column.key, "bleu", column.heading) for column in bleu)]
    rows += [(key, name, columns[key].heading) for name in GROUPS if (key := f"simplegen.{name}") in columns]
    theirs = PAPER.get(result.target, {})
    released = released_drops(sweep, work, result, stack, [name for _, name, _ in rows if name in GROUPS])
    yield from paragraph(
        "The paper's rules are those of its released script (protocol `release`); BLEU and time have one protocol. "
        "Only the columns judged by `release` may be held against the paper's."
    )
    yield from table(
        [
            "relative drop, %",
            *(f"{protocol}, {reading}" for reading in READINGS for protocol in ("askew", "release")),
            "the paper, as printed",
        ],
        (
            [
                heading,
                *(
                    number(drops[reading].get(each))
                    for reading in READINGS
                    for drops, each in _both(stack, released, key, name)
                ),
                number(theirs.get(name)),
            ]
            for key, name, heading in rows
        ),
        numbers=1,
    )
    yield ""
    yield _anti_beside_pro(stack.largest_drops, "simplegen.") + " " + _anti_beside_pro(released, "", "release")


def _both(stack: SweepTable, released: Drops, key: str, name: str) -> tuple[tuple[Drops, str], tuple[Drops, str]]:
    """Where a row's drops stand under askew's protocol and under the released one."""
    return (stack.largest_drops, key), (released, name)


def _anti_beside_pro(drops: Drops, prefix: str, protocol: str = "askew") -> str:
    """Whether anti loses more than pro, as in the paper, from the baseline to the fastest cell."""
    anti, pro = (drops[TO_FASTEST].get(f"{prefix}{name}") for name in ("anti", "pro"))
    if anti is None or pro is None:
        return f"By `{protocol}` the two can't be compared."
    more = "more than" if anti > pro else "no more than"
    return (
        f"By `{protocol}` anti loses {more} pro ({number(anti)} and {number(pro)}%), of these models and occupations."
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
